"""Quote words of others in a prompt: always in a tag, which no text can close, and never longer than their room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from core.contracts.session import Entry, Role

_TAGS = re.compile(r"<[^<>]*>?")
_LONGEST_NAME = 60
LONGEST_QUESTION = 300
"""Characters of what somebody else has a person asked."""


def quote_in_tag(tag: str, text: str, **attributes: object) -> str:
    """Return `<tag attribute="...">text</tag>` with everything of `text` and of the attributes escaped."""
    # Most are the numbers of lines, of which a turn quotes dozens.
    written = {
        name.rstrip("_"): f'"{value}"' if type(value) is int else quoteattr(str(value))
        for name, value in attributes.items()
    }
    attrs = "".join(f" {name}={value}" for name, value in written.items())
    return f"<{tag}{attrs}>{escape(text)}</{tag}>"


def shorten_middle(text: str, limit: int) -> str:
    """Return about `limit` characters at most: of a longer text its beginning and end, the gap marked with its size."""
    if len(text) <= limit:
        return text
    head = limit * 3 // 5
    tail = limit - head
    gap = len(text) - head - tail
    return f"{text[:head].rstrip()} [… {gap} characters left out …] {text[-tail:].lstrip()}"


def one_line(text: str) -> str:
    """Return text without line breaks and without characters that nobody sees."""
    seen = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(seen.split())


def said_by_another(tag: str, text: str, by: str, limit: int, **attributes: object) -> str:
    """Quote words of somebody else than the person under the name `by`: one line, without tags of their own."""
    name, words = (cut_to_line(_TAGS.sub(" ", each), most) for each, most in ((by, _LONGEST_NAME), (text, limit)))
    return quote_in_tag(tag, words, **attributes, by=name)


def cut_to_line(text: str, limit: int) -> str:
    """Return one line of at most `limit` characters, ending with a sentence (in its second half), else with a word."""
    # No more is looked at than could be needed, so that a text of any length costs the same.
    flat = one_line(text[: 4 * max(limit, 0) + 100])
    if len(flat) <= limit:
        return flat
    begun = flat[: max(0, limit - 2)]
    end = max(begun.rfind(mark) for mark in (". ", "! ", "? ", "… ", "。"))
    if end > limit // 2:
        return begun[: end + 1]
    return f"{begun.rsplit(' ', 1)[0].rstrip('.,;:')} …" if begun else ""


def plain_tag(language: str) -> str:
    """Return the tag of a language as a prompt names it: letters and hyphens, wherever it came from."""
    return re.sub(r"[^A-Za-z-]", "", language)[:12] or "en"


_LEAST = 40
"""Characters under which a piece of a transcript is not worth its tag."""
_ENTRY_ROOMS = (8_000, 4_000, 2_000, 1_000, 600, 360, 240)
"""Longest line of a transcript, tried in turn until the whole fits."""
_GAP = "[… lines left out …]"


def quote_to_fit(tag: str, text: str, room: int, **attributes: object) -> str:
    """Quote `text` in at most `room` characters, tag and escapes included; empty where there is no room for it."""
    whole = quote_in_tag(tag, text, **attributes)
    if len(whole) <= room:
        return whole
    limit = min(len(text), room)
    while limit >= _LEAST:
        whole = quote_in_tag(tag, shorten_middle(text, limit), **attributes)
        if len(whole) <= room:
            return whole
        limit = min(limit - 8, limit * room // len(whole))
    return ""


def quoted_list(tag: str, items: Iterable[str], room: int) -> str:
    """Put the items that fit into a tag; nothing at all where there are none."""
    kept = parts_that_fit(items, room - 2 * len(tag) - 7)
    return "\n".join([f"<{tag}>", *kept, f"</{tag}>"]) if kept else ""


def quoted_transcript(entries: Sequence[Entry], room: int) -> str:
    """Quote every line, long ones shortened as far as needed; of a transcript that is still too long, the two ends."""
    live = [entry for entry in entries if not entry.withdrawn]
    lines: list[str] = []
    for longest in _ENTRY_ROOMS:
        lines = []
        for entry in live:
            if entry.asker:
                line = said_by_another("family_asks", entry.text, entry.asker, LONGEST_QUESTION, seq=entry.seq)
            else:
                tag = "person" if entry.role is Role.PERSON else "interviewer"
                line = quote_to_fit(tag, entry.text, longest, seq=entry.seq)
            lines += [line] if line else []
        if sum(len(line) + 1 for line in lines) <= room:
            return "\n".join(lines)
    half = (room - len(_GAP) - 2) // 2
    return "\n".join([*parts_that_fit(lines, half), _GAP, *reversed(parts_that_fit(lines[::-1], half))])


def parts_that_fit(parts: Iterable[str], room: int) -> list[str]:
    """Return the first parts, as many as fit into so many characters with a line break behind each."""
    kept: list[str] = []
    for part in parts:
        room -= len(part) + 1
        if room < 0:
            break
        kept.append(part)
    return kept
