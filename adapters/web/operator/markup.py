"""HTML as values: whatever is no markup of ours is escaped where it is put in, so no word of anybody becomes any."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from adapters.web.markup import UNSEEN

Part = Markup | str | int | None
"""Text is escaped, None is nothing."""
_EMPTY: Final = frozenset({"br", "img", "input", "link", "meta"})
"""Elements without an end. (Those of SVG have one, or what follows would stand inside them.)"""


def joined(*parts: Part) -> Markup:
    # Here and in `h` text becomes markup, after `_safe`. By `Markup.join` it would take ten times as long.
    return Markup("".join([_safe(part) for part in parts if part is not None]))  # noqa: S704


def h(name: str, /, *children: Part, **attributes: str | float | bool | None) -> Markup:
    """An element. Attributes: "_" stands for "-" and a last "_" for nothing; True is one without a value; None none."""
    given = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in _EMPTY:
        return Markup(f"<{name}{given}>")  # noqa: S704
    inside = "".join([_safe(child) for child in children if child is not None])
    return Markup(f"<{name}{given}>{inside}</{name}>")  # noqa: S704


def _safe(part: Markup | str | float) -> str:
    """Markup as it is; of text what has a meaning in HTML escaped, and what has no place there as another sign."""
    return part if isinstance(part, Markup) else str.__str__(escape(UNSEEN.sub("\ufffd", str(part))))


def _attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{_safe(value)}"'
