"""Files as ZIPs; and everything of a person as files: their interviews, a folder for each, and what is known of them.

The same content gives the same bytes: names are in order, and no file has a date.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import count
from operator import itemgetter
from pathlib import Path

from core.contracts.script import ScriptSet
from core.contracts.session import Person, Record
from core.documents.archive import export_json
from core.documents.notes_file import notes
from core.documents.readable import escaped
from core.documents.readings_file import reflections
from core.documents.transcript import NO_AUDIO, chapter_titles, slug, transcript
from core.privacy.facts import Agreement

File = tuple[str, bytes]
"""A path inside the ZIP, of our own making, and the content."""
Item = tuple[str, bytes | Path]
"""As `File`; or the place of a recording, which is read only when it is packed, and packed as it is."""
_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that the format knows."""
_UNIX = 3
_READABLE = 0o644 << 16
_END = 22
_HEADERS = 30 + 46
"""Bytes of a ZIP besides the contents: at its end, and for each file besides its name, which stands there twice."""


def bundle(files: Iterable[Item]) -> bytes:
    """The files as a ZIP; their paths are all different. Blocks. Raises OSError where a recording cannot be read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in sorted(files, key=itemgetter(0)):
            info = zipfile.ZipInfo(path, _NO_DATE)
            info.create_system, info.external_attr = _UNIX, _READABLE
            if isinstance(content, Path):
                archive.writestr(info, content.read_bytes())
            else:
                archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def fits(file: Item, limit: int) -> bool:
    """Whether a ZIP with nothing but this file has `limit` bytes at most. Blocks. Raises OSError."""
    return _END + _packed_size(file) <= limit


def split(files: Iterable[Item], limit: int) -> list[list[Item]]:
    """The files in their order, in as many ZIPs as it takes for each to have `limit` bytes at most.

    What does not fit into one even alone is in none. Blocks. Raises OSError.
    """
    parts: list[list[Item]] = []
    room = 0
    for file in files:
        size = _packed_size(file)
        if _END + size > limit:
            continue
        if not parts or size > room:
            parts.append([])
            room = limit - _END
        parts[-1].append(file)
        room -= size
    return parts


def _packed_size(file: Item) -> int:
    """What a file adds to a ZIP."""
    path, content = file
    if isinstance(content, Path):
        return _HEADERS + 2 * len(path.encode()) + content.stat().st_size
    return len(bundle([file])) - _END


def folders(records: Sequence[Record]) -> tuple[str, ...]:
    """A name for the folder of each interview, all different: the day it began, its kind, the beginning of its id."""
    names: list[str] = []
    for whole in records:
        session = whole.session
        parts = (session.created_at.date().isoformat(), slug(session.kind), slug(session.id)[:8])
        name = "-".join(filter(None, (part.strip("-") for part in parts)))
        numbered = (f"{name}-{number}" for number in count(2))
        names.append(name if name not in names else next(other for other in numbered if other not in names))
    return tuple(names)


def session_files(
    folder: str,
    record: Record,
    scripts: ScriptSet,
    *,
    findings: Sequence[str],
    saved_at: datetime,
    audio: Mapping[int, str] = NO_AUDIO,
    notes_on_it: str = "",
) -> tuple[File, ...]:
    """An interview as files, written at `saved_at`.

    `findings`: the names of those that make the readings, in their order; `audio`: as in `transcript`, inside the
    folder; `notes_on_it`: those that a person gets of what the interview was about, in place
    of what is known about themselves.
    """
    chapters = chapter_titles(scripts.speak(record.session.language))
    texts = {
        "transcript.md": transcript(record, chapters=chapters, audio=audio, everything=True),
        "notes.md": notes_on_it or notes(record),
    }
    if any(name in record.findings for name in findings):
        texts["reflections.md"] = reflections(record, findings)
    files = [(f"{folder}/{name}", text.encode()) for name, text in texts.items()]
    return (*files, (f"{folder}/session.json", export_json(record, scripts, saved_at=saved_at)))


def person_file(person: Person, agreements: Sequence[Agreement]) -> File:
    """What is known about the person."""
    known = {
        "name": person.name,
        "language": person.language,
        "time_zone": person.timezone or None,
        "quiet_hours": person.quiet_hours or None,
        "first_seen": person.created_at.isoformat(),
        "agreed_to": [{"at": a.at.isoformat(), "language": a.language, "text": a.text} for a in agreements],
    }
    text = escaped(json.dumps(known, indent=2, ensure_ascii=False)) + "\n"
    return "person.json", text.encode()
