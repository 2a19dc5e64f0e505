"""Draw plots as SVG, each with its numbers as a table for people who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from adapters.web.markup import Part, h
from adapters.web.operator.frame import table_html
from core.languages.messages import say

WIDE: Final = 720.0
HIGH: Final = 200.0
LEFT: Final = 56.0
BELOW: Final = 24.0
ABOVE: Final = 12.0
_ROOM: Final = WIDE - LEFT
_TICKS: Final = 6
"""The most labels below a plot."""


def figure_html(
    language: str, title: str, picture: Markup, heads: Sequence[str], rows: Sequence[Sequence[Part]]
) -> Markup:
    numbers = table_html(title, heads, rows, numbers=frozenset(range(1, len(heads))))
    summary = h("summary", say(language, "operator-numbers"), h("span", f": {title}", class_="unseen"))
    return h("figure", h("figcaption", title), picture, h("details", summary, numbers))


def bar_plot(title: str, values: Sequence[float], labels: Sequence[str], *, top: str) -> Markup:
    """Return a bar for each value; `top` is the highest value in words."""
    most = max(values, default=0) or 1
    step = _ROOM / max(1, len(values))
    drawn = (
        h(
            "rect",
            x=_n(LEFT + n * step + step * 0.1),
            y=_y(value, most),
            width=_n(step * 0.8),
            height=_n((HIGH - ABOVE - BELOW) * value / most),
            class_="bar",
        )
        for n, value in enumerate(values)
    )
    return _drawn(title, labels, top, *drawn)


def span_plot(title: str, pairs: Sequence[tuple[float, float]], labels: Sequence[str], *, top: str) -> Markup:
    """Return a line from the lower to the higher value of each pair, with a dot at the lower."""
    most = max((high for _, high in pairs), default=0) or 1
    step = _ROOM / max(1, len(pairs))
    drawn = []
    for n, (low, high) in enumerate(pairs):
        x = _n(LEFT + (n + 0.5) * step)
        drawn.append(h("line", x1=x, x2=x, y1=_y(low, most), y2=_y(high, most), class_="span"))
        drawn.append(h("circle", cx=x, cy=_y(low, most), r="5", class_="dot"))
    return _drawn(title, labels, top, *drawn)


def curve_plot(title: str, values: Sequence[float], labels: Sequence[str], *, top: str) -> Markup:
    """Return a curve of steps, one for each value."""
    most = max(values, default=0) or 1
    step = _ROOM / max(1, len(values))
    points = [
        f"{_n(LEFT + n * step)} {_y(v, most)} L {_n(LEFT + (n + 1) * step)} {_y(v, most)}" for n, v in enumerate(values)
    ]
    path = f"M {_n(LEFT)} {_n(HIGH - BELOW)} L {' L '.join(points)} L {_n(WIDE)} {_n(HIGH - BELOW)} Z" if points else ""
    return _drawn(title, labels, top, h("path", d=path, class_="area"))


def bar_html(value: int, most: int) -> Markup:
    """Return one bar for a row of a table."""
    width = _n(120 * value / max(1, most))
    return h("svg", h("rect", width=width, height="12", class_="bar"), width="120", height="12", aria_hidden="true")


def _drawn(title: str, labels: Sequence[str], top: str, *drawn: Markup) -> Markup:
    floor = _n(HIGH - BELOW)
    axis = h("line", x1=_n(LEFT), x2=_n(WIDE), y1=floor, y2=floor, class_="axis")
    scale = (
        h("text", top, x=_n(LEFT - 6), y=_n(ABOVE + 8), class_="tick end"),
        h("text", "0", x=_n(LEFT - 6), y=floor, class_="tick end"),
    )
    every = -(-len(labels) // _TICKS) or 1
    step = _ROOM / max(1, len(labels))
    ticks = (
        h("text", label, x=_n(LEFT + (n + 0.5) * step), y=_n(HIGH - 6), class_="tick")
        for n, label in enumerate(labels)
        if n % every == 0
    )
    inside = (axis, *scale, *drawn, *ticks)
    return h("svg", h("title", title), *inside, viewBox=f"0 0 {WIDE:.0f} {HIGH:.0f}", role="img", class_="plot")


def _y(value: float, most: float) -> str:
    return _n(HIGH - BELOW - (HIGH - ABOVE - BELOW) * value / most)


def _n(number: float) -> str:
    return f"{number:.1f}"
