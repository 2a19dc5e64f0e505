"""Turn HTML of show notes into plain text, and text into one line."""

from __future__ import annotations

import codecs
import html
import re
import unicodedata

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\x00?\x00", "utf-16-le"),
    (b"\x00<\x00?", "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""(?:<\?xml[^>]{0,200}?encoding|<meta[^>]{0,200}?charset)\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE
)
_DECLARED_WITHIN = 4_096
_WESTERN = "windows-1252"
_WIDER = {"iso-8859-1": _WESTERN, "latin-1": _WESTERN, "us-ascii": _WESTERN, "ascii": _WESTERN, "gb2312": "gb18030"}
"""The alphabet that a name usually means: the same letters and some more."""
_STRANGE = ("idna", "punycode", "undefined", "charmap", "utf-7", "unicode-escape", "raw-unicode-escape")
"""Alphabets of no web page, some of them slow to read on purpose."""
_LIKELY = ["cp1251", "koi8_r", "cp1252"]
"""With more alphabets, one would often be taken for another."""
_SAMPLE = 200_000


def decode_text(body: bytes, charset: str = "") -> str:
    """Return the text. `charset` is what the server says, which counts less than what the file itself says.

    Whatever reads as UTF-8 is UTF-8, declared or not: hardly any other text does by chance. Without a declaration
    Russian is told from western languages. Never raises: what cannot be read becomes U+FFFD.
    """
    from charset_normalizer import from_bytes  # only for what says nothing of itself: it takes a while to load

    for mark, name in _MARKS:
        if body.startswith(mark):
            return body.decode(name, "replace").lstrip("\ufeff")
    stated = _DECLARED.search(body[:_DECLARED_WITHIN])
    for name in ("utf-8", stated[1].decode("ascii", "ignore") if stated else "", charset):
        text = _strictly(body, name)
        if text is not None:
            return text
    telling = b"\n".join(line for line in body.split(b"\n") if not line.isascii())
    found = from_bytes(telling[:_SAMPLE], cp_isolation=_LIKELY).best()
    return body.decode(found.encoding if found is not None else _WESTERN, "replace")


def _strictly(body: bytes, name: str) -> str | None:
    try:
        alphabet = codecs.lookup(_WIDER.get(name.lower(), name)) if name else None
        # Python keeps packings such as "bz2" among the alphabets; unpacked, a small file may fill the machine.
        if alphabet is None or alphabet.name in _STRANGE or not getattr(alphabet, "_is_text_encoding", False):
            return None
        text = alphabet.decode(body)[0]
    except (LookupError, ValueError, AssertionError):  # an unknown name, or other bytes than those of that alphabet
        return None
    return text if isinstance(text, str) else None


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
