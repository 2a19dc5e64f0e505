"""Lay out the conversation as lines on the screen. Nothing here prints.

The interviewer's words are indented by two columns, the person's begin with a mark, and an empty line comes before
each, so it reads as a conversation without any colour. Texts become `rich.Text`, which is never parsed as markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adapters.terminal.safe import visible_spans, visible_text
from adapters.terminal.scene import has_numbers
from core.contracts.messages import Choice, Progress, Say, Span, Style
from core.languages.messages import say as word

MARK = "› "
"""Printed before the person's words."""
MARGIN = "  "
_WIDEST = 88
_WIDEST_TABLE = 110
_BAR = 24
_BEGINNING = 200
"""The most characters of a question or an answer in the table."""
_LOOKS = {Style.BOLD: "bold", Style.ITALIC: "italic", Style.CODE: "bold", Style.QUOTE: "italic", Style.BLOCK: "bold"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalRow:
    """A question and its answer, for a row of the table."""

    question: str
    answer: str
    at: datetime
    """The time of the answer, aware."""


def say_block(console: Console, saying: Say, language: str) -> RenderableType:
    lines: list[Text] = []
    for text, is_quote in _parts(*visible_spans(saying.text, saying.spans)):
        lines += [Text(), *_lines(console, text, margin=MARGIN * (3 if is_quote else 1))]
    if saying.choices:
        lines.append(Text())
        lines += _choice_lines(console, saying.choices, language, numbered=has_numbers(saying))
    return _block(lines)


def echo_block(console: Console, words: str) -> RenderableType:
    """Return what the person has just sent, for the scrollback."""
    return _block([Text(), *_lines(console, Text(visible_text(words)), first=MARK)])


def note_block(console: Console, words: str) -> RenderableType:
    return _block([Text(), *_lines(console, Text(visible_text(words), style="dim"))])


def document_block(console: Console, caption: str, path: Path, language: str) -> RenderableType:
    """Return where a document was saved; the path is on one line, so that it can be copied."""
    lines = [Text()]
    if caption:
        lines += [*_lines(console, Text(visible_text(caption))), Text()]
    lines += _lines(console, Text(word(language, "terminal-document"), style="dim"))
    lines.append(Text(f"{MARGIN}{visible_text(str(path))}"))
    return _block(lines)


def table_block(console: Console, rows: Sequence[TerminalRow], language: str, zone: tzinfo | None) -> RenderableType:
    """Return the conversation so far; times are in `zone`, or in the machine's time zone."""
    if not rows:
        return note_block(console, word(language, "terminal-table-empty"))
    table = Table(box=box.SIMPLE_HEAD, leading=1, width=min(console.width - len(MARGIN), _WIDEST_TABLE))
    table.add_column(Text(word(language, "terminal-table-when")), no_wrap=True, min_width=11)
    table.add_column(Text(word(language, "terminal-table-question")), ratio=2)
    table.add_column(Text(word(language, "terminal-table-answer")), ratio=3)
    for row in rows:
        when = row.at.astimezone(zone).strftime("%d.%m. %H:%M")
        table.add_row(Text(when), Text(_beginning(row.question)), Text(_beginning(row.answer)))
    return Padding(table, (1, 0, 0, 0), expand=False)


def toolbar(progress: Progress | None, *, thinking: bool, language: str, listening: str = "") -> str:
    """Return the lines below the input: progress, what the interviewer is doing, and how to send."""
    first = []
    if progress and progress.total > 0:
        filled = min(_BAR, -(-_BAR * progress.done // progress.total))  # rounded up: the first answer shows
        first.append("█" * filled + "░" * (_BAR - filled))
        first.append(word(language, "terminal-progress", done=progress.done, total=progress.total))
    if listening:
        first.append(listening)
    elif thinking:
        first.append(word(language, "terminal-thinking"))
    lines = [MARGIN + "   ".join(first), MARGIN + word(language, "terminal-how-to-send")]
    return "\n".join(lines)


def _block(lines: Sequence[Text]) -> Text:
    """Join lines that fit already, so that nothing wraps or cuts them again, least of all a path."""
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


def _parts(text: str, spans: Sequence[Span]) -> Iterator[tuple[Text, bool]]:
    """Yield the text in pieces: quotations, and what is between them."""
    styled = Text(text)
    for span in spans:
        styled.stylize(_LOOKS[span.style], span.start, span.end)
    at = 0
    for span in sorted((s for s in spans if s.style is Style.QUOTE), key=lambda s: s.start):
        if span.start >= at:
            yield from _part(styled, at, span.start, is_quote=False)
            yield from _part(styled, span.start, span.end, is_quote=True)
            at = span.end
    yield from _part(styled, at, len(text), is_quote=False)


def _part(styled: Text, start: int, end: int, *, is_quote: bool) -> Iterator[tuple[Text, bool]]:
    piece = styled.plain[start:end]
    if piece.strip():
        end -= len(piece) - len(piece.rstrip())
        start += len(piece) - len(piece.lstrip())
        yield styled[start:end], is_quote


def _choice_lines(console: Console, choices: Sequence[Choice], language: str, *, numbered: bool) -> list[Text]:
    labels = [visible_text(choice.label) for choice in choices]
    if not numbered and len(labels) > 1:
        marked = (f"[{label}]" if label.isdecimal() else label for label in labels)
        row = _lines(console, Text("  ".join(marked), style="dim"))
        return [*row, Text(), *_lines(console, Text(word(language, "terminal-choose"), style="dim"))]
    if not numbered:
        return _lines(console, Text(word(language, "terminal-one-choice", label=labels[0]), style="dim"))
    lines: list[Text] = []
    for number, label in enumerate(labels, start=1):
        lines += _lines(console, Text(label, style="dim"), first=f"{MARGIN}[{number}] ")
    return [*lines, Text(), *_lines(console, Text(word(language, "terminal-choose"), style="dim"))]


def _lines(console: Console, text: Text, *, first: str = "", margin: str = MARGIN) -> list[Text]:
    """Wrap and indent a text, with `first` before its first line."""
    margin = " " * len(first) if first else margin
    width = max(10, min(console.width, _WIDEST) - len(margin))
    lines = []
    for number, line in enumerate(text.wrap(console, width)):
        line.rstrip()
        lines.append(Text.assemble(first if first and number == 0 else margin if line.plain else "", line))
    return lines


def _beginning(text: str) -> str:
    """Return the start of a text on one line."""
    flat = " ".join(visible_text(text).split())
    return flat if len(flat) <= _BEGINNING else f"{flat[:_BEGINNING].rstrip()}…"
