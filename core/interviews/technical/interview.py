"""The technical interview: a model asks for exercises, hints and the end with the last line of its message."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from pydantic import BeforeValidator

from core.contracts.about import About, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Document, Sees
from core.contracts.fences import fence_code
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import QuestionRef, Script, ScriptSet, primary_language
from core.contracts.session import EntryKind, Record, Session, in_intake
from core.contracts.tools import Tool
from core.contracts.turn import AcceptedInput, NewQuestion, Occurrence, Offer, State, Turn, TurnContext
from core.interviews.message_check import CheckContext
from core.interviews.scripted_base import base_turns
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.books import BOOKS, READING, Books, word_validator
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.scripted_base.scripted import ConfiguredInterview, Message, shorten_subject
from core.interviews.scripted_base.talk import TalkPrompts
from core.interviews.technical import SCRIPTS
from core.interviews.technical.code_submissions import (
    CODE,
    EVALUATION,
    LONGEST_CODE,
    REVIEW,
    RUN,
    CodeSubmission,
    RunSeen,
    SubmissionRemarks,
    bare_code,
    code_in,
    file_code_language,
    finding_name,
    stored_finding,
)
from core.interviews.technical.course import (
    HERE,
    TechnicalPrompts,
    TechnicalStanding,
    current_state_lines,
    load_question_bank,
    plan_technical_questions,
    subject_prompt,
)
from core.interviews.technical.exercises.exercise import (
    GENERAL,
    IN_WORDS,
    WITH_CODE_GIVEN,
    Exercise,
    Programming,
    Work,
    example_lines,
    starter_code,
    write_files,
    written_diff,
)
from core.interviews.technical.harness import LONGEST_INPUT
from core.interviews.technical.intake import read_request
from core.interviews.technical.intake_flow import READ, TechnicalFlow
from core.interviews.technical.review import describe_run, review_told
from core.interviews.technical.rubric import TechnicalSettings
from core.interviews.technical.state import MOST_SUBMISSIONS, TechnicalState, load, progress, restore_technical_state
from core.interviews.technical.subject import subject_in, technical_session_name
from core.interviews.technical.trials import ASKED, MOST_TRIALS, TRIED, TrialAsked, describe_trial
from core.languages import LANGUAGES
from core.languages.messages import match_locale, say
from core.languages.sensitive import is_danger

HINT = "hint"
TASK = "task"
PATCH = "patch"
TRY = "try"
PROGRESS = "progress"


def stay_with(ground: TechnicalStanding, words: str, **values: Any) -> Turn:
    """Say something that leaves what is open as it is. `values`: what changes in the state."""
    turn = base_turns.reply_keeping_question(ground.remembering(**values), words)
    return replace(turn, own=exercise_offers(ground))


def exercise_offers(ground: TechnicalStanding, *, hints: int | None = None) -> tuple[Offer, ...]:
    return offers_for(ground.exercise, ground.state.hints if hints is None else hints, ground.language)


def offers_for(exercise: Exercise | None, told: int, language: str) -> tuple[Offer, ...]:
    """Return the buttons of an open exercise of which so many hints were told."""
    if exercise is None:
        return ()
    offers = []
    if exercise.work not in IN_WORDS:
        offers.append(Offer(label=say(language, "technical-button-write"), editor=say(language, "technical-your-code")))
    if exercise.patch is not None:
        offers.append(Offer(command=PATCH, label=say(language, "technical-button-patch")))
    if len(exercise.wording(language).hints) > told:
        offers.append(Offer(command=HINT, label=say(language, "technical-button-hint")))
    return (*offers, Offer(command=TASK, label=say(language, "technical-button-task")))


def give_exercise(
    ground: TechnicalStanding, exercise: Exercise, *, place: QuestionRef | None = None, lead: str = "", log: Log = ()
) -> Turn:
    """Put an exercise at a place of the plan: by default at that of the open exercise, else at the next one."""
    language = ground.language
    if place is None:
        place = ground.slots_left[0] if ground.slots_left and ground.exercise is None else ground.place
    turn = base_turns.move_to(
        ground,
        place,
        words=exercise_markdown(exercise, programming_of(exercise, ground.language_in_use), language),
        lead=lead,
        log=log,
    )
    return replace(
        turn,
        state={**turn.state, "exercise": exercise.id, "given": [*ground.state.given, exercise.id]},
        notice=say(language, f"technical-how-to-{exercise.work}"),
        own=offers_for(exercise, 0, language),
    )


def give_another_exercise(ground: TechnicalStanding, named: str = "", *, lead: str = "") -> Turn:
    """Put the exercise with this id if it suits them and was not given, else the one that is due."""
    chosen = (each for each in ground.fitting_exercises() if each.id == named)
    exercise = next(chosen, None) or ground.next_exercise()
    if exercise is None:
        return stay_with(ground, base_turns.join_paragraphs(lead, say(ground.language, "technical-no-more-tasks")))
    return give_exercise(ground, exercise, lead=lead)


def give_hint(ground: TechnicalStanding, exercise: Exercise, *, lead: str = "") -> Turn:
    """Give the next hint; behind the last one, say what else there is to do."""
    hints, told = exercise.wording(ground.language).hints, ground.state.hints
    if told >= len(hints):
        return stay_with(ground, base_turns.join_paragraphs(lead, say(ground.language, "technical-no-more-hints")))
    turn = stay_with(ground, base_turns.join_paragraphs(lead, hints[told]), hints=told + 1)
    return replace(turn, own=exercise_offers(ground, hints=told + 1))


def submit_code(ground: TechnicalStanding, code: CodeSubmission) -> Turn:
    """Keep code, in the transaction of this turn, and have it run at once."""
    number = ground.state.submissions + 1
    if number > MOST_SUBMISSIONS:
        return stay_with(ground, say(ground.language, "technical-too-many"))
    got, in_use = "technical-got-code-to-read", ground.state.in_use
    if code.language in GENERAL:
        got, in_use = "technical-got-code", code.language.value
    elif ground.exercise is not None and code.language in ground.exercise.languages:
        got = "technical-got-code"
    code = code.model_copy(update={"exercise": ground.state.exercise, "place": ground.place.question.id})
    seen = max((entry.seq for entry in ground.situation.talk), default=0)
    ground = ground.remembering(
        submissions=number, in_use=in_use, looked_at=max(seen, ground.state.looked_at), struggles=0
    )
    return replace(
        base_turns.reply_keeping_question(ground, say(ground.language, got)),
        chores=(RUN,),
        findings=((finding_name(CODE, number), code.model_dump_json()),),
        offers=("skip",),
    )


def try_newest(ground: TechnicalStanding, argument: str) -> Turn:
    """Have code run without handing it in: that in the argument, else the newest; on an input or on the examples."""
    number, newest = ground.state.trials + 1, ground.state.submissions
    if number > MOST_TRIALS:
        return stay_with(ground, say(ground.language, "technical-too-many"))
    found = code_in(argument, 0, ground.usual, pending=False)
    code = stored_finding(ground.situation.findings, CODE, newest, CodeSubmission)
    run = stored_finding(ground.situation.findings, RUN, newest, RunSeen)
    if found is not None:
        language, source, given = found.language, found.source, found.said
    elif code is not None:
        language, source, given = code.language, code.source or (run.source if run is not None else ""), argument
    else:
        return stay_with(ground, say(ground.language, "technical-try-what"))
    if not isinstance(language, Programming):
        return stay_with(ground, say(ground.language, "technical-not-run-no-sandbox"))
    exercise = "" if ground.exercise is None else ground.exercise.id
    asked = TrialAsked(language=language, source=source[:LONGEST_CODE], exercise=exercise, given=given[:LONGEST_INPUT])
    return replace(
        stay_with(ground, say(ground.language, "technical-trying"), trials=number),
        chores=(TRY,),
        findings=((finding_name(ASKED, number), asked.model_dump_json()),),
    )


def trial_news(ground: TechnicalStanding) -> Turn | None:
    """Say what trials showed that were not told yet."""
    findings, state = ground.situation.findings, ground.state
    new = [n for n in range(state.trials_told + 1, state.trials + 1) if finding_name(TRIED, n) in findings]
    if not new:
        return None
    words = base_turns.join_paragraphs(*(describe_trial(findings, each, ground.language) for each in new))
    return stay_with(ground, words, trials_told=new[-1])


def request_review(ground: TechnicalStanding, words: str) -> Turn:
    """Have the newest code reviewed again; while it is being run, its review comes anyway."""
    if ground.state.submissions > ground.state.run_told:
        return stay_with(ground, words)
    return replace(stay_with(ground, words, reviewed=ground.state.submissions - 1), chores=(REVIEW,))


def run_news(ground: TechnicalStanding) -> Turn | None:
    """Say at once what running the newest code showed; the review follows, without a model in the same message."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.run_told or finding_name(RUN, number) not in findings:
        return None  # it was told, or what was run was handed in before it
    told = describe_run(findings, number, ground.language)
    if told.solved and ground.exercise is not None and ground.exercise.second:
        second = ground.exercise.second[ground.exercise.spoken_in(ground.language)]
        told = replace(told, question=second, otherwise=told.question)
    if not told.question:
        return stay_with(ground, _led(ground, told.words), run_told=number, reviewed=number)
    if ground.state.offline:
        return _asked(ground, replace(told, words="\n".join(filter(None, (told.words, told.remark)))))
    waiting = stay_with(ground, _led(ground, told.words), run_told=number)
    return replace(waiting, chores=(*waiting.chores, REVIEW))


