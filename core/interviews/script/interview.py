"""An interview by a script: code asks and reads questions with set answers, and a model leads over the open ones.

What was answered is read from the words as they stand now, so an edit leads where the new words lead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from core.contracts.chore import ChoreResult
from core.contracts.closed_questions import SCREENED_OUT, QuestionType, Value, is_condition_met
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel
from core.contracts.script import QuestionRef, Screening, Script, ScriptQuestion, ScriptSet, primary_language
from core.contracts.session import EntryKind, Session, last_time_name
from core.contracts.turn import Occurrence, Offer, State, Turn, TurnContext
from core.interviews.message_check import CheckContext, asks_word_for_word, questions_in
from core.interviews.script import SCRIPTS
from core.interviews.script.folder import is_asked
from core.interviews.script.state import ScriptState, load, progress, restore_script_state
from core.interviews.script.values import parse_value, says_none
from core.interviews.scripted_base import base_turns, offline
from core.interviews.scripted_base.base_state import bit_numbers, set_bits
from core.interviews.scripted_base.base_turns import Log, ScriptedContext
from core.interviews.scripted_base.books import BOOKS, Books, initial_wishes
from core.interviews.scripted_base.scripted import Message, ScriptedInterview
from core.interviews.scripted_base.talk import TalkPrompts
from core.languages.messages import locale_or_default, say
from core.languages.sensitive import is_plain_danger
from core.text.quoting import shorten_middle

FEW = 20
"""Questions whose number may be said; of more it frightens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptStanding(ScriptedContext[ScriptState]):
    values: Mapping[str, Value]
    """The answers that other questions depend on, and the answer to the open one."""

    @property
    def agenda(self) -> Sequence[QuestionRef]:
        return self.window

    @property
    def open_now(self) -> bool:
        return not self.place.question.closed

    @property
    def left(self) -> tuple[QuestionRef, ...]:
        taken, over = bit_numbers(self.state.taken_up), self.over
        return tuple(
            place
            for place in self.script.places
            if place.index not in taken
            and is_asked(self.script, place, self.values)
            and (place.question.required or not over)
            and self.allowed(place)
        )

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        return () if self.coming is None else (self.coming,)

    @property
    def coming(self) -> QuestionRef | None:
        """The next question; None where nothing is left, or it is not for them."""
        return None if self.screened_out is not None else next(iter(self.left), None)

    @property
    def screened_out(self) -> Screening | None:
        """Return what the script says to somebody whom it is not for; None as long as nothing says so."""
        return next((each for each in self.script.screening if is_condition_met(each.when, self.values)), None)

    @property
    def over(self) -> bool:
        limits = self.script.limits
        minutes = self.situation.session.counters.active_seconds / 60
        by_number = 0 < limits.questions <= len(bit_numbers(self.state.taken_up))
        return by_number or 0 < limits.minutes <= minutes

    @property
    def follow_ups_left(self) -> int:
        return 0 if self.over or not self.open_now else self.place.question.follow_ups - self.state.follow_ups

    @property
    def may_stay(self) -> bool:
        return self.follow_ups_left > 0

    def may_speak(self, language: str) -> bool:
        return language in self.situation.scripts.scripts

    def state_at(self, place: QuestionRef, text: str) -> ScriptState:
        passed = set_bits(self.state.passed, self.place.index)
        return self.state.model_copy(update={"passed": passed, "at": place.index, "again": False})

    def state_deeper(self, text: str) -> ScriptState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return the number of the question, where there are few and everybody is asked the same."""
        total = len(self.script.places)
        if total > FEW or self.script.looked_at or self.script.limits.questions:
            return None
        return Progress(done=len(bit_numbers(self.state.taken_up) | {place.index}), total=total)

    def course_at(self, place: QuestionRef) -> Progress | None:
        known = bit_numbers(self.state.taken_up) | {place.index}
        ahead = {each.chapter.id for each in self.left}
        touched = {each.chapter.id for each in self.script.places if each.index in known}
        if len(self.script.chapters) < 2:
            return None
        questions = len(known | {each.index for each in self.left})
        return Progress(done=len(known), total=questions, chapters_done=len(touched), chapters=len(touched | ahead))

    def told_more(self, words: str) -> Self:
        """Return the same context with an answer that was chosen rather than said."""
        answer = "\n".join(part for part in (self.situation.answer, words) if part)
        situation = replace(self.situation, answer=answer)
        return replace(self, situation=situation, values=answered_values(situation, self))


def answered_values(situation: TurnContext, ground: ScriptedContext[ScriptState]) -> dict[str, Value]:
    script, found = ground.script, dict[str, Value]()
    here = ground.state.question_id
    said = {**situation.told, here: (*situation.told.get(here, ()), *situation.answer.splitlines())}
    for each, messages in said.items():
        place = script.by_id.get(each)
        value = None if place is None else parse_value(place.question, messages, language=script.language)
        if value is not None:
            found[each] = value
    return found


PROMPTS = Path(__file__).parent / "prompts"
_OBJECTIVE = 200
_OBJECTIVES = 12
_CHAPTERS = 20
_ROOM = 600
"""Characters of what the script, or the person, has said that are shown to the model."""
ENOUGH = "enough"
"""The press with which somebody says that they have chosen all that is right."""


class ScriptInterview(ScriptedInterview[ScriptStanding]):
    """Implements `core.contracts.turn.Interview`. Holds a script and the prompts, and nothing about anybody."""

    script_files = SCRIPTS

    def of_script(self, scripts: ScriptSet) -> ScriptInterview:
        return ScriptInterview(scripts, operator=self.operator)

    def _load(self) -> TalkPrompts:
        self.kind = self.scripts.kind
        aim, how = ((PROMPTS / f"{name}.md").read_text(encoding="utf-8").strip() for name in ("aim", "how"))
        return TalkPrompts(aim=aim, how=how, facts=self._facts, guidance=self.operator.guidance)

    # --- turns ----------------------------------------------------------------------------------------------------

    def looks_back(self, session: Session, scripts: ScriptSet) -> frozenset[str]:
        script = scripts.speak(session.language)
        here = load(session.state, script, None).question_id if session.state else ""
        return script.looked_at | ({here} if here and script.by_id[here].question.closed else frozenset())

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        script = situation.scripts.speak(situation.session.language)
        first = script.places[0]
        state = ScriptState(offline=offline, question_id=first.question.id, wishes=initial_wishes(situation.wish))
        ground = self._standing(situation, script, primary_language(situation.session.language), state=state)
        first = ground.coming or first
        asks_openly = any(not place.question.closed for place in script.places)
        ground, notice = base_turns.notice_once(ground, "offline") if offline and asks_openly else (ground, "")
        turn = base_turns.move_to(ground, first)
        turn = replace(turn, state={**turn.state, "passed": ""}, notice=notice, remark=script.opening)
        return self._dressed(ground, turn)

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        ground = self._ground(situation, offline=model.offline)
        if not ground.open_now:
            turn = self._dressed(ground, self._answered(ground))
            # A family gets no answer that the books have not read.
            reads = situation.session.family_id is not None and not model.offline
            return replace(turn, chores=(*turn.chores, BOOKS)) if reads else turn
        return self._dressed(ground, await super().answer(situation, model))

    def skip(self, situation: TurnContext, *, elsewhere: bool = False) -> Turn:
        """Go on to the next question, also for somebody who would rather have another: the order is the script's."""
        return self._dressed(self._ground(situation), super().skip(situation))

    def more(self, situation: TurnContext) -> Turn:
        return self._dressed(self._ground(situation), super().more(situation))

    async def due(self, situation: TurnContext, model: LanguageModel) -> Turn:
        return self._dressed(self._ground(situation), await super().due(situation, model))

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        return self._dressed(self._ground(situation), await super().welcome(situation, model))

    def _may_greet(self, ground: ScriptStanding) -> bool:
        return False

    def gone_back(self, then: State, now: State) -> State:
        return restore_script_state(then, now)

    def picked(self, situation: TurnContext, pressed: str) -> Turn | None:
        ground = self._ground(situation)
        question = ground.place.question
        chosen = ground.values.get(question.id, Value()).options
        words = press_as_words(question, pressed, ground.language, chosen=chosen)
        if words is None:
            return None
        said = ground.told_more(words) if words else ground
        if question.type is QuestionType.CHOICES and words in {option.text for option in question.options}:
            ids = said.values.get(question.id, Value()).options
            more = answer_buttons(question, ground.language, chosen=ids)
            notice = say(_ours(ground), "script-chosen-more", value=words)
            return Turn(state=said.state.dump(), answer=words, notice=notice, own=more, offers=())
        turn = self._dressed(said, self._onward(said))
        notice = say(_ours(ground), "script-chosen", value=words) if words else ""
        return replace(turn, answer=words, notice=notice)

    # --- an answer to a question with set answers -----------------------------------------------------------------

    def _answered(self, ground: ScriptStanding) -> Turn:
        """Read it by rules, whether there is a model or not. What can be read is the answer."""
        question = ground.place.question
        value = parse_value(question, ground.fresh.splitlines(), language=ground.script.language) or Value()
        ground, step = offline.next_offline_step(ground, self._facts, probes=0)
        if step.danger:
            return self._helped(ground, self._stepped(ground, step))
        if value:
            # What was read is said back where it was said in other words.
            plain = ground.fresh.strip().casefold().rstrip(".!")
            texts = {each.text.casefold() for each in question.options}
            same = plain in {*texts, value.date, "" if value.number is None else f"{value.number:g}"}
            read = read_back_value(question, ground.language, value)
            return replace(self._onward(ground), notice="" if same else read)
        if step.stays:
            asked = "" if full_question(question) in step.lead else full_question(question)
            return base_turns.reply_keeping_question(ground, base_turns.join_paragraphs(step.lead, asked))
        if step.probe:
            return self._stepped(ground, step)
        if ground.state.again or says_none(ground.fresh):
            return self._onward(ground)
        turn = base_turns.go_deeper(ground.remembering(again=True), ask_to_repeat(question, ground.language))
        return replace(turn, state={**turn.state, "follow_ups": ground.state.follow_ups})

    # --- an answer to an open question ----------------------------------------------------------------------------

    def _about(self, ground: ScriptStanding) -> str:
        script = ground.script
        lines = [f"The script is called “{script.title}”. Its author has written all that follows, and the questions."]
        if script.about:
            lines.append(f"People are told: {script.about[:_ROOM]}")
        lines += (f"To find out: {each[:_OBJECTIVE]}" for each in script.objectives[:_OBJECTIVES])
        if script.voice:
            lines.append(f"How you speak: {script.voice}")
        parts = script.chapters[:_CHAPTERS]
        lines += (f"Part: {each.title}. {each.objective[:_OBJECTIVE]}".strip() for each in parts if each.objective)
        return "\n".join(lines)

    def _agenda(self, ground: ScriptStanding) -> str:
        """Return nothing: the books decide neither what a question was nor what is told."""
        return ""

    def _may_come(self, ground: ScriptStanding) -> str:
        return ""

    def _waits(self, ground: ScriptStanding) -> bool:
        return super()._waits(ground) and ground.coming is not None

    def _matters_now(self, ground: ScriptStanding) -> list[str]:
        question, left = ground.place.question, ground.follow_ups_left
        lines = [f"The open question is after: {(question.objective or question.text)[:_ROOM]}"]
        if left > 0:
            lines.append(f"Stay with it while it gives; you may ask further {left} more time{'s' if left > 1 else ''}.")
        else:
            lines.append("Ask nothing further about it: go on.")
        coming = ground.coming
        if coming is None:
            lines.append("To go on, ask nothing: nothing is left, and the interview ends with your message.")
        elif coming.question.closed:
            lines.append("To go on, ask nothing: the program puts the next question behind your message.")
        else:
            intro = coming.chapter.intro if self._begins(ground, coming) else ""
            words = f"{intro} {coming.question.text}".strip()
            lines.append(f"To go on, end your message with this, word for word: «{words}»")
        said = next((n.value for n in ground.situation.digest.notes if n.key == last_time_name(question.id)), "")
        if said:
            lines.append(
                f"In an earlier round they answered this: “{shorten_middle(said, _ROOM)}”"
                " Ask as if for the first time and "
                "lay none of it into their mouth; where what they say now differs, you may ask what has changed."
            )
        return lines

    def _check_context(self, ground: ScriptStanding, *, closed: Sequence[str], language: str) -> CheckContext:
        """Let a question of the script be asked as it is written; what code asks next is not asked ahead."""
        context = super()._check_context(ground, closed=closed, language=language)
        coming, scripted = ground.coming, [_open_words(ground)]
        if coming is not None and coming.question.closed:
            context = replace(context, asked=(*context.asked, coming.question.text))
        elif coming is not None:
            scripted.append(coming.question.text)
        may_ask = ground.follow_ups_left > 0 or is_plain_danger(ground.fresh, ground.language)
        return replace(context, scripted=tuple(scripted), may_ask=may_ask)

    def _said(self, ground: ScriptStanding, message: Message, books: Books | None) -> Turn:
        """Go on where the message asks the next question, and where it asks nothing and code has the next word."""
        coming = ground.coming
        scripts = ground.situation.scripts.scripts.values()
        if coming is not None and any(
            asks_word_for_word(message.text, script.by_id[coming.question.id].question.text) for script in scripts
        ):
            # Of a question with set answers the words, and the buttons, are code's.
            closed = coming.question.closed
            return self._onward(ground) if closed else base_turns.move_to(ground, coming, words=message.text)
        if asks_word_for_word(message.text, _open_words(ground)):
            return base_turns.reply_keeping_question(ground, message.text)
        first = books is not None and (books.danger or books.wants != "go_on")
        first = first or is_plain_danger(ground.fresh, ground.language)
        refused = books is not None and bool(books.closed)
        leaves_room = coming is not None and not coming.question.closed and ground.follow_ups_left > 0 and not refused
        if first or message.asks or leaves_room:
            return super()._said(ground, message, books)
        return self._onward(ground, lead=message.text)

    def _booked(self, ground: ScriptStanding, books: Books | None) -> tuple[ScriptStanding, ChoreResult | None]:
        """Take over all but what was asked and told: nobody is spared a question because it seems to be answered."""
        if books is not None:
            books = books.model_copy(update={"about": "", "told": []})
        return super()._booked(ground, books)

    def _onward(self, ground: ScriptStanding, *, lead: str = "", log: Log = ()) -> Turn:
        """Go on; where the answers say that it is not for them, end with the words that the script has for it."""
        screening = ground.screened_out
        if screening is None:
            return super()._onward(ground, lead=lead, log=log)
        ended = self._ended(ground, lead=lead, log=(*log, Occurrence(name=SCREENED_OUT)))
        return replace(ended, remark=base_turns.join_paragraphs(lead, screening.say))

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(
        self, situation: TurnContext, script: Script, language: str, *, state: ScriptState | None = None
    ) -> ScriptStanding:
        state = state or load(situation.session.state, script, situation.question)
        if script.by_id[state.question_id].question.closed:
            # What the family asks comes behind something that was told, where no answer to it is taken for a set one.
            situation = replace(situation, others=())
        ground = ScriptStanding(situation=situation, state=state, script=script, language=language, values={})
        return replace(ground, values=answered_values(situation, ground))

    def _chores_after(self, ground: ScriptStanding) -> tuple[str, ...]:
        return ()

    def _dressed(self, ground: ScriptStanding, turn: Turn) -> Turn:
        """Return the turn with the buttons of its question, and with the words that begin a chapter."""
        turn = replace(turn, offers=tuple(each for each in turn.offers if each != "elsewhere"))
        place = ground.place if turn.question is None else ground.script.by_id[turn.question.id]
        if turn.question is None:
            shown = not (turn.closes or turn.distress or turn.pauses)
            return replace(turn, own=answer_buttons(place.question, ground.language)) if shown else turn
        script = ground.situation.scripts.speak(turn.language or ground.language)
        question = script.by_id[place.question.id].question
        asked, remark = turn.question, turn.remark
        if asked.kind is EntryKind.QUESTION:
            intro = script.by_id[question.id].chapter.intro if self._begins(ground, place) else ""
            remark = remark if intro in asked.text else base_turns.join_paragraphs(remark, intro)
            asked = replace(asked, text=full_question(question)) if question.closed else asked
        own = () if turn.distress else answer_buttons(question, ground.language)
        return replace(turn, question=asked, remark=remark, own=own)

    def _begins(self, ground: ScriptStanding, place: QuestionRef) -> bool:
        """Tell whether nothing of its chapter was asked before."""
        taken = bit_numbers(ground.state.taken_up)
        return not any(each.index in taken for each in ground.script.places if each.chapter.id == place.chapter.id)

    # --- besides the turns ----------------------------------------------------------------------------------------

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def offered(self, session: Session, scripts: ScriptSet) -> tuple[Offer, ...]:
        script = scripts.speak(session.language)
        question = script.by_id[load(session.state, script, None).question_id].question
        return answer_buttons(question, session.language)


