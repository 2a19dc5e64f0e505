"""Everything of a person as one ZIP: their interviews, a folder for each, and what is known about them.

The same content gives the same bytes: names are in order, and no file has a date.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from itertools import count

from core.documents.archive import export_json
from core.documents.notes import notes
from core.documents.reflections import reflections
from core.documents.transcript import chapter_titles, slug, transcript
from core.messages import Progress
from core.privacy import Agreement
from core.script import ScriptSet
from core.session import Person, Record
from core.words import say

File = tuple[str, bytes]
"""A path inside the ZIP, of our own making, and the content."""
_NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest that the format knows."""
_UNIX = 3
_READABLE = 0o644 << 16


def bundle(files: Iterable[File]) -> bytes:
    """The files as a ZIP. Blocks, so not for the event loop."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in sorted(files):
            info = zipfile.ZipInfo(path, _NO_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system, info.external_attr = _UNIX, _READABLE
            archive.writestr(info, content)
    return out.getvalue()


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
    folder: str, record: Record, scripts: ScriptSet, *, progress: Progress | None, findings: Sequence[str]
) -> tuple[File, ...]:
    """An interview as files. `findings`: the names of those that make the readings, in their order."""
    chapters = chapter_titles(scripts.speak(record.session.language))
    texts = {
        "transcript.md": transcript(record, chapters=chapters, progress=progress),
        "notes.md": notes(record),
    }
    if any(name in record.findings for name in findings):
        texts["reflections.md"] = reflections(record, findings)
    files = [(f"{folder}/{name}", text.encode()) for name, text in texts.items()]
    return (*files, (f"{folder}/session.json", export_json(record, scripts)))


def person_files(person: Person, agreements: Sequence[Agreement], *, language: str) -> tuple[File, ...]:
    """What is known about the person, and a word on what is what, in `language`."""
    known = {
        "name": person.name,
        "language": person.language,
        "time_zone": person.timezone or None,
        "quiet_hours": person.quiet_hours or None,
        "first_seen": person.created_at.isoformat(),
        "agreed_to": [{"at": a.at.isoformat(), "language": a.language, "text": a.text} for a in agreements],
    }
    text = json.dumps(known, indent=2, ensure_ascii=False) + "\n"
    return ("README.txt", f"{say(language, 'export-readme')}\n".encode()), ("person.json", text.encode())