def review_news(ground: TechnicalStanding) -> Turn | None:
    """Say what the review found, and ask about it."""
    number, findings = ground.state.submissions, ground.situation.findings
    if number <= ground.state.reviewed or finding_name(REVIEW, number) not in findings:
        return None
    return _asked(ground, review_told(findings, number, ground.language))


def _asked(ground: TechnicalStanding, told: SubmissionRemarks) -> Turn:
    """Say it with its question, unless something else is open by now, which then stays open."""
    number = ground.state.submissions
    fresh = next((each for each in (told.question, told.otherwise) if each and each not in ground.state.asked), "")
    if fresh and _is_open(ground):
        # A solved exercise is closed with it.
        asked = NewQuestion(id=ground.place.question.id, text=fresh, kind=EntryKind.FOLLOW_UP)
        solved = ground.state.solved or told.solved
        new = {"follow_ups": 1, "solved": solved, "run_told": number, "reviewed": number}
        ground = replace(ground, state=ground.state_deeper(fresh).model_copy(update=new))
        return Turn(state=ground.state.dump(), remark=told.words, question=asked, own=exercise_offers(ground))
    words = base_turns.join_paragraphs(
        told.words, "" if fresh else say(match_locale(ground.language), "technical-send-again")
    )
    return stay_with(ground, _led(ground, words), run_told=number, reviewed=number)


