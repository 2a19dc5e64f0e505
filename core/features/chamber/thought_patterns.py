"""Find a side's thoughts by the patterns of a configuration, but not where code or a quotation only speaks of a tag.

Whatever stands in one is left in public, so what can be read in two ways is none: behind a fence that is never closed
nothing is code, on a line with an odd quotation mark nothing is a quotation. All in time linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

import regex

from core.contracts import own_class
from core.contracts.errors import ConfigurationError
from core.contracts.frozen import Strict

_FENCE = re.compile(
    r"^(?P<before>[ \t]*+(?:(?:[-*+>]|\d{1,9}+[.)])[ \t]*+)*+)(?P<marks>`{3,}+|~{3,}+)(?P<rest>[^\n]*+)", re.MULTILINE
)
_DEEPEST = 3
"""Columns by which a block may be indented."""
_LONE_RETURN = re.compile(r"\r(?!\n)")
_TICKS = re.compile(r"`++")
_BLANK_LINE = re.compile(r"\n[ \t\r]*+\n")
_QUOTE_LINE = re.compile(r"^ {0,3}+>[^\n]*+", re.MULTILINE)
_CURVED = re.compile(r"“[^“”\n]*+”|«[^«»\n]*+»|„[^„“”\n]*+[“”]")
_WITH_STRAIGHT = re.compile(r'^[^\n"]*+"[^\n]*+', re.MULTILINE)


class Aside(StrEnum):
    CODE = "code"
    """Fenced, or between backticks."""
    QUOTES = "quotes"
    """A line that begins with `>`, or what stands between quotation marks on one line."""


class Extent(NamedTuple):
    start: int
    end: int


class Fence(NamedTuple):
    """A block of code with its fences, from the beginning of a line, without the last line end."""

    start: int
    end: int
    is_sure: bool
    """It is one however the lists and quotations around it are read; none that is never closed."""


class Asides:
    """The asides of one text, of the wanted kinds."""

    def __init__(self, text: str, wanted: Collection[Aside]) -> None:
        text = _LONE_RETURN.sub("\n", text)
        read = {Aside.CODE: _code, Aside.QUOTES: _quotes}
        self._ends: dict[Aside, list[Extent]] = {}
        for aside in wanted:
            apart = self._ends[aside] = []
            for span in sorted(read[aside](text)):
                if apart and span.start < apart[-1].end:
                    apart[-1] = Extent(apart[-1].start, max(span.end, apart[-1].end))
                else:
                    apart.append(span)
        self._starts = {aside: [span.start for span in spans] for aside, spans in self._ends.items()}

    def hold(self, start: int, end: int, kinds: Collection[Aside]) -> bool:
        """Return whether one aside of these kinds holds the whole of a stretch."""
        for kind in kinds:
            at = bisect_right(self._starts[kind], start) - 1
            if at >= 0 and end <= self._ends[kind][at].end:
                return True
        return False


def fences(text: str) -> Iterator[Fence]:
    """Yield the blocks of fenced code, those in lists and quotations too; the last may stay open."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            if not (line["marks"][0] == "`" and "`" in line["rest"]):
                opened = line
            continue
        # It closes with such marks, as many or more and nothing behind them, where it stands no deeper.
        closes = line["marks"].startswith(opened["marks"]) and not line["rest"].strip()
        indent = line["before"]
        if closes and not indent.strip(" \t>") and _columns(indent) <= _columns(opened["before"]) + _DEEPEST:
            depth = _columns(opened["before"])
            is_sure = depth <= _DEEPEST and not opened["before"].strip() and not indent.strip()
            if is_sure and depth > 0:
                # It may be part of a list, and would end with it.
                inside = [each for each in text[opened.start() : line.start()].split("\n") if each.strip()]
                deep = all(_columns(each[: -len(each.lstrip())]) >= depth for each in inside)
                is_sure = deep and _columns(indent) == depth
            yield Fence(opened.start(), line.end(), is_sure)
            opened = None
    if opened is not None:
        yield Fence(opened.start(), len(text), is_sure=False)


def _columns(text: str) -> int:
    return len(text.expandtabs(4))


def gaps_between(spans: Iterable[tuple[int, int]], length: int) -> Iterator[Extent]:
    """Yield what lies before, between and behind spans that are in order and apart."""
    at = 0
    for start, end in spans:
        yield Extent(at, start)
        at = end
    yield Extent(at, length)


