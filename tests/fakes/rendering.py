"""What a CommonMark reader makes of a document: its blocks, as plain words with their style."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

STRICT = MarkdownIt("commonmark")
LAVISH = MarkdownIt("commonmark").enable(["table", "strikethrough"])
"""With the extensions that many viewers add."""

_WORDS = {"text", "text_special"}
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_BREAKS = {"hardbreak"}
_STYLES = {"strong_open": "bold", "em_open": "italic"}
_LINK = {"link_open", "link_close"}
_BLOCKS = {"paragraph_open", "heading_open", "list_item_open", "hr"}
_SILENT = {"paragraph_close", "heading_close", "list_item_close", "bullet_list_open", "bullet_list_close"}


@dataclass(frozen=True, slots=True)
class Block:
    """`style` is "h1", "h2", ..., "item", "rule", "bold", "italic", "plain", or "mixed" for several at once."""

    style: str
    text: str = ""


def rendered(document: str, reader: MarkdownIt = STRICT, *, links: bool = False) -> list[Block]:
    """The blocks of a document; AssertionError for any markup that our documents never use (code, HTML, ...).

    With `links` it may have some, and their words are in the blocks like any others.
    """
    blocks: list[Block] = []
    opened = ""
    item = False
    for token in reader.parse(document):
        if token.type == "inline":
            spans = [t for t in token.children or [] if not links or t.type not in _LINK]
            text, style = _inline(spans)
            blocks.append(Block("item" if item else opened or style, text))
        elif token.type == "hr":
            blocks.append(Block("rule"))
        else:
            assert token.type in _BLOCKS | _SILENT, f"unexpected {token.type}"
            if token.type.startswith("list_item"):
                item = token.type == "list_item_open"
            if token.type == "heading_open":
                opened = token.tag
            elif token.type == "heading_close":
                opened = ""
    return blocks


def links_in(document: str) -> list[tuple[str, str]]:
    """The words of each link and where it leads."""
    found: list[tuple[str, str]] = []
    for block in STRICT.parse(document):
        spans = block.children or []
        for place, token in enumerate(spans):
            if token.type == "link_open":
                found.append((spans[place + 1].content, str(token.attrs["href"])))
    return found


def _inline(tokens: Sequence[Token]) -> tuple[str, str]:
    text = ""
    spans: list[str] = []
    depth = 0
    for token in tokens:
        if token.type in _STYLES:
            spans.append(_STYLES[token.type])
            depth += 1
        elif token.type in {"strong_close", "em_close"}:
            depth -= 1
        elif token.type in _BREAKS:
            text += "\n"
        else:
            assert token.type in _WORDS, f"unexpected {token.type}"
            text += token.content
            if token.content and not depth:
                spans.append("plain")
    styles = set(spans)
    return text, styles.pop() if len(styles) == 1 else "mixed"


def told(text: str) -> list[str]:
    """The paragraphs that any rendering of a person's words must give back, their lines joined by line breaks."""
    lines = [_writable(line) for line in text.splitlines()]
    paragraphs = "\n".join(lines).split("\n\n")
    return [stripped for p in paragraphs if (stripped := p.strip("\n"))]


def _writable(line: str) -> str:
    kept = (c for c in line if c in "\t\x1c\x1d\x1e" or (unicodedata.category(c) != "Cc" and not _directs(c)))
    return "".join(kept).strip()


def _directs(character: str) -> bool:
    """Whether it only says in which direction the others are written."""
    return character in "\u061c\u200e\u200f" or unicodedata.bidirectional(character) in DIRECTIONS
