"""The three logs of a run, as text and as JSON Lines: pure, and made of what is kept alone.

What a log shows of a run only ever grows at its end, so that it can be written on as the run goes on, and a run that
was killed and went on has the logs of one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from core.documents.markdown import plain_line
from core.documents.readable import escape_json
from core.features.chamber.messages import SideNote, Speaker, Utterance, turn_of
from core.features.chamber.runs import ChamberRun
from core.features.chamber.setup import Setup

Thing = Utterance | SideNote
STAMP = "%Y%m%d_%H%M%S"
_RULE = "=" * 80
_MICROS = 1_000_000
_LINE_ENDS = {"\u2028": r"\u2028", "\u2029": r"\u2029"}
"""Which some readers take for the end of a line."""


class Log(StrEnum):
    """The sort of a log, with which the names of its files begin."""

    PRIME = "prime_log"
    CANDIDATE = "candidate_log"
    SHARED = "shared_transcript"


_SIDES = {Log.PRIME: Speaker.PRIME, Log.CANDIDATE: Speaker.CANDIDATE}
_HOLDS = {
    Log.PRIME: "Prime's words as its model wrote them, with its thoughts, and what happened on its side.",
    Log.CANDIDATE: "The Candidate's words as its model wrote them, with its thoughts, and what happened on its side.",
    Log.SHARED: "What Prime and the Candidate said to each other, without the thoughts of either.",
}


@dataclass(frozen=True, slots=True)
class LogFile:
    """One of the six files."""

    log: Log
    lines: bool
    """JSON, one object a line; else text."""

    def name(self, stamp: str) -> str:
        return f"{self.log}_{stamp}.{'jsonl' if self.lines else 'txt'}"

    def beginning(self, run: ChamberRun) -> str:
        """Return what it begins with, before anything is said."""
        if self.lines:
            return ""
        facts = {
            "Name": run.name,
            "Prime": prime_name(run.setup),
            "Candidate": candidate_name(run.setup),
            "Seed": "" if run.seed is None else str(run.seed),
            "Begun": _at(run.created_at),
        }
        lines = [f"{label}: {plain_line(value)}\n" for label, value in facts.items() if value]
        title = self.log.value.replace("_", " ").upper()
        return "".join((f"{title}\n", run_mark_line(run.id), *lines, f"{_HOLDS[self.log]}\n", f"{_RULE}\n\n"))

    def part(self, run: ChamberRun, thing: Thing) -> str:
        """Return what this adds to it; nothing where it does not belong there."""
        if self.log is Log.SHARED:
            if isinstance(thing, SideNote):
                return ""
            if not self.lines:
                return _passage(thing, thing.public.text)
            # Nothing of what only one side knows: tokens and latency too tell how much of a reply was thought.
            return _line(run, thing, type="utterance", speaker=thing.speaker.value, public=thing.public.text)
        if thing.speaker is not _SIDES[self.log] and not (isinstance(thing, SideNote) and thing.speaker is None):
            return ""
        if isinstance(thing, SideNote):
            if not self.lines:
                return f"[{_at(thing.at)}] NOTE: {plain_line(thing.text)}\n\n"
            speaker = None if thing.speaker is None else thing.speaker.value
            return _line(run, thing, type="note", speaker=speaker, kind=thing.kind, note=thing.text)
        if self.lines:
            taken = thing.taken
            return _line(
                run,
                thing,
                type="utterance",
                speaker=thing.speaker.value,
                content=thing.private.full,
                public=thing.public.text,
                thoughts=thing.private.thoughts,
                model=taken.model,
                input_tokens=taken.input_tokens,
                output_tokens=taken.output_tokens,
                latency_ms=taken.latency_ms,
                cost=taken.cost_micros / _MICROS,
                stop=taken.stop.value,
            )
        thinking = _passage(thing, thing.private.thinking, " (thinking)") if thing.private.thinking else ""
        return thinking + _passage(thing, thing.private.full)

    def whole(self, run: ChamberRun, things: Iterable[Thing]) -> bytes:
        """Return the file in UTF-8; `things` are in the order of `merge_in_order`."""
        return encode_log(self.beginning(run) + "".join(self.part(run, thing) for thing in things))


LOG_FILES = tuple(LogFile(log, lines) for lines in (False, True) for log in Log)


def run_stamp(run: ChamberRun) -> str:
    """Return what tells the files of a run from those of others: when it began, in UTC, and its number in a series."""
    number = f"_{run.number}" if run.series else ""
    return f"{run.created_at.astimezone(UTC).strftime(STAMP)}{number}"


def merge_in_order(said: Sequence[Utterance], notes: Sequence[SideNote]) -> tuple[Thing, ...]:
    """Return all that is kept of a run, notes before the utterance that they led to."""
    return tuple(sorted((*notes, *said), key=lambda thing: (thing.seq, not isinstance(thing, SideNote))))


def encode_log(text: str) -> bytes:
    # Half a character can stand in no file.
    return text.encode(errors="backslashreplace")


def run_mark_line(run_id: str) -> str:
    """Return the line by which a text file tells which run it belongs to."""
    return f"Run: {run_id}\n"


def prime_name(setup: Setup) -> str:
    return f"our own interviewer ({setup.interview})" if setup.prime is None else setup.prime.model


def candidate_name(setup: Setup) -> str:
    return f"a played person ({setup.person})" if setup.candidate is None else setup.candidate.model


def _passage(said: Utterance, text: str, what: str = "") -> str:
    return f"[{_at(said.at)}] {said.speaker.upper()}{what}:\n{text}\n\n"


def _line(run: ChamberRun, thing: Thing, **content: Any) -> str:
    content = {"run": run.id, "at": _at(thing.at), "turn": turn_of(thing.seq), "seq": thing.seq, **content}
    text = escape_json(json.dumps(content, ensure_ascii=False))
    for character, written in _LINE_ENDS.items():
        text = text.replace(character, written)
    return f"{text}\n"


def _at(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
