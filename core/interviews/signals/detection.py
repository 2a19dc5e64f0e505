"""Which wishes, and which words to the interviewer, are in an answer.

A wish is a whole short utterance: the answer, its last message, or its last sentence where that cannot be part of the
telling. So a story with the word "stop" in it is no wish, and "... so he left. gotta go" both tells and goes.
What no phrase fits is looked for by frames (`frames.py`), in a short answer or a short first or last sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.interviews.signals.frames import Frames
from core.interviews.signals.normal import words_of
from core.interviews.signals.phrase_lists import Phrases

LONGEST_WISH = 26
"""Words; whoever says more is telling something."""
_ROOM = 12 * LONGEST_WISH
_LONGEST_BESIDE_A_TELLING = 14
"""Words in which a frame is looked for where something is told too: a longer sentence belongs to the telling."""
_ONLY_ALONE = frozenset({"greeting", "mean", "apology", "there", "why", "nothing", "already_told"})
"""What is heard only where the utterance is a message of its own: as a last sentence it may belong to a story."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that an utterance, or a part of it, says."""

    name: str
    subject: str = ""
    topic: str = ""


_Wished = tuple[tuple[Said, ...], str]
"""What is said, and the words that say it."""
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_CLAUSE = re.compile(r"[,.;:!?…–—\n()]+|\s-+\s")
_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*\s*")
_QUOTES = re.compile(r"[\"«»“”„]")


@cache
def _known(language: str) -> tuple[Phrases, Frames]:
    """Hundreds of patterns: read when they are needed, which takes a tenth of a second for a language."""
    return Phrases.load(language), Frames(Path(__file__).parent / f"{language}_wish_frames.txt")


# --- hearing ------------------------------------------------------------------------------------------------------


def wished(text: str) -> _Wished:
    """All that `text` says beside telling, and the words that say it, as they stand there. Linear; raises for none."""
    phrases, frames = _known("russian" if _CYRILLIC.search(text[-_ROOM:]) else "english")
    fills = False
    for passage, alone in _utterances(text):
        said = _said(passage, phrases)
        fills = fills or (bool(said) and passage == text)
        if not alone:
            said = _beside_a_telling(said)
        if any(each.name != "filler" for each in said):
            return said, passage.strip()
    if found := _kept_back_before(text, phrases) or _framed(text, phrases, frames):
        return found
    return ((Said(name="fine"),), text.strip()) if fills else ((), "")


def _framed(text: str, phrases: Phrases, frames: Frames) -> _Wished | None:
    """A wish in words that no phrase has: in the answer, its last sentences, or its first."""
    short = _LONGEST_BESIDE_A_TELLING
    ends = [
        each
        for each, alone in _utterances(text)
        if len(each.split()) <= short or (alone and len(_SENTENCE.findall(each)) == 1)
    ]
    for passage in dict.fromkeys((*ends, *_first_sentence(text))):
        if (said := _by_frames(passage, phrases, frames)) is not None:
            return (said,), passage.strip()
    return None


def _first_sentence(text: str) -> Iterator[str]:
    first = _SENTENCE.match(text[: 2 * _ROOM])
    if first and "\n" not in text.strip() and len(first.group().split()) <= _LONGEST_BESIDE_A_TELLING:
        yield first.group()


def _by_frames(utterance: str, phrases: Phrases, frames: Frames) -> Said | None:
    if not _short(utterance) or "\n" in utterance.strip():
        return None
    words = words_of(utterance)
    heard = frames.heard(words.split())
    if not heard or "telling" in heard:
        return None
    about = phrases.about.search(words) if heard[0] in {"declined", "hesitates"} else None
    return Said(name=heard[0], subject=_bare(about["subject"], phrases) if about else "")


def _utterances(text: str) -> Iterator[tuple[str, bool]]:
    """What may be a wish, the longest first, and whether it is a message of its own."""
    yield text, True
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        yield lines[-1], True
    if lines and not _QUOTES.search(lines[-1][-_ROOM:]):
        sentences = _SENTENCE.findall(lines[-1][-2 * _ROOM :])
        for many in (2, 1):
            if len(sentences) > many:
                yield "".join(sentences[-many:]), False


def _beside_a_telling(said: tuple[Said, ...]) -> tuple[Said, ...]:
    """Of a last sentence only what cannot belong to the telling."""
    weighty = tuple(each for each in said if each.name not in {"filler", "fine"})
    return () if any(each.name in _ONLY_ALONE for each in weighty) else weighty


def _kept_back_before(text: str, phrases: Phrases) -> _Wished | None:
    """ "Keep this between us: ..." is said before what it is about."""
    first = text[:_ROOM].partition("\n")[0]
    for cut in re.finditer(r"[.!:,–—]\s", first):
        passage = first[: cut.start() + 1]
        said = _said(passage, phrases)
        if any(each.name == "keep_back" for each in said):
            return said, passage
        break
    return None


def _short(utterance: str) -> bool:
    """Whether it may be a wish at all. Whoever says more is telling something, and what is quoted is another's."""
    return len(utterance) <= _ROOM and len(utterance.split()) <= LONGEST_WISH and not _QUOTES.search(utterance)


def _said(utterance: str, phrases: Phrases) -> tuple[Said, ...]:
    """All that a short utterance says, where each part of it is known; nothing where any part tells something."""
    if not _short(utterance):
        return ()
    words = words_of(utterance)
    if whole := _one(words, phrases):
        return (whole,)
    parts = _parts(utterance)
    pieces = [piece for part in parts for piece in phrases.turns.split(part)]
    return _each(parts, phrases) or _each(phrases.turns.split(words), phrases) or _each(pieces, phrases)


def _each(parts: list[str], phrases: Phrases) -> tuple[Said, ...]:
    """What several parts say; nothing where one of them is not known: no other is looked at then."""
    said: list[Said] = []
    for part in parts if len(parts) > 1 else ():
        if (found := _one(part, phrases)) is None:
            return ()
        said.append(found)
    return tuple(said)


def _parts(utterance: str) -> list[str]:
    return [words for part in _CLAUSE.split(utterance) if (words := words_of(part))]


def _one(words: str, phrases: Phrases) -> Said | None:
    """What one clause says, as it is or without what is said out of politeness."""
    begun = phrases.before.sub("", words)
    forms = (words, begun, phrases.after.sub("", words), phrases.after.sub("", begun))
    for form in dict.fromkeys(forms):
        if form and (found := phrases.fitting(form)):
            return _meant(*found, phrases, form)
    return None


def _meant(name: str, caught: dict[str, str], phrases: Phrases, form: str) -> Said:
    subject = _bare(caught.get("subject", ""), phrases)
    if name == "topic":
        topic = _bare(caught.get("topic", ""), phrases)
        return Said(name=name, topic=topic) if topic else Said(name="onward")
    if name == "declined" and phrases.soft.search(form):
        name = "hesitates"
    return Said(name=name, subject=subject)


def _bare(subject: str, phrases: Phrases) -> str:
    """The subject without what people add to it; empty where it is only what was asked."""
    while (shorter := phrases.added.sub("", subject)) != subject:
        subject = shorter
    return "" if phrases.this.fullmatch(subject) else subject
