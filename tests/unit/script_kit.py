"""Scripts of one's own for tests, and somebody who is interviewed by one without any app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from core.contracts.messages import Address
from core.contracts.ports import LanguageModel
from core.contracts.script import ScriptSet
from core.contracts.session import QUESTIONS, Digest, Entry, EntryKind, Person, Revision, Role, Session, Status
from core.contracts.turn import OthersQuestion, Turn, TurnContext
from core.interviews.script.folder import read_script_set
from core.interviews.script.interview import ScriptInterview
from tests.fakes.model import ScriptedModel

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def script(folder: Path, text: str, name: str = "study.toml") -> ScriptSet:
    return read_script_set([write(folder, name, text)])


def made(questions: Sequence[Mapping[str, Any]], **more: Any) -> ScriptSet:
    """A script of one chapter."""
    chapters = [{"id": "all", "title": "All", "questions": list(questions)}]
    whole = {"kind": "study", "language": "en", "title": "A study", "chapters": chapters, **more}
    return ScriptSet.model_validate({"kind": "study", "scripts": {"en": whole}})


class Talk:
    """Somebody who is interviewed; the entries are kept as the desk keeps them."""

    def __init__(self, scripts: ScriptSet, *, model: LanguageModel | None = None, language: str = "en") -> None:
        self.interview = ScriptInterview(scripts)
        self.scripts = scripts
        self.model = model or ScriptedModel(offline=True)
        self.entries: list[Entry] = []
        self.said: list[Turn] = []
        self.others: tuple[OthersQuestion, ...] = ()
        self.digest = Digest()
        self.session = Session(
            id="s",
            person_id="p",
            kind=self.interview.kind,
            title="A study",
            language=language,
            script_digest=scripts.digest,
            address=Address(platform="fake", chat="1"),
            created_at=NOW,
            touched_at=NOW,
        )
        self._take(self.interview.begin(self.situation(), offline=self.model.offline))

    @property
    def open(self) -> Entry | None:
        return next((e for e in self.entries if e.seq == self.session.open_question), None)

    @property
    def last(self) -> Turn:
        return self.said[-1]

    @property
    def asked(self) -> list[str]:
        """The ids of the questions, without what followed up."""
        return [e.question_id for e in self.entries if e.kind is EntryKind.QUESTION and not e.withdrawn]

    def situation(self, answer: str | None = None) -> TurnContext:
        person = Person(id="p", name="Anna", created_at=NOW)
        question = self.open
        here = [e.text for e in self.entries if question is not None and e.answers == question.seq and not e.withdrawn]
        told: dict[str, tuple[str, ...]] = {}
        for entry in self.entries:
            if entry.answers is not None and not entry.withdrawn:
                told[entry.question_id] = (*told.get(entry.question_id, ()), entry.text)
        ids = self.interview.looks_back(self.session, self.scripts)
        return TurnContext(
            person=person,
            session=self.session,
            scripts=self.scripts,
            now=NOW,
            question=question,
            answer="\n".join(here if answer is None else [*here, answer]),
            tail=tuple(self.entries),
            digest=self.digest,
            talk=tuple(self.entries),
            told={each: texts for each, texts in told.items() if each in ids},
            others=self.others,
        )

    async def says(self, words: str) -> Turn:
        situation = self.situation(words)
        theirs = self._hear(words)
        return self._take(
            await self.interview.answer(replace(situation, talk=(*self.entries[:-1], theirs)), self.model)
        )

    def presses(self, label: str) -> Turn:
        """One of the buttons under what was said last."""
        pressed = next(offer.answer for offer in self.last.own if offer.label == label)
        turn = self.interview.picked(self.situation(), pressed)
        assert turn is not None
        if turn.answer:
            self._hear(turn.answer)
        return self._take(turn)

    def skips(self) -> Turn:
        return self._take(self.interview.skip(self.situation()))

    def goes_back_to(self, question_id: str) -> None:
        """As `/back` does, again and again."""
        entry = next(e for e in reversed(self.entries) if e.question_id == question_id and e.kind in QUESTIONS)
        state = self.interview.gone_back(entry.state or {}, self.session.state)
        self.session = self.session.model_copy(update={"state": dict(state), "open_question": entry.seq})

    def edits(self, question_id: str, words: str) -> None:
        """Changes what was said to a question."""
        for number, entry in enumerate(self.entries):
            if entry.question_id == question_id and entry.kind is EntryKind.ANSWER:
                new = Revision(number=99, text=words, at=NOW)
                self.entries[number] = entry.model_copy(update={"revisions": (*entry.revisions, new)})

    def waits(self, minutes: float) -> None:
        counters = self.session.counters.model_copy(update={"active_seconds": 60 * minutes})
        self.session = self.session.model_copy(update={"counters": counters})

    def _hear(self, words: str) -> Entry:
        question = self.open
        assert question is not None
        return self._add(Role.PERSON, EntryKind.ANSWER, words, question.question_id, answers=question.seq)

    def _take(self, turn: Turn) -> Turn:
        self.said.append(turn)
        update: dict[str, Any] = {"state": dict(turn.state)}
        if turn.language:
            update["language"] = turn.language
        if turn.question is not None:
            asked = turn.question
            added = self._add(Role.INTERVIEWER, asked.kind, asked.text, asked.id, state=dict(turn.state))
            update["open_question"] = added.seq
        if turn.closes:
            update["status"] = Status.COMPLETED
        self.session = self.session.model_copy(update=update)
        return turn

    def _add(self, role: Role, kind: EntryKind, text: str, question_id: str, **more: Any) -> Entry:
        seq, at = len(self.entries) + 1, NOW + timedelta(seconds=len(self.entries))
        revisions = (Revision(number=seq, text=text, at=at),)
        entry = Entry(seq=seq, role=role, kind=kind, question_id=question_id, at=at, revisions=revisions, **more)
        self.entries.append(entry)
        return entry