def _is_open(ground: TechnicalStanding) -> bool:
    """Tell whether the question or exercise that the code was handed in for is still open."""
    code = stored_finding(ground.situation.findings, CODE, ground.state.submissions, CodeSubmission)
    here = (ground.place.question.id, ground.state.exercise)
    return code is not None and (code.place, code.exercise) == here


def _led(ground: TechnicalStanding, words: str) -> str:
    """Say first which code is meant, where something else is open."""
    if not words or _is_open(ground):
        return words
    return base_turns.join_paragraphs(say(match_locale(ground.language), "technical-about-code"), words)


def unwrap_paragraphs(text: str) -> str:
    """Put each paragraph on one line, since chats break lines themselves; items of a list stay lines."""
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "\n\n".join(re.sub(r"\s*\n(?!\s*(?:[-*•]|\d+[.)])\s)\s*", " ", part) for part in paragraphs)


def exercise_markdown(exercise: Exercise, programming: Programming, language: str) -> str:
    """Write title, statement, examples and the code to begin with as Markdown. `language`: the people's."""
    spoken = exercise.spoken_in(language)
    wording = exercise.texts[spoken]
    parts = [wording.title, unwrap_paragraphs(wording.statement)]
    if exercise.work is Work.SYSTEM:
        return "\n\n".join((*parts, exercise.stages[0].asks[spoken]))
    if exercise.tables:
        parts += [say(spoken, "technical-task-tables"), fence_code(exercise.tables.strip(), "sql")]
    for path, text in exercise.files.items():
        parts += [f"`{path}`", fence_code(text.strip("\n"), "python" if path.endswith(".py") else "")]
    if exercise.patch is not None:
        diff = written_diff(exercise.files, exercise.patch.files)
        parts += [say(spoken, "technical-task-patch"), fence_code(diff, "diff")]
    if exercise.work not in {Work.READ, Work.REPOSITORY}:
        parts += [say(spoken, "technical-task-examples"), fence_code(example_lines(exercise, programming))]
    if exercise.work not in {Work.SQL, Work.REPOSITORY}:
        begin = "technical-task-code" if exercise.work in WITH_CODE_GIVEN else "technical-task-begin"
        parts += [say(spoken, begin), fence_code(starter_code(exercise, programming).rstrip("\n"), programming.value)]
    return "\n\n".join(parts)


