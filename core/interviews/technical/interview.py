"""The technical interview: questions about real work, and exercises with code that is run.

A model leads it. It asks the program for an exercise, a hint or the end with the last line of a message; code that is
handed in is run at once, whatever else is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from pydantic import BeforeValidator

from core.contracts.about import About, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import Script, ScriptSet, primary_language
from core.contracts.session import EntryKind, Record, Session, in_intake
from core.contracts.tools import Tool
from core.contracts.turn import AcceptedInput, Occurrence, Offer, State, Turn, TurnContext
from core.interviews.message_check import CheckContext
from core.interviews.scripted_base import base_turns
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.books import BOOKS, READING, Books, word_validator
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.scripted_base.scripted import ConfiguredInterview, Message, shorten_subject
from core.interviews.scripted_base.talk import TalkPrompts
from core.interviews.technical import SCRIPTS, turns
from core.interviews.technical.code_extraction import bare_code, code_in, file_programming_language
from core.interviews.technical.code_submissions import EVALUATION, LONGEST_CODE, REVIEW, RUN, CodeSubmission
from core.interviews.technical.course import TechnicalStanding, load_question_bank, plan_technical_questions
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.intake import read_request
from core.interviews.technical.intake_flow import READ, TechnicalFlow
from core.interviews.technical.prompt import HERE, TechnicalPrompts, current_state_lines, subject_prompt
from core.interviews.technical.settings import TechnicalSettings
from core.interviews.technical.state import TechnicalState, load, progress, restore_technical_state
from core.interviews.technical.subject import subject_in, technical_session_name
from core.languages import LANGUAGES
from core.languages.messages import say
from core.languages.sensitive import is_danger

if TYPE_CHECKING:
    from core.interviews.technical.background import Background

_EXERCISE, _HINT, _END = "[exercise]", "[hint]", "[end]"
_ASKED_FOR = frozenset({"write_code", "review_my_code", "assess_me", "change_topic", "stop"})
"""The requests that the books may hear."""
Intent = Literal[
    "answer", "write_code", "review_my_code", "assess_me", "change_topic", "clarify", "stop", "continue", "small_talk"
]


class TechnicalBooks(Books):
    """The notes on the candidate's newest words; `prompts/books.md` explains the fields to the model."""

    intent: Annotated[Intent, BeforeValidator(word_validator(get_args(Intent), "answer"))] = "answer"
    struggles: bool = False
    """They are stuck with what is open."""


