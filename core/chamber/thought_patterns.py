"""By what a side's thoughts are known: what a configuration says, and what is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex
from pydantic import BaseModel, ConfigDict

from core.chamber.asides import Aside
from core.chamber.thought_tags import Form, Tag, TagReader
from core.contracts.errors import ConfigurationError

FORMS = "<name>, [name], :::name, or a table with `regex`"
LONGEST_REGEX = 4_000

_BETWEEN = r"\s*(?:\.\.\.|…)?\s*"
_XML_NAME = r"[^\W\d][\w.:-]*"
_BRACKET_NAME = r"[^\s\[\]/](?:[^\[\]/\n]*[^\s\[\]/])?"
_WRITTEN = {
    Form.XML: re.compile(rf"<\s*({_XML_NAME})\s*>(?:{_BETWEEN}<\s*/\s*({_XML_NAME})\s*>)?"),
    Form.BRACKET: re.compile(rf"\[\s*({_BRACKET_NAME})\s*\](?:{_BETWEEN}\[\s*/\s*({_BRACKET_NAME})\s*\])?"),
    Form.CONTAINER: re.compile(rf":::+[ \t]*([^\W_][\w-]*)(?:{_BETWEEN}:::+())?"),
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


PatternConfig = str | TagConfig | RegexConfig


@dataclass(frozen=True, slots=True)
class OwnRegex:
    """A regular expression of the operator's."""

    order: int
    """In the list of patterns, from 0."""
    compiled: regex.Pattern[str]
    not_in: frozenset[Aside]


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of one side, ready for use; may be shared between threads."""

    tags: TagReader | None = None
    regexes: tuple[OwnRegex, ...] = ()

    @classmethod
    def of(cls, configs: Sequence[PatternConfig]) -> Patterns:
        """Those that stand first go first. Raises ConfigurationError for one that cannot be used, and names it."""
        tags: list[Tag] = []
        regexes: list[OwnRegex] = []
        for order, config in enumerate(configs):
            if isinstance(config, RegexConfig):
                regexes.append(_own_regex(order, config))
            else:
                tags.append(_tag(order, TagConfig(tag=config) if isinstance(config, str) else config))
        return cls(TagReader(tags) if tags else None, tuple(regexes))

    def __bool__(self) -> bool:
        return self.tags is not None or bool(self.regexes)


def _tag(order: int, config: TagConfig) -> Tag:
    written = config.tag.strip()
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
    for flag in _flags(config.flags):
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


def _flags(written: str) -> Iterator[str]:
    for part in re.split(r"[|,\s]+", written.strip()):
        name = re.sub(r"^(?:re|regex)\.", "", part, flags=re.IGNORECASE).upper()
        if name in _FLAGS:
            yield name
        else:
            yield from name if set(name) <= _FLAGS.keys() else (name,)
