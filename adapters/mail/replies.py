"""Separate what somebody wrote in a reply from the quotation and signature below it. Pure.

It cuts only what looks like a quotation or like a signature a program has made, never a closing such as "Love, Anna",
and it hands out what it cut. It knows the message that is answered, so that words which are not in there stay with the
writer where mail programs set no marks. docs/mail.md has the figures that this was chosen by.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

from core.languages.lexicon import any_of, entries

AREA: Final = "mail"
_LONGEST_ATTRIBUTION: Final = 4
"""Lines that the words before a quotation are wrapped into, at most."""
_LONGEST_SIGNATURE: Final = 8
"""Lines under "--" that are taken for a signature; a longer text is the writer's."""
_WRAPPED_AT: Final = 60
"""Characters from which on a line may have been wrapped by a mail program."""
_WIDTH: Final = 72
_QUOTED: Final = re.compile(r"\s{0,3}>")
_SIGNS: Final = re.compile(r"-- ?|—|__+")
_DATED: Final = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\d{1,2}[./]\d{1,2}")
_BY_ADDRESS: Final = re.compile(r".{4,200}\d{1,2}[:.]\d{2}.{0,120}<[^<>\s@]+@[^<>\s@]+>:")
"""The words before a quotation in some languages of Gmail, which have no verb."""
_FLAGS: Final = re.IGNORECASE | re.DOTALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A mail's words, each of them in one of both."""

    kept: str
    """What its writer says."""
    cut: str
    """What was taken for a quotation or a signature, in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shapes:
    wrote: re.Pattern[str]
    original: re.Pattern[str]
    sender: re.Pattern[str]
    head: re.Pattern[str]
    sent_from: re.Pattern[str]


@cache
def _shapes() -> _Shapes:
    names = rf"(?:{any_of(AREA, 'from')}|{any_of(AREA, 'heads')})"
    return _Shapes(
        wrote=re.compile(rf"(?:{'|'.join(entries(AREA, 'wrote'))})", _FLAGS),
        original=re.compile(rf"[-_*=\s]*{any_of(AREA, 'original')}[-_*=\s]*", _FLAGS),
        sender=re.compile(rf"[*\s]*{any_of(AREA, 'from')}\s?:[*\s]*\S.*", _FLAGS),
        head=re.compile(rf"[*\s]*{names}\s?:.*", _FLAGS),
        sent_from=re.compile(rf"[-\s]*{any_of(AREA, 'sent_from')}", _FLAGS),
    )


def prepare() -> None:
    """Read every word list: afterwards no file is opened."""
    _shapes()


def split_reply(text: str, *, answered: str = "") -> Reply:
    """Split the plain text of a mail. `answered`: the words of our message that it replies to, as far as known."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").split("\n")]
    ours = _squeezed(answered)
    cut = _quotations(lines, ours)
    _cut_signature(lines, cut)
    kept = "\n".join("" if number in cut else line for number, line in enumerate(lines))
    dropped = "\n".join(lines[number] for number in sorted(cut))
    kept = re.sub(r"\n{3,}", "\n\n", kept).strip()
    reply = Reply(kept=kept, cut=dropped.strip("\n"))
    return reply if _has_every_word(text, reply) else Reply(kept=text.strip(), cut="")


def unwrap(text: str) -> str:
    """Join the lines that a mail program broke at its margin; paragraphs and short lines stay."""
    found: list[str] = []
    last, wrapped = "", False
    for line in text.split("\n"):
        first = line.split(" ", 1)[0]
        plain = bool(line) and line[0] not in " \t-*•–—>#"
        if wrapped and plain and len(last) + 1 + len(first) > _WIDTH:
            found[-1] += f" {line}"
        else:
            found.append(line)
        last = line
        wrapped = plain and _WRAPPED_AT <= len(line) <= _WIDTH + 10
    return "\n".join(found)


def unquoted_rest(cut: str, *, answered: str, names: tuple[str, ...]) -> str:
    """Return what was cut without the words of our own message and the line that names us: what is worth showing."""
    ours, shown = _squeezed(answered), list[str]()
    lines = cut.split("\n")
    bare = [line.strip("> \t") for line in lines]
    number = 0
    while number < len(lines):
        end = _attribution_end(lines, number) or _attribution_end(bare, number)
        about = "\n".join(lines[number:end]).lower() if end is not None else ""
        if end is not None and any(name and name.lower() in about for name in names):
            number = end
            continue
        words = _squeezed(bare[number])
        if words and words not in ours:
            shown.append(lines[number].strip())
        number += 1
    return "\n".join(shown)


def _quotations(lines: list[str], ours: str) -> set[int]:
    """Return the numbers of the lines that quote."""
    cut: set[int] = set()
    number = 0
    while number < len(lines):
        if (end := _attribution_end(lines, number)) is not None:
            following = _next_filled(lines, end)
            if following < len(lines) and _QUOTED.match(lines[following]):
                cut.update(range(number, following))
                number = following
                while number < len(lines) and (not lines[number] or _QUOTED.match(lines[number])):
                    cut.add(number)
                    number += 1
                continue
            cut.update(range(number, _end_of_unmarked(lines, end, ours)))
            number = max(cut) + 1
            continue
        if _QUOTED.match(lines[number]):
            end = number
            while end < len(lines) and _QUOTED.match(lines[end]):
                end += 1
            if not ours or _is_ours(lines[number:end], ours) or _has_attribution(lines[number:end]):
                cut.update(range(number, end))
            number = end
            continue
        number += 1
    return cut