class _Ticks(NamedTuple):
    start: int
    end: int
    opens: int
    """How many backticks a code would begin with: a backslash takes the first away."""
    line: int
    paragraph: int


def _code(text: str) -> Iterator[Extent]:
    blocks: list[Extent] = []
    end = len(text)
    for start, until, is_sure in fences(text):
        if not is_sure:  # nor is anything behind it: what seems to open a block there may close one
            end = start
            break
        blocks.append(Extent(start, until))
    yield from blocks
    for gap in gaps_between(blocks, end):
        yield from _inline(list(_ticks(text, gap)))


def _ticks(text: str, gap: Extent) -> Iterator[_Ticks]:
    at, line, paragraph = gap.start, 0, 0
    for found in _TICKS.finditer(text, gap.start, gap.end):
        start, end = found.span()
        line += text.count("\n", at, start)
        paragraph += _BLANK_LINE.search(text, at, start) is not None
        before = start
        while before > at and text[before - 1] == "\\":
            before -= 1
        yield _Ticks(start, end, end - start - (start - before) % 2, line, paragraph)
        at = end


def _inline(runs: list[_Ticks]) -> Iterator[Extent]:
    """Return the code that begins and ends on one line.

    A paragraph in which a backtick stands alone has none: it might begin or end a code with one of another line.
    """
    ends = _ends(runs)
    codes: list[tuple[_Ticks, _Ticks]] = []
    unclear: set[int] = set()
    number = 0
    while number < len(runs):
        end = ends[number]
        if end is None:
            unclear.add(runs[number].paragraph)
            number += 1
        else:
            codes.append((runs[number], runs[end]))
            number = end + 1
    return (Extent(first.start, last.end) for first, last in codes if first.paragraph not in unclear)


def _ends(runs: list[_Ticks]) -> list[int | None]:
    """Return for each run that could begin a code the number of the one on the same line that would end it."""
    ends: list[int | None] = [None] * len(runs)
    following: dict[tuple[int, int], int] = {}
    for number in range(len(runs) - 1, -1, -1):
        run = runs[number]
        ends[number] = following.get((run.line, run.opens))
        following[run.line, run.end - run.start] = number
    return ends


def _quotes(text: str) -> Iterator[Extent]:
    yield from (Extent(*line.span()) for line in _QUOTE_LINE.finditer(text))
    yield from (Extent(*quoted.span()) for quoted in _CURVED.finditer(text))
    for line in _WITH_STRAIGHT.finditer(text):
        marks = [line.start() + at for at, character in enumerate(line[0]) if character == '"']
        if len(marks) % 2 == 0:
            for first, last in zip(marks[::2], marks[1::2], strict=True):
                before, inside, behind = text[first - 1 : first], text[first + 1 : last], text[last + 1 : last + 2]
                # They are placed like an opening and a closing mark.
                if not before.isalnum() and not behind.isalnum() and inside == inside.strip() != "":
                    yield Extent(first, last + 1)


_UNSEEN = regex.compile(r"[\p{Cf}\p{Default_Ignorable_Code_Point}]")
"""Zero-width spaces and joiners, soft hyphens, marks of direction, selectors of variants."""


class Folded(NamedTuple):
    """A folded text, which knows where each of its characters stood."""

    text: str
    places: Sequence[int]
    """For each character its place in the text that was folded, and behind them the length of that text."""

    def at(self, place: int) -> int:
        """Return where the first character from a place of the unfolded text on stands in the folded one."""
        return bisect_left(self.places, place)


def folded(text: str) -> Folded:
    """Fold a text, in time linear in it."""
    if unicodedata.is_normalized("NFKC", text) and _UNSEEN.search(text) is None:
        return Folded(text, range(len(text) + 1))
    kept = [(place, plain) for place, character in enumerate(text) if (plain := _plain(character))]
    return Folded("".join(plain for _, plain in kept), [*(place for place, _ in kept), len(text)])


@lru_cache(maxsize=8_192)
def _plain(character: str) -> str:
    if _UNSEEN.match(character):
        return ""
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character


class Belongs(StrEnum):
    PUBLIC = "public"
    THOUGHT = "thought"
    DELIMITER = "delimiter"
    """Private too: a tag, or what a regex matches around its group."""


