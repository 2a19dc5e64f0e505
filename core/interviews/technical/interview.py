"""The technical interview: questions about real work and exercises with code that is run, one decision call a turn.

Everything that comes enters through `_ground`, the machine says what may follow, and every turn leaves through
`turns.finalize`. Code that is handed in goes to the review at once, past any intent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from core.contracts.about import About, SessionName, in_intake
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Place, Script, ScriptSet, primary
from core.contracts.session import Record, Session
from core.contracts.tools import Tool
from core.contracts.turn import Offer, Situation, State, Takes, Turn
from core.interviews.guard import GuardContext, Guarded, GuardLimits
from core.interviews.guard.text import count_words, marks
from core.interviews.scripted_base import base_turns, wording
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.configured import ConfiguredInterview
from core.interviews.scripted_base.decision import Decision
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.signals import Signals, hear
from core.interviews.technical import SCRIPTS, code_news, turns
from core.interviews.technical.bank import bank
from core.interviews.technical.course import MOST_STRUGGLES, TechnicalStanding, plan
from core.interviews.technical.decision import TechnicalDecision
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.grounds import has_grounds
from core.interviews.technical.handed import EVALUATION, LONGEST_CODE, REVIEW, RUN, HandedIn
from core.interviews.technical.handing_in import Found, bare_code, code_in, language_of
from core.interviews.technical.intake import read_request
from core.interviews.technical.intake_flow import READ, TechnicalFlow
from core.interviews.technical.machine import Intent, Step, machine
from core.interviews.technical.prompt import TechnicalPrompts, decision_prompt
from core.interviews.technical.settings import TechnicalSettings
from core.interviews.technical.state import TechnicalState, gone_back, load, progress
from core.interviews.technical.subject import called, subject_in
from core.words import LANGUAGES, say

if TYPE_CHECKING:
    from core.interviews.technical.background import Background

_FEWEST = 4
"""With fewer words nothing was told that anything could have been decided in."""


class Technical(ConfiguredInterview[TechnicalStanding, TechnicalSettings]):
    """Implements `core.contracts.turn.Interview`. Holds the bank and the prompts, and nothing about anybody."""

    kind = "technical"
    folder = SCRIPTS
    reads = "core.interviews.technical.reading"
    takes = Takes(files=("*",), links=True, code=True)
    limits = GuardLimits(question=45, message=110)
    decides: ClassVar[type[Decision]] = TechnicalDecision
    commands: Mapping[str, Mapping[str, str]] = {
        name: {language: say(language, f"technical-command-{name}") for language in LANGUAGES}
        for name in (turns.HINT, turns.TASK, turns.PROGRESS)
    }
    lasting = frozenset({turns.PROGRESS})

    @classmethod
    def _settings_are(cls) -> type[TechnicalSettings]:
        return TechnicalSettings

    def _begin_with_settings(self) -> None:
        if self.settings.exercises_dir is not None:
            self.settings.exercises()  # what is wrong with theirs is said at the start
        self._rubric = self.settings.rubric()
        self._bank = bank()
        self.intake = TechnicalFlow(self._facts)
        self.chores: Mapping[str, ChoreKind] = {
            READ: ChoreKind(
                sees=Sees.SESSION,
                tools=frozenset({Tool.FILES, Tool.WEB, Tool.READERS}),
                wakes=True,
                request=read_request,
                at_a_time=1,
                shows=True,
            ),
            RUN: ChoreKind(
                sees=Sees.SESSION,
                tools=frozenset({Tool.FILES, Tool.READERS, Tool.SANDBOX}),
                wakes=True,
                at_a_time=1,
                waiting="technical-waiting",
                shows=True,
            ),
            REVIEW: ChoreKind(sees=Sees.SESSION, wakes=True),
            EVALUATION: ChoreKind(
                sees=Sees.WHOLE,
                tools=frozenset({Tool.FILES, Tool.READERS, Tool.SANDBOX}),
                # Behind the runs of the same person: what is run is weighed.
                at_a_time=1,
                before_document=True,
            ),
            turns.PROGRESS: ChoreKind(sees=Sees.SESSION, earlier=EVALUATION),
        }

    def _load(self, *, facts: str, guidance: str) -> str:
        self._prompts = TechnicalPrompts.load(facts=facts, guidance=guidance)
        return self._prompts.secret

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """Hello, what is to come, and the first question."""
        tag = primary(situation.session.language)
        script = situation.scripts.speak(tag)
        subject = subject_in(situation.about)
        state = TechnicalState(
            offline=offline,
            plan=plan(script, self._bank, subject, seed=situation.session.id),
            question_id=script.places[0].question.id,
        )
        ground = self._standing_of(situation, state, script, script.language if offline else tag)
        ground, notice = wording.once(ground, "offline") if offline else (ground, "")
        turn = self._onward(ground, lead=script.opening)
        return replace(turn, notice=wording.joined(notice, turn.notice))

    async def answer(self, situation: Situation, model: LanguageModel) -> Turn:
        """Code goes to the review; everything else is decided on, with one model call at most."""
        ground = self._ground(situation, offline=model.offline)
        usual, pending = ground.subject.language, ground.state.submissions > ground.state.run_told
        found = code_in(situation.answer, ground.looked_at, usual, pending=pending)
        if found is None and ground.exercise is not None:
            found = bare_code(situation.answer[ground.looked_at :], ground.exercise, usual)
        return await super().answer(situation, model) if found is None else self._handed_in(ground, found)

    def submitted(self, situation: Situation) -> Turn | None:
        """A file with code goes to the review; others are of no use any more."""
        ground = self._ground(situation)
        file = next((each.file for each in situation.submissions if each.file is not None), None)
        usual = ground.subject.language if ground.exercise is not None else None
        language = None if file is None else language_of(file, usual)
        if file is None or language is None:
            return None
        return turns.handed_in(ground, HandedIn(language=language, file_ref=file.file_ref, name=file.name), chore=RUN)

    def command(self, situation: Situation, name: str, argument: str) -> Turn | None:
        ground = self._ground(situation)
        exercise = ground.exercise
        if name == turns.PROGRESS:
            return replace(
                turns.staying(ground, ""), notice=say(ground.language, "technical-progress"), chores=(turns.PROGRESS,)
            )
        if name == turns.HINT:
            return None if exercise is None else turns.hinted(ground, exercise)
        return turns.another(ground)

    def news(self, situation: Situation, chore: str) -> Turn | None:
        """What a run showed is said at once, then its review, with a question about it."""
        ground = self._ground(situation)
        if chore == RUN:
            return code_news.of_run(ground)
        return code_news.of_review(ground) if chore == REVIEW else None

    def welcome(self, situation: Situation) -> Turn:
        """What was found while they were away; else what is open is asked again."""
        ground = self._ground(situation)
        name = situation.person.name or "none"
        greeting = Turn(state=ground.state.dump(), notice=say(ground.language, "resumed-plain", name=name))
        return code_news.meanwhile(ground) or greeting

    def gone_back(self, then: State, now: State) -> State:
        return gone_back(then, now)

    # --- beside the turns -----------------------------------------------------------------------------------------

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        return await self._background.chore(name, situation, model)

    async def document(
        self, situation: ChoreSituation, model: LanguageModel, *, style: str, language: str
    ) -> Document | None:
        return await self._background.document(situation, model, language=language)

    def notes(self, record: Record, scripts: ScriptSet, *, language: str) -> str:
        return self._background.notes(record, language=language)

    @cached_property
    def _background(self) -> Background:
        from core.interviews.technical.background import Background

        seconds = self.settings.seconds
        return Background(prompts=self._prompts, rubric=self._rubric, exercises=self._exercises, seconds=seconds)

    @cached_property
    def _exercises(self) -> Mapping[str, Exercise]:
        return self.settings.exercises()

    def called(self, about: About) -> SessionName:
        return called(about)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def offered(self, session: Session, scripts: ScriptSet) -> tuple[Offer, ...]:
        """The hint and another exercise, while one is open."""
        if not session.state or in_intake(session):
            return ()
        state = load(session.state, scripts.speak(session.language), None)
        exercise = None if state.solved else self._exercises.get(state.exercise)
        return turns.offers_for(exercise, state.hints, primary(session.language))

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(self, situation: Situation, script: Script, language: str) -> TechnicalStanding:
        state = load(situation.session.state, script, situation.question)
        if not state.plan:  # it could not be read
            made = plan(script, self._bank, subject_in(situation.about), seed=situation.session.id)
            state = state.model_copy(update={"plan": made})
        return self._standing_of(situation, state, script, language)

    def _standing_of(
        self, situation: Situation, state: TechnicalState, script: Script, language: str
    ) -> TechnicalStanding:
        return TechnicalStanding(
            situation=situation,
            state=state,
            script=script,
            language=language,
            subject=subject_in(situation.about),
            exercises=self._exercises,
        )

    def _handed_in(self, ground: TechnicalStanding, found: Found) -> Turn:
        """It is taken whatever is said beside it; who stops, despairs or wants it kept back is heard all the same."""
        if len(found.source) > LONGEST_CODE:
            return turns.staying(ground, say(ground.language, "technical-too-long"))
        code = HandedIn(language=found.language, source=found.source, said=found.said)
        turn = turns.handed_in(ground, code, chore=RUN)
        signals = hear(found.said)
        if signals.keep_back:
            turn = replace(turn, kept_back=turns.newest_answer(ground))
        heard = base_turns.waited(ground, signals, self._help_texts)
        if heard is None:
            return turn
        return replace(
            turn, notice=heard.notice, pauses=heard.pauses, distress=heard.distress, offers=heard.offers, log=heard.log
        )

    def _chores_after(self, ground: TechnicalStanding) -> tuple[str, ...]:
        return (EVALUATION,)

    def _ended(self, ground: TechnicalStanding, *, lead: str = "", log: Log = ()) -> Turn:
        """What was shown is weighed, and the report follows; without a model by what the runs showed."""
        turn = replace(super()._ended(ground, lead=lead, log=log), chores=self._chores_after(ground))
        return turns.finalize(ground, Step.CLOSING, turn)

    def _prompt(self, ground: TechnicalStanding, signals: Signals) -> Prompt:
        return decision_prompt(self._prompts, self._bank, ground, signals)

    def _context(self, ground: TechnicalStanding) -> GuardContext:
        """The questions asked long ago too; the résumé's words may be used as their own."""
        context = super()._context(ground)
        subject = ground.subject
        theirs = (
            *subject.resume.skills,
            *subject.resume.roles,
            *(f"{p.name} {p.did}" for p in subject.resume.projects),
        )
        told = "\n".join((context.told, *theirs, *subject.job.skills, *subject.job.duties, subject.job.title))
        return replace(context, asked=(*ground.state.asked, *context.asked), told=told, trade=True)

    def _target(self, ground: TechnicalStanding, decision: Decision) -> Place | None:
        target = super()._target(ground, decision)
        return target if target in ground.questions_left else None

    # --- without a model ------------------------------------------------------------------------------------------

    def _asked_first(self, ground: TechnicalStanding, told: str) -> tuple[TechnicalStanding, str]:
        """After an answer that gives no reason, no number and no decision of their own: for one of these."""
        if count_words(told) < _FEWEST or has_grounds(told, ground.language):
            return ground, ""
        asked = (say(ground.language, f"technical-ask-own-{number}") for number in range(1, 5))
        return ground, next((each for each in asked if each not in ground.state.asked), "")

    def _onward(self, ground: TechnicalStanding, *, lead: str = "", log: Log = ()) -> Turn:
        """The next of the plan: a question, or an exercise; at its end the closing."""
        for place in ground.window:
            if place in ground.questions_left:
                turn = base_turns.forward(ground, place, lead=lead, log=log)
                return turns.finalize(ground, Step.QUESTION, turn)
            exercise = ground.next_exercise()
            if exercise is not None:
                return turns.given(ground, exercise, place=place, lead=lead, log=log)
        return self._ended(ground, lead=lead, log=log)

    def _stepped(self, ground: TechnicalStanding, step: OfflineStep) -> Turn:
        if ground.exercise is not None and (wanted := turns.wanted(ground.fresh)):
            return turns.hinted(ground, ground.exercise) if wanted == turns.HINT else turns.another(ground)
        if step.stays:
            return turns.staying(ground, step.lead)
        if ground.awaits_code and not step.log:
            words = wording.joined(step.lead, say(ground.language, "technical-still-looking"))
            return turns.staying(ground, words, intent=Intent.ANSWER)
        if step.probe:
            to = Step.FOLLOWUP if step.target is None else Step.QUESTION
            return turns.finalize(ground, to, super()._stepped(ground, step), intent=Intent.ANSWER)
        if ground.exercise is not None and not step.log:
            return self._beside_exercise(ground, ground.exercise, step.lead)
        return self._onward(ground, lead=step.lead, log=step.log)

    def _beside_exercise(self, ground: TechnicalStanding, exercise: Exercise, lead: str) -> Turn:
        """Words to an open exercise: the first time how code is handed in, then hints, then on to something else."""
        struggles = ground.state.struggles + 1
        if struggles == 1:
            reviewed = ground.state.phase is Step.CODE_REVIEW
            how = say(ground.language, "technical-send-again" if reviewed else "technical-send-code")
            return turns.staying(ground, wording.joined(lead, how), intent=Intent.ANSWER, struggles=struggles)
        if struggles <= 1 + MOST_STRUGGLES and ground.state.hints < len(exercise.wording(ground.language).hints):
            return turns.hinted(ground, exercise, lead=lead, intent=Intent.ANSWER, struggles=struggles)
        return self._onward(ground, lead=lead)

    # --- what the model decided, as far as the machine allows it ---------------------------------------------------

    def _decided(self, ground: TechnicalStanding, decision: Decision, signals: Signals) -> Turn:
        """Who wants to stop is let go, whichever field says so; who wants the evaluation with it gets that. What is no
        part of an answer the model says: among engineers the rules take code for wishes.
        """
        known = cast("TechnicalDecision", decision)  # `decides` says so
        if known.intent is Intent.STOP and known.wants == "go_on":
            known = known.model_copy(update={"wants": "pause"})
        if known.intent is Intent.ASSESS_ME and known.step is Step.EVALUATION:
            known = known.model_copy(update={"wants": "go_on"})
        turn = super()._decided(ground, known, signals)
        return replace(turn, asides=tuple(each for each in turn.asides if each in known.to_me))

    def _said(self, ground: TechnicalStanding, decision: Decision, signals: Signals, guarded: Guarded) -> Turn:
        known = cast("TechnicalDecision", decision)  # `decides` says so
        ground = ground.remembering(struggles=ground.state.struggles + 1 if known.struggles else 0)
        step = machine().step(ground.state.phase, known.intent, known.step, ground.holds(known.intent, known.step))
        if step is None:
            words = guarded.message or say(ground.language, "technical-go-on")
            if guarded.question:
                ground = replace(ground, state=ground.state_deeper(guarded.question))
            return turns.staying(ground, words, intent=known.intent)
        if not guarded.message and signals.refuses:
            return self._refused(ground, signals)
        return self._taken(ground, step, known, guarded)

    def _taken(self, ground: TechnicalStanding, step: Step, decision: TechnicalDecision, guarded: Guarded) -> Turn:
        """The turn of a step that the machine allows. A question that was meant for another step is not asked in it."""
        intent, remark = decision.intent, guarded.message
        if marks(guarded.question):
            remark = remark.replace(guarded.question, "").strip()
        words = guarded.message if decision.step in {step, None} else remark
        asks = bool(guarded.question) and words == guarded.message
        if step is Step.SANDBOX_GUIDANCE:
            return self._guided(ground, decision, remark)
        if step is Step.CODE_REVIEW:
            return turns.looked_at_again(ground, chore=REVIEW, intent=intent)
        if step is Step.FOLLOWUP and words:
            turn = replace(base_turns.deeper(ground, words, room=not asks), own=turns.exercise_offers(ground))
            return turns.finalize(ground, step, turn, intent=intent)
        if step is Step.QUESTION:
            target = self._target(ground, decision) or ground.questions_left[0]
            turn = base_turns.forward(ground, target, words=words if asks else "", lead="" if asks else words)
            return turns.finalize(ground, step, turn, intent=intent)
        if step is Step.EVALUATION:
            return self._ended(ground, lead=remark)
        return self._onward(ground)

    def _guided(self, ground: TechnicalStanding, decision: TechnicalDecision, lead: str) -> Turn:
        """What belongs to an exercise: a hint, a word about it, or another one."""
        exercise, intent = ground.exercise, decision.intent
        if exercise is not None and intent is Intent.CONTINUE and decision.step is not Step.SANDBOX_GUIDANCE:
            return self._onward(ground, lead=lead)
        if exercise is not None and intent is not Intent.CHANGE_TOPIC:
            if decision.struggles:
                return turns.hinted(ground, exercise, lead=lead, intent=intent)
            return turns.staying(ground, lead or say(ground.language, "technical-send-code"), intent=intent)
        return turns.another(ground, lead=lead, intent=intent)
