"""Codes to be scanned by the camera of a phone."""

from __future__ import annotations

import io

from markupsafe import Markup

from adapters.web.markup import h

QUIET_ZONE = 4
"""The modules of white around a code that cameras need."""


def scan_code(text: str, label: str) -> Markup:
    """Return a QR code as a picture within the page, dark on white in every look; `label` is read aloud for it."""
    import segno

    drawn = io.BytesIO()
    code = segno.make(text, micro=False, error="m")
    code.save(
        drawn,
        kind="svg",
        scale=4,
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgns=False,
        omitsize=True,
    )
    # Nothing but squares is in it; the text itself is not.
    picture = Markup(drawn.getvalue().decode())  # noqa: S704
    return h("figure", picture, class_="code", role="img", aria_label=label)
