"""The question guard: what a model would say, made fit to be said by leaving out what may not be.

It promises what only code can: one question, its length, no repeat, no refused subject, nothing that nobody should tell
a bot, none of our prompt, the interview's language. It calls no model and puts nothing of its own in anybody's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from core.interviews.guard import patterns
from core.interviews.guard.repeats import Secret, same_question
from core.interviews.guard.stems import stems
from core.interviews.guard.text import (
    LONGEST,
    QUESTION_MARKS,
    count_words,
    in_alphabet_of,
    in_alphabet_with_terms,
    marks,
    plain,
    sentences,
    tokens,
)

_FEWEST = 3
"""Words that a question must keep when its second half is cut off."""
_RESTATED = 0.7
"""Share of a sentence's words that stand in the newest answer, from which it only says them back."""
_FEWEST_STEMS = 2
"""Shorter sentences say nothing back."""
_LATELY = 8
_REMEMBERED = 2_048
"""Messages of ours that are not taken apart again at each turn of the same talk."""

_INNER_MARK = "\ue000"
"""In the place of a question mark inside a quotation."""
_CODE = re.compile(r"`[^`\n]{1,120}`")
_SET_ASIDE = re.compile(r"⟦([0-9]{1,4})⟧")
_QUOTATION = re.compile(r"[«“„\"]([^«»“”„\"\n]{1,300})[»”“\"]")
_WRAPPED = re.compile(r"[«“„\"]([^«»“”„\"]*)[»”“\"]")
_TAIL = re.compile(rf"[\s.!…。！,;:–—{QUESTION_MARKS}-]+$")
_ANY_MARK = re.compile(f"[{QUESTION_MARKS}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLimits:
    """How long may be what an interviewer says, in words."""

    question: int = 30
    message: int = 80
    """The model is told 60; what is a little longer is better whole than torn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardContext:
    """What a message is held against."""

    language: str
    """BCP 47 primary tag of the interview."""
    asked: tuple[str, ...] = ()
    """Our messages lately, as they were worded."""
    refused: tuple[str, ...] = ()
    """Subjects that are closed, in the person's words."""
    last_words: str = ""
    """The person's newest answer: its own words may be quoted."""
    told: str = ""
    """Their earlier words in sight. What they have spoken of may be asked about in their words."""
    answers: bool = False
    """Whether something was asked of us: what was said before may have to be said again."""
    trade: bool = False
    """A talk among engineers: code between backticks is let through whole, terms are English in any language, and what
    judges or pries in a life ("suffer", "password", "must") is said of machines."""
    secret: Secret = field(default_factory=Secret)
    limits: GuardLimits = GuardLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """What may be said. `interventions` are names for statistics ("guard-two-questions"), each once."""

    message: str
    """Empty where nothing of it may be said."""
    question: str = ""
    """The sentence of the message that asks; empty where it leaves the floor to the person."""
    restates: bool = False
    """Whether a sentence of it only says back what they said."""
    interventions: tuple[str, ...] = ()


@dataclass(slots=True)
class _Piece:
    text: str
    asks: bool
    restates: bool = False


def guard(message: str, context: GuardContext) -> Guarded:
    """Check and mend by leaving out. Raises for no text, and takes time linear in the message."""
    if context.secret.leaks(message[:LONGEST]):
        # Who recites has been turned; nothing else that comes with it is to be trusted either.
        return Guarded(message="", interventions=("guard-leak",))
    names: list[str] = []
    bare, code = _without_code(message[:LONGEST]) if context.trade else (message, ())
    kept = _shortened(_kept(_cleaned(bare, names), context, names, code), names, context.limits.message)
    return Guarded(
        message=_with_code(" ".join(_ended(piece.text) for piece in kept), code),
        question=_with_code(next((_ended(piece.text) for piece in kept if piece.asks), ""), code),
        restates=any(piece.restates for piece in kept),
        interventions=tuple(dict.fromkeys(names)),
    )


def _ended(sentence: str) -> str:
    """Without a mark at its end it would run into the next one, and be another."""
    return f"{sentence}." if sentence[-1].isalnum() else sentence


def _without_code(text: str) -> tuple[str, Sequence[str]]:
    """With numbers in the place of what stands between backticks, and that."""
    code = _CODE.findall(text)
    numbers = iter(range(len(code)))
    return (_CODE.sub(lambda _: f"⟦{next(numbers)}⟧", text) if code else text), code


def _with_code(text: str, code: Sequence[str]) -> str:
    """With the code that was set aside back in its place."""
    return _SET_ASIDE.sub(lambda found: code[int(found[1])] if int(found[1]) < len(code) else "", text)


# --- sentence by sentence -----------------------------------------------------------------------------------------


def _kept(text: str, context: GuardContext, names: list[str], code: Sequence[str]) -> list[_Piece]:
    # Question marks inside quotations are not ours to ask with.
    pieces = sentences(_QUOTATION.sub(lambda found: _ANY_MARK.sub("", found.group()), text))
    asking = set(_asking(pieces, context.language, trade=context.trade))
    kept: list[_Piece] = []
    for number, raw in enumerate(pieces):
        if number not in asking:
            _keep_remark(raw, kept, context, names)
        elif any(piece.asks for piece in kept):
            names.append("guard-two-questions")
        elif fault := _fault(ask := _single(raw, names), context, code):
            names.append(fault)
        else:
            kept.append(_Piece(ask, asks=True))
    return kept


def _keep_remark(sentence: str, kept: list[_Piece], context: GuardContext, names: list[str]) -> None:
    if not any(c.isalnum() for c in sentence):
        return
    fault = _fault_of_words(sentence, context, asks=False)
    if not fault and not context.answers and _said_before(sentence, context):
        fault = "guard-said-before"
    if not fault and count_words(sentence) > context.limits.message:
        fault = "guard-message-too-long"
    if fault:
        names.append(fault)
        return
    ours = stems(sentence)
    said_back = len(ours) >= _FEWEST_STEMS and len(ours & stems(context.last_words)) >= _RESTATED * len(ours)
    kept.append(_Piece(sentence, asks=False, restates=said_back))


def _said_before(sentence: str, context: GuardContext) -> bool:
    """Whether it stands word for word in what we said lately."""
    words = tuple(tokens(sentence))
    return any(words in _sayings(each) for each in context.asked[-_LATELY:])


@lru_cache(maxsize=_REMEMBERED)
def _sayings(message: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens(sentence)) for sentence in sentences(message))


