"""What recordings are called in a ZIP. Where they are kept, they have names that say nothing to anybody."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from datetime import date
from itertools import groupby
from pathlib import PurePosixPath

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record
from core.documents import markdown
from core.documents.shown import shown
from core.documents.transcript import slug

FOLDER = "audio"
TAKEN_BACK = f"{FOLDER}/taken-back"
BESIDE = f"{FOLDER}/beside"
OTHERS = "other-recordings"


def recording_names(record: Record, there: Container[str], *, everything: bool = False) -> dict[int, str]:
    """The path of the recording for the `seq` of each answer that the transcript shows: `audio/003-first-memory.ogg`.

    The number is that of the answer among all answers, in the order of the telling; the messages of one answer are
    numbered too. `there`: the recordings that can be had. `everything`: as in `transcript`.
    """
    names: dict[int, str] = {}
    for number, messages in enumerate(_answers(shown(record, everything=everything)), start=1):
        spoken = [message for message in messages if message.audio and message.audio in there]
        for part, message in enumerate(spoken, start=1):
            words = (f"{number:03}", slug(message.question_id), str(part) if len(spoken) > 1 else "")
            names[message.seq] = _path(FOLDER, *words, recording=message.audio)
    return names


def unshown_names(record: Record, there: Container[str]) -> dict[int, str]:
    """The path for the `seq` of each answer that not even the person's own transcript shows:
    `audio/taken-back/012-the-house.ogg`, and `audio/beside/...` where all of it was said to the interviewer."""
    told = {message.seq for messages in _answers(shown(record, everything=True)) for message in messages}
    names: dict[int, str] = {}
    for entry in record.entries:
        if entry.audio and entry.audio in there and entry.seq not in told:
            folder = BESIDE if entry.asides and not entry.withdrawn else TAKEN_BACK
            names[entry.seq] = _path(folder, f"{entry.seq:03}", slug(entry.question_id), recording=entry.audio)
    return names


def other_names(recordings: Iterable[tuple[str, date]]) -> dict[str, str]:
    """The path for each recording that became no answer, given with its day: `other-recordings/001-2026-03-12.ogg`."""
    return {
        name: _path(OTHERS, f"{number:03}", day.isoformat(), recording=name)
        for number, (name, day) in enumerate(recordings, start=1)
    }


def _answers(record: Record) -> list[Sequence[Entry]]:
    """The answers that stand, in the order of the telling, each with its messages."""
    questions = {entry.seq for entry in record.entries if entry.kind in QUESTIONS}

    def place(message: Entry) -> int:
        # What was told before the first question stands first of all.
        target = 0 if message.answers is None else message.answers
        return target if target in questions or target == 0 else message.seq

    told = [e for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn and markdown.block(e.text)]
    ordered = sorted(told, key=lambda message: (place(message), message.seq))
    return [tuple(messages) for _, messages in groupby(ordered, key=place)]


def _path(folder: str, *words: str, recording: str) -> str:
    """A file in the folder, called by the words, with the extension of the recording."""
    extension = slug(PurePosixPath(recording).suffix)
    return f"{folder}/{'-'.join(filter(None, words))}{f'.{extension}' if extension else ''}"
