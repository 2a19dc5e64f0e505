"""Thoughts between tags: `<name>`, `[name]` and `:::name`, found by one pass over a text with a stack for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.features.chamber.code_and_quotes import Aside, Asides
from core.features.chamber.folding import folded
from core.features.chamber.thought_spans import Taking


class TagForm(StrEnum):
    XML = "xml"
    """`<name>` or `<name a="b">` to `</name>`."""
    BRACKET = "bracket"
    """`[name]` or `[name a=b]` to `[/name]`."""
    CONTAINER = "container"
    """`:::name` to a line of colons, as in Markdown's containers."""


@dataclass(frozen=True, slots=True)
class Tag:
    order: int
    """In the list of patterns, from 0."""
    form: TagForm
    name: str
    """In small letters (`str.casefold`), single spaces between words."""
    not_in: frozenset[Aside]

    def __str__(self) -> str:
        return {TagForm.XML: "<{}>", TagForm.BRACKET: "[{}]", TagForm.CONTAINER: ":::{}"}[self.form].format(self.name)


class TagMark(NamedTuple):
    """An opening or a closing in a text."""

    start: int
    end: int
    tag: Tag | None
    """None: of a container, whose ends have no name, and some of which hold no thoughts."""
    opens: bool
    closes: bool
    colons: int = 0


class TagReader:
    """The tags of one side."""

    def __init__(self, tags: Iterable[Tag]) -> None:
        self._tags: dict[tuple[TagForm, str], Tag] = {}
        for tag in tags:
            first = self._tags.get((tag.form, tag.name), tag)
            # Twice in the list: spared is only what both spare.
            self._tags[tag.form, tag.name] = Tag(first.order, tag.form, tag.name, first.not_in & tag.not_in)
        self._pattern = _compiled(self._tags.values())
        self.not_in: frozenset[Aside] = frozenset().union(*(tag.not_in for tag in self._tags.values()))

    def takings(self, text: str, asides: Asides) -> tuple[list[Taking], list[str]]:
        """Return what the tags take, and a warning for what is not closed or was not opened."""
        return _Stacks(self._containers(), asides).read(self.marks(text), len(text))

    def marks(self, text: str, start: int = 0, end: int | None = None) -> Iterator[TagMark]:
        """Yield the openings and closings that begin from `start` on, read as if the text ended at `end`.

        Characters without a width are nowhere, and full-width ones are the usual ones.
        """
        plain = folded(text)
        until = plain.at(len(text) if end is None else end)
        for found in self._pattern.finditer(plain.text, plain.at(start), until):
            mark = self._mark(found)
            if mark is not None:
                yield mark._replace(start=plain.places[mark.start], end=plain.places[mark.end - 1] + 1)

    def _containers(self) -> list[Tag]:
        return [tag for tag in self._tags.values() if tag.form is TagForm.CONTAINER]

    def _mark(self, found: re.Match[str]) -> TagMark | None:
        groups = found.groupdict()
        start, end = found.span("tag")
        if name := groups.get("xml"):
            closes, rest = bool(groups["xml_closes"]), groups["xml_rest"]
            empty = not closes and rest is not None and rest.endswith(("/>", "/&gt;"))
            # What breaks off before its `>` may open, and may show that something was open; it ends nothing.
            whole = rest is not None
            return TagMark(start, end, self._named(TagForm.XML, name), not closes, empty or (closes and whole))
        if name := groups.get("bracket"):
            closes = bool(groups["bracket_closes"])
            return TagMark(start, end, self._named(TagForm.BRACKET, name), not closes, closes)
        colons = len(groups["colons"])
        if name := groups.get("container"):
            return TagMark(start, end, self._named(TagForm.CONTAINER, name), opens=True, closes=False, colons=colons)
        if groups["line"] is None:
            return None
        ends = groups["blank"] is not None
        return TagMark(start, end, None, not ends, ends, colons)

    def _named(self, form: TagForm, written: str) -> Tag:
        tag = self._tags.get((form, " ".join(written.split()).casefold()))
        if tag is None:  # letters that `re` takes for one, and `casefold` does not, such as i and ı
            tag = next(
                each
                for each in self._tags.values()
                if each.form is form and re.fullmatch(_spelled(each.name), written, re.IGNORECASE)
            )
        return tag


