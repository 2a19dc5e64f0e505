"""Pictures as PNG, drawn by typst, whose fonts have every script that the bot speaks. Blocking."""

from __future__ import annotations

import json
from typing import Final

PIXELS_PER_INCH: Final = 144.0
_PAGE: Final = """
#set page(width: 480pt, height: auto, margin: 24pt, fill: white)
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 13pt, fill: rgb("#222222"))
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
