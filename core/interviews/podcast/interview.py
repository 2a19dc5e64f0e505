"""The conversation about an episode: an opening, main questions with their follow-ups, a conclusion, an outro."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.about import About, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Place, Script, ScriptSet, primary
from core.contracts.session import Record, Role, Session
from core.contracts.turn import Situation, Takes, Turn
from core.interviews.guard import GuardContext, Guarded, guard
from core.interviews.guard.invented import invented
from core.interviews.guard.text import sentences
from core.interviews.podcast import SCRIPTS
from core.interviews.podcast.course import PodcastStanding, cue_question, plan
from core.interviews.podcast.episode_chores import FIND, PREPARE, EpisodeChores, chore_kinds
from core.interviews.podcast.episode_intake import PodcastSettings
from core.interviews.podcast.intake_flow import EpisodeFlow
from core.interviews.podcast.note_document import (
    FEWEST_WORDS,
    INSIGHTS,
    STYLES,
    exported_notes,
    find_insights,
    notes_document,
)
from core.interviews.podcast.preparing import Preparation
from core.interviews.podcast.prompt import FOLDER, PodcastPrompts, decision_prompt
from core.interviews.podcast.sources.material import Source, source_in
from core.interviews.podcast.sources.opener import MODULE
from core.interviews.podcast.state import PodcastState, called, chapter_of, load, progress, total_of
from core.interviews.scripted_base import base_turns, wording
from core.interviews.scripted_base.configured import ConfiguredInterview
from core.interviews.scripted_base.decision import Decision
from core.interviews.signals import Signals


class Podcast(ConfiguredInterview[PodcastStanding, PodcastSettings]):
    """Implements `core.contracts.turn.Interview`. Holds the banks and the prompts, and nothing about anybody."""

    kind = "podcast"
    folder = SCRIPTS
    reads = MODULE
    styles = STYLES
    takes = Takes(files=("*",), links=True)

    @classmethod
    def _settings_are(cls) -> type[PodcastSettings]:
        return PodcastSettings

    def _begin_with_settings(self) -> None:
        self.chores = {
            **chore_kinds(self.settings),
            INSIGHTS: ChoreKind(sees=Sees.WHOLE, before_document=True),
        }
        self.intake = EpisodeFlow(self.settings)
        self.preparation = Preparation(self._prompts, self.scripts, self._secret)
        self._episodes = EpisodeChores(self.settings, self.preparation)

    def _load(self, *, facts: str, guidance: str) -> str:
        self._prompts = PodcastPrompts.load(FOLDER, facts=facts, guidance=guidance)
        return self._prompts.secret

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening question: the one made for this episode, else the bank's. What it is about was just said."""
        source = source_in(situation.about)
        tag = primary(situation.session.language)
        script = situation.scripts.speak(tag)
        chapter = chapter_of(script, source.template if source is not None else "")
        total = total_of(source)
        state = PodcastState(
            template=chapter.id,
            total=total,
            question_id=chapter.questions[0].id,
            plan=plan(chapter, total, source.guidelines if source is not None else ""),
            offline=offline,
        )
        language = script.language if offline else tag
        ground = PodcastStanding(situation=situation, state=state, script=script, language=language, source=source)
        ground, notice = wording.once(ground, "offline") if offline else (ground, "")
        turn = base_turns.forward(ground, ground.place, words=self._opening(ground, source))
        remark = wording.joined(script.opening, chapter.intro if ground.scripted else "")
        return replace(turn, notice=notice, remark=remark)

    # --- beside the turns -----------------------------------------------------------------------------------------

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """What is found about an episode before it, and `Insights` as JSON after it. Raises ModelError."""
        if name in {FIND, PREPARE}:
            return await self._episodes.run(name, situation, model)
        if name == INSIGHTS:
            return await find_insights(self._prompts, situation, model)
        raise ValueError(f"a podcast interview has no chore called {name!r}")

    async def document(
        self, situation: ChoreSituation, model: LanguageModel, *, style: str, language: str
    ) -> Document | None:
        return await notes_document(situation, model, self._prompts, self.settings, style=style, language=language)

    def notes(self, record: Record, scripts: ScriptSet, *, language: str) -> str:
        return exported_notes(record, scripts, language=language)

    def called(self, about: About) -> SessionName:
        return called(about)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(self, situation: Situation, script: Script, language: str) -> PodcastStanding:
        source = source_in(situation.about)
        state = load(situation.session.state, script, source, situation.question)
        return PodcastStanding(situation=situation, state=state, script=script, language=language, source=source)

    def _chores_after(self, ground: PodcastStanding) -> tuple[str, ...]:
        return (INSIGHTS,) if ground.situation.session.counters.words >= FEWEST_WORDS else ()

    def _opening(self, ground: PodcastStanding, source: Source | None) -> str:
        """The question made for this episode, if it still holds; else empty, for the bank's."""
        if source is None or not source.opening.strip():
            return ""
        context = GuardContext(
            language=ground.language,
            asked=tuple(question.text for question in ground.chapter.questions[1:]),
            last_words=" ".join(quote.text for quote in source.context.quotes),
            secret=self._secret,
        )
        return guard(source.opening, context).question

    def _prompt(self, ground: PodcastStanding, signals: Signals) -> Prompt:
        return decision_prompt(self._prompts, ground, signals)

    def _context(self, ground: PodcastStanding) -> GuardContext:
        """The episode's words may be quoted as the person's own; the last question is not asked ahead."""
        context = super()._context(ground)
        source = ground.source
        quotes = source.context.quotes if source is not None else ()
        ahead = () if ground.concluding or not ground.mains_left else (ground.conclusion.question.text,)
        return replace(
            context,
            asked=(*ground.state.asked, *context.asked, *ahead),
            last_words="\n".join((context.last_words, *(quote.text for quote in quotes))),
        )

    def _checked(self, ground: PodcastStanding, guarded: Guarded) -> Guarded:
        """Without the sentences that quote, name or count what nobody has said."""
        situation, source = ground.situation, ground.source
        theirs = [entry.text for entry in (*situation.tail, *situation.talk) if entry.role is Role.PERSON]
        said = (*theirs, situation.answer, *(source.quotable if source is not None else ()))
        ours = (*ground.state.asked, *ground.asked, *(place.question.text for place in ground.window))
        known = (*said, *(source.known if source is not None else ()), *ours, situation.person.name)
        every = sentences(guarded.message)
        kept = [each for each in every if not invented(each, ground.language, quotable=said, known=known)]
        if len(kept) == len(every):
            return guarded
        message = " ".join(kept)
        question = guarded.question if guarded.question in message else ""
        interventions = (*guarded.interventions, "guard-invented")
        return replace(guarded, message=message, question=question, interventions=interventions)

    def _target(self, ground: PodcastStanding, decision: Decision) -> Place | None:
        """Where no follow-up is left, a question counts as the next main one, in whatever words."""
        target = super()._target(ground, decision)
        if target is not None or ground.may_stay or not ground.window:
            return target
        return ground.window[0]

    def _said(self, ground: PodcastStanding, decision: Decision, signals: Signals, guarded: Guarded) -> Turn:
        """After the last answer it is over, whatever the model would still ask."""
        if ground.concluding:
            return self._ended(ground, lead="" if guarded.question else guarded.message)
        if guarded.message and not guarded.question and not ground.may_stay:
            return self._onward(ground, lead=guarded.message)
        return super()._said(ground, decision, signals, guarded)

    def _left(self, ground: PodcastStanding, target: Place | None, signals: Signals) -> Turn:
        """There are few questions, and the bank's are about every episode."""
        if signals.refuses:
            return super()._left(ground, target, signals)
        if target is not None and ground.allowed(target):
            return base_turns.forward(ground, target)
        return self._onward(ground)

    def _asked_first(self, ground: PodcastStanding, told: str) -> tuple[PodcastStanding, str]:
        return cue_question(ground, told)
