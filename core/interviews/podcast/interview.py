"""The conversation about an episode: main subjects, a last question, an outro."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

from core.contracts.about import About, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import Chapter, QuestionRef, Script, ScriptSet, primary_language
from core.contracts.session import Record, Session
from core.contracts.turn import AcceptedInput, Turn, TurnContext
from core.interviews.podcast import SCRIPTS
from core.interviews.podcast.episode_chores import FIND, PREPARE, EpisodeChores, chore_kinds
from core.interviews.podcast.intake_flow import READ, EpisodeFlow, find_wishes, typed_words_digest
from core.interviews.podcast.note_document import (
    FEWEST_WORDS,
    INSIGHTS,
    STYLES,
    exported_notes,
    find_insights,
    notes_document,
)
from core.interviews.podcast.preparing import TEMPERATURES, PodcastPrompts, Preparation, known_template
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.bounds import source_prompt
from core.interviews.podcast.sources.material import Source, source_in
from core.interviews.podcast.sources.opener import MODULE
from core.interviews.podcast.state import (
    PodcastState,
    chapter_of,
    count_asked_subjects,
    load,
    podcast_session_name,
    progress,
    total_subjects,
)
from core.interviews.scripted_base import base_turns
from core.interviews.scripted_base.base_state import bit_numbers
from core.interviews.scripted_base.base_turns import ScriptedContext
from core.interviews.scripted_base.books import BOOKS, READING, Books
from core.interviews.scripted_base.offline import QUESTION_OFFERS
from core.interviews.scripted_base.scripted import ConfiguredInterview, Message, shorten_subject
from core.interviews.scripted_base.talk import TalkPrompts
from core.languages.messages import say
from core.text.text import Secret, same_question, stems

WINDOW = 6  # questions of the bank that a model is given as ideas
MESSAGES = 4  # messages for each main subject after which the last question is due, whatever has been had
_COMMON = 3  # a word in more of the bank's questions than this says nothing about any of them


@dataclass(frozen=True, slots=True, kw_only=True)
class PodcastStanding(ScriptedContext[PodcastState]):
    marks_follow_ups: ClassVar[bool] = True
    """Follow-ups are not among the main questions, which are counted out."""
    source: Source | None = None

    @property
    def agenda(self) -> Sequence[QuestionRef]:
        """The main subjects of the template; the conclusion is none of them."""
        return [self.script.by_id[each.id] for each in self.chapter.questions[:-1]]

    @property
    def title(self) -> str | None:
        return None if self.source is None else self.source.episode.title

    @property
    def chapter(self) -> Chapter:
        return chapter_of(self.script, self.state.template)

    @property
    def conclusion(self) -> QuestionRef:
        return self.script.by_id[self.chapter.questions[-1].id]

    @property
    def concluding(self) -> bool:
        return self.state.question_id == self.conclusion.question.id

    @property
    def mains(self) -> int:
        return count_asked_subjects(self.state, self.script)

    @property
    def had_enough(self) -> bool:
        counters = self.situation.session.counters
        long = counters.questions + counters.follow_ups >= MESSAGES * self.state.total
        return long or self.mains >= self.state.total

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        """Return what can be asked next, the planned ones first; empty at the end."""
        if self.concluding:
            return ()
        goes_on = not self.state.closing and self.mains < self.state.total
        between = [each.id for each in self.chapter.questions[1:-1]]
        known = set(between)
        order = dict.fromkeys((*(each for each in self.state.plan if each in known), *between))
        taken, asked = bit_numbers(self.state.taken_up), self.asked
        left = (place for each in order if (place := self.script.by_id[each]).index not in taken)
        new = (
            place
            for place in left
            if self.allowed(place) and not any(same_question(place.question.text, each) for each in asked)
        )
        return (tuple(islice(new, WINDOW)) if goes_on else ()) or (self.conclusion,)

    @property
    def may_stay(self) -> bool:
        """The last question is never followed up."""
        return not self.concluding

    def state_at(self, place: QuestionRef, text: str) -> PodcastState:
        return self.state

    def state_deeper(self, text: str) -> PodcastState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return the number of a main question: there are few."""
        return None if place == self.conclusion else Progress(done=self.mains + 1, total=self.state.total)

    @property
    def reached(self) -> Progress:
        return Progress(done=min(self.mains, self.state.total), total=self.state.total)


