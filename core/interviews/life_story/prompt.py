"""The prompts of this interview: our instructions from Markdown files, and the person's words as quoted data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from core.contracts.ports import Prompt, Tier
from core.contracts.script import Script, primary
from core.contracts.session import Note
from core.documents.reading_checks import reading_words
from core.interviews.guard import stems
from core.interviews.life_story.course import LifeStanding
from core.interviews.quoting import quoted
from core.interviews.scripted_base.prompt_transcript import pieces
from core.interviews.scripted_base.prompting import BEFORE_ROOM, fitted, listed, named
from core.interviews.scripted_base.request import KindPrompts, books, facts_of, newest, untold
from core.interviews.signals import Signals

NOTES = 12
_NOTES_ROOM = 900
_SUMMARY_ROOM = 1_700
_OBJECTIVE = 44
"""Characters of a subject's line."""

_LAST = "They wished to finish, and this was the last question: receive it, and ask nothing unless they clearly go on."

FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class LifePrompts(KindPrompts):
    systems: dict[str, tuple[Script, str]] = field(default_factory=dict)
    """By language, the script that was spoken last and what the model is told of it: thousands of characters."""

    @property
    def secret(self) -> str:
        """What must not be recited."""
        return f"{self.texts['decision']}\n\n{self.craft.secret}"

    def reading(self, name: str, language: str) -> str:
        words = reading_words(primary(language))
        return f"{self.filled('reflection', language=language, words=words)}\n\n{self.texts[name]}"

    def system(self, script: Script) -> str:
        """The same for everybody who is interviewed in this language, so that it is cached."""
        known = self.systems.get(script.language)
        if known is None or known[0] is not script:
            known = script, self.filled("decision", craft=self.craft.text, agenda=_agenda(script))
            self.systems[script.language] = known
        return known[1]


def _agenda(script: Script) -> str:
    """Every subject with its id and what it is after, by chapters."""
    lines = []
    for chapter in script.chapters:
        subjects = "; ".join(f"{q.id} ({_short(q.objective or q.text)})" for q in chapter.questions)
        lines.append(f"{chapter.title}: {subjects}")
    return "\n".join(lines)


def _short(objective: str) -> str:
    flat = objective.rstrip(". ")
    if len(flat) <= _OBJECTIVE:
        return flat
    cut = flat[: _OBJECTIVE + 1]
    clause = max(cut.rfind(","), cut.rfind(":"))
    return cut[: clause if clause > 0 else cut.rfind(" ")].rstrip(",: ")


def decision_prompt(prompts: LifePrompts, ground: LifeStanding, signals: Signals) -> Prompt:
    """The one call of a turn: craft and agenda, the transcript, then what changes."""
    parts = [
        *books(ground),
        *_earlier(ground),
        named(ground.situation.person.name),
        f"{facts_of(ground, signals)} {_LAST if ground.state.parting else untold(ground)}".strip(),
        newest(ground),
    ]
    return Prompt(
        purpose="decision",
        system=prompts.system(ground.script),
        transcript=pieces(ground.situation.talk),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=1_200,
        session_id=ground.situation.session.id,
        timeout=45.0,
    )


def _earlier(ground: LifeStanding) -> list[str]:
    """Of what lies before the words in sight: a summary, and the notes that have to do with the answer.

    What is in sight needs neither, but for facts that were told in two ways.
    """
    since, digest = ground.state.since, ground.situation.digest
    visible = {entry.seq for entry in ground.situation.talk}
    kept = [n for n in digest.notes if n.key.startswith(TWO_WAYS) or not set(n.entries) <= visible]
    around = f"{ground.fresh} {ground.place.question.text}"
    notes = (quoted("note", n.value[:BEFORE_ROOM], key=n.key) for n in relevant_notes(kept, around, NOTES))
    summary = fitted("earlier", digest.summary, _SUMMARY_ROOM) if since > 1 else ""
    return [summary, listed("notes", notes, _NOTES_ROOM)]


TWO_WAYS = "two_ways_"
"""How the key of a note begins that holds two versions of a fact."""


def relevant_notes(notes: Iterable[Note], text: str, most: int) -> list[Note]:
    """Of the notes that hold: those that share most words with `text`, and of equals the newest."""
    words = stems(text)

    def rank(note: Note) -> tuple[int, int]:
        return len(words & stems(f"{note.key} {note.value}")), max(note.entries, default=0)

    return sorted((note for note in notes if not note.stale), key=rank, reverse=True)[:most]
