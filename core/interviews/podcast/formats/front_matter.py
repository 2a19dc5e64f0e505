"""Read just enough of Markdown for the files of others: front matter, headings, and words without their marks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

_LARGEST_FRONT = 16 * 1024
_DEEPEST = 10
_MERGE = "tag:yaml.org,2002:merge"
_PLAIN_PAIR = re.compile(r"([A-Za-z_][\w -]{0,40}):[ \t]+([^\s\[{&*!|>].*)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_RULE = re.compile(r"[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:\*[ \t]*){3,}|[ \t]*(?:_[ \t]*){3,}")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_MARKS = frozenset("*_`[\\")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]")
_CODE = re.compile(r"`{1,3}([^`\n]+)`{1,3}")
_STARS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_BARS = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_\n]*[^\s_])\1(?![\w_])")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and what stands under it, up to the next heading of any level; level 0 is before the first."""

    level: int
    title: str
    lines: tuple[str, ...]


class _Plain(yaml.SafeLoader):
    """YAML of a bounded depth, without aliases and merge keys, which can turn a few lines into any number."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        self.depth += 1
        if self.depth > _DEEPEST:
            raise yaml.YAMLError("it is nested too deep")
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        if any(key.tag == _MERGE for key, _ in node.value):
            raise yaml.YAMLError("merge keys are not read")


def split_front(text: str) -> tuple[Mapping[str, object], str]:
    """Return the front matter and what follows it; without any, nothing and the whole text."""
    match = re.match(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", text[:_LARGEST_FRONT], re.DOTALL)
    return (yaml_values(match[1] or ""), text[match.end() :]) if match else ({}, text)


def yaml_values(text: str) -> Mapping[str, object]:
    """Return what a YAML file states, by key. Never raises: of what is no YAML the plain `key: value` lines count."""
    text = text[:_LARGEST_FRONT]
    try:
        found = yaml.load(text, _Plain)  # noqa: S506 - a SafeLoader
    # What its constructors let through for values such as `!!bool maybe` or a 40th of May.
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, ArithmeticError, RecursionError):
        found = {pair[1]: pair[2] for line in text.splitlines() if (pair := _PLAIN_PAIR.fullmatch(line.strip()))}
    return {key: value for key, value in found.items() if isinstance(key, str)} if isinstance(found, dict) else {}


def strip_markup(line: str) -> str:
    """Return the words of a line without marks of emphasis, links and code."""
    if not _MARKS.intersection(line):
        return line
    line = _WIKI_LINK.sub(r"\1", _LINK.sub(r"\1", line))
    line = _CODE.sub(r"\1", line)
    for mark in (_STARS, _BARS, _STARS):
        line = mark.sub(r"\2", line)
    return _ESCAPED.sub(r"\1", line)


def parse_heading(line: str) -> tuple[int, str]:
    """Return the level and words of a heading; 0 for any other line."""
    match = _HEADING.fullmatch(line.strip())
    return (len(match[1]), strip_markup(match[2].rstrip("# \t")).strip()) if match else (0, "")


def is_rule(line: str) -> bool:
    return len(line) < 200 and _RULE.fullmatch(line) is not None


def split_sections(text: str) -> list[Section]:
    """Split the text by its headings, with lines across the page left out."""
    found: list[Section] = []
    level, title, lines = 0, "", list[str]()
    for line in text.splitlines():
        depth, words = parse_heading(line)
        if depth:
            found.append(Section(level=level, title=title, lines=tuple(lines)))
            level, title, lines = depth, words, []
        elif not is_rule(line):
            lines.append(line)
    found.append(Section(level=level, title=title, lines=tuple(lines)))
    return found if found[0].title or any(map(str.strip, found[0].lines)) else found[1:]
