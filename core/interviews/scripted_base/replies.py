"""What is answered without a model to what a person says to the interviewer, and what of their words that is.

The answers are fixed and true to the facts of the configuration, in the words that people agreed to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import cast

from core.interviews.guard.text import count_words, sentences
from core.interviews.signals import Asks, Signals, hear
from core.privacy.facts import Facts, HeardWhere, what_it_is, who_reads
from core.words import say

_BEGIN, _END = 1, 4
"""So many sentences of a long message are looked at: people turn to the interviewer first or last."""
_NOTHING_ELSE = 3
"""Fewer words beside a question to the interviewer tell nothing."""
_MOST = 3
"""Answers in one message."""
_ALONE = frozenset(["mean", "repeat", "there", "greeting", "apology"])
"""Heard only where nothing is told in the same breath: in a story somebody else may say so."""
_KNOWN = {
    "reads": r"\b(?:who|somebody|someone|anybody|will|\w+) (?:can |will |else )?(?:reads?|sees?) (?:this|these|it)\b|"
    r"what (?:happens|becomes) (?:to|of|with) (?:this|it|the recording|my)|"
    r"(?:видит|увидит|читает|прочита\w+|прочт[её]т)\b.*\bэт[оиу]|\bэто (?:видит|увидит|читает|прочита\w+|прочт[её]т)\b|"
    r"кто (?:будет |может )?(?:это )?чита\w+",
    "who": r"\b(?:what|who) (?:exactly )?you are\b|\bwho (?:is it|am i talking|are you)\b|\bperson typing\b|"
    r"\b(?:вы|ты)(?: сами?)? кто\b|\bкто (?:вы|ты)\b|\bдевушка из\b",
    "long": r"\bhow (?:long|much longer|many)\b.*\b(?:this|questions?|more)\b|"
    r"\b(?:сколько|долго) (?:ещё|еще)\b",
    "why": r"\bwhy (?:do|are|would) you\b.*\b(?:ask|want|know)|\b(?:почему|зачем) вы\b.*\bспрашива",
    "repeat": r"\bwhat (?:was it you|did you|do they|were you) (?:ask|want)|"
    r"\b(?:что|о ч[её]м) (?:вы|они) (?:спрашива|спросил)",
}
_SOUNDS_LIKE = {ask: re.compile(pattern, re.IGNORECASE) for ask, pattern in _KNOWN.items()}
_TOPIC = re.compile(
    r"^(?:can we|could we|let us|let['’]s|i (?:should|would) (?:like|prefer) to) (?:now )?(?:talk|speak)(?: now)? "
    r"(?:about|of) ((?:the |my )?\w+(?: \w+)?)(?=[,.?!]|$| (?:now|instead)\b)|"
    r"^(?:давайте|давай|можно)(?: (?:лучше|мы|поговорим))* про (\w+(?: \w+)?)(?=[,.!?]|$| лучше\b)",
    re.IGNORECASE,
)
"""A wish for a subject, whatever else the sentence says."""
_LONGEST = 16
"""Words of a question that is told by what is in it."""
_QUESTION = re.compile(
    r"(?=[^?]*\b(?:you|your|u|ты|тебе|тебя|твой|вы|вас|вам|вами|ваш\w*)\b)[^.!?…\n\"«»“”„]{1,120}\?+", re.IGNORECASE
)
"""Nothing but a question to the interviewer, whatever it asks."""
_QUOTED = re.compile(r"[«“„\"][^«»“”„\"\n]{0,400}[»”“\"]")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenApart:
    """An answer, taken apart."""

    told: str
    """What was told; empty where all of it was said to the interviewer."""
    asks: tuple[str, ...] = ()
    """What was asked or remarked, as in `Signals.asks`, and "unknown" for a question that is none of these."""
    asides: tuple[str, ...] = ()
    """The passages that were said to the interviewer, to the letter."""
    keep_back: bool = False
    """They ask to keep something out of the file."""
    wish: Signals | None = None
    """Where they want to go, if that was said in the midst of telling."""


def spoken(text: str, whole: Signals) -> TakenApart:
    """What of an answer was said to the interviewer. `whole`: what was heard in all of it."""
    found = _to_the_interviewer(text, whole)
    if not found and _QUESTION.fullmatch(text.strip()):
        return TakenApart(told="", asks=("unknown",), asides=(text.strip(),))
    if not found:
        return TakenApart(told=text)
    told = text
    for part in found:
        told = told.replace(part, " ", 1)
    told = told.strip() if count_words(told) >= _NOTHING_ELSE else ""
    kept = {part: heard for part, heard in found.items() if heard.keep_back or not told or heard.asks not in _ALONE}
    return TakenApart(
        told=told if len(kept) == len(found) else text,
        asks=tuple(dict.fromkeys(heard.asks for heard in kept.values() if heard.asks)),
        asides=tuple(kept),
        keep_back=any(heard.keep_back for heard in kept.values()),
        wish=next((heard for heard in kept.values() if heard.topic or heard.lighter), None),
    )


def _to_the_interviewer(text: str, whole: Signals) -> dict[str, Signals]:
    """Each passage that was said to the interviewer, and what it says."""
    if whole.alone(text):
        return {text.strip(): whole} if _is_said_to_it(whole) or whole.onward or whole.already_told else {}
    parts = [part for line in text.splitlines() for part in sentences(line)]
    ends = dict.fromkeys((*parts[:_BEGIN], *parts[-_END:]))
    read = {part: _QUOTED.sub(" ", part) for part in ends}
    each = {part: _heard(words, whole if words == text else hear(words)) for part, words in read.items()}
    found = {part: heard for part, heard in each.items() if _is_said_to_it(heard)}
    return found or ({whole.passage: whole} if _is_said_to_it(whole) else {})


def _heard(part: str, heard: Signals) -> Signals:
    """What a sentence says; of a question to the interviewer that is put in another way, what it sounds like."""
    if (wished := _TOPIC.search(part)) is not None and not heard.refuses:
        topic = (wished[1] or wished[2]).removesuffix(" now").removesuffix(" лучше")
        return replace(heard, topic=topic)
    if _is_said_to_it(heard) or not part.rstrip().endswith("?") or count_words(part) > _LONGEST:
        return heard
    for ask, pattern in _SOUNDS_LIKE.items():
        if pattern.search(part):
            return replace(heard, asks=cast("Asks", ask))
    return heard


def _is_said_to_it(heard: Signals) -> bool:
    return bool(heard.asks or heard.topic) or heard.keep_back or heard.lighter


def reply(asks: tuple[str, ...], facts: Facts, *, platform: str, language: str) -> str:
    """The answers, the first three; empty where nothing was asked. "mean" and "repeat" are answered by the question."""
    lines = (_line(each, facts, platform, language) for each in asks[:_MOST])
    return " ".join(line for line in lines if line)


def _line(asked: str, facts: Facts, platform: str, language: str) -> str:
    if asked in {"mean", "repeat"}:
        return ""
    if asked in {"who", "there"}:
        here = say(language, "reply-there") if asked == "there" else ""
        known = say(language, "reply-operator", operator=facts.operator) if facts.operator else ""
        return " ".join(filter(None, (here, what_it_is(facts, language), known)))
    if asked == "reads":
        return f"{who_reads(facts, facts.carrier(platform), language)} {say(language, 'reply-reads')}"
    if asked == "voice":
        return say(language, "reply-voice", heard="no" if facts.hearing is HeardWhere.NONE else "yes")
    return say(language, f"reply-{asked}")
