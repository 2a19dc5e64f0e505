"""Words as Markdown that renders to exactly these words.

What CommonMark or its common extensions would take for markup is escaped, and nothing else, so that the file reads well
as plain text too. Kept are words, line breaks and paragraphs; blanks at the edges of a line and between are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from core.contracts.fences import fence_code, fenced_passages
from core.documents.readable import remove_invisible

_ANYWHERE = re.compile(
    r"[\\`*\[\]<~]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore inside a word is never markup
    r"|&(?=#?[0-9A-Za-z]+;)"
    # What note-taking programs add: comments, which hide words; highlights, formulas, tags and names of blocks.
    r"|%(?=%)|(?<=%)%|=(?==)|(?<==)="
    r"|\$(?=\$|\S(?:[^$]*[^$\s])?\$(?!\d))"
    r"|(?<![^\s(])#(?=\w*[^\W\d])"
    r"|(?<!\S)\^(?=[0-9A-Za-z-]+$)"
)
_LINE_START = re.compile(
    r"#{1,6}(?=\s|$)"  # heading
    r"|[-+](?=\s|$)"  # list
    r"|>"  # quotation
    r"|=(?==*$)"  # underline of a heading
    r"|[-:|](?=[-:|\s]*$)"  # rule, underline of a heading, second line of a table
)
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_BREAK = "  \n"


def _escaped(text: str) -> str:
    return _ANYWHERE.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    # In a vault Templater runs what stands in "<% %>", and a backslash does not keep it from that.
    runs = match.group() == "<" and match.string.startswith("%", match.end())
    return "&lt;" if runs else f"\\{match.group()}"


def _line(text: str) -> str:
    if numbered := _NUMBERED.match(text):
        return f"{numbered[1]}\\{numbered[2]}{_escaped(text[numbered.end() :])}"
    if _LINE_START.match(text):
        return f"\\{text[0]}{_escaped(text[1:])}"
    return _escaped(text)


def _paragraphs(text: str) -> list[str]:
    paragraphs: list[list[str]] = [[]]
    for line in text.splitlines():
        if words := remove_invisible(line).strip():
            paragraphs[-1].append(_line(words))
        else:
            paragraphs.append([])
    return [_BREAK.join(lines) for lines in paragraphs if lines]


def plain_line(text: str) -> str:
    """Return `text` on one line, still as plain words."""
    return " ".join(remove_invisible(text).split())


def markdown_paragraphs(text: str) -> str:
    """Return `text` as paragraphs of its own; empty for blank text."""
    return "\n\n".join(_paragraphs(text))


def text_with_asides(text: str, asides: Iterable[str]) -> str:
    """Do the same as `text_with_code`, with the whole words that these passages touch in italics."""
    said = [passage.strip() for passage in asides if passage.strip()]
    return text_with_code(text, lambda words: _with_italics(words, said))


def _with_italics(text: str, said: Sequence[str]) -> str:
    spans = [(at, at + len(passage)) for passage in said if (at := text.find(passage)) >= 0]
    if any(text in passage for passage in said):
        spans = [(0, len(text))]
    paragraphs: list[list[str]] = [[]]
    begins = 0
    for line in text.splitlines(keepends=True):
        here = [(first - begins, last - begins) for first, last in spans]
        if written := _with_spans(line, here):
            paragraphs[-1].append(written)
        else:
            paragraphs.append([])
        begins += len(line)
    return "\n\n".join(_BREAK.join(lines) for lines in paragraphs if lines)


def _with_spans(line: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a line with every word in italics that lies in one of the spans, if only partly."""
    words = [word for word in re.finditer(r"\S+", line) if remove_invisible(word.group())]
    parts: list[str] = []
    for italics, group in groupby(words, lambda w: any(w.start() < last and first < w.end() for first, last in spans)):
        together = list(group)
        part = remove_invisible(line[together[0].start() : together[-1].end()]).strip()
        parts.append(f"*{_escaped(part)}*" if italics else _escaped(part) if parts else _line(part))
    return " ".join(parts)


def text_with_code(text: str, words: Callable[[str], str] = markdown_paragraphs) -> str:
    """Return text in the form that `words` gives it; code between fences stays code, with every writable character."""
    parts = (
        fence_code(remove_invisible(part.text), part.language if part.language.isalnum() else "")
        if part.is_code
        else words(part.text)
        for part in fenced_passages(text)
    )
    return "\n\n".join(filter(None, parts))


def bold(text: str) -> str:
    """Return every paragraph in bold, otherwise like `markdown_paragraphs`."""
    return "\n\n".join(f"**{paragraph}**" for paragraph in _paragraphs(text))


def italic(text: str) -> str:
    """Return every paragraph in italics, otherwise like `markdown_paragraphs`."""
    return "\n\n".join(f"*{paragraph}*" for paragraph in _paragraphs(text))


def escape_inline(text: str) -> str:
    """Return `text` on one line, to follow other words."""
    return _escaped(plain_line(text))


def markdown_line(text: str) -> str:
    """Return `text` on one line, to begin a paragraph or an item of a list."""
    return _line(plain_line(text))


def heading(level: int, text: str) -> str:
    """Return a heading; 1 is the highest level."""
    words = re.sub(r"#(?=#*$)", r"\\#", escape_inline(text))
    return f"{'#' * level} {words}"


def fact_line(label: str, value: str) -> str:
    return f"- **{escape_inline(label)}:** {escape_inline(value)}"


def markdown_picture(words: str, target: str) -> str:
    """Return a picture; `words` replace it where it cannot be shown, and `target` is a path of our own making."""
    return f"![{escape_inline(words)}]({target})"


def markdown_link(label: str, words: str, target: str) -> str:
    """Return a line in italics that leads to a file beside the document; `target` is a path of our own making."""
    return f"*{escape_inline(label)}: [{escape_inline(words)}]({target})*"
