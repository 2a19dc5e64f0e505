"""A conversation about a podcast without a desk: what a session would hold is kept in a list."""

from __future__ import annotations

from core.contracts.about import About
from core.contracts.messages import Address
from core.contracts.ports import LanguageModel
from core.contracts.session import QUESTIONS, Entry, EntryKind, Person, Role, Session
from core.contracts.turn import Situation, Turn
from core.interviews.podcast.interview import Podcast
from core.interviews.podcast.sources.material import (
    Concept,
    Episode,
    EpisodeContext,
    Material,
    Origin,
    Passage,
    Quote,
    Source,
    Transcript,
)
from tests.unit.life_story_kit import NOW, entry, offline

PODCAST = Podcast(help_texts={"en": "Call Ruth: 555.", "ru": "Позвоните Рут: 555."})
LONG = "I kept thinking of the harbour where my uncle mended nets before the sun was up, and of his silence."
LONG_RU = "Я всё время думала о гавани, где мой дядя до рассвета чинил сети и молчал целыми часами."
NOTES = "Two people talk about work. It is slow work."
EPISODE = Episode(title="The quiet harbour", show="Slow Talk", guid="g-1", notes=NOTES)
CONTEXT = EpisodeContext(
    summary="Two people talk about slow work and what it asks of them.",
    quotes=(Quote(text="Nobody mends a net in a hurry.", speaker="Mara Lind", time="12:34"),),
    concepts=(Concept(name="slow work", meaning="Work that sets its own pace."),),
    people=("Mara Lind",),
)
_SAID = (
    ("Welcome back. We talk about slow work today, and what slow work asks.", "Mara Lind", 0.0),
    ("Nobody mends a net in a hurry, my father said, and he was right.", "Jon", 754.0),
    ("So slow work is not lazy work. It is work that has its own pace.", "Mara Lind", 3723.0),
)
TRANSCRIPT = Transcript(passages=tuple(Passage(text=text, speaker=who, start=at) for text, who, at in _SAID))


def source(**more: object) -> Source:
    return Source.model_validate({"episode": EPISODE, "origin": Origin.TRANSCRIPT, "context": CONTEXT, **more})


def material(**more: object) -> Material:
    return Material.model_validate({"episode": EPISODE, "origin": Origin.TRANSCRIPT, "transcript": TRANSCRIPT, **more})


def about(source: Source, *told: str) -> About:
    return About(value=source.model_dump_json(), told=told)


class Conversation:
    """What the person says goes in, turns come out and are kept."""

    def __init__(
        self, about: Source | None = None, *, language: str = "en", model: LanguageModel | None = None
    ) -> None:
        self.interview = PODCAST
        self.source = about
        self.model = model if model is not None else offline()
        self.person = Person(id="p", name="Anna", language=language, created_at=NOW)
        self.session = Session(
            id="s",
            person_id="p",
            kind="podcast",
            title="Episode",
            language=language,
            script_digest="d",
            address=Address(platform="t", chat="1"),
            created_at=NOW,
            touched_at=NOW,
        )
        self.entries: list[Entry] = []
        self.turns: list[Turn] = []
        self._apply(self.interview.begin(self.situation(), offline=self.model.offline))

    @property
    def question(self) -> Entry | None:
        return next((e for e in self.entries if e.seq == self.session.open_question), None)

    @property
    def asked(self) -> list[Entry]:
        return [e for e in self.entries if e.kind in QUESTIONS]

    @property
    def mains(self) -> list[Entry]:
        """Main questions, without the conclusion."""
        return [e for e in self.asked if e.kind is EntryKind.QUESTION and not e.question_id.endswith("-conclusion")]

    @property
    def last(self) -> Turn:
        return self.turns[-1]

    def set(self, **values: object) -> None:
        self.session = self.session.model_copy(update=values)

    def situation(self, answer: str = "", *newest: Entry) -> Situation:
        return Situation(
            person=self.person,
            session=self.session,
            scripts=self.interview.scripts,
            now=NOW,
            question=self.question,
            answer=answer,
            tail=tuple(self.entries[-40:]),
            talk=(*self.entries, *newest),
            about=None if self.source is None else about(self.source),
        )

    async def say(self, text: str) -> Turn:
        """The person's next message; to a question that stays open it is added."""
        counters = self.session.counters
        told = {"answers": counters.answers + 1, "words": counters.words + len(text.split())}
        self.set(counters=counters.model_copy(update=told))
        open_question = self.session.open_question
        earlier = [e.text for e in self.entries if e.answers is not None and e.answers == open_question]
        newest = entry(len(self.entries) + 1, Role.PERSON, EntryKind.ANSWER, text, answers=open_question)
        turn = await self.interview.answer(self.situation("\n".join([*earlier, text]), newest), self.model)
        self.entries.append(newest)
        return self._apply(turn)

    def skip(self) -> Turn:
        return self._apply(self.interview.skip(self.situation()))

    async def to_the_end(self, answer: str = LONG) -> None:
        """Say the same until it is over."""
        for _ in range(200):
            if (await self.say(answer)).closes:
                return
        raise AssertionError("it does not end")

    def _add(self, role: Role, kind: EntryKind, text: str, **more: object) -> None:
        self.entries.append(entry(len(self.entries) + 1, role, kind, text, **more))

    def _apply(self, turn: Turn) -> Turn:
        self.turns.append(turn)
        self.set(state=dict(turn.state), language=turn.language or self.session.language)
        if turn.remark:
            self._add(Role.INTERVIEWER, EntryKind.REMARK, turn.remark)
        if turn.question is not None:
            self._add(Role.INTERVIEWER, turn.question.kind, turn.question.text, question_id=turn.question.id)
            self.set(open_question=self.entries[-1].seq)
        return turn
