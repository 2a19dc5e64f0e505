"""Reading YAML: only what a configuration needs of it, and the line of everything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from bot.features.chamber.written import DEEPEST, FileMistake, Mistakes, Place, SetupFile, setting_key

_SCALARS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float"))
_TEXTS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("str", "timestamp", "value"))
"""A date is text here: the names of models may look like one."""
_MENDS = (
    ("unknown escape character", "in double quotation marks a backslash is written twice; or take single ones"),
    ("'\\t'", "indent with spaces, not with tabs"),
    ("mapping values are not allowed", "a text with a colon in it needs quotation marks"),
    ("could not find expected ':'", "a key needs a colon and a space behind it"),
    ("cannot start any token", "a text that begins with such a character needs quotation marks"),
    ("expected a single document", "one file holds one configuration: take out the second ---"),
    ("expected <block end>", "keys that belong together begin in the same column, and quotation marks go in pairs"),
    ("expected ',' or", "a list in brackets has commas between its items, and an end"),
    ("unexpected end of stream", "quotation marks or brackets that are opened here are not closed"),
)
"""What to do about a mistake, by what PyYAML calls it."""


class _Refused(yaml.MarkedYAMLError):
    """YAML that we do not take."""


class _Loader(yaml.SafeLoader):
    """Composes nodes without aliases: with those a file of four lines can stand for a billion values."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]  # the types of PyYAML leave it out
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            told = "& and * (anchors) are not taken; write the value out"
            raise _Refused(problem=told, problem_mark=event.start_mark)
        if self._depth == DEEPEST:
            raise _Refused(problem="it has lists in lists without end", problem_mark=event.start_mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def read_yaml(file: Path, text: str) -> SetupFile:
    """Read YAML. Raises Mistakes for what is none, or none of a kind that is taken."""
    try:
        node = _Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        problem = f"{error.context or ''} {error.problem or ''}".strip()
        mark = error.problem_mark or error.context_mark
        if any(sign in problem for sign in ("end of stream", "expected ',' or", "could not find expected ':'")):
            mark = error.context_mark or mark
        what = problem
        if not isinstance(error, _Refused):
            mend = next((mend for sign, mend in _MENDS if sign in problem), "special characters need quotation marks")
            what = f"it is not valid YAML here; {mend}"
        line = mark.line + 1 if mark else 0
        raise Mistakes([FileMistake(file=str(file), line=line, what=what)]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Mistakes([FileMistake(file=str(file), line=line, what="it holds a character that no text has")]) from None
    if not isinstance(node, yaml.MappingNode):
        what = "it is empty" if node is None else "it has to be lines of the form `key: value`"
        raise Mistakes([FileMistake(file=str(file), line=1, what=what)])
    reading = _Reading(file)
    data = reading.value(node, ())
    return SetupFile(file=file, data=data, lines=reading.lines, mistakes=tuple(reading.mistakes))


class _Reading:
    """Turns nodes into plain values."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._scalars = yaml.constructor.SafeConstructor()
        self.lines: dict[Place, int] = {(): 1}
        self.mistakes: list[FileMistake] = []

    def value(self, node: yaml.Node, place: Place) -> Any:
        self.lines.setdefault(place, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode) and node.tag == "tag:yaml.org,2002:map":
            return self._mapping(node, place)
        if isinstance(node, yaml.SequenceNode) and node.tag == "tag:yaml.org,2002:seq":
            return [self.value(each, (*place, number)) for number, each in enumerate(node.value)]
        if node.tag in _TEXTS:
            return node.value
        if node.tag in _SCALARS and isinstance(node, yaml.ScalarNode):
            try:
                return self._scalars.construct_object(node)
            except (ValueError, KeyError, yaml.YAMLError):
                self._mistaken(node, place, "it is not a number; text needs quotation marks")
                return None
        self._mistaken(node, place, "a ! before a value (a tag) is not taken; take it out, or quote the value")
        return None

    def _mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value
            if key.tag == "tag:yaml.org,2002:merge":
                self._mistaken(key, place, "<< (merging) is not taken; write the keys out")
            elif not isinstance(name, str):
                self._mistaken(key, place, "a key has to be a word")
            elif name in data:
                inside = (*place, redact_key(name))
                self._mistaken(key, inside, f"it is there twice, first in line {self.lines[(*place, name)]}")
            else:
                self.lines[(*place, name)] = key.start_mark.line + 1
                data[name] = self.value(value, (*place, name))
        return data

    def _mistaken(self, node: yaml.Node, place: Place, what: str) -> None:
        line = node.start_mark.line + 1
        self.mistakes.append(FileMistake(file=str(self._file), line=line, key=setting_key(place), what=what))


def redact_key(name: str) -> str:
    """Return a key that somebody wrote, if it looks like one; a secret might be in its place."""
    return name if re.fullmatch(r"[A-Za-z][A-Za-z_ -]{0,29}", name) else "(a key)"
