"""Whether an interviewer listens: follows what was told, stays with what is strong, asks nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.evaluation.people import Does, Fact, SimulatedPerson
from core.evaluation.plain_stems import asking, content, every_stem, holds, pointed, remarks, touches, without_quotes
from core.evaluation.talk import BEFORE, Talk, Who
from core.evaluation.tally import Measure, Tally, TallyForm, among
from core.interviews.guard.text import tokens

MEASURES = (
    Measure(
        name="contingency", title="questions that take up the last answer", form=TallyForm.SHARE, good="nearly all"
    ),
    Measure(name="left", title="strong stories left for something else", form=TallyForm.OF, good="0"),
    Measure(name="restating", title="messages whose remark only restates", form=TallyForm.SHARE, good="under 20 %"),
    Measure(name="duplicates", title="questions asked before", form=TallyForm.OF, good="0"),
    Measure(name="again", title="questions asked again, as was wished or on a return", form=TallyForm.OF),
    Measure(name="formulas", title="messages with a formula said before", form=TallyForm.OF, good="0"),
    Measure(name="known", title="questions for what was told already", form=TallyForm.OF, good="0"),
    Measure(name="leading", title="words of questions that nobody used", form=TallyForm.SHARE, good="few"),
    Measure(name="loaded", title="questions with a judging word of their own", form=TallyForm.OF, good="0"),
    Measure(name="facts", title="facts that came out", form=TallyForm.OF),
    Measure(name="hidden", title="hidden facts that came out", form=TallyForm.OF, good="many"),
)

_SAME = 0.8
"""Overlap (Dice) of the words of two questions from which they are one."""
_RESTATED = 0.75
"""So much of a remark's words stands in the answer before when it only restates."""
_FEWEST = 2
"""Words that say something; with fewer a remark or a question can hardly be compared."""
_TOLD_MUCH = 3
_LOADED = (
    "devastated", "traumatic", "trauma", "tragedy", "tragic", "resilient", "cruel", "heartbroken", "suffer", "overcome",
    "cope", "lesson", "must have been", "must be", "courage", "brave", "sacrifice", "horrible", "terrible", "awful",
    "травма", "трагедия", "жестокий", "преодолеть", "справились", "страдали", "урок", "должно быть", "мужество",
    "ужасно", "убиты горем", "подвиг", "невыносимо", "сломлены",
)  # fmt: skip
_ONCE_MORE = re.compile(
    r"\bagain\b|\brepeat|\bonce more\b|\bpardon\b|"
    r"\bwhat (?:was it (?:that )?you|did you|do they|were you) (?:ask|want|say)|"
    r"\bповтори|\bещё раз\b|\bне понял|\b(?:что|о чём) (?:вы|они) (?:спрашива|спросил|хот)",
    re.IGNORECASE,
)
"""Who says so wants to hear the question again."""
_RESUMES = "/resume"
_NUMBER = re.compile(r"\d+")
_QUOTE = re.compile(r"[“«„\"]([^”»“\"]*)[”»“\"]")
_ELSEWHERE = frozenset({Does.WISHES, Does.EASES, Does.REFUSES, Does.STOPS, Does.DISTRESS, Does.AWAY, Does.POSTSCRIPT})
"""After these it is right to leave a story."""
_RETURNS = frozenset({Does.AWAY, Does.POSTSCRIPT})


def listening(talk: Talk, person: SimulatedPerson, vocabulary: frozenset[str]) -> dict[str, Tally]:
    """The measures of this file. `vocabulary`: stems of words that an interviewer may use without being given them."""
    turns = [turn for turn in range(1, talk.turns + 1) if talk.heard(turn)]
    asked = [(turn, question) for turn in range(talk.turns + 1) for question in asking(talk.heard(turn))]
    followable = [t for t in turns if asking(talk.heard(t)) and len(content(talk.told(t))) >= _TOLD_MUCH]
    told = talk.told_until(talk.turns)
    before, again = _asked_before(talk, person)
    facts, hidden = person.facts, person.hidden_facts()
    return {
        "contingency": among((turn for turn in followable if follows(talk, turn)), len(followable)),
        "left": _left(talk, person),
        "restating": among((turn for turn in turns if any(_restates(talk, turn))), len(turns)),
        "duplicates": among(before, len(asked)),
        "again": among(again, len(asked)),
        "formulas": among(_formulas(talk, person), len(turns)),
        "known": among(_known(talk, person, asked), len(asked)),
        "leading": _leading(talk, asked, vocabulary),
        "loaded": among((turn for turn, question in asked if _loaded(question, talk, turn)), len(asked)),
        "facts": Tally(n=sum(holds(told, fact.signs) for fact in facts), of=len(facts)),
        "hidden": Tally(n=sum(holds(told, fact.signs) for fact in hidden), of=len(hidden)),
    }


# --- following ----------------------------------------------------------------------------------------------------


