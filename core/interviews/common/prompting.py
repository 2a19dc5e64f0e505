"""The parts of a prompt that are words of others: quoted, and never longer than their room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core.interviews.common.standing import Standing
from core.quoting import quoted, shortened
from core.session import Entry, EntryKind, Role

KEPT_FOR_TAIL = 900
"""Characters of the transcript that a long answer leaves room for."""
ENTRY_ROOM = 800
BEFORE_ROOM = 300
_LEAST = 40
"""Characters under which a piece of a transcript is not worth its tag."""
_ENTRY_ROOMS = (8_000, 4_000, 2_000, 1_000, 600, 360, 240)
"""Longest line of a transcript, tried in turn until the whole fits."""
_GAP = "[… lines left out …]"


def fitted(tag: str, text: str, room: int, **attributes: object) -> str:
    """`text` quoted in at most `room` characters, tag and escapes included; empty where there is no room for it."""
    whole = quoted(tag, text, **attributes)
    if len(whole) <= room:
        return whole
    limit = min(len(text), room)
    while limit >= _LEAST:
        whole = quoted(tag, shortened(text, limit), **attributes)
        if len(whole) <= room:
            return whole
        limit = min(limit - 8, limit * room // len(whole))
    return ""


def listed(tag: str, items: Iterable[str], room: int) -> str:
    """The items that fit, in a tag; nothing at all where there are none."""
    kept: list[str] = []
    left = room - 2 * len(tag) - 7
    for item in items:
        if len(item) + 1 > left:
            break
        kept.append(item)
        left -= len(item) + 1
    return "\n".join([f"<{tag}>", *kept, f"</{tag}>"]) if kept else ""


def talk(ground: Standing[Any], room: int) -> list[str]:
    """The transcript's newest lines and the answer: the answer first of all, then as much as fits of the rest."""
    tail = [e for e in ground.situation.tail if not (_is_part_of_answer(e, ground) or _is_known(e, ground))]
    kept_for_tail = min(KEPT_FOR_TAIL, room // 3) if tail else 0
    earlier = ground.situation.answer[: ground.heard].strip() if ground.heard else ""
    before = fitted("said_before", earlier, 2 * BEFORE_ROOM) if earlier and earlier != ground.fresh else ""
    answer = fitted("answer", ground.fresh, room - kept_for_tail - len(before) - 2)
    left = room - len(answer) - len(before) - 2
    lines: list[str] = []
    for entry in reversed(tail):
        line = _line(entry, min(ENTRY_ROOM, left - 1))
        if not line:
            break
        lines.append(line)
        left -= len(line) + 1
    return [part for part in [*reversed(lines), before, answer] if part]


def _is_known(entry: Entry, ground: Standing[Any]) -> bool:
    """Whether it stands in the prompt as what is known of what the interview is about."""
    return ground.situation.source is not None and entry.kind is EntryKind.ANSWER and entry.answers is None


def _is_part_of_answer(entry: Entry, ground: Standing[Any]) -> bool:
    question = ground.situation.question
    return question is not None and (entry.seq == question.seq or entry.answers == question.seq)


def _line(entry: Entry, room: int) -> str:
    if entry.role is Role.PERSON:
        return fitted("person", entry.text, room)
    return fitted("remark" if entry.kind is EntryKind.REMARK else "interviewer", entry.text, room)


def transcript(entries: Sequence[Entry], room: int) -> str:
    """Every line quoted, the long ones shortened as far as the whole needs; of a still longer one the two ends."""
    live = [entry for entry in entries if not entry.withdrawn]
    lines: list[str] = []
    for longest in _ENTRY_ROOMS:
        lines = [line for entry in live if (line := fitted(_tag(entry), entry.text, longest, seq=entry.seq))]
        if sum(len(line) + 1 for line in lines) <= room:
            return "\n".join(lines)
    half = (room - len(_GAP) - 2) // 2
    return "\n".join([*_from_start(lines, half), _GAP, *reversed(_from_start(lines[::-1], half))])


def _tag(entry: Entry) -> str:
    return "person" if entry.role is Role.PERSON else "interviewer"


def _from_start(lines: Sequence[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