def _shortened(kept: list[_Piece], names: list[str], most: int) -> list[_Piece]:
    """Without sentences that only say back, then without the last remarks, until the whole is short enough."""
    kept = list(kept)
    while sum(count_words(piece.text) for piece in kept) > most:
        remarks = [piece for piece in kept if not piece.asks]
        if not remarks or len(kept) == 1:
            break
        names.append("guard-message-too-long")
        kept.remove(next((piece for piece in remarks if piece.restates), remarks[-1]))
    return kept


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cleaned(raw: str, names: list[str]) -> str:
    text = plain(raw)
    if _flat(text) != _flat(raw[:LONGEST]):
        names.append("guard-markup")
    wrapped = _WRAPPED.fullmatch(text)
    return wrapped[1] if wrapped else text


def _asking(pieces: list[str], language: str, *, trade: bool = False) -> list[int]:
    """Which sentences ask for an answer."""
    forms = [patterns.normal(piece) for piece in pieces]
    marked = any(marks(piece) for piece in pieces)
    # Where something is asked with a mark, a request amid another sentence ("…, say so") asks for nothing more.
    beside = patterns.ASK_IN_A_TRADE if trade else patterns.ASK
    asks = beside.match if marked else patterns.ASK.search
    found = [n for n, piece in enumerate(pieces) if marks(piece) or asks(forms[n])]
    if found:
        return found
    if language not in patterns.ASKS_KNOWN and pieces:
        return [len(pieces) - 1]
    return [n for n, form in enumerate(forms) if patterns.SETUP.search(form)]


def by_asking(text: str, language: str) -> list[tuple[str, bool]]:
    """The sentences of a message to the letter, each with whether it asks for an answer."""
    pieces = sentences(_QUOTATION.sub(lambda found: found.group().replace("?", _INNER_MARK), text))
    asking = set(_asking(pieces, language))
    return [(piece.replace(_INNER_MARK, "?"), number in asking) for number, piece in enumerate(pieces)]


def _single(sentence: str, names: list[str]) -> str:
    """One sentence with its second question cut off, and one closing mark."""
    found = _ANY_MARK.findall(sentence)
    body = _TAIL.sub("", sentence)
    head = _first_ask(body)
    if head != body or len(found) > 1:
        names.append("guard-two-questions")
    ending = found[-1] if found else "."
    return f"{_TAIL.sub('', head)}{ending}"


def _first_ask(body: str) -> str:
    folded = _folded(body)
    cuts = list(patterns.SECOND_ASK.finditer(folded))
    cuts += [cut for cut in patterns.SPLICE.finditer(folded) if patterns.COMPLETE.match(folded[: cut.start()])]
    for cut in sorted(cuts, key=lambda each: each.start()):
        head = folded[: cut.start()]
        second = folded[cut.start() :]
        if len(head.split()) >= _FEWEST and _asks(head) and not _belongs_together(head, second):
            return body[: cut.start()]
    return body


