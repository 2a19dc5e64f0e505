"""The prompts of this interview: our instructions from Markdown files, and the person's words as quoted data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Self

from core.interviews.common.prompting import BEFORE_ROOM, fitted, listed, talk
from core.interviews.life_story.course import Ground
from core.ports import Prompt, Tier
from core.quoting import quoted
from core.script import Place
from core.session import Note

WHOLE = 9_000
"""Characters of a decision's prompt, whatever was told and however long the interview is."""
TALK = 5_200
"""Of these for the newest words: the answer, and the transcript before it."""
NOTES = 15
_NOTES_ROOM = 1_000
_SUMMARY_ROOM = 750
_WINDOW_ROOM = 1_400
_QUESTION_ROOM = 650
_SMALL_ROOM = 420
_NAME_ROOM = 60
_OBJECTIVE = 160
_NEAR = 3
"""Questions of the window that are shown with their objectives."""

_STEM = 4
"""Letters that tell a word, roughly."""

_HERE = Path(__file__).parent / "prompts"
_LENSES = ("psychologist", "economist", "political-scientist", "demographer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """The Markdown files, read once."""

    decision: str
    notes: Template
    reflection: Template
    lenses: dict[str, str]
    """By the name of the reflection: "reflection-economist"."""

    @classmethod
    def load(cls, folder: Path = _HERE) -> Self:
        """Raises OSError when a file is missing."""

        def read(name: str) -> str:
            return (folder / f"{name}.md").read_text(encoding="utf-8").strip()

        return cls(
            decision=read("decision"),
            notes=Template(read("notes")),
            reflection=Template(read("reflection")),
            lenses={f"reflection-{lens}": read(f"reflection-{lens}") for lens in _LENSES},
        )


def decision_prompt(system: str, ground: Ground) -> Prompt:
    """The one call of a turn. System and user part together are never longer than `WHOLE`."""
    fixed = _fixed_parts(ground)
    closing = "Decide what comes next."
    room = min(TALK, WHOLE - len(system) - sum(len(part) + 1 for part in fixed) - len(closing) - 2)
    user = "\n".join([*fixed, *talk(ground, room), closing])
    return Prompt(
        purpose="decision",
        system=system,
        user=user,
        tier=Tier.MAIN,
        max_tokens=800,
        session_id=ground.situation.session.id,
        timeout=45.0,
    )


# --- what is always there -----------------------------------------------------------------------------------------


def _fixed_parts(ground: Ground) -> list[str]:
    window = ground.window
    parts = [
        _facts(ground, window),
        fitted("name", ground.situation.person.name[:_NAME_ROOM], 4 * _NAME_ROOM),
        _open_question(ground),
        listed("notes", _notes(ground, window), _NOTES_ROOM),
        fitted("summary", ground.situation.digest.summary, _SUMMARY_ROOM),
        listed("rather_not", (quoted("id", each) for each in reversed(ground.state.declined)), _SMALL_ROOM),
        listed("said_lately", (quoted("bridge", a) for a in reversed(ground.state.acknowledgements)), _SMALL_ROOM),
        listed("window", (_coming(place, near=n < _NEAR) for n, place in enumerate(window)), _WINDOW_ROOM),
    ]
    return [part for part in parts if part]


def _facts(ground: Ground, window: Sequence[Place]) -> str:
    allowed = "allowed" if ground.may_follow_up else "none, go on"
    facts = [
        f"Language: {ground.language}.",
        f"Question {ground.place.index + 1} of {len(ground.script.places)}.",
        f"Follow-up: {allowed} ({ground.follow_ups_left} left, {max(0, int(ground.seconds_left))} s left).",
    ]
    if ground.state.vote:
        facts.append(f"The answer before was in {ground.state.vote}: if this one is too, write in {ground.state.vote}.")
    if not window:
        facts.append("The window is empty: this was the last question.")
    return " ".join(facts)


def _open_question(ground: Ground) -> str:
    asked, scripted = ground.situation.question, ground.place.question
    text = asked.text if asked is not None else scripted.text
    about = {"id": scripted.id, "objective": scripted.objective[:BEFORE_ROOM]}
    return fitted("open_question", text, _QUESTION_ROOM, **about) or fitted("open_question", text, _QUESTION_ROOM)


def _coming(place: Place, *, near: bool) -> str:
    """A question that can be next; only the nearest ones with what they are after."""
    question = place.question
    objective = {"objective": question.objective[:_OBJECTIVE]} if near else {}
    return quoted("q", question.text[:BEFORE_ROOM], id=question.id, **objective)


def _notes(ground: Ground, window: Sequence[Place]) -> Iterable[str]:
    """The notes that have to do with the answer or with what could come, then the newest ones."""
    around = [ground.fresh, *(f"{p.question.text} {p.question.objective}" for p in window)]
    relevant = relevant_notes(ground.situation.digest.notes, " ".join(around), NOTES)
    return (quoted("note", note.value[:BEFORE_ROOM], key=note.key[:_NAME_ROOM]) for note in relevant)


def relevant_notes(notes: Iterable[Note], text: str, most: int) -> list[Note]:
    """Of the notes that hold: those that share most words with `text`, and of equals the newest."""
    words = _stems(text)

    def rank(note: Note) -> tuple[int, int]:
        return len(words & _stems(f"{note.key} {note.value}")), max(note.entries, default=0)

    return sorted((note for note in notes if not note.stale), key=rank, reverse=True)[:most]


def _stems(text: str) -> frozenset[str]:
    """Words without their endings, roughly: enough to see that two texts speak of one thing."""
    words = text.casefold().replace("_", " ").split()
    return frozenset(word[:_STEM] for word in words if len(word) >= _STEM)
