"""An interview by a script of the operator's own.

Questions with set answers are asked and read by code, without a model; between them a model leads over the open ones.
What was answered is read from the words as they stand now, so an edit leads where the new words lead.
"""

from __future__ import annotations

from dataclasses import replace

from core.contracts.closed import SCREENED_OUT, QuestionType, Value, holds
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Place, Script, ScriptQuestion, ScriptSet, primary
from core.contracts.session import EntryKind, Session
from core.contracts.turn import LateSignals, Occurrence, Offer, Situation, State, Turn
from core.interviews.guard import GuardContext, Guarded
from core.interviews.guard.text import count_words
from core.interviews.script import SCRIPTS
from core.interviews.script.choices_told import says_none
from core.interviews.script.closed_turns import asked_in_full, buttons, noted, once_more, words_of_press
from core.interviews.script.course import ScriptStanding, values_in
from core.interviews.script.prompt import FOLDER, ScriptPrompts, decision_prompt
from core.interviews.script.state import ScriptState, load, progress, returned
from core.interviews.script.values import value_of
from core.interviews.scripted_base import base_turns, replies, wording
from core.interviews.scripted_base.base_state import numbers_in
from core.interviews.scripted_base.base_turns import moved_on
from core.interviews.scripted_base.books import wished
from core.interviews.scripted_base.decision import Decision
from core.interviews.scripted_base.replies import spoken
from core.interviews.scripted_base.scripted import ScriptedInterview
from core.interviews.signals import Signals, hear
from core.words import ours, say

_BARE = 2
"""Words of an answer that holds nothing beside it."""


