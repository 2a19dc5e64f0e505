"""The second file: what background work has written about the interview, with a word on what it is not."""

from __future__ import annotations

from collections.abc import Sequence

from core.documents import markdown
from core.session import Record
from core.words import say


def reflections(record: Record, names: Sequence[str]) -> str:
    """The findings called `names`, in that order, as Markdown in the session's language.

    Each name has its title in the words under `documents-<name>`. The texts are put in as plain paragraphs: a model
    wrote them out of a person's words, so nothing in them is taken as markup. What is missing is named in one line.
    """
    language = record.session.language
    titles = {name: say(language, f"documents-{name}") for name in names}
    parts = [
        markdown.heading(1, say(language, "documents-reflections-title", title=record.session.title)),
        markdown.italic(say(language, "documents-reflections-note")),
    ]
    missing = []
    for name, title in titles.items():
        text = markdown.block(record.findings.get(name, ""))
        if text:
            parts += [markdown.heading(2, title), text]
        else:
            missing.append(title)
    if missing:
        names_of_missing = ", ".join(missing)
        parts.append(markdown.italic(say(language, "documents-reflections-missing", titles=names_of_missing)))
    return "\n\n".join(parts) + "\n"
