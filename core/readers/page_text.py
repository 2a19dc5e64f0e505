"""Read what a web page says to people and states for machines. Loaded in the reader processes alone."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from typing import Any

import trafilatura
from lxml import etree

_MOST_ELEMENTS = 10_000
"""With more elements the text is not looked for: twice as many side by side take four times as long."""
_WITHOUT_MEANING = ("span", "font", "wbr")


def main_text(tree: Any, *, everything: bool = False) -> str:
    """Return the text, line by line; empty where none is found, or the page is rather an endless list.

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


# --- what is stated for machines ----------------------------------------------------------------------------------

_MOST_NODES = 2_000
_LARGEST = 1 << 20


def data_nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of JSON-LD on a page, outer before inner."""
    for script in tree.iter("script"):
        if (script.get("type") or "").partition(";")[0].strip().lower() != "application/ld+json":
            continue
        try:
            waiting = deque([json.loads((script.text or "")[:_LARGEST])])
        except (ValueError, RecursionError):
            continue
        for _ in range(_MOST_NODES):
            if not waiting:
                break
            found = waiting.popleft()
            if isinstance(found, dict):
                yield found
                waiting += found.values()
            elif isinstance(found, list):
                waiting += found


def data_one(value: object) -> object:
    """Return the first of a list, and anything else as it is."""
    return next(iter(value), None) if isinstance(value, list) else value


def data_text(node: dict[str, Any], key: str) -> str:
    value = data_one(node.get(key))
    return value.strip().encode("utf-8", "ignore").decode() if isinstance(value, str) else ""  # no halves of characters
