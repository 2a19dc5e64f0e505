"""By what a side's thoughts are known: what a configuration says, and what is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import regex
from pydantic import BaseModel, ConfigDict

from core.contracts import own_class
from core.contracts.errors import ConfigurationError
from core.features.chamber.code_and_quotes import Aside
from core.features.chamber.folding import folded
from core.features.chamber.thought_tags import Tag, TagForm, TagReader

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
    "I": regex.IGNORECASE,
    "M": regex.MULTILINE,
    "S": regex.DOTALL,
    "X": regex.VERBOSE,
    "A": regex.ASCII,
    "U": regex.UNICODE,
    "IGNORECASE": regex.IGNORECASE,
    "MULTILINE": regex.MULTILINE,
    "DOTALL": regex.DOTALL,
    "VERBOSE": regex.VERBOSE,
    "ASCII": regex.ASCII,
    "UNICODE": regex.UNICODE,
}
_PROBES = ("", "\n", "Aa 1. \n\n<x> [y]\n")
"""What matches nothing in one of these would match between any two characters."""
_PROBE_SECONDS = 0.2


class TagConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    tag: str
    """As a pattern that is a string alone."""
    not_in: tuple[Aside, ...] = ()
    """Where tags are words like any other."""


class RegexConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    regex: str
    """As the package `regex` reads it. Its first group that takes part is the thought, and all of the match is
    private; without a group the match is the thought."""
    flags: str = "is"
    """Letters out of "imsxau", or names joined by "|", such as "IGNORECASE|DOTALL"."""
    not_in: tuple[Aside, ...] = ()


class ExtractorConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
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
    """In the list of patterns, from 0."""
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
    """In the list of patterns, from 0."""
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
    raise ConfigurationError(f"{config.tag!r} is no pattern of thoughts; the forms are {FORMS}")


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