def follows(talk: Talk, turn: int) -> bool:
    """Whether what is asked after an answer takes it up: with a word of it, or with nothing but a pointer to it."""
    words = content(" ".join(pointed(talk.heard(turn))))
    return not words or bool(words & content(talk.told(turn)))


def _left(talk: Talk, person: SimulatedPerson) -> Tally:
    """Turns after which something strong was open and something else was asked."""
    open_, left = 0, []
    elsewhere = {turn for turn, number in talk.done if person.deeds[number].does in _ELSEWHERE}
    for turn in range(1, talk.turns + 1):
        behind = tuple(_open(talk, person, turn))
        heard = talk.heard(turn)
        if not behind or turn in elsewhere or not heard:
            continue
        open_ += 1
        asked = " ".join(pointed(heard))
        named = any(touches(asked, fact.about) for fact in behind)
        if asked and not named and not follows(talk, turn):
            left.append(turn)
    return among(left, open_)


def _open(talk: Talk, person: SimulatedPerson, turn: int) -> Iterator[Fact]:
    """What is hidden, untold, right behind what was told in this turn for the first time."""
    before, now = talk.told_until(turn - 1), talk.told_until(turn)
    for fact in person.every_fact():
        if holds(now, fact.signs) and not holds(before, fact.signs):
            yield from (each for each in fact.hidden if not holds(now, each.signs))


# --- repeating ----------------------------------------------------------------------------------------------------


def _restates(talk: Talk, turn: int) -> Iterator[bool]:
    told = content(talk.told(turn)) | content(talk.told(turn - 1))
    for remark in remarks(talk.heard(turn)):
        quoted = content(" ".join(_QUOTE.findall(remark)))
        if quoted:
            yield quoted <= told
        words = content(without_quotes(remark))
        if len(words) >= _FEWEST:
            yield len(words & told) >= _RESTATED * len(words)


def _asked_before(talk: Talk, person: SimulatedPerson) -> tuple[list[int], list[int]]:
    """Turns that ask what was asked before: those that repeat themselves, and those that ask what is open once more."""
    asked = [(turn, question) for turn in range(talk.turns + 1) for question in pointed(talk.heard(turn))]
    repeated: list[int] = []
    again: list[int] = []
    for number, (turn, question) in enumerate(asked):
        same = [earlier for earlier, other in asked[:number] if earlier < turn and same_question(question, other)]
        if same:
            newest = max(earlier for earlier, _ in asked[:number] if earlier < turn)
            (again if same[-1] == newest and _is_wished(talk, person, turn) else repeated).append(turn)
    return repeated, again


def _is_wished(talk: Talk, person: SimulatedPerson, turn: int) -> bool:
    """Whether they want to hear again what is open: they say so, or come back to it."""
    returns = any(number == turn and person.deeds[deed].does in _RETURNS for number, deed in talk.done)
    resumes = any(line.turn == turn and line.who is Who.PERSON and line.text == _RESUMES for line in talk.lines)
    return returns or resumes or _ONCE_MORE.search(talk.told(turn)) is not None


def same_question(one: str, other: str) -> bool:
    """Whether two questions ask the same."""
    a, b = content(one), content(other)
    if min(len(a), len(b)) < _FEWEST:
        if a != b and a.isdisjoint(b):
            return False
        a, b = every_stem(one), every_stem(other)
    return 2 * len(a & b) >= _SAME * (len(a) + len(b))


def _formulas(talk: Talk, person: SimulatedPerson) -> Iterator[int]:
    """Turns with a remark that was made before, whatever was quoted or counted in it."""
    said: set[tuple[str, ...]] = set()
    for turn in range(BEFORE, talk.turns + 1):
        forms = {form for remark in remarks(talk.heard(turn)) if len(form := _form(remark, person.name)) >= _FEWEST}
        if turn > 0 and forms & said:
            yield turn
        said |= forms


def _form(remark: str, name: str) -> tuple[str, ...]:
    own = set(tokens(name))
    return tuple(word for word in tokens(_NUMBER.sub("", without_quotes(remark))) if word not in own)


def _known(talk: Talk, person: SimulatedPerson, asked: list[tuple[int, str]]) -> Iterator[int]:
    """Turns that ask for something which was told before."""
    for turn, question in asked:
        told = talk.told_until(turn)
        if any(holds(told, fact.signs) and touches(question, fact.known_by) for fact in person.every_fact()):
            yield turn


# --- leading ------------------------------------------------------------------------------------------------------


def _leading(talk: Talk, asked: list[tuple[int, str]], vocabulary: frozenset[str]) -> Tally:
    new = every = 0
    for turn, question in asked:
        if turn == 0:
            continue
        words = content(without_quotes(question))
        every += len(words)
        new += len(words - vocabulary - content(talk.told_until(turn)))
    return Tally(n=new, of=every)


def _loaded(question: str, talk: Talk, turn: int) -> bool:
    told = talk.told_until(turn)
    return any(touches(question, (word,)) and not touches(told, (word,)) for word in _LOADED)