def _asks(head: str) -> bool:
    """Whether what stands before a second question is a question too, and not the way to the only one."""
    return any(each.search(head) for each in (patterns.QUESTION_WORD, patterns.BEGINS_TO_ASK, patterns.ASK))


def _belongs_together(head: str, second: str) -> bool:
    """Whether what looks like a second question is part of the first: "how and when", "choose a day, and tell me"."""
    if "between " in head or "между " in head or patterns.ENDS_IN_QUESTION_WORD.search(head):
        return True
    if patterns.TOGETHER.search(second):
        return True
    if patterns.SETUP.match(head) and patterns.REQUEST.search(second):
        return True
    asked = set(patterns.QUESTION_WORD.findall(second)[:1])
    return bool(asked.intersection(head.split()[-3:]))


def _folded(text: str) -> str:
    """Lower case with every character in its place, so that what is found there can be cut here."""
    lowered = (c.lower() for c in text)
    return "".join(low if len(low) == 1 else c for low, c in zip(lowered, text, strict=True)).replace("ё", "е")


def _fault(ask: str, context: GuardContext, code: Sequence[str]) -> str:
    """What is wrong with a question; empty when nothing is."""
    if marks(ask) > 1:
        return "guard-two-questions"
    if not any(c.isalnum() for c in ask):
        return "guard-no-question"
    if count_words(ask) > context.limits.question:
        return "guard-too-long"
    if fault := _fault_of_words(ask, context, asks=True):
        return fault
    whole = _with_code(ask, code)
    if any(same_question(whole, old) for each in context.asked for old in _questions(each, context.language)):
        return "guard-repeated"
    return "guard-refused" if touches(ask, context.refused) else ""


@lru_cache(maxsize=_REMEMBERED)
def _questions(message: str, language: str) -> list[str]:
    bare, code = _without_code(message)
    pieces = sentences(bare)
    return [_with_code(pieces[n], code) for n in _asking(pieces, language)]


def touches(text: str, refused: Iterable[str]) -> bool:
    """Whether a text speaks of a subject that is closed.

    A name tells it alone; of several other words two must be there, since "my brother's trial" closes no brother.
    """
    subjects = tuple(refused)
    about = stems(text) if subjects else frozenset()
    for subject in subjects:
        names = stems(" ".join(word for word in subject.split() if word[:1].isupper()))
        words = stems(subject)
        if names & about or len(words & about) >= min(2, len(words)) > 0:
            return True
    return False


def _fault_of_asking(form: str, context: GuardContext) -> str:
    """An answer that is suggested, something supposed that was not told, or what nobody should tell a bot."""
    if (patterns.PRIVATE_OF_THEIRS if context.trade else patterns.PRIVATE).search(form):
        return "guard-private"
    leading = patterns.LEADING_IN_A_TRADE if context.trade else patterns.LEADING
    if leading.search(form) or patterns.LEADING_TAGS.search(form):
        return "guard-leading"
    if context.trade:
        return ""
    for found in (*patterns.LOADED.finditer(form), *patterns.SUPPOSED.finditer(form)):
        if not stems(found.group()) <= stems(context.last_words) | stems(context.told):
            return "guard-leading"
    return ""


def _fault_of_words(text: str, context: GuardContext, *, asks: bool) -> str:
    """What is wrong with the words of a sentence, the person's own words in quotation marks aside."""
    ours = _without_own_words(text, context.last_words)
    form = patterns.normal(ours)
    written = in_alphabet_with_terms if context.trade else in_alphabet_of
    if not written(context.language, ours):
        return "guard-language"
    if (patterns.LEAK_IN_A_TRADE if context.trade else patterns.LEAK).search(form):
        return "guard-leak"
    if not (context.trade and asks) and patterns.CONSOLATION.search(form):
        return "guard-consolation"
    praise = patterns.PRAISE_IN_A_TRADE if context.trade and asks else patterns.PRAISE
    if praise.search(form) or patterns.PRAISE_AT_ONCE.search(form):
        return "guard-praise"
    return _fault_of_asking(form, context) if asks else ""


def _without_own_words(text: str, last_words: str) -> str:
    if not _QUOTATION.search(text):
        return text
    said = f" {' '.join(tokens(last_words))} "

    def theirs(found: re.Match[str]) -> str:
        return " " if f" {' '.join(tokens(found[1]))} " in said else found.group()

    return _QUOTATION.sub(theirs, text)
