"""Check the notes about the person that the books bring, before they are kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from core.contracts.chore import ChoreResult
from core.contracts.session import LAST_TIME, Digest, Entry, EntryKind, Note
from core.interviews.scripted_base.prompting import parts_that_fit
from core.text.quoting import one_line, quote_in_tag
from core.text.stems import stems

LONGEST_KEY = 40
LONGEST_VALUE = 120
MOST_NOTES = 20
"""Notes that are taken from one call."""
UNCERTAIN = "uncertain_"
TWO_WAYS = "two_ways_"
"""The beginning of the key of a note that has two versions of a fact."""
_SHOWN = 30
"""Notes that the model sees beside the stale ones."""
_NOTES_ROOM = 3_000


def _seqs(value: object) -> object:
    found = value if isinstance(value, list) else [value]
    return [each for each in found if isinstance(each, int) and not isinstance(each, bool)]


class NoteFound(BaseModel):
    """One note as the model gives it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str = ""
    value: str = ""
    n: Annotated[list[int], BeforeValidator(_seqs)] = []


def select_notes(notes: Sequence[Note], told: str) -> list[str]:
    """Return the notes that a model should see before it adds to them: the stale ones, then those nearest to `told`."""
    stale = [note for note in notes if note.stale]
    shown = (
        quote_in_tag(
            "note",
            note.value[: 2 * LONGEST_VALUE],
            key=note.key[: 2 * LONGEST_KEY],
            **({"stale": "yes"} if note.stale else {}),
        )
        for note in [*stale, *relevant_notes(notes, told, _SHOWN)]
    )
    return parts_that_fit(shown, _NOTES_ROOM)


def relevant_notes(notes: Iterable[Note], text: str, most: int) -> list[Note]:
    """Return the notes that hold and share most words with `text`; of equals the newest."""
    words = stems(text)

    def rank(note: Note) -> tuple[int, int]:
        return len(words & stems(f"{note.key} {note.value}")), max(note.entries, default=0)

    return sorted((note for note in notes if not note.stale), key=rank, reverse=True)[:most]


def note_changes(
    found: Iterable[NoteFound], dropped: Iterable[str], digest: Digest, new: Sequence[Entry]
) -> ChoreResult:
    """Return the notes to keep and the keys to drop, after a model has read the entries `new`.

    What is kept is the newest note of each key, and rests on nothing but what the person said. What is dropped are the
    keys that the model names, twins of new ones, and what rested on words that changed or went.
    """
    seen, gone = {entry.seq for entry in new}, {entry.seq for entry in new if entry.withdrawn}
    given = {entry.seq for entry in new if entry.kind is EntryKind.ANSWER and not entry.withdrawn}
    known = {note.key: note for note in digest.notes}
    kept: dict[str, Note] = {}
    for each in found:
        key, value = clean_key(each.key), clean_value(each.value)
        earlier = set(known[key].entries) - gone if key in known else set()
        entries = tuple(sorted({seq for seq in each.n if seq in given or seq in earlier})) or tuple(sorted(given))
        if key and not key.startswith(LAST_TIME) and value and entries and (key in kept or len(kept) < MOST_NOTES):
            kept.pop(_twin(key), None)
            kept[key] = Note(key=key, value=value, entries=entries)
    drops = {clean_key(key) for key in dropped} | {_twin(key) for key in kept}
    for note in known.values():
        rests_on = set(note.entries)
        if (note.stale and rests_on & seen) or (rests_on and rests_on <= gone):
            drops.add(note.key)
    drops = {key for key in drops & known.keys() if key not in kept and not key.startswith(LAST_TIME)}
    return ChoreResult(notes=tuple(kept.values()), dropped=tuple(sorted(drops)))


def clean_key(raw: str) -> str:
    """Return a key in snake_case of ASCII letters and digits; empty where none can be made of `raw`."""
    ascii_only = unicodedata.normalize("NFKD", raw).encode("ascii", "ignore").decode()
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", ascii_only)
    key = re.sub(r"[^a-z0-9]+", "_", split.lower()).strip("_")
    return key if key[:1].isalpha() and len(key) <= LONGEST_KEY + len(UNCERTAIN) + len(TWO_WAYS) else ""


def clean_value(raw: str) -> str:
    """Return one line of at most `LONGEST_VALUE` characters, cut at a word."""
    line = one_line(raw)
    if len(line) <= LONGEST_VALUE:
        return line
    return line[: LONGEST_VALUE - 2].rsplit(" ", 1)[0].rstrip(".,;:") + " …"


def _twin(key: str) -> str:
    """Return the key of the same note, more or less certain."""
    return key.removeprefix(UNCERTAIN) if key.startswith(UNCERTAIN) else f"{UNCERTAIN}{key}"