class _Stacks:
    """The tags that are open while a text is read."""

    def __init__(self, containers: Sequence[Tag], asides: Asides) -> None:
        self._asides = asides
        self._open: dict[Tag, list[TagMark]] = {}
        self._containers: list[TagMark] = []
        self._first_container = containers[0] if containers else None
        """Whose an end is that ends nothing."""
        self._container_not_in = frozenset[Aside](Aside).intersection(*(tag.not_in for tag in containers))
        self._takings: list[Taking] = []
        self._warnings: dict[str, None] = {}

    def read(self, marks: Iterable[TagMark], length: int) -> tuple[list[Taking], list[str]]:
        for mark in marks:
            if mark.colons:
                self._container(mark)
            elif mark.tag is not None and not self._spared(mark, mark.tag.not_in):
                self._tag(mark, mark.tag)
        for tag, opened in (*self._open.items(), *((m.tag, [m]) for m in self._containers if m.tag is not None)):
            for mark in opened:
                self._takings.append(Taking(tag.order, mark.start, mark.end, length, length, is_tag=True))
            if opened:
                self._warnings[f"{tag} is opened and never closed: all that follows it is taken for thoughts."] = None
        return self._takings, list(self._warnings)

    def _spared(self, mark: TagMark, not_in: Collection[Aside]) -> bool:
        return bool(not_in) and self._asides.hold(mark.start, mark.end, not_in)

    def _tag(self, mark: TagMark, tag: Tag) -> None:
        opened = self._open.setdefault(tag, [])
        if mark.opens and mark.closes:
            self._takings.append(Taking(tag.order, mark.start, mark.end, mark.end, mark.end, is_tag=True))
        elif mark.opens:
            opened.append(mark)
        elif not opened:
            self._never_opened(mark, tag)
        elif mark.closes:
            self._close(opened.pop(), mark, tag)

    def _container(self, mark: TagMark) -> None:
        opened = self._containers
        if mark.opens:
            if mark.tag is None or not self._spared(mark, mark.tag.not_in):
                opened.append(mark)
        elif opened and opened[-1].colons <= mark.colons:
            tag = opened[-1].tag
            if tag is None:
                opened.pop()
            elif not self._spared(mark, tag.not_in):
                self._close(opened.pop(), mark, tag)
        elif not opened and self._first_container is not None and not self._spared(mark, self._container_not_in):
            self._never_opened(mark, self._first_container)

    def _close(self, opening: TagMark, closing: TagMark, tag: Tag) -> None:
        self._takings.append(Taking(tag.order, opening.start, opening.end, closing.start, closing.end, is_tag=True))

    def _never_opened(self, mark: TagMark, tag: Tag) -> None:
        self._takings.append(Taking(tag.order, 0, 0, mark.start, mark.end, is_tag=True))
        self._warnings[f"{tag} is closed and was never opened: all that stands before it is taken for thoughts."] = None


def _spelled(name: str) -> str:
    return r"\s++".join(map(re.escape, name.split()))


def _compiled(tags: Collection[Tag]) -> re.Pattern[str]:
    """Return one alternation of all of them. Nothing goes back: a branch reads on up to what the next would begin with.

    Some models write their marks as Markdown or HTML would have them shown: `\\[name\\]`, `&lt;name&gt;`.
    """
    names = {form: "|".join(_spelled(tag.name) for tag in tags if tag.form is form) for form in TagForm}
    branches = {
        TagForm.XML: rf"\\?+(?:<|&lt;)\s*+(?P<xml_closes>\\?+/)?\s*+(?P<xml>{names[TagForm.XML]})(?![\w.:-])"
        r"(?P<xml_rest>(?:[^<>&]|&(?![lg]t;))*+(?:>|&gt;))?",
        TagForm.BRACKET: rf"\\?+\[\s*+(?P<bracket_closes>\\?+/)?\s*+(?P<bracket>{names[TagForm.BRACKET]})"
        r"(?:\s*+=[^\[\]]*+|\s++[\w-]++=[^\[\]]*+|\s*+\\?+)\]",
        TagForm.CONTAINER: r"(?P<line>^[ \t>]*+)?+(?P<colons>:{3,}+)"
        rf"(?:[ \t]*+(?P<container>{names[TagForm.CONTAINER]})(?![\w-])|(?P<blank>[ \t\r]*+$))?",
    }
    used = "|".join(branch for form, branch in branches.items() if names[form])
    return re.compile(rf"(?P<tag>{used})", re.IGNORECASE | re.MULTILINE)