def _ours(ground: ScriptStanding) -> str:
    return locale_or_default(ground.language, ground.situation.person.language)


def _open_words(ground: ScriptStanding) -> str:
    question, scripted = ground.situation.question, ground.place.question.text
    if question is None or asks_word_for_word(question.text, scripted):
        return scripted
    return (questions_in(question.text) or [question.text])[-1]


# --- questions with set answers: their buttons, what is said with them, and what is read back ----------------------


def answer_buttons(question: ScriptQuestion, language: str, *, chosen: Iterable[str] = ()) -> tuple[Offer, ...]:
    """Return a button for each answer that is left; none for a number or a date."""
    if question.type is QuestionType.SCALE:
        return tuple(Offer(answer=str(point), label=str(point)) for point in question.points)
    if not question.chooses:
        return ()
    had = set(chosen)
    left = enumerate(question.options, 1)
    own = tuple(Offer(answer=str(number), label=each.text) for number, each in left if each.id not in had)
    if question.type is QuestionType.CHOICE:
        return own
    return (*own, Offer(answer=ENOUGH, label=say(language, "script-enough" if had else "script-none")))


def press_as_words(question: ScriptQuestion, pressed: str, language: str, *, chosen: Iterable[str]) -> str | None:
    """Return what pressing that says; empty for nothing more; None for what is no button of this question."""
    if pressed == ENOUGH and question.type is QuestionType.CHOICES:
        return "" if set(chosen) else say(language, "script-none")
    return {offer.answer: offer.label for offer in answer_buttons(question, language)}.get(pressed)


def full_question(question: ScriptQuestion) -> str:
    """Return a question's words, with what people must know to answer it."""
    points, labels = question.points, question.labels
    if not points:
        return question.text
    ends = [f"{point} – {label}" for point, label in zip((points[0], points[-1]), labels, strict=False)]
    return f"{question.text}\n{', '.join(ends)}" if ends else question.text


def ask_to_repeat(question: ScriptQuestion, language: str) -> str:
    """Return a kind word for an answer that could not be read, and how it can be."""
    points = question.points
    values = {"low": points[0], "high": points[-1]} if points else {"unit": question.unit or "none"}
    other = "other" if question.other else "none"
    return say(language, f"script-again-{question.type}", other=other, **values)


def read_back_value(question: ScriptQuestion, language: str, value: Value) -> str:
    """Say back what was read, to somebody who has said it in other words."""
    texts = {option.id: option.text for option in question.options}
    read = ", ".join(texts[each] for each in value.options if each in texts) or value.date
    read = read if value.number is None else f"{value.number:g}"
    return say(language, "script-noted", value=read) if read else ""
