"""Interviews of a study that never were held."""

from __future__ import annotations

from datetime import timedelta

from core.contracts.closed_questions import Value
from core.contracts.session import Entry, EntryKind, Record, Revision, Role
from core.features.research.tables import ParticipantProgress, Participation
from core.interviews.life_story.interview import LifeStory
from tests.unit.life_story_kit import NOW, Talk, scripts

SCRIPTS = scripts()
MINUTE = timedelta(minutes=1)


class Interview:
    """Lines in the order in which they are said, a minute apart."""

    def __init__(self, *, language: str = "en") -> None:
        self.talk = Talk(LifeStory(SCRIPTS), language=language)
        self.entries: list[Entry] = []

    def ask(self, question_id: str, text: str, kind: EntryKind = EntryKind.QUESTION) -> Interview:
        return self._say(Role.INTERVIEWER, kind, text, question_id=question_id)

    def probe(self, question_id: str, text: str) -> Interview:
        return self.ask(question_id, text, EntryKind.FOLLOW_UP)

    def tell(self, text: str, **more: object) -> Interview:
        asked = next(e for e in reversed(self.entries) if e.role is Role.INTERVIEWER)
        return self._say(Role.PERSON, EntryKind.ANSWER, text, question_id=asked.question_id, answers=asked.seq, **more)

    def change(self, text: str, *, withdrawn: bool = False) -> Interview:
        """The person changes or takes back what was said last."""
        last = self.entries[-1]
        revision = Revision(number=last.newest.number + 100, text=text, withdrawn=withdrawn, at=last.at + MINUTE)
        self.entries[-1] = last.model_copy(update={"revisions": (*last.revisions, revision)})
        return self

    def _say(self, role: Role, kind: EntryKind, text: str, **more: object) -> Interview:
        seq = len(self.entries) + 1
        at = NOW + seq * MINUTE
        revision = Revision(number=seq, text=text, at=at)
        lines = {"seq": seq, "role": role, "kind": kind, "at": at, "revisions": (revision,), **more}
        self.entries.append(Entry.model_validate(lines))
        return self

    def by(
        self,
        code: str,
        standing: ParticipantProgress = ParticipantProgress.FINISHED,
        *,
        wave: int = 1,
        values: dict[str, Value] | None = None,
    ) -> Participation:
        session = self.talk.session.model_copy(update={"ended_at": NOW + 60 * MINUTE})
        return Participation(
            code=code,
            wave=wave,
            batch="spring",
            standing=standing,
            invited_at=NOW - timedelta(days=3),
            consented_at=NOW,
            record=Record(person=self.talk.person, session=session, entries=tuple(self.entries)),
            scripts=SCRIPTS,
            values=values or {},
        )
