"""Turn HTML of show notes into plain text, and text into one line."""

from __future__ import annotations

import html
import re
import unicodedata

NOTES_LIMIT = 20_000
"""Characters of show notes that are kept."""
_LINE_LIMIT = 300
_TAG_WITH_QUOTES = re.compile(r"""<[a-zA-Z](?:[^>"']++|"[^"]*+"?|'[^']*+'?)*+>?""")
_MOST_ATTRIBUTES = 3_000
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&(?:#\w+|\w+);")
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|head)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_ITEM = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_PARAGRAPH = re.compile(r"</?(?:p|h[1-6]|ul|ol|blockquote|table|pre|section|article)\b[^<>]*>", re.IGNORECASE)
_LINE = re.compile(r"<(?:br|hr)\b[^<>]*>|</?(?:div|tr|dt|dd|li)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BLANKS = re.compile(r"[^\S\n]+")
_INVISIBLE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\xad\\u200b\\ufeff\\u202a-\\u202e\\u2066-\\u2069]"
)
"""Control characters, those that turn the direction of what follows, and halves of characters."""


def html_to_text(text: str, limit: int = NOTES_LIMIT) -> str:
    """Return paragraphs with a blank line between, lines of a list with a dash; text without HTML keeps its lines."""
    text = text[: 4 * limit]
    if _MARKUP.search(text):
        if _PARAGRAPH.search(text) or _LINE.search(text):
            text = _BLANKS.sub(" ", text.replace("\n", " "))
        text = _HIDDEN.sub("", text)
        text = _ITEM.sub("\n– ", text)
        text = _PARAGRAPH.sub("\n\n", text)
        text = _LINE.sub("\n", text)
        text = html.unescape(_TAG.sub("", text))
    return tidy_text(text, limit)


def tidy_text(text: str, limit: int) -> str:
    """Tidy text without HTML: no needless blanks, and no characters that nobody sees."""
    text = _INVISIBLE.sub("", text)
    lines = [_BLANKS.sub(" ", line).strip() for line in text.splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).replace("\n\n– ", "\n– ").strip()[:limit].rstrip()


def html_to_line(text: str) -> str:
    """Return one line, without markup and without characters that nobody sees."""
    return unicodedata.normalize("NFC", " ".join(html_to_text(text, 4 * _LINE_LIMIT).split()))[:_LINE_LIMIT].rstrip()


def strip_heavy_tags(text: str) -> str:
    """Leave out tags with thousands of attributes: parsers take minutes over one, and it says nothing."""
    return _TAG_WITH_QUOTES.sub(_light, text)


def _light(tag: re.Match[str]) -> str:
    return tag[0] if tag[0].count(" ") + tag[0].count("=") < _MOST_ATTRIBUTES else ""
