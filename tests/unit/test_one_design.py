"""The page, the operator's page, the charts and the book have the same colours."""

from __future__ import annotations

import re
from pathlib import Path

import core.documents.pictures as charts

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "adapters" / "web" / "static"
BOOK = (ROOT / "core" / "features" / "book" / "documents" / "book.css").read_text(encoding="utf-8")
LIGHT, DARK = re.split(r"@media \(prefers-color-scheme: dark\)", (STATIC / "tokens.css").read_text(encoding="utf-8"))
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")


def _tokens(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", css))


def test_both_ways_into_the_dark_have_the_same_colours() -> None:
    by_device, by_choice = DARK.split(':root[data-look="dark"]')
    assert _tokens(by_device) == _tokens(by_choice)
    assert _tokens(by_device).keys() == _tokens(LIGHT).keys()


def test_charts_are_drawn_in_the_colours_of_the_page() -> None:
    named = dict(re.findall(r'#let (\w+) = rgb\("(#\w{6})"\)', charts._PAGE))
    tokens = _tokens(LIGHT)
    assert named == {name: tokens["line" if name == "rule" else name] for name in named}
    for drawn in ROOT.glob("core/**/score*.typ"):
        assert _COLOUR.findall(re.sub("^#", "", drawn.read_text(encoding="utf-8"), flags=re.MULTILINE)) == [], drawn


def test_the_operators_page_has_no_colour_of_its_own() -> None:
    css = (STATIC / "operator" / "operator.css").read_text(encoding="utf-8")
    assert _COLOUR.findall(re.sub(r"#(transcript|said)\b", "", css)) == []


def test_the_book_on_a_screen_has_the_colours_of_the_page() -> None:
    light, dark = BOOK.split("@media (prefers-color-scheme: dark)")
    covers = set(re.findall(r"\.cover-\w+ { background: (#\w+)", light)) | {"#fff"}
    assert set(_COLOUR.findall(light)) - covers == {_tokens(LIGHT)[name] for name in ("paper", "ink", "quiet")}
    assert set(_COLOUR.findall(dark)) == {_tokens(DARK)[name] for name in ("paper", "ink", "quiet")}
