"""HTML as values: whatever is no markup of ours is escaped where it is put in, so no word of anybody becomes any."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

Part = Markup | str | int | None
"""Text is escaped, None is nothing."""
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_EMPTY: Final = frozenset({"br", "circle", "input", "line", "link", "meta", "path", "rect"})


def joined(*parts: Part) -> Markup:
    return Markup().join(_safe(part) for part in parts if part is not None)


def _safe(part: Markup | str | float) -> Markup:
    """Markup as it is; of text what has a meaning in HTML escaped, and what has no place there as another sign."""
    return part if isinstance(part, Markup) else escape(_UNSEEN.sub("\ufffd", str(part)))


def h(name: str, /, *children: Part, **attributes: str | float | bool | None) -> Markup:
    """An element. Attributes: "_" stands for "-" and a last "_" for nothing; True is one without a value; None none."""
    given = joined(*(_attribute(key, value) for key, value in attributes.items()))
    if name in _EMPTY:
        return Markup("<{}{}>").format(escape(name), given)
    return Markup("<{0}{1}>{2}</{0}>").format(escape(name), given, joined(*children))


def _attribute(key: str, value: str | float | bool | None) -> Markup | None:
    if value is None or value is False:
        return None
    name = escape(key.rstrip("_").replace("_", "-"))
    return Markup(" {}").format(name) if value is True else Markup(' {}="{}"').format(name, _safe(value))
