"""Quote words of others in a prompt: always in a tag, which no text can close, and which models are told is data."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

_TAGS = re.compile(r"<[^<>]*>?")
_LONGEST_NAME = 60
LONGEST_QUESTION = 300
"""Characters of what somebody else has a person asked."""


def quote_in_tag(tag: str, text: str, **attributes: object) -> str:
    """Return `<tag attribute="...">text</tag>` with everything of `text` and of the attributes escaped."""
    # Most are the numbers of lines, of which a turn quotes dozens.
    written = {
        name.rstrip("_"): f'"{value}"' if type(value) is int else quoteattr(str(value))
        for name, value in attributes.items()
    }
    attrs = "".join(f" {name}={value}" for name, value in written.items())
    return f"<{tag}{attrs}>{escape(text)}</{tag}>"


def shorten_middle(text: str, limit: int) -> str:
    """Return about `limit` characters at most: of a longer text its beginning and end, the gap marked with its size."""
    if len(text) <= limit:
        return text
    head = limit * 3 // 5
    tail = limit - head
    gap = len(text) - head - tail
    return f"{text[:head].rstrip()} [… {gap} characters left out …] {text[-tail:].lstrip()}"


def one_line(text: str) -> str:
    """Return text without line breaks and without characters that nobody sees."""
    seen = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(seen.split())


def said_by_another(tag: str, text: str, by: str, limit: int, **attributes: object) -> str:
    """Quote words of somebody else than the person under the name `by`: one line, without tags of their own."""
    name, words = (cut_to_line(_TAGS.sub(" ", each), most) for each, most in ((by, _LONGEST_NAME), (text, limit)))
    return quote_in_tag(tag, words, **attributes, by=name)


def cut_to_line(text: str, limit: int) -> str:
    """Return one line of at most `limit` characters, ending with a sentence (in its second half), else with a word."""
    # No more is looked at than could be needed, so that a text of any length costs the same.
    flat = one_line(text[: 4 * max(limit, 0) + 100])
    if len(flat) <= limit:
        return flat
    begun = flat[: max(0, limit - 2)]
    end = max(begun.rfind(mark) for mark in (". ", "! ", "? ", "… ", "。"))
    if end > limit // 2:
        return begun[: end + 1]
    return f"{begun.rsplit(' ', 1)[0].rstrip('.,;:')} …" if begun else ""


def plain_tag(language: str) -> str:
    """Return the tag of a language as a prompt names it: letters and hyphens, wherever it came from."""
    return re.sub(r"[^A-Za-z-]", "", language)[:12] or "en"
