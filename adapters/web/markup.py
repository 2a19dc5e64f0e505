"""Make HTML of texts that anybody may have written: everything but our own markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from markupsafe import Markup, escape

from core.contracts.fences import fenced_passages

Span = tuple[int, int, str]
"""Start, end and style of a stretch of a text, as `core.contracts.messages.Span`."""

_BLOCKS = {"quote": ("<blockquote>", "</blockquote>"), "block": ('<pre tabindex="0"><code>', "</code></pre>")}
_INLINE = {"bold": "strong", "italic": "em", "code": "code"}
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Characters that HTML cannot hold; each is replaced by one other character, so that spans stay right."""


Part = Markup | str | int | None
"""Text is escaped, None is nothing."""
_EMPTY: Final = frozenset({"br", "img", "input", "link", "meta"})
"""Elements without an end tag. (SVG elements have one, or what follows would be inside them.)"""


def join_markup(*parts: Part) -> Markup:
    # Here and in `h` text becomes markup, after `_safe`. By `Markup.join` it would take ten times as long.
    return Markup("".join([_safe(part) for part in parts if part is not None]))  # noqa: S704


def h(name: str, /, *children: Part, **attributes: str | float | bool | None) -> Markup:
    """Return an element.

    In attribute names "_" means "-", and a final "_" is dropped. True makes an attribute without a value, None none.
    """
    given = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in _EMPTY:
        return Markup(f"<{name}{given}>")  # noqa: S704
    inside = "".join([_safe(child) for child in children if child is not None])
    return Markup(f"<{name}{given}>{inside}</{name}>")  # noqa: S704


def escape_html(text: str) -> str:
    """Escape a text for use between tags and in quoted attributes."""
    return str.__str__(escape(UNSEEN.sub("\ufffd", text)))


def tag(name: str, content: str = "", /, **attributes: str | int | bool | None) -> str:
    """Return an element around content that is markup already."""
    return str.__str__(h(name, Markup(content), **attributes))  # noqa: S704


def void(name: str, /, **attributes: str | int | bool | None) -> str:
    """Return an element that has no content."""
    return str.__str__(h(name, **attributes))


def interviewer_html(text: str, spans: Iterable[Span]) -> str:
    """Render words of the interviewer: paragraphs, quotations, code, and styles in them."""
    within = ((max(0, start), min(end, len(text)), style) for start, end, style in spans)
    ordered = sorted((span for span in within if span[0] < span[1]), key=lambda span: (span[0], -span[1]))
    out: list[str] = []
    at = 0
    for start, end, style in (span for span in ordered if span[2] in _BLOCKS):
        if start < at:
            continue
        opening, closing = _BLOCKS[style]
        out += _paragraphs(text, at, start, ordered)
        inside = text[start:end].strip("\n")
        content = escape_html(inside) if style == "block" else "".join(_paragraphs(text, start, end, ordered))
        out.append(f"{opening}{content}{closing}")
        at = end
    return "".join([*out, *_paragraphs(text, at, len(text), ordered)])


def person_html(text: str) -> str:
    """Render words of the person: paragraphs, and code between fences."""
    parts: list[str] = []
    for passage in fenced_passages(text):
        if passage.is_code:
            opening, closing = _BLOCKS["block"]
            parts.append(opening + escape_html(passage.text.removesuffix("\n")) + closing)
        else:
            parts += _paragraphs(passage.text, 0, len(passage.text), ())
    return "".join(parts)


def _safe(part: Markup | str | float) -> str:
    return part if isinstance(part, Markup) else escape_html(str(part))


def _attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{_safe(value)}"'


def _paragraphs(text: str, start: int, end: int, spans: Sequence[Span]) -> Iterator[str]:
    at = start
    for gap in (*(found.span() for found in _PARAGRAPHS.finditer(text, start, end)), (end, end)):
        if text[at : gap[0]].strip():
            yield f'<p dir="auto">{_styled(text, at, gap[0], spans)}</p>'
        at = gap[1]


def _styled(text: str, start: int, end: int, spans: Sequence[Span]) -> str:
    first = start + len(text[start:end]) - len(text[start:end].lstrip())
    last = start + len(text[start:end].rstrip())
    near = [span for span in spans if span[2] in _INLINE and span[0] < last and span[1] > first]
    edges = sorted({first, last, *(edge for span in near for edge in span[:2] if first < edge < last)})
    out = ""
    for left, right in pairwise(edges):
        names = sorted({_INLINE[style] for begin, over, style in near if begin <= left and right <= over})
        opened = "".join(f"<{name}>" for name in names)
        out += opened + escape_html(text[left:right]) + "".join(f"</{name}>" for name in reversed(names))
    return out
