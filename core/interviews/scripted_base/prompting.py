"""Quote words of others in a prompt, never longer than their room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.contracts.session import Entry, Role
from core.text.quoting import LONGEST_QUESTION, quote_in_tag, said_by_another, shorten_middle

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
