"""What a page is about, without what stands around it."""

from __future__ import annotations

from typing import Any

import trafilatura
from lxml import etree

_MOST_ELEMENTS = 10_000
"""Of more it is not looked for: that takes four times as long for twice as many that stand side by side."""
_WITHOUT_MEANING = ("span", "font", "wbr")


def main_text(tree: Any, *, everything: bool = False) -> str:
    """The text, line by line; empty where none is found, or the page is rather an endless list.

    `tree`: of lxml, which has no types; it may be changed. `everything`: rather too much than too little.
    """
    if _elements(tree) > _MOST_ELEMENTS:
        etree.strip_tags(tree, *_WITHOUT_MEANING)
        tree = trafilatura.load_html(etree.tostring(tree))  # read anew, the words between the tags are one text
        if tree is None or _elements(tree) > _MOST_ELEMENTS:
            return ""
    return trafilatura.extract(tree, fast=True, include_comments=False, favor_recall=everything) or ""


def _elements(tree: Any) -> int:
    return sum(1 for _ in tree.iter())
