"""A conversation about a podcast without a desk: what a session would hold is kept in a list."""

from __future__ import annotations

from core.contracts.about import About
from core.contracts.ports import LanguageModel
from core.contracts.session import Entry, EntryKind
from core.contracts.turn import Turn
from core.interviews.kind import Operator
from core.interviews.podcast.interview import Podcast
from core.interviews.podcast.sources.material import (
    Concept,
    ContextOrigin,
    Episode,
    EpisodeContext,
    Material,
    Quote,
    Source,
    SourcePassage,
    Transcript,
)
from tests.unit.life_story_kit import Talk

PODCAST = Podcast(operator=Operator(help_texts={"en": "Call Ruth: 555.", "ru": "Позвоните Рут: 555."}))
LONG = "I kept thinking of the harbour where my uncle mended nets before breakfast, and of the songs he whistled."
LONG_RU = "Я всё время думала о гавани, где мой дядя по утрам чинил сети и насвистывал песни."
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
TRANSCRIPT = Transcript(passages=tuple(SourcePassage(text=text, speaker=who, start=at) for text, who, at in _SAID))


def source(**more: object) -> Source:
    return Source.model_validate({"episode": EPISODE, "origin": ContextOrigin.TRANSCRIPT, "context": CONTEXT, **more})


def material(**more: object) -> Material:
    return Material.model_validate(
        {"episode": EPISODE, "origin": ContextOrigin.TRANSCRIPT, "transcript": TRANSCRIPT, **more}
    )


def about(source: Source, *told: str) -> About:
    return About(value=source.model_dump_json(), told=told)


class Conversation(Talk):
    """A talk about an episode that has begun."""

    def __init__(
        self, known: Source | None = None, *, language: str = "en", model: LanguageModel | None = None
    ) -> None:
        super().__init__(PODCAST, language=language, model=model, about=None if known is None else about(known))
        self.begin()

    @property
    def mains(self) -> list[Entry]:
        """Main questions, without the conclusion."""
        return [e for e in self.asked if e.kind is EntryKind.QUESTION and not e.question_id.endswith("-conclusion")]

    def _apply(self, turn: Turn) -> Turn:
        if turn.question is not None:
            counters = self.session.counters
            self.set(counters=counters.model_copy(update={"follow_ups": counters.follow_ups + 1}))
        return super()._apply(turn)

    async def to_the_end(self, answer: str = LONG) -> None:
        """Say the same until it is over."""
        for _ in range(200):
            if (await self.say(answer)).closes:
                return
        raise AssertionError("it does not end")
