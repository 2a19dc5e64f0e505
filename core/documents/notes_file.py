"""What was noted down from an interview, as a Markdown file that a person can read."""

from __future__ import annotations

from core.contracts.session import Note, Record
from core.documents import markdown
from core.words import say

_UNCERTAIN = "uncertain_"


def notes(record: Record) -> str:
    """The summary and every note, in the session's language. All of it is plain text: a model wrote it from words."""
    language = record.session.language
    parts = [markdown.heading(1, say(language, "documents-notes-title", title=record.session.title))]
    if summary := markdown.block(record.digest.summary):
        parts += [markdown.heading(2, say(language, "documents-notes-summary")), summary]
    if record.digest.notes:
        lines = [_line(note, language) for note in sorted(record.digest.notes, key=lambda n: n.key)]
        parts += [markdown.heading(2, say(language, "documents-notes-known")), "\n".join(lines)]
    if len(parts) == 1:
        parts.append(markdown.italic(say(language, "documents-notes-none")))
    return "\n\n".join(parts) + "\n"


def _line(note: Note, language: str) -> str:
    remarks = []
    if note.key.startswith(_UNCERTAIN):
        remarks.append(say(language, "documents-notes-uncertain"))
    if note.stale:
        remarks.append(say(language, "documents-notes-stale"))
    value = f"{note.value} ({'; '.join(remarks)})" if remarks else note.value
    return markdown.fact(note.key.removeprefix(_UNCERTAIN).replace("_", " "), value)