class Taking(NamedTuple):
    """A stretch that a pattern takes: all from `start` to `end` is private, and from `first` to `last` it is a thought.

    What one pattern takes in a text is nested or apart. A tuple, for a hostile text has a hundred thousand of them.
    """

    order: int
    """The pattern's place in the list."""
    start: int
    first: int
    last: int
    end: int
    is_tag: bool = False
    """What is not thought are tags, which no thought has in it, whoever takes the stretch."""


class TextSpan(NamedTuple):
    """A stretch of the text."""

    start: int
    end: int
    belongs: Belongs


class Shares(NamedTuple):
    """The outcome of `assign_characters`."""

    strands: list[TextSpan]
    """The text from its beginning to its end."""
    thoughts: list[list[Extent]]
    """For each taking, those that end first and are inner first: what of it is its thought."""


def assign_characters(takings: Sequence[Taking], length: int) -> Shares:
    """Give each character to one taking: of two nested ones to the inner, of two that cross to the earlier pattern.

    In time linear in the takings (times the patterns), but for the sorting.
    """
    ordered = sorted(set(takings), key=lambda taking: (taking.end, -taking.start, taking.order))
    thoughts: dict[Taking, list[Extent]] = {taking: [] for taking in ordered}
    strands: list[TextSpan] = []
    for start, end, active in _stretches(ordered, length):
        owner: Taking | None = None
        for taking in active:
            if owner is None:
                owner = taking
                continue
            is_inside = owner.start <= taking.start and taking.end <= owner.end
            if is_inside and taking.end - taking.start < owner.end - owner.start:
                owner = taking
        belongs = Belongs.PUBLIC
        if owner is not None:
            around = (taking for taking in active if taking is owner or taking.is_tag)
            inside = all(taking.first <= start < taking.last for taking in around)
            belongs = Belongs.THOUGHT if inside else Belongs.DELIMITER
            if belongs is Belongs.THOUGHT:
                spans = thoughts[owner]
                if spans and spans[-1].end == start:
                    spans[-1] = Extent(spans[-1].start, end)
                else:
                    spans.append(Extent(start, end))
        if strands and strands[-1].belongs is belongs:
            strands[-1] = TextSpan(strands[-1].start, end, belongs)
        else:
            strands.append(TextSpan(start, end, belongs))
    return Shares(strands, list(thoughts.values()))


def merge_spans(takings: Iterable[Taking]) -> list[Extent]:
    """Return what is taken by any of them: in order and apart."""
    spans: list[Extent] = []
    for taking in sorted(takings, key=lambda taking: taking.start):
        if spans and taking.start <= spans[-1].end:
            spans[-1] = Extent(spans[-1].start, max(spans[-1].end, taking.end))
        else:
            spans.append(Extent(taking.start, taking.end))
    return spans


def _stretches(by_end: list[Taking], length: int) -> Iterator[tuple[int, int, list[Taking]]]:
    """Cut the text where anything begins or ends.

    Yields with each stretch the innermost taking of each pattern that has it, in the order of the list.
    """
    by_start = sorted(by_end, key=lambda taking: (taking.start, -taking.end))
    open_of: dict[int, list[Taking]] = {order: [] for order in sorted({taking.order for taking in by_end})}
    cuts = {0, length}
    for taking in by_end:
        cuts.update(taking[1:5])
    places = sorted(cuts)
    ended = begun = 0
    for start, end in pairwise(places):
        while ended < len(by_end) and by_end[ended].end <= start:
            open_of[by_end[ended].order].pop()
            ended += 1
        while begun < len(by_start) and by_start[begun].start <= start:
            open_of[by_start[begun].order].append(by_start[begun])
            begun += 1
        yield start, end, [stack[-1] for stack in open_of.values() if stack]


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
        containers = [tag for tag in self._tags.values() if tag.form is TagForm.CONTAINER]
        return _Stacks(containers, asides).read(self.marks(text), len(text))

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


FORMS = "<name>, [name], :::name, or a table with `regex` or `extractor`"
LONGEST_REGEX = 4_000
_LONGEST_SHOWN = 60