def plan_podcast_questions(chapter: Chapter, total: int, guidelines: str) -> tuple[str, ...]:
    """Return the bank's questions of an interview with `total` main questions, without its opening one.

    First those that share a word with what the person wants to talk about; the rest are spread over the whole bank,
    which goes from what is easy and near to what lies ahead.
    """
    between = chapter.questions[1:-1]
    words = [stems(f"{each.text} {each.objective}") for each in between]
    often = Counter(word for found in words for word in found)
    told = {word for word in stems(guidelines) if often[word] <= _COMMON}
    wanted = [question for question, found in zip(between, words, strict=True) if told & found][: total - 1]
    others = [each for each in between if each not in wanted]
    count = min(total - 1 - len(wanted), len(others))
    spread = [others[(2 * n + 1) * len(others) // (2 * count)] for n in range(count)]
    return tuple(each.id for each in (*wanted, *spread))


EPISODE_ROOM = 3_000
"""Characters of what is known of the episode that every turn sees; the opening question is made with all of it."""


class Podcast(ConfiguredInterview[PodcastStanding, PodcastSettings]):
    """Implements `core.contracts.turn.Interview`. Holds the banks and the prompts, and nothing about anybody."""

    kind = "podcast"
    script_files = SCRIPTS
    reads = MODULE
    styles = STYLES
    takes = AcceptedInput(files=("*",), links=True)
    most_probes = 1
    learns = True

    @classmethod
    def _settings_are(cls) -> type[PodcastSettings]:
        return PodcastSettings

    def _begin_with_settings(self) -> None:
        self.chores = {
            BOOKS: READING,
            **chore_kinds(self.settings),
            READ: ChoreKind(sees=Sees.SESSION, wakes=True, request=typed_words_digest),
            INSIGHTS: ChoreKind(sees=Sees.WHOLE, before_document=True, earlier=INSIGHTS),
        }
        self.intake = EpisodeFlow(self.settings)
        self.preparation = Preparation(self._prompts, self.scripts, Secret(self._prompts.texts["opening"]))
        self._episodes = EpisodeChores(self.settings, self.preparation)

    def _load(self) -> TalkPrompts:
        self._prompts = PodcastPrompts.load()
        texts = self._prompts.texts
        return TalkPrompts(aim=texts["aim"], how=texts["how"], facts=self._facts, guidance=self.operator.guidance)

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        """Ask the opening question: the one made for this episode, else the bank's."""
        source = source_in(situation.about)
        tag = primary_language(situation.session.language)
        script = situation.scripts.speak(tag)
        chapter = chapter_of(script, source.template if source is not None else "")
        total = total_subjects(source)
        state = PodcastState(
            template=chapter.id,
            total=total,
            question_id=chapter.questions[0].id,
            plan=plan_podcast_questions(chapter, total, source.guidelines if source is not None else ""),
            offline=offline,
        )
        language = script.language if offline else tag
        ground = PodcastStanding(situation=situation, state=state, script=script, language=language, source=source)
        ground, notice = base_turns.notice_once(ground, "offline") if offline else (ground, "")
        turn = base_turns.move_to(ground, ground.place, words=source.opening.strip() if source is not None else "")
        hello = say(language, "podcast-hello", name=situation.person.name or "none")
        remark = base_turns.join_paragraphs(f"{hello} {script.opening}", chapter.intro if ground.scripted else "")
        return replace(turn, notice=notice, remark=remark, offers=QUESTION_OFFERS if offline else turn.offers)

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Do the books, what is found about an episode before it, or `Insights` as JSON after it. Raises ModelError."""
        if name in {FIND, PREPARE}:
            return await self._episodes.run(name, situation, model)
        if name == READ:
            return await find_wishes(self._prompts, situation, model)
        if name == INSIGHTS:
            return await find_insights(self._prompts, situation, model)
        return await super().chore(name, situation, model)

    async def document(
        self, situation: ChoreSituation, model: LanguageModel, *, style: str, language: str
    ) -> Document | None:
        return await notes_document(situation, model, self._prompts, self.settings, style=style, language=language)

    def notes(self, record: Record, scripts: ScriptSet, *, language: str) -> str:
        return exported_notes(record, scripts, language=language)

    def called(self, about: About) -> SessionName:
        return podcast_session_name(about)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def _standing(self, situation: TurnContext, script: Script, language: str) -> PodcastStanding:
        source = source_in(situation.about)
        state = load(situation.session.state, script, source, situation.question)
        return PodcastStanding(situation=situation, state=state, script=script, language=language, source=source)

    def _chores_after(self, ground: PodcastStanding) -> tuple[str, ...]:
        return (INSIGHTS,) if ground.situation.session.counters.words >= FEWEST_WORDS else ()

    def _about(self, ground: PodcastStanding) -> str:
        """Return the episode, without what the person told of it, which begins the conversation; then the template."""
        source = ground.source
        known = source_prompt(source.model_copy(update={"memory": ""}), EPISODE_ROOM) if source is not None else ""
        return base_turns.join_paragraphs(known, self._prompts.texts[known_template(ground.state.template)])

    def _agenda(self, ground: PodcastStanding) -> str:
        return "; ".join(f"{each.question.id} ({shorten_subject(each.question.objective)})" for each in ground.agenda)

    def _temperature(self, ground: PodcastStanding) -> float | None:
        return TEMPERATURES[known_template(ground.state.template)]

    def _waits(self, ground: PodcastStanding) -> bool:
        return super()._waits(ground) and not ground.concluding

    def _matters_now(self, ground: PodcastStanding) -> list[str]:
        if ground.concluding:
            return ["This was their last answer. Hold together in one plain sentence what they told, and ask nothing."]
        if ground.state.closing:
            last = ground.conclusion.question
            return [f"This is the time for the last question, in your own words: {last.text} ({last.objective})"]
        return [
            f"Of about {ground.state.total} main subjects you have had {ground.mains}. "
            "Stay with this one while it gives something, or go on to another."
        ]

    def _may_come(self, ground: PodcastStanding) -> str:
        """Bring up nothing else at the end."""
        return "" if ground.state.closing or ground.concluding else super()._may_come(ground)

    def _may_greet(self, ground: PodcastStanding) -> bool:
        """Return False for the last question: it is asked again as it was."""
        return not ground.concluding and super()._may_greet(ground)

    def _booked(self, ground: PodcastStanding, books: Books | None) -> tuple[PodcastStanding, ChoreResult | None]:
        """Keep the last question open, whatever its answer speaks of."""
        booked, gained = super()._booked(ground, books)
        return (booked.remembering(question_id=ground.state.question_id) if ground.concluding else booked), gained

    def _said(self, ground: PodcastStanding, message: Message, books: Books | None) -> Turn:
        """End after the last answer, whatever the model would still ask."""
        if ground.concluding:
            return self._ended(ground, lead=message.text)
        if ground.state.closing and message.asks:
            return base_turns.move_to(ground, ground.conclusion, words=message.text)
        return super()._said(ground.remembering(closing=ground.state.closing or ground.had_enough), message, books)
