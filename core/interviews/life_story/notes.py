"""What is known about the person, and the running summary: kept by the fast model, checked by code."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import structlog
from pydantic import BaseModel, ConfigDict

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.session import LAST_TIME, Entry, Note, Role
from core.interviews.life_story.prompt import TWO_WAYS, LifePrompts, relevant_notes
from core.interviews.quoting import cut, one_line, plain_tag, quoted
from core.interviews.scripted_base.prompting import fitted, fitting

log = structlog.get_logger()

LONGEST_KEY = 40
LONGEST_VALUE = 120
LONGEST_SUMMARY = 1_400
MOST_NOTES = 20
"""So many notes are taken from one call."""
UNCERTAIN = "uncertain_"
_SHOWN = 60
"""Notes that the model sees beside the stale ones."""
_NOTES_ROOM = 6_000
_CHANGED_ROOM = 14_000
_ENTRY_ROOM = 4_000

_KEY = re.compile(r"[a-z][a-z0-9_]*")


class NoteFound(BaseModel):
    """One note as the model gives it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str = ""
    value: str = ""
    entries: list[int] = []


class NotesUpdate(BaseModel):
    """What the model makes of the changed entries; told to it in `prompts/notes.md`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    notes: list[NoteFound] = []
    dropped: list[str] = []
    summary: str = ""


async def update_notes(prompts: LifePrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Notes and summary brought up to the changed entries; no call where nothing has changed. Raises ModelError."""
    if not situation.changed:
        return ChoreResult()
    update = await model.ask(_prompt(prompts, situation), NotesUpdate)
    notes, refused = _accepted(update.notes, situation)
    if refused:
        log.info("notes-refused", count=refused)
    dropped = _dropped(update.dropped, notes, situation)
    return ChoreResult(notes=notes, dropped=dropped, summary=cut(update.summary, LONGEST_SUMMARY) or None)


# --- asking -------------------------------------------------------------------------------------------------------


def _prompt(prompts: LifePrompts, situation: ChoreSituation) -> Prompt:
    digest = situation.digest
    stale = [note for note in digest.notes if note.stale]
    told = " ".join(entry.text for entry in situation.changed)
    shown = [*stale, *relevant_notes(digest.notes, told, _SHOWN)]
    parts = [
        *fitting((_note(note) for note in shown), _NOTES_ROOM),
        fitted("summary", digest.summary, 2 * LONGEST_SUMMARY),
        *fitting((_entry(entry) for entry in situation.changed), _CHANGED_ROOM),
        "Bring notes and summary up to these entries.",
    ]
    return Prompt(
        purpose="notes",
        system=prompts.filled("notes", language=plain_tag(situation.session.language)),
        user="\n".join(parts),
        tier=Tier.FAST,
        max_tokens=1_500,
        session_id=situation.session.id,
    )


def _note(note: Note) -> str:
    stale = {"stale": "yes"} if note.stale else {}
    return quoted("note", note.value[: 2 * LONGEST_VALUE], key=note.key[: 2 * LONGEST_KEY], **stale)


def _entry(entry: Entry) -> str:
    if entry.withdrawn:
        return quoted("withdrawn", "", seq=entry.seq)
    return fitted("told" if entry.role is Role.PERSON else "asked", entry.text, _ENTRY_ROOM, seq=entry.seq)


# --- checking -----------------------------------------------------------------------------------------------------


def clean_key(raw: str) -> str:
    """A key in snake_case of ASCII letters and digits; empty where none can be made of it."""
    ascii_only = unicodedata.normalize("NFKD", raw).encode("ascii", "ignore").decode()
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", ascii_only)
    key = re.sub(r"[^a-z0-9]+", "_", split.lower()).strip("_")
    return key if _KEY.fullmatch(key) and len(key) <= LONGEST_KEY + len(UNCERTAIN) + len(TWO_WAYS) else ""


def clean_value(raw: str) -> str:
    """One line of at most `LONGEST_VALUE` characters, cut at a word."""
    flat = one_line(raw)
    if len(flat) <= LONGEST_VALUE:
        return flat
    return flat[: LONGEST_VALUE - 2].rsplit(" ", 1)[0].rstrip(".,;:") + " …"


def _accepted(found: Iterable[NoteFound], situation: ChoreSituation) -> tuple[tuple[Note, ...], int]:
    """The notes that may be kept, the newest of each key, and how many may not."""
    # What the person said and did not take back: notes rest on nothing else.
    given = {entry.seq for entry in situation.changed if entry.role is Role.PERSON and not entry.withdrawn}
    resting_on = {note.key: note.entries for note in situation.digest.notes}
    gone = _gone(situation)
    kept: dict[str, Note] = {}
    refused = 0
    for each in found:
        key, value = clean_key(each.key), clean_value(each.value)
        earlier = set(resting_on.get(key, ())) - gone
        entries = tuple(sorted({seq for seq in each.entries if seq in given or seq in earlier}))
        if key and not key.startswith(LAST_TIME) and value and entries and (key in kept or len(kept) < MOST_NOTES):
            kept.pop(_twin(key), None)
            kept[key] = Note(key=key, value=value, entries=entries)
        else:
            refused += 1
    return tuple(kept.values()), refused


def _gone(situation: ChoreSituation) -> set[int]:
    return {entry.seq for entry in situation.changed if entry.withdrawn}


def _twin(key: str) -> str:
    """The same note, more or less certain."""
    return key.removeprefix(UNCERTAIN) if key.startswith(UNCERTAIN) else f"{UNCERTAIN}{key}"


def _dropped(asked: Iterable[str], notes: Iterable[Note], situation: ChoreSituation) -> tuple[str, ...]:
    """Keys to drop: those the model names, twins of new ones, and what rested on words that are changed or gone."""
    renewed = {note.key for note in notes}
    known = {note.key: note for note in situation.digest.notes}
    seen = {entry.seq for entry in situation.changed}
    gone = _gone(situation)
    dropped = {clean_key(key) for key in asked} | {_twin(key) for key in renewed}
    for note in known.values():
        rests_on = set(note.entries)
        if (note.stale and rests_on & seen) or (rests_on and rests_on <= gone):
            dropped.add(note.key)
    mine = (key for key in dropped & known.keys() if not key.startswith(LAST_TIME))
    return tuple(sorted(key for key in mine if key not in renewed))
