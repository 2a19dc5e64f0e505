"""What background work has read in an interview, as a file, with a word on what it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from core.contracts.session import Record
from core.documents import markdown
from core.documents.quotations import quoted
from core.documents.reading_checks import Reading, checked
from core.documents.shown import kept_back
from core.documents.transcript import titled
from core.words import say


def ready(record: Record, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the findings called `names` of which something can be shown."""
    return tuple(name for name in names if any(_blocks(record, name)))


def reflections(record: Record, names: Sequence[str]) -> str:
    """The findings called `names`, in that order, as Markdown in the session's language.

    Each name has its title in the words under `documents-<name>`. A finding is a `Reading`, checked against the words
    as they stand now; or plain paragraphs. Nothing in either is taken as markup. What is missing is named in one line.
    """
    language = record.session.language
    titles = {name: say(language, f"documents-{name}") for name in names}
    parts = [
        markdown.heading(1, say(language, "documents-reflections-title", title=titled(record))),
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
    """A finding in Markdown: each quotation with what is seen in it."""
    finding = record.findings.get(name, "")
    try:
        reading = checked(Reading.model_validate_json(finding), record)
    except ValidationError:
        # Of plain paragraphs nobody can tell whether they hold what is kept back now.
        text = "" if kept_back(record) else markdown.block(finding)
        yield from filter(None, (text,))
        return
    for each in reading.observations:
        yield f"> {markdown.line(quoted(each.quote, record.session.language))}"
        yield markdown.line(each.text)
