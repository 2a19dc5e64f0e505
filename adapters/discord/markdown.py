"""Write Discord's Markdown so that words stay words, and only our own spans are markup. Pure.

Discord reads every message as Markdown and has no other way to style one. A backslash before a sign makes it plain,
except within a web address, where it would be shown, and within code. What only counts at the beginning of a line
(headings, lists, quotes) is made plain at each place that may be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from core.contracts.messages import Span, Style
from core.delivery.fitting import replace_surrogates, split_text, utf16_length

ELLIPSIS: Final = "…"
FENCE: Final = "```"
_BOLD: Final = 1
_ITALIC: Final = 2
_CODE: Final = 4
_QUOTE: Final = 8
_EMPHASIS: Final = _BOLD | _ITALIC
_BITS: Final = {Style.BOLD: _BOLD, Style.ITALIC: _ITALIC, Style.CODE: _CODE, Style.QUOTE: _QUOTE}
_MARKERS: Final = {0: "", _BOLD: "**", _ITALIC: "*", _EMPHASIS: "***", _CODE: "`"}

_LONE_RETURN: Final = re.compile(r"\r(?!\n)")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SPECIAL: Final = re.compile(
    r"""[\\*_`]               # escapes, emphasis, underline, code
    | <(?=\S)                 # mentions, custom emoji, times, addresses in brackets
    | ~(?=~) | (?<=~)~        # struck through
    | \|(?=\|) | (?<=\|)\|    # spoiler
    | (?<=\])\(               # masked link
    | :(?=[^\s:]+:)           # emoji by their names
    | @(?=everyone|here)
    | (?<=[A-Za-z]):(?=/)     # an address, unless it is left whole
    """,
    re.VERBOSE,
)
_LINE_START: Final = re.compile(
    r"""[\s\u200b-\u200f\u2060\ufeff]*
    (?: (?P<signs> \#+ | >+ | -\#+ | [-+] )
      | [0-9]+ (?P<point> [.)] ) )
    (?=\s|\Z)
    """,
    re.VERBOSE,
)
"""Headings, quotes, small print, lists."""
_ADDRESS: Final = re.compile(r"""(?<!\w)https?://[^\s<]+[^<.,:;"'\]\s]""")
"""The addresses that Discord itself recognises."""
_BLANK: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + "\ufeff"
"""White space as Python and JavaScript know it."""
_NO_CODE: Final = re.compile(r"`|\]\(")
"""Signs that would end the code, or make a link with a bracket before it."""
_TO_SPACE: Final = re.compile(r"\S*")
_SOUND: Final = re.compile(r"(?:[A-Za-z0-9._:/?#@!$&'()+,;=%-]|~(?!~))+")
"""An address in which nothing could end a style around it, and which Discord shows letter by letter."""


def replace_unsendable(text: str) -> str:
    """Replace characters that no message can hold, one for one, so that positions stay right."""
    return _CONTROL.sub(" ", _LONE_RETURN.sub("\n", replace_surrogates(text)))


def single_line_label(label: str, limit: int) -> str:
    """Return a label on one line of at most `limit` UTF-16 units, never empty. Discord reads no markup there."""
    words = " ".join(replace_unsendable(label).split())
    if utf16_length(words) <= limit:
        return words or ELLIPSIS
    _, end = split_text(words, limit - utf16_length(ELLIPSIS))[0]
    return words[:end] + ELLIPSIS


def escape_discord(text: str) -> str:
    """Return the content of a message that shows exactly this text; plain https:// addresses stay clickable."""
    return render_discord(text, (), 0, len(text))


def render_discord(text: str, spans: Iterable[Span], start: int, end: int) -> str:
    """Return the content of a message that shows `text[start:end]` with the parts of the spans in it.

    The stretch is a message of its own: whatever is styled begins and ends in it, and on each of its lines. A quotation
    that begins or ends within a line gets a line of its own. Of two styles that touch without a space between them
    only what they share is kept, since Discord would not tell them apart. Code that has lines of its own and nothing
    in it that would end the block is a block; other code of that style stays plain words.
    """
    piece = replace_unsendable(text[start:end])
    spans = tuple(spans)
    shown, at = "", 0
    for first, last in _blocks(piece, spans, start):
        shown += f"{_words(piece[at:first], spans, start + at)}{FENCE}\n{piece[first:last]}\n{FENCE}"
        at = last
    return shown + _words(piece[at:], spans, start + at)


def _blocks(piece: str, spans: Iterable[Span], start: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches that can be blocks of code, in order, without the blank lines at their edges."""
    at = 0
    for span in sorted(spans, key=lambda each: each.start):
        if span.style is not Style.BLOCK:
            continue
        first, last = max(at, span.start - start), min(len(piece), span.end - start)
        words = piece[first:last] if first < last else ""
        first, last = first + len(words) - len(words.lstrip("\n")), last - len(words) + len(words.rstrip("\n"))
        is_whole = piece[max(0, first - 1) : first] in {"", "\n"} and piece[last : last + 1] in {"", "\n"}
        if words.strip() and is_whole and FENCE not in words:
            yield first, last
            at = last


def _words(piece: str, spans: Iterable[Span], start: int) -> str:
    """Render words outside blocks of code; `start` is their place in the text that the spans are counted in."""
    styles = _styles(piece, spans, start)
    lines: list[str] = []
    at = 0
    for line in piece.split("\n"):
        for quoted, first, last in _segments(piece, styles, at, at + len(line)):
            lines.append("> " * quoted + _line(piece[first:last], styles[first:last]))
        at += len(line) + 1
    return "\n".join(lines)


def _styles(piece: str, spans: Iterable[Span], start: int) -> list[int]:
    """Return the styles of each character; a span ends where its words end."""
    styles = [0] * len(piece)
    for span in spans:
        first, last = max(0, span.start - start), max(0, span.end - start)
        words = piece[first:last]
        first += len(words) - len(words.lstrip())
        for index in range(first, first + len(words.strip())):
            styles[index] |= _BITS.get(span.style, 0)
    return styles


def _segments(piece: str, styles: Sequence[int], first: int, last: int) -> Iterator[tuple[bool, int, int]]:
    """Yield the parts of a line: whether a part is quoted, and from where to where it goes."""
    if not piece[first:last].strip():
        within = first > 0 and last < len(piece) and styles[first - 1] & styles[last] & _QUOTE
        yield bool(within), first, first if within else last
        return
    for quoted, begin, end in _runs(styles, first, last, lambda style: style & _QUOTE):
        words = piece[begin:end]
        if words.strip():
            yield (
                bool(quoted),
                begin if begin == first else end - len(words.lstrip()),
                end if end == last else begin + len(words.rstrip()),
            )


def _runs(
    styles: Sequence[int], first: int, last: int, kind: Callable[[int], int] = int
) -> Iterator[tuple[int, int, int]]:
    """Yield the longest stretches of the same kind: the kind, and from where to where it goes."""
    at = first
    for key, run in groupby(styles[first:last], kind):
        begin, at = at, at + len(list(run))
        yield key, begin, at


def _line(line: str, styles: Sequence[int]) -> str:
    marks = {found.start() for found in _SPECIAL.finditer(line)} | set(_line_start(line))
    shown = ""
    for style, begin, end in _runs(_settled(line, styles), 0, len(line)):
        words = line[begin:end]
        if style != _CODE:
            plain = marks | {begin + index for index in _line_start(words)} if style else marks
            plain = plain - set(_addresses(line, begin, end, plain))
            words = "".join("\\" * (begin + index in plain) + character for index, character in enumerate(words))
        shown += _MARKERS[style] + words + _MARKERS[style]
    return shown


def _settled(line: str, styles: Sequence[int]) -> list[int]:
    """Return styles that Markdown can express: no white space at their edges, none that touches another."""
    settled = [0] * len(line)
    possible = [_CODE if style & _CODE else style & _EMPHASIS for style in styles]
    for style, begin, end in _runs(possible, 0, len(line)):
        words = line[begin:end]
        if style & _CODE and _NO_CODE.search(words):
            style = 0
        first = end - len(words.lstrip(_BLANK))
        last = begin + len(words.rstrip(_BLANK))
        settled[first:last] = [style] * (last - first)
    for emphatic, begin, end in list(_runs(settled, 0, len(line), lambda style: bool(style & _EMPHASIS))):
        if emphatic:
            shared = _EMPHASIS
            for style in settled[begin:end]:
                shared &= style
            settled[begin:end] = [shared] * (end - begin)
    return settled


def _line_start(line: str) -> Sequence[int]:
    found = _LINE_START.match(line)
    if not found:
        return ()
    return range(*found.span("signs")) if found["signs"] else range(*found.span("point"))


def _addresses(line: str, begin: int, end: int, marks: set[int]) -> Iterator[int]:
    """Yield the positions of the addresses in `line[begin:end]` that are left whole.

    For Discord an address continues until the next white space, so there may be no backslash and no markup up to there.
    """
    for found in _ADDRESS.finditer(line, begin, end):
        whole = _TO_SPACE.match(line, found.end())
        stop = whole.end() if whole else found.end()
        if stop <= end and _SOUND.fullmatch(found[0]) and marks.isdisjoint(range(found.end(), stop)):
            yield from range(*found.span())