_BETWEEN = r"\s*(?:\.\.\.|…)?\s*"
_XML_NAME = r"[^\W\d][\w.:-]*"
_BRACKET_NAME = r"[^\s\[\]/](?:[^\[\]/\n]*[^\s\[\]/])?"
_WRITTEN = {
    TagForm.XML: re.compile(rf"<\s*({_XML_NAME})\s*>(?:{_BETWEEN}<\s*/\s*({_XML_NAME})\s*>)?"),
    TagForm.BRACKET: re.compile(rf"\[\s*({_BRACKET_NAME})\s*\](?:{_BETWEEN}\[\s*/\s*({_BRACKET_NAME})\s*\])?"),
    TagForm.CONTAINER: re.compile(rf":::+[ \t]*([^\W_][\w-]*)(?:{_BETWEEN}:::+())?"),
}
_FLAGS = {
    name: getattr(regex, name)
    for name in (*"IMSXAU", "IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII", "UNICODE")
}
_PROBES = ("", "\n", "Aa 1. \n\n<x> [y]\n")
"""What matches nothing in one of these would match between any two characters."""
_PROBE_SECONDS = 0.2


class TagConfig(Strict):
    tag: str
    """As a pattern that is a string alone."""
    not_in: tuple[Aside, ...] = ()
    """Where tags are words like any other."""


class RegexConfig(Strict):
    regex: str
    """As the package `regex` reads it. Its first group that takes part is the thought, and all of the match is
    private; without a group the match is the thought."""
    flags: str = "is"
    """Letters out of "imsxau", or names joined by "|", such as "IGNORECASE|DOTALL"."""
    not_in: tuple[Aside, ...] = ()


class ExtractorConfig(Strict):
    extractor: str
    """"package.module:Class", a `ThoughtExtractor` of the operator's own."""


PatternConfig = str | TagConfig | RegexConfig | ExtractorConfig


class ThoughtExtractor(Protocol):
    """A class of the operator's own that finds thoughts. Each side of a run makes one, without arguments."""

    def thoughts(self, reply: str) -> Iterable[tuple[int, int]]:
        """Return where thoughts begin and end in a whole reply (0-based; `reply[begin:end]` is private).

        Called once for each reply, in a thread, and never for two replies at once. It has to come to an end.
        """


@dataclass(frozen=True, slots=True)
class OwnRegex:
    """A regular expression of the operator's."""

    order: int
    compiled: regex.Pattern[str]
    not_in: frozenset[Aside]

    def __str__(self) -> str:
        written = " ".join(self.compiled.pattern.split())
        short = written if len(written) <= _LONGEST_SHOWN else f"{written[:_LONGEST_SHOWN]}…"
        return f"thought pattern {self.order + 1}, the regex {short},"


@dataclass(frozen=True, slots=True)
class OwnExtractor:
    """A class of the operator's, made."""

    order: int
    place: str
    made: ThoughtExtractor

    def __str__(self) -> str:
        return f"thought pattern {self.order + 1}, the class {self.place},"


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of one side, ready for use. May be shared between threads, but for the operator's own classes."""

    tags: TagReader | None = None
    regexes: tuple[OwnRegex, ...] = ()
    extractors: tuple[OwnExtractor, ...] = ()

    @classmethod
    def of(cls, configs: Sequence[PatternConfig]) -> Patterns:
        """Make the patterns; those that stand first go first. Classes are imported here.

        Raises ConfigurationError for a pattern that cannot be used, and names it.
        """
        tags: list[Tag] = []
        regexes: list[OwnRegex] = []
        extractors: list[OwnExtractor] = []
        for order, config in enumerate(configs):
            if isinstance(config, RegexConfig):
                regexes.append(_own_regex(order, config))
            elif isinstance(config, ExtractorConfig):
                made = own_class.load_own_class("extractor", config.extractor, ("thoughts",), "no arguments")
                extractors.append(OwnExtractor(order, config.extractor, made))
            else:
                tags.append(_tag(order, TagConfig(tag=config) if isinstance(config, str) else config))
        return cls(TagReader(tags) if tags else None, tuple(regexes), tuple(extractors))

    def __bool__(self) -> bool:
        return self.tags is not None or bool(self.regexes or self.extractors)