def programming_of(exercise: Exercise, usual: Programming) -> Programming:
    """Return the language in which an exercise is put: the usual one, where it is on offer."""
    return usual if usual in exercise.languages else exercise.languages[0]


if TYPE_CHECKING:
    from core.interviews.technical.background import Background

_EXERCISE, _HINT, _DONE, _END = "[exercise", "[hint]", "[done]", "[end]"
_TO_READ = frozenset({Tool.FILES, Tool.WEB, Tool.READERS})
_TO_RUN = frozenset({Tool.FILES, Tool.READERS, Tool.SANDBOX})
_ASKED_FOR = frozenset({"write_code", "review_my_code", "assess_me", "change_topic", "stop"})
Intent = Literal[
    "answer", "write_code", "review_my_code", "assess_me", "change_topic", "clarify", "stop", "continue", "small_talk"
]


class TechnicalBooks(Books):
    """The notes on the candidate's newest words; `prompts/books.md` explains the fields to the model."""

    intent: Annotated[Intent, BeforeValidator(word_validator(get_args(Intent), "answer"))] = "answer"
    struggles: bool = False


class Technical(ConfiguredInterview[TechnicalStanding, TechnicalSettings]):
    """Implements `core.contracts.turn.Interview`. Holds the bank and the prompts, and nothing about anybody."""

    kind = "technical"
    script_files = SCRIPTS
    technical: ClassVar[bool] = True
    most_probes: ClassVar[int] = 1
    keeps: ClassVar[type[Books]] = TechnicalBooks
    marker: ClassVar[re.Pattern[str] | None] = re.compile(r"\[(?:exercise(?:: ?[a-z0-9-]{1,40})?|hint|done|end)\]\s*\Z")
    reads = "core.interviews.technical.reading"
    takes = AcceptedInput(files=("*",), links=True, code=True)
    commands: Mapping[str, Mapping[str, str]] = {
        name: {language: say(language, f"technical-command-{name}") for language in LANGUAGES}
        for name in (HINT, TASK, PATCH, TRY, PROGRESS)
    }
    lasting = frozenset({PROGRESS})
    chores: Mapping[str, ChoreKind] = {
        BOOKS: READING,
        READ: ChoreKind(sees=Sees.SESSION, tools=_TO_READ, wakes=True, request=read_request, at_a_time=1, shows=True),
        RUN: ChoreKind(
            sees=Sees.SESSION, tools=_TO_RUN, wakes=True, at_a_time=1, waiting="technical-waiting", shows=True
        ),
        TRY: ChoreKind(sees=Sees.SESSION, tools=_TO_RUN, wakes=True, at_a_time=1, shows=True),
        REVIEW: ChoreKind(sees=Sees.SESSION, wakes=True),
        # Behind the runs of the same person: what is run is weighed.
        EVALUATION: ChoreKind(sees=Sees.WHOLE, tools=_TO_RUN, at_a_time=1, before_document=True),
        PROGRESS: ChoreKind(sees=Sees.SESSION, earlier=EVALUATION),
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
        usual, pending = ground.usual, ground.state.submissions > ground.state.run_told
        found = code_in(situation.answer, ground.looked_at, usual, pending=pending)
        if found is None and ground.exercise is not None:
            found = bare_code(situation.answer[ground.looked_at :], ground.exercise, usual)
        if found is None:
            return await super().answer(situation, model)
        if len(found.source) > LONGEST_CODE:
            return stay_with(ground, say(ground.language, "technical-too-long"))
        turn = submit_code(ground, CodeSubmission(language=found.language, source=found.source, said=found.said))
        if ground.state.offline:
            return self._helped(ground, turn) if is_danger(found.said, ground.language) else turn
        # The words beside the code are read afterwards.
        return replace(turn, chores=(*turn.chores, BOOKS)) if found.said.strip() else turn

    def submitted(self, situation: TurnContext) -> Turn | None:
        """Have a file with code run; others are of no use any more."""
        ground = self._ground(situation)
        file = next((each.file for each in situation.submissions if each.file is not None), None)
        usual = ground.usual if ground.exercise is not None else None
        language = None if file is None else file_code_language(file, usual)
        if file is None or language is None:
            return None
        return submit_code(ground, CodeSubmission(language=language, file_ref=file.file_ref, name=file.name))

    def command(self, situation: TurnContext, name: str, argument: str) -> Turn | None:
        ground = self._ground(situation)
        exercise = ground.exercise
        if name == PROGRESS:
            return replace(stay_with(ground, ""), notice=say(ground.language, "technical-progress"), chores=(PROGRESS,))
        if name == HINT:
            return None if exercise is None else give_hint(ground, exercise)
        if name == TRY:
            return try_newest(ground, argument)
        if name == PATCH:
            if exercise is None or exercise.patch is None:
                return None
            files = write_files(exercise.patch.files)
            return submit_code(ground, CodeSubmission(language=Programming.PYTHON, source=files))
        return give_another_exercise(ground)

    def news(self, situation: TurnContext, chore: str) -> Turn | None:
        """Say what a run showed at once, then its review, with a question about it."""
        if chore == RUN:
            return run_news(self._ground(situation))
        if chore == REVIEW:
            return review_news(self._ground(situation))
        if chore == TRY:
            return trial_news(self._ground(situation))
        return super().news(situation, chore)

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        """Say what was found while they were away; else greet them, with an open exercise as it is."""
        ground = self._ground(situation, offline=model.offline)
        if (found := review_news(ground) or run_news(ground)) is not None:
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
        return offers_for(exercise, state.hints, primary_language(session.language))

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
            return give_exercise(ground, exercise, place=first, lead=lead, log=log)
        return super()._onward(ground, lead=lead, log=log)

    def _stepped(self, ground: TechnicalStanding, step: OfflineStep) -> Turn:
        """Leave code that is being run, or an open exercise, as it is when words come without a model."""
        if ground.awaits_code and not (step.stays or step.danger):
            return stay_with(
                ground, base_turns.join_paragraphs(step.lead, say(ground.language, "technical-still-looking"))
            )
        if ground.exercise is None:
            return super()._stepped(ground, step)
        if step.stays or (step.probe and (step.room or ground.exercise.work not in IN_WORDS)):
            return replace(super()._stepped(ground, step), own=exercise_offers(ground))
        if ground.exercise.work in IN_WORDS:
            return self._further(ground, ground.exercise, step)
        question = ground.situation.question
        again = question is not None and question.kind is EntryKind.FOLLOW_UP  # their code was talked about
        how = say(ground.language, "technical-send-again" if again else "technical-send-code")
        return stay_with(ground, base_turns.join_paragraphs(step.lead, how))

    def _further(self, ground: TechnicalStanding, exercise: Exercise, step: OfflineStep) -> Turn:
        """Ask the next stage of a design, or once whether there is more to a review; then go on."""
        tag, stage = exercise.spoken_in(ground.language), ground.state.stage
        asks = [each.asks[tag] for each in exercise.stages[1:]] or [say(tag, "technical-anything-else")]
        if stage >= len(asks):
            return self._onward(ground.remembering(exercise="", hints=0, stage=0), lead=step.lead)
        turn = base_turns.go_deeper(ground.remembering(stage=stage + 1), asks[stage], lead=step.lead)
        return replace(turn, own=exercise_offers(ground))

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
        if message.marker.startswith(_EXERCISE):
            named = message.marker.removeprefix(_EXERCISE).strip(":] ")
            return give_another_exercise(ground, named, lead=words)
        if message.marker == _DONE and exercise is not None:
            ground, exercise = ground.remembering(exercise="", hints=0, stage=0), None
            if not message.asks:
                return self._onward(ground, lead=words)
        if message.marker == _HINT and exercise is not None:
            return give_hint(ground, exercise, lead=words)
        if not words:
            return self._written_by_people(ground)
        if not message.asks:
            if intent == "write_code" and exercise is None:
                return give_another_exercise(ground, lead=words)
            if intent == "change_topic":
                return self._onward(ground, lead=words)
            if intent == "review_my_code" and ground.state.submissions:
                return request_review(ground, words)
            if exercise is not None:
                return stay_with(ground, words)
        elif intent == "change_topic":
            ground = ground.remembering(exercise="", hints=0)
        return replace(super()._said(ground, message, books), own=exercise_offers(ground))
