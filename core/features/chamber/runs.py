"""Hold a run as it is kept, decide when it is over, and write it whole as JSON, without keys and whose it is. Pure."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

import regex
from pydantic_core import to_jsonable_python

from core.contracts.chat import Piece
from core.contracts.messages import Address
from core.documents.readable import escape_json
from core.features.chamber.messages import Public, SideNote, Speaker, Utterance
from core.features.chamber.setup import Setup

QUEUE = "chamber"
"""Key: a run's id. It is to be held, or something is wished of it."""


class RunStatus(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class Why(StrEnum):
    """The reason for which a run was paused or ended."""

    STOPPED = "stopped"
    """By the operator; paused."""
    FAILED = "failed"
    """One side could not speak, however often it was asked; paused."""
    MONEY = "money"
    """What may be spent in a day is used up; paused."""
    PRIME = "prime"
    """Prime said so; ended, as in all that follow."""
    RUBRIC = "rubric"
    TURNS = "turns"
    TOKENS = "tokens"
    TIME = "time"
    BUDGET = "budget"
    CIRCLES = "circles"
    LEFT = "left"
    """The Candidate went away: a played person may."""


ENDINGS = frozenset(Why) - {Why.STOPPED, Why.FAILED, Why.MONEY}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberRun:
    id: str
    name: str
    setup: Setup
    """Without keys."""
    series: str = ""
    """The id that several runs of one command share."""
    number: int = 1
    seed: int | None = None
    status: RunStatus = RunStatus.RUNNING
    why: Why | None = None
    asking: Speaker | None = None
    """Who is being asked: written before the request, so that a killed run tells where it stood."""
    stop_wanted: bool = False
    person_id: str | None = None
    """Who owns it and had it begun in a chat; None: the operator, from the command line."""
    address: Address | None = None
    """Where its documents go."""
    language: str = "en"
    """Of the bot's words about it."""
    spent_seconds: float = 0.0
    """While it was running, up to `touched_at`."""
    created_at: datetime
    touched_at: datetime
    ended_at: datetime | None = None


class RunListener:
    """Follows a run as it is held; whatever a listener leaves out, it ignores.

    Called on the event loop; none of these may raise or block.
    """

    def asked(self, speaker: Speaker, turn: int) -> None:
        """Somebody is about to speak; what was heard of an attempt that failed is void."""

    def piece(self, speaker: Speaker, piece: Piece) -> None:
        """A stretch of what is being said, thoughts and all."""

    def said(self, utterance: Utterance) -> None:
        """Something was said, and is kept."""

    def noted(self, note: SideNote) -> None:
        """Something happened on one side."""

    def settled(self, run: ChamberRun) -> None:
        """The run was paused, or has ended."""


WINDOW: Final = 4
"""The turns before one in which a side is looked for saying the same."""
NEARLY: Final = 0.9
"""Of the words of two texts, the share that is the same in the same order."""
_MOST: Final = 40_000
"""Characters of a text that are compared; it is done between two requests, while others are served."""
_WORD: Final = regex.compile(r"[\p{L}\p{N}\p{M}]+")
_EMPHASIS: Final = "*_~ \t\r"
_MARKS: Final = "\"'`“”„«»‘’"
_AROUND: Final = f"{_EMPHASIS}{_MARKS}#>.!…-"
_SENTENCE_ENDS: Final = '.!?…:;)»”"—–'


def end_reason(run: ChamberRun, said: Sequence[Utterance]) -> Why | None:
    """Return what ends a run after the last of `said`, by its rules; None: it goes on.

    The turns and circles are looked at after an answer, tokens and time after a question too. `run.spent_seconds` is
    up to this moment; money is counted by who spends it.
    """
    rules = run.setup.rules
    if said and said[-1].ends:
        return Why.PRIME if said[-1].speaker is Speaker.PRIME else Why.LEFT
    answered = said[-1].turn if said and said[-1].speaker is Speaker.CANDIDATE else None
    if answered is not None and answered >= rules.max_turns:
        return Why.TURNS
    if rules.max_total_tokens is not None and total_tokens(said) >= rules.max_total_tokens:
        return Why.TOKENS
    if rules.max_minutes is not None and run.spent_seconds >= 60 * rules.max_minutes:
        return Why.TIME
    return Why.CIRCLES if answered is not None and is_looping(said, rules.repeats) else None


def total_tokens(said: Sequence[Utterance]) -> int:
    """Return all that both sides have read and written."""
    return sum(each.taken.input_tokens + each.taken.output_tokens for each in said)


def is_looping(said: Sequence[Utterance], repeats: int) -> bool:
    """Return whether both sides nearly repeated themselves in each of the last `repeats` turns, the last one whole.

    One side that says the same again is no circle: an interviewer may say "Go on" to a long story, and "No" is an
    answer to any number of questions. Where both do nothing else any more it is one, however short and polite.
    """
    if repeats < 1 or len(said) < 2 * (repeats + 1):
        return False
    recent = said[-2 * (repeats + WINDOW) :]
    # A text without words is compared by its characters.
    plain = [unicodedata.normalize("NFKC", each.public.text[:_MOST]).casefold() for each in recent]
    words = [tuple(_WORD.findall(text)) or tuple("".join(text.split())) for text in plain]
    sides = [[its for each, its in zip(recent, words, strict=True) if each.speaker is who] for who in Speaker]
    return all(_repeats(side, len(side) - back) for side in sides for back in range(1, repeats + 1))


def _repeats(side: Sequence[tuple[str, ...]], which: int) -> bool:
    """Return whether a text has only words of this side's turns before it, and is nearly one of those texts.

    A new word, and be it one, makes it another text: thus a questionnaire that asks about "sad" and then about "glad"
    in the same long sentence is no circle, nor are sums with other numbers.
    """
    from rapidfuzz.distance import Indel

    before = side[max(0, which - WINDOW) : which]
    if not set(side[which]) <= set().union(*before):
        return False
    return any(Indel.normalized_similarity(side[which], each, score_cutoff=NEARLY) >= NEARLY for each in before)


def without_end_word(public: Public, end_word: str) -> tuple[Public, bool]:
    """Return what Prime said beside the word that ends the run, and whether that word was there.

    It ends the run on a line of its own, in any case and with marks around it, and at the end of a line behind other
    words. In the midst of a line, or quoted, it is spoken of. What is left may be nothing at all.
    """
    if not end_word.strip():
        return public, False
    # Match any case, any blanks, and the backslashes that Markdown puts before brackets.
    parts = ("".join(each if each.isalnum() else rf"\\?{regex.escape(each)}" for each in p) for p in end_word.split())
    word = regex.compile(r"[ \t]+".join(parts), regex.IGNORECASE)
    left: list[str] = []
    found = False
    for line in public.text.split("\n"):
        kept = _before_end_word(line, word, end_word.strip())
        found |= kept is not None
        if kept is None:
            left.append(line)
        elif kept:
            left.append(kept)
        elif left and not left[-1].strip():
            left.pop()  # the blank line that set it apart
    return (Public("\n".join(left).strip()), True) if found else (public, False)


def _before_end_word(line: str, word: regex.Pattern[str], end_word: str) -> str | None:
    """Return what stands on a line before the end word, maybe nothing; None where the line does not end the run."""
    last = max(word.finditer(line), key=lambda each: each.start(), default=None)
    if last is None or line[last.end() :].strip(_AROUND):
        return None
    if not line[: last.start()].strip(_AROUND):
        return ""
    before = line[: last.start()].rstrip(f"{_MARKS}*_~")
    opening, behind = line[len(before) : last.start()], line[last.end() :].strip(_EMPHASIS)
    plain_words = end_word[0].isalnum() and end_word[-1].isalnum()
    if plain_words and (last[0] != end_word or not (opening or before.endswith((" ", "\t")))):
        return None
    # Nobody says "I shall write [END] then." and means that it ends there.
    doubtful = plain_words or behind or set(opening) & set(_MARKS)
    return None if doubtful and not before.rstrip().endswith(tuple(_SENTENCE_ENDS)) else before.rstrip()


VERSION: Final = 1
_OF_RUN: Final = (
    *("id", "name", "series", "number", "seed", "status", "why", "language", "spent_seconds"),
    *("created_at", "touched_at", "ended_at", "setup"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRun:
    """A run with all that is kept of it."""

    run: ChamberRun
    said: tuple[Utterance, ...]
    notes: tuple[SideNote, ...] = ()
    scores: Mapping[str, str] = field(default_factory=dict)
    """What each judge made of it, as JSON, by judge."""


def archive_run(whole: WholeRun) -> bytes:
    """Return UTF-8 JSON, the same for the same run. The order of the keys here is the order in the file."""
    scores: dict[str, Any] = {}
    for judge, body in whole.scores.items():
        try:
            scores[judge] = json.loads(body)
        except ValueError:
            scores[judge] = body  # what is no JSON is kept as it is
    said = [
        {
            "seq": each.seq,
            "at": each.at,
            "speaker": each.speaker,
            "public": each.public.text,
            **asdict(each.private),
            **asdict(each.taken),
            "ends": each.ends,
        }
        for each in whole.said
    ]
    content = {
        "format": "raconteur-run",
        "version": VERSION,
        "run": {name: getattr(whole.run, name) for name in _OF_RUN},
        "said": said,
        "notes": [asdict(note) for note in whole.notes],
        "scores": scores,
    }
    text = json.dumps(to_jsonable_python(content), indent=2, ensure_ascii=False, allow_nan=False)
    return f"{escape_json(text)}\n".encode()
