"""What a page states for machines, as JSON-LD in the words of schema.org."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_EPISODES = ("podcastepisode", "radioepisode", "episode")
_RECORDINGS = ("audioobject", "mediaobject", "videoobject")
_ARTICLES = ("article", "newsarticle", "blogposting", "reportagenewsarticle")
_SERIES = ("podcastseries", "radioseries", "creativeworkseries")
_RANK = {name: rank for rank, names in enumerate((_EPISODES, _RECORDINGS, _ARTICLES)) for name in names}
_MOST_NODES = 2_000
_LARGEST = 1 << 20


@dataclass(slots=True, kw_only=True)
class Stated:
    """All of it may be empty; nothing is checked yet."""

    title: str = ""
    show: str = ""
    notes: str = ""
    published: str = ""
    length: str = ""
    language: str = ""
    audio: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    single: bool = False
    """Something of its own is stated, and not only the series."""


def stated(tree: Any) -> Stated:
    """What a page's tree (of lxml) states about the one thing that it is about, and about the series it belongs to."""
    nodes = [node for script in tree.iter("script") if _is_data(script) for node in _nodes(script.text or "")]
    main = min((node for node in nodes if _kind(node) in _RANK), key=lambda node: _RANK[_kind(node)], default={})
    series = next((node for node in nodes if _kind(node) in _SERIES), {})
    parent = _first(main.get("partOfSeries")) or series
    return Stated(
        title=_text(main, "name") or _text(main, "headline"),
        show=_text(parent, "name"),
        notes=_text(main, "description") or _text(main, "articleBody"),
        published=_text(main, "datePublished") or _text(main, "uploadDate"),
        length=_text(main, "duration") or _text(main, "timeRequired"),
        language=_text(main, "inLanguage"),
        audio=[address for node in nodes if _kind(node) in _RECORDINGS and (address := _text(node, "contentUrl"))],
        feeds=[address for node in (parent, *nodes) if (address := _feed(node))],
        single=bool(main),
    )


def _is_data(script: Any) -> bool:
    return (script.get("type") or "").partition(";")[0].strip().lower() == "application/ld+json"


def _nodes(text: str) -> Iterator[dict[str, Any]]:
    """Every object in it, outer before inner."""
    try:
        waiting = deque([json.loads(text[:_LARGEST])])
    except (ValueError, RecursionError):
        return
    for _ in range(_MOST_NODES):
        if not waiting:
            return
        found = waiting.popleft()
        if isinstance(found, dict):
            yield found
            waiting += found.values()
        elif isinstance(found, list):
            waiting += found


def _kind(node: dict[str, Any]) -> str:
    kinds = node.get("@type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    named = [kind.rpartition("/")[2].lower() for kind in kinds if isinstance(kind, str)]
    return min(named, key=lambda kind: _RANK.get(kind, len(_RANK)), default="")


def _first(value: object) -> dict[str, Any]:
    one = _one(value)
    return one if isinstance(one, dict) else {}


def _one(value: object) -> object:
    """Of a list its first."""
    return next(iter(value), None) if isinstance(value, list) else value


def _feed(node: dict[str, Any]) -> str:
    return _text(node, "webFeed") or _text(_first(node.get("webFeed")), "url")


def _text(node: dict[str, Any], key: str) -> str:
    value = _one(node.get(key))
    return value.strip().encode("utf-8", "ignore").decode() if isinstance(value, str) else ""  # no halves of characters