class Technical(ConfiguredInterview[TechnicalStanding, TechnicalSettings]):
    """Implements `core.contracts.turn.Interview`. Holds the bank and the prompts, and nothing about anybody."""

    kind = "technical"
    script_files = SCRIPTS
    technical: ClassVar[bool] = True
    most_probes: ClassVar[int] = 1
    keeps: ClassVar[type[Books]] = TechnicalBooks
    markers: ClassVar[tuple[str, ...]] = (_EXERCISE, _HINT, _END)
    reads = "core.interviews.technical.reading"
    takes = AcceptedInput(files=("*",), links=True, code=True)
    commands: Mapping[str, Mapping[str, str]] = {
        name: {language: say(language, f"technical-command-{name}") for language in LANGUAGES}
        for name in (turns.HINT, turns.TASK, turns.PROGRESS)
    }
    lasting = frozenset({turns.PROGRESS})
    chores: Mapping[str, ChoreKind] = {
        BOOKS: READING,
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

    @classmethod
    def _settings_are(cls) -> type[TechnicalSettings]:
        return TechnicalSettings

    def _begin_with_settings(self) -> None:
        if self.settings.exercises_dir is not None:
            self.settings.exercises()  # what is wrong with theirs is said at the start
        self._rubric = self.settings.rubric()
        self._bank = load_question_bank()
        self.intake = TechnicalFlow(self._facts)

    def _load(self) -> TalkPrompts:
        self._prompts = TechnicalPrompts.load()
        aim, how = ((HERE / f"{name}.md").read_text(encoding="utf-8").strip() for name in ("aim", "how"))
        return TalkPrompts(aim=aim, how=how, facts=self._facts, guidance=self.operator.guidance)

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        """Say hello and what is to come, and ask the first question."""
        tag = primary_language(situation.session.language)
        script = situation.scripts.speak(tag)
        state = TechnicalState(
            offline=offline,
            plan=plan_technical_questions(script, self._bank, subject_in(situation.about), seed=situation.session.id),
            question_id=script.places[0].question.id,
        )
        ground = self._standing_of(situation, state, script, script.language if offline else tag)
        ground, notice = base_turns.notice_once(ground, "offline") if offline else (ground, "")
        hello = say(ground.language, "technical-hello", name=situation.person.name or "none")
        turn = self._onward(ground, lead=f"{hello} {script.opening}")
        return replace(turn, notice=base_turns.join_paragraphs(notice, turn.notice))

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Have code run at once; to everything else the model, or what people wrote, says what follows."""
        ground = self._ground(situation, offline=model.offline)
        usual, pending = ground.subject.language, ground.state.submissions > ground.state.run_told
        found = code_in(situation.answer, ground.looked_at, usual, pending=pending)
        if found is None and ground.exercise is not None:
            found = bare_code(situation.answer[ground.looked_at :], ground.exercise, usual)
        if found is None:
            return await super().answer(situation, model)
        if len(found.source) > LONGEST_CODE:
            return turns.stay_with(ground, say(ground.language, "technical-too-long"))
        turn = turns.submit_code(ground, CodeSubmission(language=found.language, source=found.source, said=found.said))
        if ground.state.offline:
            return self._helped(ground, turn) if is_danger(found.said, ground.language) else turn
        # The words beside the code are read afterwards.
        return replace(turn, chores=(*turn.chores, BOOKS)) if found.said.strip() else turn

    def submitted(self, situation: TurnContext) -> Turn | None:
        """Have a file with code run; others are of no use any more."""
        ground = self._ground(situation)
        file = next((each.file for each in situation.submissions if each.file is not None), None)
        usual = ground.subject.language if ground.exercise is not None else None
        language = None if file is None else file_programming_language(file, usual)
        if file is None or language is None:
            return None
        return turns.submit_code(ground, CodeSubmission(language=language, file_ref=file.file_ref, name=file.name))

    def command(self, situation: TurnContext, name: str, argument: str) -> Turn | None:
        ground = self._ground(situation)
        exercise = ground.exercise
        if name == turns.PROGRESS:
            return replace(
                turns.stay_with(ground, ""), notice=say(ground.language, "technical-progress"), chores=(turns.PROGRESS,)
            )
        if name == turns.HINT:
            return None if exercise is None else turns.give_hint(ground, exercise)
        return turns.give_another_exercise(ground)

    def news(self, situation: TurnContext, chore: str) -> Turn | None:
        """Say what a run showed at once, then its review, with a question about it."""
        if chore == RUN:
            return turns.run_news(self._ground(situation))
        if chore == REVIEW:
            return turns.review_news(self._ground(situation))
        return super().news(situation, chore)

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Say what was found while they were away; else greet them, with an open exercise as it is."""
        ground = self._ground(situation, offline=model.offline)
        if (found := turns.review_news(ground) or turns.run_news(ground)) is not None:
            return found
        if ground.exercise is not None:
            name = situation.person.name or "none"
            return Turn(state=ground.state.dump(), notice=say(ground.language, "resumed-plain", name=name))
        return await super().welcome(situation, model)

    def gone_back(self, then: State, now: State) -> State:
        return restore_technical_state(then, now)

    # --- beside the turns -----------------------------------------------------------------------------------------

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        if name == BOOKS:
            return await super().chore(name, situation, model)
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
        return technical_session_name(about)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def offered(self, session: Session, scripts: ScriptSet) -> tuple[Offer, ...]:
        """Offer the hint and another exercise, while one is open."""
        if not session.state or in_intake(session):
            return ()
        state = load(session.state, scripts.speak(session.language), None)
        exercise = None if state.solved else self._exercises.get(state.exercise)
        return turns.offers_for(exercise, state.hints, primary_language(session.language))

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(self, situation: TurnContext, script: Script, language: str) -> TechnicalStanding:
        state = load(situation.session.state, script, situation.question)
        if not state.plan:  # it could not be read
            made = plan_technical_questions(script, self._bank, subject_in(situation.about), seed=situation.session.id)
            state = state.model_copy(update={"plan": made})
        return self._standing_of(situation, state, script, language)

    def _standing_of(
        self, situation: TurnContext, state: TechnicalState, script: Script, language: str
    ) -> TechnicalStanding:
        return TechnicalStanding(
            situation=situation,
            state=state,
            script=script,
            language=language,
            subject=subject_in(situation.about),
            exercises=self._exercises,
        )

    def _about(self, ground: TechnicalStanding) -> str:
        return subject_prompt(ground.subject)

    def _waits(self, ground: TechnicalStanding) -> bool:
        """Answer at once while an exercise is open."""
        return super()._waits(ground) and ground.exercise is None

    def _matters_now(self, ground: TechnicalStanding) -> list[str]:
        return list(current_state_lines(ground))

    def _agenda(self, ground: TechnicalStanding) -> str:
        """Return the plan, and the fields that only these books have."""
        lines = (f"{each.question.id} ({shorten_subject(each.question.objective)})" for each in ground.agenda)
        return "\n".join((*lines, "", self._prompts.books))

    def _check_context(self, ground: TechnicalStanding, *, closed: Sequence[str], language: str) -> CheckContext:
        """Count the questions asked long ago too."""
        context = super()._check_context(ground, closed=closed, language=language)
        return replace(context, asked=(*ground.state.asked, *context.asked))

    def _booked(self, ground: TechnicalStanding, books: Books | None) -> tuple[TechnicalStanding, ChoreResult | None]:
        """Keep an open exercise open, whatever the books take an answer to be about."""
        after, gained = super()._booked(ground, books)
        return (after.remembering(question_id=ground.state.question_id) if ground.exercise else after), gained

    def _chores_after(self, ground: TechnicalStanding) -> tuple[str, ...]:
        return (EVALUATION,)

    def _ended(self, ground: TechnicalStanding, *, lead: str = "", log: Log = ()) -> Turn:
        """Have what was shown evaluated, and the report made; without a model by what the runs showed."""
        return replace(super()._ended(ground, lead=lead, log=log), chores=self._chores_after(ground))

    def _onward(self, ground: TechnicalStanding, *, lead: str = "", log: Log = ()) -> Turn:
        """Put the exercise that is next in the plan, or ask the question that is."""
        first = next(iter(ground.left), None)
        exercise = ground.next_exercise() if first in ground.slots_left else None
        if exercise is not None:
            return turns.give_exercise(ground, exercise, place=first, lead=lead, log=log)
        return super()._onward(ground, lead=lead, log=log)

    def _stepped(self, ground: TechnicalStanding, step: OfflineStep) -> Turn:
        """Leave code that is being run, or an open exercise, as it is when words come without a model."""
        if ground.awaits_code and not (step.stays or step.danger):
            return turns.stay_with(
                ground, base_turns.join_paragraphs(step.lead, say(ground.language, "technical-still-looking"))
            )
        if ground.exercise is None:
            return super()._stepped(ground, step)
        if step.stays or step.probe:
            return replace(super()._stepped(ground, step), own=turns.exercise_offers(ground))
        question = ground.situation.question
        again = question is not None and question.kind is EntryKind.FOLLOW_UP  # their code was talked about
        how = say(ground.language, "technical-send-again" if again else "technical-send-code")
        return turns.stay_with(ground, base_turns.join_paragraphs(step.lead, how))

    def _turn_of(self, ground: TechnicalStanding, message: Message, books: Books | None) -> Turn:
        """Do at once what they ask for, whatever time the next question has."""
        asked_for = isinstance(books, TechnicalBooks) and books.intent in _ASKED_FOR
        return self._said(ground, message, books) if asked_for else super()._turn_of(ground, message, books)

    def _said(self, ground: TechnicalStanding, message: Message, books: Books | None) -> Turn:
        """Follow the words with what the model's last line asks for, else with what the books heard them ask for."""
        if not isinstance(books, TechnicalBooks):
            return self._followed(ground, message, TechnicalBooks())
        ground = ground.remembering(struggles=ground.state.struggles + 1 if books.struggles else 0)
        turn = self._followed(ground, message, books)
        return replace(turn, log=(*turn.log, Occurrence(name="intent", detail=books.intent)))

    def _followed(self, ground: TechnicalStanding, message: Message, books: TechnicalBooks) -> Turn:
        words, exercise, intent = message.text, ground.exercise, books.intent
        wants_the_end = intent in {"stop", "assess_me"} and books.wants != "pause"
        if wants_the_end or (message.marker == _END and not message.asks):
            return self._ended(ground, lead="" if message.asks else words)  # nobody could answer it any more
        if message.marker == _EXERCISE:
            return turns.give_another_exercise(ground, lead=words)
        if message.marker == _HINT and exercise is not None:
            return turns.give_hint(ground, exercise, lead=words)
        if not words:
            return self._written_by_people(ground)
        if not message.asks:
            if intent == "write_code" and exercise is None:
                return turns.give_another_exercise(ground, lead=words)
            if intent == "change_topic":
                return self._onward(ground, lead=words)
            if intent == "review_my_code" and ground.state.submissions:
                return turns.request_review(ground, words)
            if exercise is not None:
                return turns.stay_with(ground, words)
        elif intent == "change_topic":
            ground = ground.remembering(exercise="", hints=0)
        return replace(super()._said(ground, message, books), own=turns.exercise_offers(ground))
