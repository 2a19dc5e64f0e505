"""A run whole, as JSON: with every thought, note and score, and without keys and whose it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from core.chamber.messages import Public, ReplyCost, SideNote, Speaker, Utterance, utterance
from core.chamber.runs import ChamberRun, RunStatus, Why
from core.chamber.setup import Setup
from core.contracts.chat import Stop
from core.contracts.errors import BadImport
from core.documents.readable import escape_json

VERSION = 1
_PRIVATE = ("full", "taken_out", "thinking", "blocks")


class _Part(BaseModel):
    """A part of the file. The order of the fields is the order in which they are written."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _RunPart(_Part):
    id: str
    name: str
    series: str
    number: int
    seed: int | None
    status: RunStatus
    why: Why | None
    language: str
    spent_seconds: float
    created_at: datetime
    touched_at: datetime
    ended_at: datetime | None
    setup: Setup


class _SaidPart(_Part):
    seq: int
    at: datetime
    speaker: Speaker
    public: str
    full: str
    taken_out: str
    thinking: str
    blocks: str
    model: str
    stop: Stop
    input_tokens: int
    output_tokens: int
    cost_micros: int
    latency_ms: int
    ends: bool


class _NotePart(_Part):
    at: datetime
    seq: int
    speaker: Speaker | None
    kind: str
    text: str


class _RunFile(_Part):
    format: Literal["raconteur-run"] = "raconteur-run"
    version: int = VERSION
    run: _RunPart
    said: tuple[_SaidPart, ...]
    notes: tuple[_NotePart, ...]
    scores: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRun:
    """A run with all that is kept of it."""

    run: ChamberRun
    said: tuple[Utterance, ...]
    notes: tuple[SideNote, ...] = ()
    scores: Mapping[str, str] = field(default_factory=dict)
    """What each judge made of it, as JSON, by judge."""


def archive_run(whole: WholeRun) -> bytes:
    """UTF-8 JSON, the same for the same run; `read_run_archive` gives back what it was given."""
    scores: dict[str, Any] = {}
    for judge, body in whole.scores.items():
        try:
            scores[judge] = json.loads(body)
        except ValueError:
            scores[judge] = body  # what is no JSON is kept as it is
    said = []
    for each in whole.said:
        own = {"seq": each.seq, "at": each.at, "speaker": each.speaker, "public": each.public.text, "ends": each.ends}
        said.append(_SaidPart.model_validate({**own, **asdict(each.private), **asdict(each.taken)}))
    file = _RunFile(
        run=_RunPart(**{name: getattr(whole.run, name) for name in _RunPart.model_fields}),
        said=tuple(said),
        notes=tuple(_NotePart(**asdict(note)) for note in whole.notes),
        scores=scores,
    )
    text = json.dumps(file.model_dump(mode="json"), indent=2, ensure_ascii=False, allow_nan=False)
    return f"{escape_json(text)}\n".encode()


def read_run_archive(data: bytes) -> WholeRun:
    """The run, now nobody's and of no chat. Raises BadImport, with a sentence that repeats none of the file's words."""
    try:
        whole = _RunFile.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise BadImport(f"The file is no run of the chamber, or damaged ({first['type']}).") from None
    if whole.version > VERSION:
        raise BadImport("The file was written by a newer Raconteur.")
    speakers = [Speaker.CANDIDATE if n % 2 else Speaker.PRIME for n in range(len(whole.said))]
    if [(each.seq, each.speaker) for each in whole.said] != list(enumerate(speakers, start=1)):
        raise BadImport("What was said is not in its order in the file.")
    return WholeRun(
        run=ChamberRun(**{name: getattr(whole.run, name) for name in _RunPart.model_fields}),
        said=tuple(map(_utterance, whole.said)),
        notes=tuple(SideNote(**note.model_dump()) for note in whole.notes),
        scores={judge: json.dumps(body, ensure_ascii=False) for judge, body in whole.scores.items()},
    )


def _utterance(part: _SaidPart) -> Utterance:
    private = {name: getattr(part, name) for name in _PRIVATE}
    taken = ReplyCost(
        model=part.model,
        stop=part.stop,
        input_tokens=part.input_tokens,
        output_tokens=part.output_tokens,
        cost_micros=part.cost_micros,
        latency_ms=part.latency_ms,
    )
    public = Public(part.public)
    return utterance(part.speaker, private, seq=part.seq, at=part.at, public=public, taken=taken, ends=part.ends)
