"""The question guard: what a model would say, made fit to be said, or replaced by the script's wording."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.guard import patterns
from core.guard.repeats import Asked, Secret, same_acknowledgement, same_question
from core.guard.text import (
    LONGEST,
    QUESTION_MARKS,
    count_words,
    in_alphabet_of,
    marks,
    plain,
    sentences,
    tokens,
)

QUESTION_WORDS = 30
MESSAGE_WORDS = 60
_TRIES = 5
"""So many questions of one candidate are looked at; who asks more gets the script's wording."""
_FEWEST = 3
"""Words that a question must keep when its second half is cut off."""

_QUOTATION = re.compile(r"[«“„\"]([^«»“”„\"\n]{1,300})[»”“\"]")
_WRAPPED = re.compile(r"[«“„\"]([^«»“”„\"]*)[»”“\"]")
_TAIL = re.compile(rf"[\s.!…。！,;:–—{QUESTION_MARKS}-]+$")
_ANY_MARK = re.compile(f"[{QUESTION_MARKS}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What a model would say."""

    question: str
    bridge: str = ""
    """An acknowledgement to be said before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the candidate is held against."""

    language: str
    """BCP 47 primary tag of the interview."""
    fallback: str
    """The script's wording, which passes by right."""
    asked: tuple[str, ...] = ()
    """Questions asked lately, as they were worded."""
    script: Asked = field(default_factory=lambda: Asked(()))
    passed: int = 0
    """How many of the script's questions, from its first, have had their turn."""
    acknowledgements: tuple[str, ...] = ()
    last_words: str = ""
    """The person's answer: its own words may be quoted, and a feeling named there may be asked about."""
    reserved: int = 0
    """Words that the message says besides, such as a chapter's first sentence."""
    secret: Secret = field(default_factory=Secret)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """What may be said. `interventions` are names for statistics ("guard-two-questions"), each once."""

    bridge: str
    question: str
    interventions: tuple[str, ...] = ()
    fell_back: bool = False


def guard(candidate: Candidate, context: Context) -> Guarded:
    """Check and mend. Calls no model, raises for no text, and takes time linear in the candidate.

    The result holds one question of at most 30 words, and 60 words altogether with what is reserved, unless the
    fallback itself is longer.
    """
    names: list[str] = []
    if context.secret.leaks(f"{candidate.bridge[:LONGEST]}\n{candidate.question[:LONGEST]}"):
        # Who recites has been turned; nothing else that comes with it is to be trusted either.
        return Guarded(
            bridge="", question=context.fallback, interventions=("guard-leak", "guard-fell-back"), fell_back=True
        )
    question = _question(candidate.question, context, names)
    fell_back = question is None
    if question is None:
        names.append("guard-fell-back")
        question = context.fallback
    bridge = _bridge(candidate.bridge, context, names)
    if bridge and count_words(bridge) + count_words(question) + context.reserved > MESSAGE_WORDS:
        names.append("guard-message-too-long")
        bridge = ""
    return Guarded(bridge=bridge, question=question, interventions=tuple(dict.fromkeys(names)), fell_back=fell_back)


def acknowledgement(text: str, context: Context) -> tuple[str, tuple[str, ...]]:
    """An acknowledgement that no question follows, mended, and the names of what was mended."""
    if context.secret.leaks(text[:LONGEST]):
        return "", ("guard-leak",)
    names: list[str] = []
    bridge = _bridge(text, context, names)
    if bridge and count_words(bridge) + context.reserved > MESSAGE_WORDS:
        names.append("guard-message-too-long")
        bridge = ""
    return bridge, tuple(dict.fromkeys(names))


# --- the question -------------------------------------------------------------------------------------------------


def _question(raw: str, context: Context, names: list[str]) -> str | None:
    """The one good question of `raw`; None where there is none."""
    if context.fallback and _flat(raw) == _flat(context.fallback):
        return context.fallback
    text = _cleaned(raw, names)
    pieces = sentences(_without_inner_marks(text))
    asking = _asking(pieces, context.language)
    if not asking:
        names.append("guard-no-question")
        return None
    if len(asking) > 1:
        names.append("guard-two-questions")
    for number in asking[:_TRIES]:
        ask = _single(pieces[number], names)
        fault = _fault(ask, context)
        if fault:
            names.append(fault)
            continue
        before = pieces[number - 1] if number > 0 and number - 1 not in asking else ""
        whole = _introduced(before, ask, context)
        if not _asking(sentences(whole), context.language):
            # It asked only as long as a line break stood before it.
            names.append("guard-no-question")
            continue
        if len(asking) == 1 and _flat(whole) != _flat(" ".join(pieces)) and "guard-two-questions" not in names:
            names.append("guard-trimmed")
        return whole
    return None


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cleaned(raw: str, names: list[str]) -> str:
    text = plain(raw)
    if _flat(text) != _flat(raw[:LONGEST]):
        names.append("guard-markup")
    wrapped = _WRAPPED.fullmatch(text)
    return wrapped[1] if wrapped else text


def _without_inner_marks(text: str) -> str:
    """Question marks inside quotations are not ours to ask with."""
    return _QUOTATION.sub(lambda found: _ANY_MARK.sub("", found.group()), text)


def _asking(pieces: list[str], language: str) -> list[int]:
    """Which sentences ask for an answer."""
    forms = [patterns.normal(piece) for piece in pieces]
    found = [n for n, piece in enumerate(pieces) if marks(piece) or patterns.ASK.search(forms[n])]
    if found:
        return found
    if language not in patterns.ASKS_KNOWN and pieces:
        return [len(pieces) - 1]
    return [n for n, form in enumerate(forms) if patterns.SETUP.search(form)]


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
        if len(head.split()) >= _FEWEST and not _belongs_together(head, cut.group()):
            return body[: cut.start()]
    return body


def _belongs_together(head: str, second: str) -> bool:
    """Whether what looks like a second question is part of the first one.

    "How and when", "between what it was and what it is", "what is good and what is bad", "choose a day, and tell me".
    """
    if "between " in head or "между " in head or patterns.ENDS_IN_QUESTION_WORD.search(head):
        return True
    if patterns.SETUP.match(head) and patterns.REQUEST.search(second):
        return True
    asked = set(patterns.QUESTION_WORD.findall(second))
    return bool(asked.intersection(head.split()[-3:]))


def _folded(text: str) -> str:
    """Lower case with every character in its place, so that what is found there can be cut here."""
    lowered = (c.lower() for c in text)
    return "".join(low if len(low) == 1 else c for low, c in zip(lowered, text, strict=True)).replace("ё", "е")


def _introduced(before: str, ask: str, context: Context) -> str:
    """The question with the sentence before it, where that one is harmless and there is room."""
    whole = f"{before} {ask}"
    if not before or count_words(whole) > QUESTION_WORDS or _fault_of_words(before, context):
        return ask
    # Without a mark between them they would be one sentence, and another question.
    return whole if len(sentences(whole)) > 1 else ask


def _fault(ask: str, context: Context) -> str:
    """What is wrong with a question; empty when nothing is."""
    if marks(ask) > 1:
        return "guard-two-questions"
    if not any(c.isalnum() for c in ask):
        return "guard-no-question"
    if count_words(ask) > QUESTION_WORDS:
        return "guard-too-long"
    if fault := _fault_of_words(ask, context):
        return fault
    if context.script.repeated(ask, passed=context.passed) or any(same_question(ask, old) for old in context.asked):
        return "guard-repeated"
    return ""


def _fault_of_words(text: str, context: Context) -> str:
    """What is wrong with the words of a sentence, the person's own words in quotation marks aside."""
    ours = _without_own_words(text, context.last_words)
    form = patterns.normal(ours)
    if not in_alphabet_of(context.language, ours):
        return "guard-language"
    if patterns.LEAK.search(form):
        return "guard-leak"
    if _leads(form, context.last_words):
        return "guard-leading"
    if patterns.CONSOLATION.search(form):
        return "guard-consolation"
    if patterns.PRAISE.search(form) or patterns.PRAISE_AT_ONCE.search(form):
        return "guard-praise"
    return ""


def _leads(form: str, last_words: str) -> bool:
    """Whether an answer is suggested; a feeling that the person named is no suggestion."""
    if patterns.LEADING.search(form) or patterns.LEADING_TAGS.search(form):
        return True
    offered = [found.group() for found in patterns.SUGGESTED.finditer(form)]
    if not offered:
        return False
    said = {word[:4] for word in tokens(last_words)}
    return any(said.isdisjoint(word[:4] for word in tokens(each) if len(word) > 3) for each in offered)


def _without_own_words(text: str, last_words: str) -> str:
    if not _QUOTATION.search(text):
        return text
    said = f" {' '.join(tokens(last_words))} "

    def theirs(found: re.Match[str]) -> str:
        return " " if f" {' '.join(tokens(found[1]))} " in said else found.group()

    return _QUOTATION.sub(theirs, text)


# --- the bridge ---------------------------------------------------------------------------------------------------


def _bridge(raw: str, context: Context, names: list[str]) -> str:
    """The first sentence that may be said before a question; empty where there is none."""
    if not raw.strip():
        return ""
    kept = ""
    for sentence in sentences(_without_inner_marks(_cleaned(raw, names))):
        if fault := _fault_of_bridge(sentence, context):
            names.append(fault)
        elif kept:
            names.append("guard-bridge-cut")
        else:
            kept = sentence
    return kept if not kept or _TAIL.search(kept) or kept[-1] in "»”\"'’)" else f"{kept}."


def _fault_of_bridge(sentence: str, context: Context) -> str:
    if marks(sentence) or patterns.ASK.match(patterns.normal(sentence)):
        return "guard-bridge-question"
    if not any(c.isalnum() for c in sentence):
        return "guard-no-words"
    if count_words(sentence) > QUESTION_WORDS:
        return "guard-too-long"
    if any(same_acknowledgement(sentence, old) for old in context.acknowledgements):
        return "guard-acknowledgement-repeated"
    return _fault_of_words(sentence, context)
