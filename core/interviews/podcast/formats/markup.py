"""Transcripts as HTML: the podcast namespace's `<cite>`, `<time>` and `<p>`, and any other page."""

from __future__ import annotations

import re
from typing import Any

import trafilatura

from core.interviews.podcast.formats.pages import main_text
from core.interviews.podcast.formats.plain_transcripts import read_lines
from core.interviews.podcast.sources.pieces import TranscriptPiece, clock, tidy
from core.readers.source_errors import Unreadable

_TAG = re.compile(r"<(?:!doctype|html|head|body|article|section|main|div|p|cite|time|span|br|table|ul|h[1-6])\b", re.I)
_WHOLE = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^<>]{0,200}\?>")
_LARGEST_PAGE = 2 << 20
"""Characters; what a page is about is looked for in no more."""


def is_html(text: str) -> bool:
    """Whether there are tags near its beginning."""
    return _TAG.search(text[:4_000]) is not None


def read_html(text: str) -> tuple[list[TranscriptPiece], str]:
    """What is said on the page, and what it calls its language. Raises Unreadable."""
    tree = _tree(text)
    return _spoken(tree) or _page(tree, len(text)), tree.get("lang") or ""


def _tree(text: str) -> Any:
    """An lxml element: it has no types."""
    bare = _DECLARATION.sub("", text.replace("\0", ""), count=1)
    whole = bare if _WHOLE.search(bare[:4_000]) else f"<html><body><div>{bare}</div></body></html>"
    tree = trafilatura.load_html(whole)
    if tree is None:
        raise Unreadable("It is no HTML.")
    return tree


def _spoken(tree: Any) -> list[TranscriptPiece]:
    """The namespace's way: who, when, and what. Empty where most paragraphs have neither name nor time."""
    paragraphs = sum(1 for _ in tree.iter("p"))
    marks = sum(1 for _ in tree.iter("cite", "time"))
    if not paragraphs or 3 * marks < paragraphs:
        return []
    pieces: list[TranscriptPiece] = []
    speaker, start = "", None
    for element in tree.iter("cite", "time", "p"):
        if element.tag != "p" and next(element.iterancestors("p"), None) is not None:
            continue  # its paragraph has seen to it
        for cite in element.iter("cite"):
            speaker = tidy(cite.text_content()).rstrip(":： ")[:60]
        for time in element.iter("time"):
            start = clock(time.text_content())
        if element.tag == "p" and (words := _words(element)):
            pieces.append(TranscriptPiece(text=words, speaker=speaker, start=start))
            start = None
    return pieces


def _words(paragraph: Any) -> str:
    return tidy("".join(paragraph.xpath(".//text()[not(ancestor::cite) and not(ancestor::time)]")))


def _page(tree: Any, size: int) -> list[TranscriptPiece]:
    found = ""
    if size <= _LARGEST_PAGE:
        found = main_text(tree, everything=True)
    if not found:
        found = "\n".join(tidy(element.text_content()) for element in tree.iter("p")) or tree.text_content()
    return read_lines(found, marked_up=False)