def _tag(order: int, config: TagConfig) -> Tag:
    written = folded(config.tag).text.strip()
    for form, pattern in _WRITTEN.items():
        if found := pattern.fullmatch(written):
            name, closing = found.groups()
            if closing and _same(name) != _same(closing):
                break
            return Tag(order, form, _same(name), frozenset(config.not_in))
    raise ConfigurationError(f"{config.tag!r} is not a thought pattern; the forms are {FORMS}")


def _same(name: str) -> str:
    return " ".join(name.split()).casefold()


def _own_regex(order: int, config: RegexConfig) -> OwnRegex:
    named = f"the regex {config.regex!r}"
    if len(config.regex) > LONGEST_REGEX:
        raise ConfigurationError(f"the regex {config.regex[:40]!r}... has more than {LONGEST_REGEX} characters")
    flags = 0
    for part in re.split(r"[|,\s]+", config.flags.strip()):
        name = re.sub(r"^(?:re|regex)\.", "", part, flags=re.IGNORECASE).upper()
        for flag in (name,) if name in _FLAGS else name:
            if flag not in _FLAGS:
                raise ConfigurationError(f"{named} has the flags {config.flags!r}; known are {', '.join(_FLAGS)}")
            flags |= _FLAGS[flag]
    try:
        compiled = regex.compile(config.regex, flags)
        empty = any(
            found.start() == found.end()
            for probe in _PROBES
            for found in compiled.finditer(probe, timeout=_PROBE_SECONDS)
        )
    except (regex.error, ValueError, OverflowError, RecursionError, TimeoutError) as error:
        raise ConfigurationError(f"{named} cannot be used: {error}") from error
    if empty:
        raise ConfigurationError(f"{named} matches where nothing stands; it has to match at least a character")
    return OwnRegex(order, compiled, frozenset(config.not_in))


_LONGEST_TAG = 200
"""Characters; what is longer is shown before it ends."""
_UNFINISHED = re.compile(
    r"(?:\\?+<[^<>]*+|\\?+\[[^\[\]]*+|\\|(?:(?<=\n)[ \t>]*+)?:++[ \t]*+[\w-]*+[ \t\r]*+|(?<=\n)[ \t>]++)\Z"
)


class Shade(NamedTuple):
    text: str
    is_thought: bool
    """Tags too."""


class Dimming:
    """Tell which words of a reply are thoughts while it comes in: for the operator's own screen, and for nothing else.

    Only tags are looked for, wherever they are: regexes, and a closing whose opening never came, are known at the end.
    """

    def __init__(self, patterns: Patterns) -> None:
        self._tags = patterns.tags
        self._text = "\n"
        """The last character that was shown and has a width, and what may be the beginning of a tag."""
        self._open: Counter[Tag] = Counter()
        self._containers: list[TagMark] = []

    def heard(self, piece: str) -> list[Shade]:
        """Return what can be shown now; the end of it may wait for what comes next."""
        self._text += piece
        plain = folded(self._text)
        unfinished = _UNFINISHED.search(plain.text, max(1, len(plain.text) - _LONGEST_TAG)) if self._tags else None
        return self._shown(len(self._text) if unfinished is None else plain.places[unfinished.start()])

    def ended(self) -> list[Shade]:
        """Return what was waiting when the reply ended."""
        return self._shown(len(self._text))

    def _shown(self, end: int) -> list[Shade]:
        text, end = self._text, max(1, end)
        shades = list(self._shades(end))
        plain = folded(text)
        self._text = text[plain.places[plain.at(end) - 1]] + text[end:]
        return [shade for shade in shades if shade.text]

    def _shades(self, end: int) -> Iterator[Shade]:
        at = 1
        for mark in self._tags.marks(self._text, 1, end) if self._tags else ():
            yield Shade(self._text[at : mark.start], self._is_thought())
            was_thought = self._is_thought()
            if mark.colons:
                if mark.opens:
                    self._containers.append(mark)
                elif self._containers and self._containers[-1].colons <= mark.colons:
                    self._containers.pop()
            elif mark.tag is not None:
                self._open[mark.tag] = max(0, self._open[mark.tag] + mark.opens - mark.closes)
            yield Shade(self._text[mark.start : mark.end], was_thought or self._is_thought() or mark.tag is not None)
            at = mark.end
        yield Shade(self._text[at:end], self._is_thought())

    def _is_thought(self) -> bool:
        return any(self._open.values()) or any(mark.tag is not None for mark in self._containers)
