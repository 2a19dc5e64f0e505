"""Pictures of scores as PNG. Blocking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.documents.pictures import draw_picture

_BARS: Final = """
#for row in data.rows [
  #grid(columns: (150pt, 1fr, 44pt), gutter: 8pt, align: horizon,
    row.name,
    box(width: 100%, height: 14pt, fill: rgb("#e8e8e8"), if row.score != none {
      box(width: row.score / data.most * 100%, height: 14pt, fill: rgb("#2f6f9f"))
    }),
    align(right, if row.score == none { "–" } else { str(row.score) + " / " + str(data.most) }))
  #v(2pt)
]
"""
_STEPS: Final = """
#let wide = 420pt
#let high = 150pt
#let shades = (rgb("#2f6f9f"), rgb("#c26a2d"), rgb("#4a8f4a"), rgb("#8a4f9e"), rgb("#777777"), rgb("#a8872b"))
// Lines of the same score lie beside one another.
#let apart = 3pt
#let at(n, score) = (
  if data.moments.len() < 2 { wide / 2 } else { n / (data.moments.len() - 1) * (wide - 30pt) + 24pt },
  high - (score - 1) / (data.most - 1) * (high - 10pt),
)
#box(width: wide, height: high + 10pt)[
  #for level in range(1, data.most + 1) {
    let (_, y) = at(0, level)
    place(dx: 14pt, dy: y, line(length: wide - 14pt, stroke: 0.5pt + rgb("#dddddd")))
    place(dx: 0pt, dy: y - 6pt, text(size: 10pt, str(level)))
  }
  #for (which, row) in data.rows.enumerate() {
    let shade = shades.at(calc.rem(which, shades.len()))
    let before = none
    for (n, score) in row.scores.enumerate() {
      if score != none {
        let (x, y) = at(n, score)
        y += apart * (which - (data.rows.len() - 1) / 2)
        if before != none { place(line(start: before, end: (x, y), stroke: 1.5pt + shade)) }
        place(dx: x - 3pt, dy: y - 3pt, circle(radius: 3pt, fill: shade))
        before = (x, y)
      }
    }
  }
]

#text(size: 10pt)[#h(14pt) #data.moments.first() #h(1fr) #data.moments.last()]
#v(2pt)
#for (which, row) in data.rows.enumerate() [
  #box[#box(width: 10pt, height: 10pt, fill: shades.at(calc.rem(which, shades.len()))) #row.name] #h(10pt)
]
"""


def score_bars(title: str, rows: Sequence[tuple[str, int | None]], *, most: int) -> bytes:
    """Draw a bar for each name, and none where there is no score."""
    listed = [{"name": name, "score": score} for name, score in rows]
    return draw_picture(title, _BARS, {"rows": listed, "most": most})


def score_history_chart(
    title: str, moments: Sequence[str], rows: Sequence[tuple[str, Sequence[int | None]]], *, most: int
) -> bytes:
    """Draw a line for each name over at least one moment, passing over moments without a score."""
    listed = [{"name": name, "scores": list(scores)} for name, scores in rows]
    return draw_picture(title, _STEPS, {"rows": listed, "moments": list(moments), "most": most})