def _attribution_end(lines: list[str], start: int) -> int | None:
    """Return where the words before a quotation end that begin at a line; None where none do."""
    if not lines[start] or _QUOTED.match(lines[start]):
        return None
    shapes = _shapes()
    if _is_bar(lines[start]) and shapes.original.fullmatch(lines[start]):
        return _heads_end(lines, start + 1)
    if re.fullmatch(r"_{20,}", lines[start].strip()):
        heads = _heads_end(lines, _next_filled(lines, start + 1))
        return heads if heads - start > 2 else None
    if shapes.sender.fullmatch(lines[start]):
        heads = _heads_end(lines, start)
        return heads if heads - start >= 3 else None
    for end in range(start + 1, min(start + _LONGEST_ATTRIBUTION, len(lines)) + 1):
        if not lines[end - 1]:
            return None
        joined = re.sub(r"\s+", " ", " ".join(line.strip() for line in lines[start:end]))
        if shapes.wrote.fullmatch(joined) or _BY_ADDRESS.fullmatch(joined):
            # The writer's last line may stand right above it.
            begins_below = any(_is_attribution(lines[later:end]) for later in range(start + 1, end))
            return end if not begins_below and _is_certain(joined, lines, end) else None
    return None


def _is_attribution(lines: list[str]) -> bool:
    """Return whether these lines are the whole of one, with its date."""
    joined = re.sub(r"\s+", " ", " ".join(line.strip() for line in lines))
    is_one = _shapes().wrote.fullmatch(joined) or _BY_ADDRESS.fullmatch(joined)
    return is_one is not None and _DATED.search(joined) is not None


def _is_bar(line: str) -> bool:
    """Return whether a program has drawn something around the words of a line."""
    return len(re.findall(r"[-_*=]", line)) >= 2 or line.rstrip().endswith(":")


def _is_certain(attribution: str, lines: list[str], end: int) -> bool:
    """Return whether a program wrote this: it has an address or a date, and mostly a quotation follows."""
    following = _next_filled(lines, end)
    quotes = following < len(lines) and _QUOTED.match(lines[following]) is not None
    has_address = "@" in attribution
    has_date = _DATED.search(attribution) is not None
    return has_address or (has_date and quotes) or (quotes and re.search(r"\d", attribution) is not None)


def _heads_end(lines: list[str], start: int) -> int:
    """Return where the lines at the head of a quoted message end; a long one may go on below."""
    number = start
    while number < len(lines) and lines[number]:
        if not _shapes().head.fullmatch(lines[number]) and not (number > start and "@" in lines[number]):
            break
        number += 1
    return number


def _end_of_unmarked(lines: list[str], start: int, ours: str) -> int:
    """Return where a quotation without marks ends: with our last line, where it has any, else with the mail."""
    if not ours:
        return len(lines)
    last = start
    for number in range(start, len(lines)):
        bare = lines[number].strip("> \t")
        if len(bare) > 1 and _squeezed(bare) in ours:
            last = number + 1
    return last if last > start else len(lines)


def _cut_signature(lines: list[str], cut: set[int]) -> None:
    """Cut the block under "--", and the line of a telephone, at the end of what is kept."""
    left = [number for number in range(len(lines)) if number not in cut and lines[number]]
    bar = next((number for number in reversed(left) if lines[number].strip() == "--" or lines[number] == "-- "), None)
    if bar is not None and bar != left[0] and len([n for n in left if n > bar]) <= _LONGEST_SIGNATURE:
        cut.update(number for number in left if number >= bar)
        left = [number for number in left if number < bar]
    while len(left) > 1 and _shapes().sent_from.fullmatch(lines[left[-1]].strip()):
        cut.add(left.pop())
        if len(left) > 1 and _SIGNS.fullmatch(lines[left[-1]].strip()):
            cut.add(left.pop())


def _is_ours(quoted: list[str], ours: str) -> bool:
    """Return whether most words of a quotation are those of the message that is answered."""
    bare = [line.strip("> \t") for line in quoted]
    known = sum(len(line) for line in bare if _squeezed(line) in ours)
    return 2 * known >= sum(len(line) for line in bare)


def _has_attribution(quoted: list[str]) -> bool:
    bare = [line.strip("> \t") for line in quoted]
    return any(_attribution_end(bare, number) is not None for number, line in enumerate(bare) if line)


def _next_filled(lines: list[str], start: int) -> int:
    while start < len(lines) and not lines[start]:
        start += 1
    return start


def _squeezed(text: str) -> str:
    """Return the letters and figures alone, in lower case: programs wrap and decorate what they quote."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _has_every_word(text: str, reply: Reply) -> bool:
    written = Counter(text.replace("\0", "").split())
    return not written - Counter(reply.kept.split()) - Counter(reply.cut.split())
