"""Words as Markdown that renders to exactly these words.

What CommonMark or its common extensions would take for markup is escaped, and nothing else, so that the file reads well
as plain text too. Kept are words, line breaks and paragraphs; blanks at the edges of a line and between are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.contracts.fences import fenced, passages
from core.documents.readable import writable

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
_CLOSING_HASHES = re.compile(r"#(?=#*$)")
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
        if words := writable(line).strip():
            paragraphs[-1].append(_line(words))
        else:
            paragraphs.append([])
    return [_BREAK.join(lines) for lines in paragraphs if lines]


def flat(text: str) -> str:
    """`text` on one line, still as plain words."""
    return " ".join(writable(text).split())


def block(text: str) -> str:
    """`text` as paragraphs of its own; empty for blank text."""
    return "\n\n".join(_paragraphs(text))


def told(text: str, words: Callable[[str], str] = block) -> str:
    """As `words` has them, but code between fences stays code, with every character that can be written."""
    parts = (
        fenced(writable(part.text), part.language if part.language.isalnum() else "")
        if part.is_code
        else words(part.text)
        for part in passages(text)
    )
    return "\n\n".join(filter(None, parts))


def bold(text: str) -> str:
    """As `block`, every paragraph in bold."""
    return "\n\n".join(f"**{paragraph}**" for paragraph in _paragraphs(text))


def italic(text: str) -> str:
    """As `block`, every paragraph in italics."""
    return "\n\n".join(f"*{paragraph}*" for paragraph in _paragraphs(text))


def inline(text: str) -> str:
    """`text` on one line, to stand behind other words."""
    return _escaped(flat(text))


def line(text: str) -> str:
    """`text` on one line, to begin a paragraph or an item of a list."""
    return _line(flat(text))


def heading(level: int, text: str) -> str:
    """A heading, 1 being the highest level."""
    words = _CLOSING_HASHES.sub(r"\\#", inline(text))
    return f"{'#' * level} {words}"


def fact(label: str, value: str) -> str:
    return f"- **{inline(label)}:** {inline(value)}"


def picture(words: str, target: str) -> str:
    """A picture beside the document; `words` stand where it cannot be shown, `target` is a path of our own making."""
    return f"![{inline(words)}]({target})"


def link(label: str, words: str, target: str) -> str:
    """A line in italics that leads to a file beside the document; `target` is a path of our own making."""
    return f"*{inline(label)}: [{inline(words)}]({target})*"
