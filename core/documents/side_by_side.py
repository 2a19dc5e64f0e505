"""The same events as several have told them, as a Markdown file."""

from __future__ import annotations

from collections.abc import Sequence

from core.contracts.events import Event
from core.documents.markdown import bold, heading, markdown_line, text_with_code
from core.languages.messages import say


def events_markdown(events: Sequence[Event], language: str) -> str:
    """Each event under its question; whose words they are stands before them."""
    parts = [heading(1, say(language, "side-title"))]
    for event in events:
        parts.append(heading(2, markdown_line(event.question)))
        for voice in event.voices:
            parts.append(bold(voice.teller or say(language, "family-somebody")))
            parts += [text_with_code(passage) for passage in voice.passages]
    return "\n\n".join(parts) + "\n"