class ScriptInterview(ScriptedInterview[ScriptStanding]):
    """Implements `core.contracts.turn.Interview`. Holds a script and the prompts, and nothing about anybody."""

    folder = SCRIPTS

    def of_script(self, scripts: ScriptSet) -> ScriptInterview:
        """The same for another script."""
        return ScriptInterview(scripts, help_texts=self._help_texts, facts=self._facts, guidance=self._guidance)

    def _load(self, *, facts: str, guidance: str) -> str:
        self.kind = self.scripts.kind
        self._guidance = guidance
        self._prompts = ScriptPrompts.load(FOLDER, facts=facts, guidance=guidance)
        return self._prompts.secret

    # --- turns ----------------------------------------------------------------------------------------------------

    def looks_back(self, session: Session, scripts: ScriptSet) -> frozenset[str]:
        script = scripts.speak(session.language)
        here = load(session.state, script, None).question_id if session.state else ""
        return script.looked_at | ({here} if here and script.by_id[here].question.closed else frozenset())

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        script = situation.scripts.speak(situation.session.language)
        first = script.places[0]
        state = ScriptState(offline=offline, question_id=first.question.id, wishes=wished(situation.wish))
        ground = self._standing(situation, script, primary(situation.session.language), state=state)
        first = next(iter(ground.left), first)
        asks_openly = any(not place.question.closed for place in script.places)
        ground, notice = wording.once(ground, "offline") if offline and asks_openly else (ground, "")
        turn = base_turns.forward(ground, first)
        turn = replace(turn, state={**turn.state, "passed": ""}, notice=notice, remark=script.opening)
        return self._dressed(ground, turn)

    async def answer(self, situation: Situation, model: LanguageModel) -> Turn:
        ground = self._ground(situation, offline=model.offline)
        if not ground.open_now:
            return self._dressed(ground, self._answered(ground))
        return self._dressed(ground, await super().answer(situation, model))

    def skip(self, situation: Situation) -> Turn:
        return self._dressed(self._ground(situation), super().skip(situation))

    def late(self, situation: Situation, signals: LateSignals) -> Turn:
        return self._dressed(self._ground(situation), super().late(situation, signals))

    def welcome(self, situation: Situation) -> Turn:
        return self._dressed(self._ground(situation), super().welcome(situation))

    def gone_back(self, then: State, now: State) -> State:
        return returned(then, now)

    def picked(self, situation: Situation, pressed: str) -> Turn | None:
        ground = self._ground(situation)
        question = ground.place.question
        chosen = ground.values.get(question.id, Value()).options
        words = words_of_press(question, pressed, ground.language, chosen=chosen)
        if words is None:
            return None
        said = ground.told_more(words) if words else ground
        if question.type is QuestionType.CHOICES and words in {option.text for option in question.options}:
            ids = said.values.get(question.id, Value()).options
            more = buttons(question, ground.language, chosen=ids)
            notice = say(_ours(ground), "script-chosen-more", value=words)
            return Turn(state=said.state.dump(), answer=words, notice=notice, own=more, offers=())
        turn = self._dressed(said, self._onward(said))
        notice = say(_ours(ground), "script-chosen", value=words) if words else ""
        return replace(turn, answer=words, notice=notice)

    # --- an answer to a question with set answers -----------------------------------------------------------------

    def _answered(self, ground: ScriptStanding) -> Turn:
        """By rules, whether there is a model or not. What can be read is the answer, whatever else is heard in it."""
        question, signals = ground.place.question, hear(ground.fresh)
        value = value_of(question, ground.fresh.splitlines(), language=ground.script.language) or Value()
        # "One." may be the word before a pause, and is an answer where numbers are asked for.
        read = bool(value) and count_words(ground.fresh) <= _BARE
        if signals.distress or not (read or self._is_an_option(question, ground.fresh)):
            kept = base_turns.waited(ground, signals, self._help_texts)
            if kept is not None:
                return replace(kept, asides=() if value else signals.beside)
        if value:
            return replace(self._onward(ground), notice=self._noted(ground, value))
        heard = spoken(ground.fresh, signals)
        if signals.refuses:
            return replace(self._refused(ground, signals), asides=signals.beside)
        if heard.asks and not heard.told:
            platform = ground.situation.session.address.platform
            lead = replies.reply(heard.asks, self._facts, platform=platform, language=_ours(ground))
            turn = base_turns.answered(ground, wording.joined(lead, asked_in_full(question)))
            return replace(turn, asides=heard.asides)
        if signals.onward:
            return replace(self._onward(ground, log=moved_on(ground)), asides=signals.beside)
        if ground.state.again or signals.nothing or says_none(ground.fresh):
            return self._onward(ground)
        asked = base_turns.deeper(ground.remembering(again=True), once_more(question, ground.language))
        return replace(asked, state={**asked.state, "follow_ups": ground.state.follow_ups})

    @staticmethod
    def _is_an_option(question: ScriptQuestion, text: str) -> bool:
        return text.strip().casefold() in {each.text.casefold() for each in question.options}

    def _noted(self, ground: ScriptStanding, value: Value) -> str:
        """What was read, where it was said in other words."""
        question, plain = ground.place.question, ground.fresh.strip().casefold().rstrip(".!")
        texts = {each.text.casefold() for each in question.options}
        if plain in {*texts, value.date, "" if value.number is None else f"{value.number:g}"}:
            return ""
        return noted(question, ground.language, value.options, value.number, value.date)

    def _onward(self, ground: ScriptStanding, *, lead: str = "", log: tuple[Occurrence, ...] = ()) -> Turn:
        """Where the answers say that it is not for them it ends, with the words that the script has for it."""
        screening = next((each for each in ground.script.screening if holds(each.when, ground.values)), None)
        if screening is None:
            return super()._onward(ground, lead=lead, log=log)
        ended = self._ended(ground, lead=lead, log=(*log, Occurrence(name=SCREENED_OUT)))
        return replace(ended, remark=wording.joined(lead, screening.say))

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(
        self, situation: Situation, script: Script, language: str, *, state: ScriptState | None = None
    ) -> ScriptStanding:
        state = state or load(situation.session.state, script, situation.question)
        if script.by_id[state.question_id].question.closed:
            # What the family asks comes behind something that was told, where no answer to it is taken for a set one.
            situation = replace(situation, others=())
        ground = ScriptStanding(situation=situation, state=state, script=script, language=language, values={})
        return replace(ground, values=values_in(situation, ground))

    def _chores_after(self, ground: ScriptStanding) -> tuple[str, ...]:
        return ()

    def _prompt(self, ground: ScriptStanding, signals: Signals) -> Prompt:
        return decision_prompt(self._prompts, ground, signals)

    def _context(self, ground: ScriptStanding) -> GuardContext:
        """What code asks next is not asked ahead."""
        context = super()._context(ground)
        ahead = (place.question.text for place in ground.left if place.question.closed)
        return replace(context, asked=(*context.asked, *tuple(ahead)[:1]))

    def _decided(self, ground: ScriptStanding, decision: Decision, signals: Signals) -> Turn:
        """The interview changes only to a language that the script has."""
        if decision.language_tag not in ground.situation.scripts.scripts:
            decision = decision.model_copy(update={"language": ""})
        return super()._decided(ground, decision, signals)

    def _said(self, ground: ScriptStanding, decision: Decision, signals: Signals, guarded: Guarded) -> Turn:
        """Limits and branches are the script's: where the model may stay no longer, what comes next is asked."""
        target = self._target(ground, decision)
        lead = guarded.message.replace(guarded.question, "").strip() if guarded.question else guarded.message
        ahead = ground.window[:1]
        if target is not None and not target.question.closed and guarded.question:
            return base_turns.forward(ground, target, words=guarded.message)
        if decision.move == "answer" and guarded.message and not decision.declined:
            return base_turns.deeper(ground, guarded.message, room=not guarded.question)
        turns = decision.move in {"turn", "close"} or target is not None or signals.onward or decision.declined
        if not guarded.message or (turns and not guarded.question) or not ground.may_stay:
            return self._refused(ground, signals) if signals.refuses and not lead else self._onward(ground, lead=lead)
        if turns and ahead and ahead[0].question.closed:
            return self._onward(ground, lead=lead)
        return super()._said(ground, decision, signals, guarded)

    def _dressed(self, ground: ScriptStanding, turn: Turn) -> Turn:
        """The turn with the buttons of its question, and with the words that begin a chapter."""
        place = ground.place if turn.question is None else ground.script.by_id[turn.question.id]
        if turn.question is None:
            shown = not (turn.closes or turn.distress or turn.pauses)
            return replace(turn, own=buttons(place.question, ground.language)) if shown else turn
        script = ground.situation.scripts.speak(turn.language or ground.language)
        question = script.by_id[place.question.id].question
        asked = turn.question
        if asked.kind is EntryKind.QUESTION and question.closed:
            asked = replace(asked, text=asked_in_full(question))
        begins = asked.kind is EntryKind.QUESTION and self._begins(ground, place)
        intro = script.by_id[question.id].chapter.intro if begins else ""
        remark = wording.joined(turn.remark, intro)
        return replace(turn, question=asked, remark=remark, own=buttons(question, ground.language))

    def _begins(self, ground: ScriptStanding, place: Place) -> bool:
        """Whether nothing of its chapter was asked before."""
        taken = numbers_in(ground.state.taken_up)
        return not any(each.index in taken for each in ground.script.places if each.chapter.id == place.chapter.id)

    # --- beside the turns -----------------------------------------------------------------------------------------

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def offered(self, session: Session, scripts: ScriptSet) -> tuple[Offer, ...]:
        script = scripts.speak(session.language)
        question = script.by_id[load(session.state, script, None).question_id].question
        return buttons(question, session.language)


def _ours(ground: ScriptStanding) -> str:
    return ours(ground.language, ground.situation.person.language)
