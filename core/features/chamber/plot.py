"""The scores of several runs as a picture: the means with their intervals. Blocking."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from core.documents.pictures import draw_picture
from core.evaluation.agreement import MeanFound
from core.features.chamber.figures import SeriesFigures
from core.features.chamber.setup import ChamberCriterion
from core.text.quoting import cut_to_line

TITLE: Final = "Scores"
_LONGEST_LABEL: Final = 160
_MOST_TICKS: Final = 11
_UNBROKEN: Final = re.compile(r"[^\s-]{16}(?=[^\s-])")
_MAY_BREAK: Final = "\u200b"
_ROWS: Final = """
#let wide = 200pt
#let at(place) = 6pt + place * (wide - 12pt)
#let shade = rgb("#2f6f9f")
#for row in data.rows [
  #block(breakable: false, grid(columns: (140pt, wide, 76pt), gutter: 8pt, align: horizon,
    [#text(weight: "bold", row.id) \\ #text(size: 9pt, row.asks)],
    box(width: wide, height: 46pt)[
      #place(dx: at(0), dy: 32pt, line(length: wide - 12pt, stroke: 0.5pt + rgb("#aaaaaa")))
      #for (place_, label) in row.ticks {
        place(dx: at(place_), dy: 30pt, line(angle: 90deg, length: 4pt, stroke: 0.5pt + rgb("#aaaaaa")))
        place(dx: at(place_) - 15pt, dy: 36pt, box(width: 30pt, align(center, text(size: 9pt, label))))
      }
      #for (place_, height) in row.dots {
        place(dx: at(place_) - 2pt, dy: 26pt - height * 14pt, circle(radius: 2pt, fill: rgb(47, 111, 159, 140)))
      }
      #if row.low != none {
        place(dx: at(row.low), dy: 6pt, line(length: (row.high - row.low) * (wide - 12pt), stroke: 1.5pt + shade))
        for (place_, inside) in ((row.low, row.low_inside), (row.high, row.high_inside)) {
          if inside { place(dx: at(place_), dy: 2pt, line(angle: 90deg, length: 8pt, stroke: 1.5pt + shade)) }
        }
      }
      #if row.mean != none {
        place(dx: at(row.mean) - 4pt, dy: 2pt, rotate(45deg, square(size: 8pt, fill: rgb("#c26a2d"))))
      }
    ],
    text(size: 9pt, row.told)))
  #v(2pt)
]
#v(4pt)
#text(size: 9pt, data.legend)
"""


def plot_scores(found: SeriesFigures, *, title: str = TITLE) -> bytes:
    """Draw, as PNG, a dot for each run and the mean, each criterion from its lowest level to its highest."""
    means = {each.criterion: each.found for each in reversed(found.means)}  # the first of a criterion is of all judges
    rows = [_row(each, means.get(each.id), found) for each in found.rubric.criteria]
    several = ", at the mean of its judges" if len(found.judges) > 1 else ""
    legend = f"Each dot is a run{several}. Diamond: their mean. Line: its 95 % interval, as far as the scale goes."
    return draw_picture(_label(title), _ROWS, {"rows": rows, "legend": legend})


def _row(criterion: ChamberCriterion, mean: MeanFound | None, found: SeriesFigures) -> dict[str, object]:
    levels = sorted({level.score for level in criterion.levels})
    lowest, highest = levels[0], levels[-1]

    def place(value: float) -> float:
        """Return the place from 0 to 1; what is beyond the scale is at its end."""
        return min(1.0, max(0.0, (value - lowest) / (highest - lowest))) if highest > lowest else 0.5

    ticks = levels if len(levels) <= _MOST_TICKS else [lowest, highest]
    given = [score for run in found.runs if (score := run.whole(criterion.id)) is not None]
    low, high = (None, None) if mean is None else (mean.low, mean.high)
    told = "no scores"
    if mean is not None:
        told = "\n".join(filter(None, (f"{mean.mean:.2f}", mean.between, "1 run" if mean.n == 1 else f"{mean.n} runs")))
    return {
        "id": _label(criterion.id),
        "asks": _label(criterion.asks),
        "ticks": [(place(each), str(each)) for each in ticks],
        "dots": [(place(score), height) for score, height in _stacked(given)],
        "mean": None if mean is None else place(mean.mean),
        "low": None if low is None else place(low),
        "high": None if high is None else place(high),
        "low_inside": low is not None and low >= lowest,
        "high_inside": high is not None and high <= highest,
        "told": told,
    }


def _stacked(scores: list[float]) -> list[tuple[float, float]]:
    """Return each score with how high its dot is, from 0 to 1: equal ones above one another."""
    most = max(Counter(scores).values(), default=1)
    step = min(0.3, 1 / max(1, most - 1))
    before = Counter[float]()
    found: list[tuple[float, float]] = []
    for score in scores:
        found.append((score, before[score] * step))
        before[score] += 1
    return found


def _label(text: str) -> str:
    """Cut a text to what fits, with places where a very long word may be broken."""
    return _UNBROKEN.sub(lambda part: part[0] + _MAY_BREAK, cut_to_line(text, _LONGEST_LABEL))
