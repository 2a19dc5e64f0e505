"""Read the quotes in an Inkwell folder: lines with somebody's words, and lines that say whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.interviews.podcast.formats.front_matter import is_rule, parse_heading, strip_markup
from core.interviews.podcast.sources.material import Quote
from core.interviews.podcast.sources.pieces import tidy_line
from core.languages import fold
from core.languages.lexicon import entries

_TIME = r"[\[(]\s*([^\[\]()]{1,40})\s*[\])]"
_DASHED = re.compile(r"(?:[—–―]|--?)\s*(\S.*)")
_WHOSE = re.compile(rf"(.{{1,80}}?)[,:]?\s*(?:{_TIME}|\bat\s+([\d:]{{3,10}})|[,@]\s*([\d:]{{3,10}}))?")
_FIELD = re.compile(r"(?:[-*+]\s+)?\*\*([^*:\n]{1,30}):?\*\*\s*:?\s*(.*)")
ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+(.+)")
_IN_MARKS = re.compile(r"[*_]{0,2}([\"“«„].{1,2000}[\"”»“])[*_]{0,2}\s*(.*)")
_OPENING, _CLOSING = '"“„«', '"”“»'
_SPEAKER = entries("podcast", "quote_speaker")
_WHEN = entries("podcast", "quote_time")
_NOBODY = frozenset({"unknown", "n/a", "none", "unknown speaker", ""})
_LONGEST = 100
"""Characters of a line that says whose words stand above it."""


def read_quotes(text: str) -> tuple[Quote, ...]:
    """Return the quotes of a `quotes.md` without its front matter, each once.

    They are written in block quotes, with the speaker in the last line of each, behind a dash below it, or under
    `**Speaker:**`; or in a list, in quotation marks.
    """
    lines = [line.strip() for line in text.splitlines()]
    found = list(_blocks(lines))
    for line in () if found else lines:
        item = ITEM.fullmatch(line[:4_000])
        match = _IN_MARKS.fullmatch(item[1] if item else line[:4_000])
        if match:  # `- "words" — Speaker (time)`
            speaker, time = _whose(match[2]) or ("", "")
            found.append(_quote([match[1]], speaker, time))
    return tuple({quote.text.casefold(): quote for quote in reversed(found) if quote.text}.values())[::-1]


@dataclass(slots=True)
class _Block:
    words: list[str] = field(default_factory=list)
    speaker: str = ""
    time: str = ""
    over: bool = False
    """Its words are all there: only whose they are may follow."""

    def quote(self) -> Quote:
        return _quote(self.words, self.speaker, self.time)


def _blocks(lines: Iterable[str]) -> Iterator[Quote]:
    block = _Block()
    for line in lines:
        inside = line.startswith(">")
        flat = line.lstrip("> \t") if inside else line
        if block.words and (whose := _whose(flat)):
            block.speaker, block.time = whose
            block.over = True
        elif inside and flat:
            before = block.words
            # The quote before it is closed, and this line opens one.
            opens = before and before[-1][-1] in _CLOSING and before[0][0] in _OPENING and flat[0] in _OPENING
            if block.over or opens:
                yield block.quote()
                block = _Block()
            block.words.append(flat)
        elif block.words and not inside:
            block.over = True
            told = _FIELD.fullmatch(flat)
            name, value = (fold(told[1].strip()), tidy_line(strip_markup(told[2]))) if told else ("", "")
            if name in _SPEAKER:
                block.speaker = _somebody(value)
            elif name in _WHEN:
                block.time = value.strip("[]()")[:40]
            if parse_heading(flat)[0] or is_rule(flat):
                yield block.quote()
                block = _Block()
    if block.words:
        yield block.quote()


def _whose(line: str) -> tuple[str, str] | None:
    """Return speaker and time of `— **Speaker** (time)`; None for what are words themselves."""
    dashed = _DASHED.fullmatch(line)
    if dashed is None or len(line) > _LONGEST:
        return None
    flat = tidy_line(strip_markup(dashed[1]))
    match = _WHOSE.fullmatch(flat)
    if match is None or flat[-1] in ".!?…" or not any(map(str.isalpha, match[1])):
        return None
    return _somebody(match[1]), tidy_line(match[2] or match[3] or match[4] or "")


def _quote(words: list[str], speaker: str, time: str) -> Quote:
    text = tidy_line(strip_markup(" ".join(words)))
    if text[:1] in _OPENING and text[-1:] in _CLOSING:
        text = text.strip('"“”„«» \t')
    return Quote(text=text, speaker=speaker, time=time)


def _somebody(name: str) -> str:
    flat = name.strip("*_ \t,:")
    return "" if flat.casefold() in _NOBODY else flat[:80]
