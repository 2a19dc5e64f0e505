"""Writes the notes on an interview, and what background work has read in it, as Markdown files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from core.contracts.session import Record
from core.documents import markdown
from core.documents.quotations import in_quotation_marks
from core.documents.reading_checks import Reading, check_reading
from core.documents.transcript import session_document_title
from core.documents.visibility import kept_back_answers
from core.languages.messages import say

_UNCERTAIN = "uncertain_"


def session_notes_markdown(record: Record) -> str:
    """Return the summary and every note, in the session's language, as plain text: a model wrote it from words."""
    language = record.session.language
    parts = [markdown.heading(1, say(language, "documents-notes-title", title=record.session.title))]
    if summary := markdown.markdown_paragraphs(record.digest.summary):
        parts += [markdown.heading(2, say(language, "documents-notes-summary")), summary]
    if record.digest.notes:
        lines = []
        for note in sorted(record.digest.notes, key=lambda n: n.key):
            remarks = [say(language, "documents-notes-uncertain")] if note.key.startswith(_UNCERTAIN) else []
            remarks += [say(language, "documents-notes-stale")] if note.stale else []
            value = f"{note.value} ({'; '.join(remarks)})" if remarks else note.value
            lines.append(markdown.fact_line(note.key.removeprefix(_UNCERTAIN).replace("_", " "), value))
        parts += [markdown.heading(2, say(language, "documents-notes-known")), "\n".join(lines)]
    if len(parts) == 1:
        parts.append(markdown.italic(say(language, "documents-notes-none")))
    return "\n\n".join(parts) + "\n"


def ready_readings(record: Record, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the findings of which something can be shown."""
    return tuple(name for name in names if any(_blocks(record, name)))


def readings_markdown(record: Record, names: Sequence[str]) -> str:
    """Return the findings called `names`, in that order, as Markdown in the session's language.

    Each name has its title in the words under `documents-<name>`. A finding is a `Reading`, checked against the words
    as they stand now; or plain paragraphs. Nothing in either is taken as markup. What is missing is named in one line.
    """
    language = record.session.language
    titles = {name: say(language, f"documents-{name}") for name in names}
    parts = [
        markdown.heading(1, say(language, "documents-reflections-title", title=session_document_title(record))),
        markdown.italic(say(language, "documents-reflections-note")),
    ]
    missing = []
    for name, title in titles.items():
        blocks = list(_blocks(record, name))
        if blocks:
            parts += [markdown.heading(2, title), *blocks]
        else:
            missing.append(title)
    if missing:
        names_of_missing = ", ".join(missing)
        parts.append(markdown.italic(say(language, "documents-reflections-missing", titles=names_of_missing)))
    return "\n\n".join(parts) + "\n"


def _blocks(record: Record, name: str) -> Iterator[str]:
    """Yield a finding in Markdown: each quotation with what is seen in it."""
    finding = record.findings.get(name, "")
    try:
        reading = check_reading(Reading.model_validate_json(finding), record)
    except ValidationError:
        # Of plain paragraphs nobody can tell whether they hold what is kept back now.
        text = "" if kept_back_answers(record) else markdown.markdown_paragraphs(finding)
        yield from filter(None, (text,))
        return
    for each in reading.observations:
        yield f"> {markdown.markdown_line(in_quotation_marks(each.quote, record.session.language))}"
        yield markdown.markdown_line(each.text)
