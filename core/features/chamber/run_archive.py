"""A run whole, as JSON: with every thought, note and score, and without keys and whose it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from pydantic_core import to_jsonable_python

from core.documents.readable import escape_json
from core.features.chamber.messages import SideNote, Utterance
from core.features.chamber.runs import ChamberRun

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
