"""Pictures as PNG, drawn by typst, whose fonts have every script that the bot speaks. Blocking."""

from __future__ import annotations

import json
from typing import Final

PIXELS_PER_INCH: Final = 144.0
# The colours are those of the page (adapters/web/static/tokens.css); a chart with several lines has `series`.
_PAGE: Final = """
#let sheet = rgb("#fffdf8")
#let ink = rgb("#26221d")
#let quiet = rgb("#625a50")
#let rule = rgb("#d9d0c1")
#let press = rgb("#efe7d8")
#let question = rgb("#74301f")
#let own = rgb("#2b4a5e")
#let series = (own, rgb("#c9694f"), rgb("#3d7a4d"), rgb("#7b5a94"), rgb("#8c8378"), rgb("#b3862b"))
#set page(width: 480pt, height: auto, margin: 24pt, fill: sheet)
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 13pt, fill: ink)
#let data = json(bytes(sys.inputs.data))
#text(size: 16pt, weight: "bold", data.title)
#v(4pt)
"""


def draw_picture(title: str, body: str, data: dict[str, object]) -> bytes:
    """Draw a page of 480 points under a title; `body` is typst, which finds `data` as mere words and numbers."""
    import typst

    inputs = {"data": json.dumps({"title": title, **data}, ensure_ascii=False)}
    picture = typst.compile((_PAGE + body).encode(), format="png", ppi=PIXELS_PER_INCH, sys_inputs=inputs)
    if not isinstance(picture, bytes):
        raise TypeError("one page makes one picture")
    return picture
