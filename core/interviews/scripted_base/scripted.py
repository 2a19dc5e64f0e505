"""What all kinds of interview share: how a turn is found, and how a model's decision becomes one.

The person leads; the script is an agenda for when nothing that they opened is waiting. Code keeps the books and the
promises (one question, refusals, nothing forgotten, an end), and never puts the script in the place of listening.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self

from core.contracts.errors import ModelAbsent, ModelError
from core.contracts.photo_marks import photos_alone
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Place, Script, ScriptSet, load_scripts, primary
from core.contracts.session import Entry, Role, Session, Status
from core.contracts.turn import Interview, LateSignals, Occurrence, Situation, Turn
from core.interviews.guard import GuardContext, Guarded, GuardLimits, Secret, guard, stems
from core.interviews.kind import Operator
from core.interviews.scripted_base import base_turns, offline, prompt_transcript, wording
from core.interviews.scripted_base.base_state import SpokenState, marked
from core.interviews.scripted_base.base_turns import Log, moved_on
from core.interviews.scripted_base.books import (
    closed,
    closed_now,
    hooks_after,
    refused_after,
    unsettled_after,
    wishes_after,
)
from core.interviews.scripted_base.decision import Decision
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.scripted_base.replies import spoken
from core.interviews.scripted_base.standing import G, Standing, language_by_letters, language_named, settled, voted
from core.interviews.scripted_base.welcome import welcome
from core.interviews.signals import Signals, hear
from core.privacy.facts import Facts, interviewer_facts

_NEW = 6
"""Words that an answer must bring to bring something new; of a short one, as those who say little write, the half."""
_WITNESSING = frozenset({"door", "receive", "hand_back"})
"""Moves that speak in the person's own words."""
OVERSTAYED = 3
"""Answers in a row that brought nothing new, after which the subject is left."""


class ScriptedInterview(Interview, ABC, Generic[G]):
    """The turns of `core.contracts.turn.Interview`. Holds scripts and prompts, and nothing about anybody."""

    folder: ClassVar[Path]
    """Of its scripts."""
    limits: GuardLimits = GuardLimits()
    """How long may be what it says."""
    decides: ClassVar[type[Decision]] = Decision
    """What a model fills in."""

    def __init__(
        self,
        scripts: ScriptSet | None = None,
        *,
        help_texts: Mapping[str, str] | None = None,
        facts: Facts | None = None,
        guidance: str = "",
    ) -> None:
        """`help_texts`: the operator's words for somebody in distress, by language. `facts`: who keeps and reads what
        is told. `guidance`: what the operator wishes of it.

        Raises ValueError or OSError when a script or a prompt cannot be read.
        """
        self.scripts = scripts if scripts is not None else load_scripts(self.folder)
        self._facts = facts if facts is not None else Facts()
        self._help_texts = dict(help_texts or {})
        self._secret = Secret(self._load(facts=interviewer_facts(self._facts), guidance=guidance))

    @classmethod
    def of(cls, operator: Operator) -> Self:
        return cls(help_texts=operator.help_texts, facts=operator.facts, guidance=operator.guidance)

    # --- what a kind brings ---------------------------------------------------------------------------------------

    @abstractmethod
    def _load(self, *, facts: str, guidance: str) -> str:
        """Read the prompts; what of them must not be recited. Raises OSError."""

    @abstractmethod
    def _standing(self, situation: Situation, script: Script, language: str) -> G:
        """Where it stands."""

    @abstractmethod
    def _chores_after(self, ground: G) -> tuple[str, ...]:
        """What is made of an interview afterwards, with a model."""

    @abstractmethod
    def _prompt(self, ground: G, signals: Signals) -> Prompt:
        """The one call of a turn."""

    def _checked(self, ground: G, guarded: Guarded) -> Guarded:
        """What else a message is held to in this kind."""
        return guarded

    def _asked_first(self, ground: G, told: str) -> tuple[G, str]:
        """Without a model: what this kind asks further before anything else; empty for nothing."""
        return ground, ""

    def _target(self, ground: G, decision: Decision) -> Place | None:
        """The subject that the message begins; None where it goes on with the open one."""
        place = ground.script.by_id.get(decision.about.strip())
        if place is None or place not in ground.agenda:
            return None
        if place.question.id == ground.state.question_id and not ground.freely:
            return None
        return place

    # --- turns ----------------------------------------------------------------------------------------------------

    def _ground(self, situation: Situation, *, offline: bool | None = None) -> G:
        language = primary(situation.session.language)
        ground = self._standing(situation, situation.scripts.speak(language), language)
        return ground if offline is None else ground.remembering(offline=offline)

    def _ended(self, ground: G, *, lead: str = "", log: Log = ()) -> Turn:
        """The outro, and with a model what is made of the interview afterwards."""
        return Turn(
            state=ground.state.dump(),
            remark=wording.joined(lead, ground.script.closing),
            closes=True,
            offers=(),
            chores=() if ground.state.offline else self._chores_after(ground),
            language=base_turns.changed_language(ground),
            log=log,
        )

    def closed(self, session: Session) -> tuple[str, ...]:
        return closed(SpokenState.model_validate(session.state).refused) if session.state else ()

    def sees_from(self, session: Session) -> int:
        since = session.state.get("since", 1)
        return since if isinstance(since, int) else 1

    async def answer(self, situation: Situation, model: LanguageModel) -> Turn:
        """What follows from an answer, with one model call at most."""
        ground = self._ground(situation, offline=model.offline)
        if photos := photos_alone(ground.unmet):
            return base_turns.shown(ground, photos)
        ground, signals = settled(ground), hear(ground.fresh)
        if ground.just_told_freely and situation.session.timing.calm:
            signals = replace(signals, distress=False)  # it was met as it was told
        # Who tells something and goes is said goodbye to by whoever heard it, where there is a model.
        if signals.distress or model.offline or signals.alone(ground.fresh):
            kept = base_turns.waited(ground, signals, self._help_texts)
            if kept is not None:
                return replace(kept, asides=signals.beside)
        if model.offline:
            return self._without(ground, signals, "offline")
        try:
            decision = await model.ask(self._prompt(ground, signals), self.decides)
        except ModelError as error:
            return self._failed(ground, signals, error)
        return self._decided(ground, decision, signals)

    def skip(self, situation: Situation) -> Turn:
        """The next question as the script has it; at its end the outro."""
        ground = self._ground(situation)
        return self._onward(ground, log=moved_on(ground))

    def listen(self, text: str) -> LateSignals:
        heard = hear(text)
        return LateSignals(
            stop=heard.stop or heard.pause, declined=heard.refuses, distress=heard.distress, onward=heard.onward
        )

    def late(self, situation: Situation, signals: LateSignals) -> Turn:
        """A late signal acts; the late words are no answer to what is open now, so none of that is met by it."""
        heard = hear(situation.answer)
        return replace(self._late(situation, signals, heard), asides=heard.beside)

    def _late(self, situation: Situation, signals: LateSignals, heard: Signals) -> Turn:
        ground = self._ground(situation)
        if signals.distress:
            return base_turns.distressed(ground, self._help_texts)
        if signals.stop:
            return base_turns.paused(ground)
        if situation.session.status is Status.ACTIVE:
            return self._refused(ground, heard)
        ground, line, log = base_turns.refused(ground, heard.subject, for_now=heard.hesitates)
        return Turn(state=ground.state.dump(), notice=line, log=log)

    def beside(self, situation: Situation) -> Turn:
        return base_turns.answered(self._ground(situation), "")

    def retell(self, situation: Situation, question: Entry) -> Turn | None:
        return base_turns.retold(self._ground(situation), question) if self.tells else None

    def tell(self, situation: Situation, title: str) -> Turn | None:
        return base_turns.floor(self._ground(situation), title) if self.tells else None

    def welcome(self, situation: Situation) -> Turn:
        return welcome(self._ground(situation))

    def finish(self, situation: Situation, *, offline: bool) -> Turn:
        return self._ended(self._ground(situation, offline=offline))

    # --- without a model ------------------------------------------------------------------------------------------

    def _failed(self, ground: G, signals: Signals, error: ModelError) -> Turn:
        if isinstance(error, ModelAbsent):
            ground = ground.remembering(offline=True)
        kept = base_turns.waited(ground, signals, self._help_texts)
        if kept is not None:
            turn = replace(kept, asides=signals.beside)
        else:
            turn = self._without(ground, signals, wording.notice_about(error))
        return replace(turn, log=(Occurrence(name="fell-back", detail=error.code), *turn.log))

    def _without(self, ground: G, signals: Signals, notice: str) -> Turn:
        """By rules; `notice` is the name of the word about it that is said once."""
        ground = voted(ground, language_by_letters(ground, ground.situation.scripts))
        ground, word = wording.once(ground, notice)
        heard = spoken(ground.fresh, signals)
        ground, step = offline.step(ground, signals, heard, self._facts, first=self._asked_first)
        asides = _said_to_us(signals, heard.asides)
        return replace(self._stepped(ground, step), notice=word, asides=asides, kept_back=step.kept_back)

    def _stepped(self, ground: G, step: OfflineStep) -> Turn:
        if step.stays:
            return base_turns.answered(ground, step.lead)
        if step.target is not None:
            return _forward(ground, step.target, words=step.probe, lead=step.lead, log=step.log)
        if step.probe:
            return base_turns.deeper(ground, step.probe, lead=step.lead, room=step.room, log=step.log)
        return self._onward(ground, lead=step.lead, log=step.log)

    def _refused(self, ground: G, signals: Signals) -> Turn:
        """A plain line, and on to something else."""
        ground, line, log = base_turns.refused(ground, signals.subject, for_now=signals.hesitates)
        return self._onward(ground, lead=line, log=log)

    def _onward(self, ground: G, *, lead: str = "", log: Log = ()) -> Turn:
        """The next question as the script has it, or the end; before either, what the family asks."""
        for place in ground.window:
            return _forward(ground, place, lead=lead, log=log)
        if (theirs := base_turns.others_question(ground)) is not None:
            return base_turns.asked_for_others(ground, theirs, lead=lead, log=log)
        return self._ended(ground, lead=lead, log=log)

    # --- what the model decided, as far as it is allowed ----------------------------------------------------------

    def _decided(self, ground: G, decision: Decision, signals: Signals) -> Turn:
        ground = voted(ground, language_named(ground, decision.language_tag))
        ground = self._booked(ground, decision, signals)
        # Whatever either of them heard: who is asked to stop twice was not heard the first time.
        stops = signals.stop or decision.wants == "stop"
        calm = ground.just_told_freely and ground.situation.session.timing.calm
        if signals.distress or (decision.distress and not calm):
            return base_turns.distressed(ground, self._help_texts, met=len(ground.situation.answer))
        context = replace(self._context(ground), answers=bool(decision.to_me))
        guarded = self._checked(ground, guard(decision.message, context))
        ground = ground.remembering(mended=guarded.interventions)
        if stops or signals.pause or decision.wants == "pause":
            later = self._checked(ground, guard(decision.on_return, self._context(ground)))
            ground = ground.remembering(on_return=later.message)
            goodbye = guarded.message.replace(guarded.question, "").strip() if guarded.question else guarded.message
            turn = base_turns.farewell(ground, goodbye, stops=stops)
        else:
            turn = self._said(ground, decision, signals, guarded)
        to_me = (passage for passage in decision.to_me if passage in ground.situation.answer)
        asides = _said_to_us(signals, to_me)
        kept_back, released = _marks(ground, decision, signals)
        declined = tuple(Occurrence(name="declined", detail=ground.place.question.id) for _ in decision.refused[:1])
        mended = (Occurrence(name=name) for name in guarded.interventions)
        log = tuple(dict.fromkeys((*turn.log, *declined, *mended)))
        return replace(turn, asides=asides, kept_back=kept_back, released=released, log=log)

    def _booked(self, ground: G, decision: Decision, signals: Signals) -> G:
        """The ground with what the newest words have changed in the books."""
        state, situation = ground.state, ground.situation
        seq = situation.question.seq if situation.question is not None else 0
        told = [place.index for each in decision.told if (place := ground.script.by_id.get(each.strip()))]
        ground = ground.remembering(
            hooks=hooks_after(state.hooks, decision),
            unsettled=unsettled_after(state.unsettled, decision),
            refused=refused_after(state.refused, decision, said=ground.fresh, seq=seq),
            wishes=wishes_after(state.wishes, decision),
            told=marked(state.told, *told),
            since=prompt_transcript.since_after(situation.talk, self.sees_from(situation.session)),
            dry=0 if brings_something_new(ground) else state.dry + 1,
        )
        if signals.refuses and signals.subject and not decision.declined:
            ground, _, _ = base_turns.refused(ground, signals.subject, for_now=signals.hesitates)
        return ground

    def _said(self, ground: G, decision: Decision, signals: Signals, guarded: Guarded) -> Turn:
        target = self._target(ground, decision)
        if decision.move == "close" and not ground.window and not guarded.question:
            return self._ended(ground, lead=guarded.message)
        if not guarded.message:
            return self._left(ground, target, signals)
        plain = decision.move not in _WITNESSING
        ground = ground.remembering(witnessed=0 if guarded.restates and plain else ground.state.witnessed + 1)
        if target is not None and guarded.question:
            return _forward(ground, target, words=guarded.message, question=guarded.question)
        return base_turns.deeper(ground, guarded.message, room=not guarded.question)

    def _left(self, ground: G, target: Place | None, signals: Signals) -> Turn:
        """Where nothing of the message could be said: the subject that was meant, else the floor is theirs."""
        if signals.refuses:
            return self._refused(ground, signals)
        if target is not None and ground.scripted and ground.allowed(target):
            return _forward(ground, target)
        if signals.onward or ground.state.dry > OVERSTAYED:
            return self._onward(ground)
        ground, line = wording.varied(ground, "more")
        return base_turns.deeper(ground, line)

    def _context(self, ground: G) -> GuardContext:
        question = ground.situation.question
        seq = question.seq if question is not None else 0
        return GuardContext(
            language=ground.language,
            asked=ground.asked,
            refused=closed_now(ground.state.refused, said=ground.fresh, seq=seq),
            last_words=ground.fresh,
            told="\n".join(entry.text for entry in ground.situation.talk if entry.role is Role.PERSON),
            secret=self._secret,
            limits=self.limits,
        )


def _forward(
    ground: Standing[Any], target: Place, *, words: str = "", question: str = "", lead: str = "", log: Log = ()
) -> Turn:
    """On to the subject `target`; or what the family asks before that, behind what `words` say beside `question`."""
    if (theirs := base_turns.others_question(ground)) is None:
        return base_turns.forward(ground, target, words=words, lead=lead, log=log)
    beside = words.replace(question, "").strip() if question else ""
    return base_turns.asked_for_others(ground, theirs, lead=wording.joined(lead, beside), log=log)


def _said_to_us(signals: Signals, found: Iterable[str]) -> tuple[str, ...]:
    """The passages of an answer that are no part of what is told: those `found`, and what rules hear of a wish."""
    passages = dict.fromkeys((*signals.beside, *found))
    return tuple(one for one in passages if not any(one != other and one in other for other in passages))


def brings_something_new(ground: Any) -> bool:
    """Whether the answer has words that were neither ours nor theirs before: names, places, things, deeds."""
    situation = ground.situation
    now = None if situation.question is None else situation.question.seq
    before = " ".join(entry.text for entry in situation.talk if now is None or entry.answers != now)
    words = stems(ground.fresh)
    return len(words - stems(before)) >= min(_NEW, max(2, len(words) / 2))


def _marks(ground: Any, decision: Decision, signals: Signals) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the person asks to keep out of the file, and what they release: messages of theirs that are in sight."""
    theirs = {entry.seq: entry for entry in ground.situation.talk if entry.role is Role.PERSON}
    meant: Sequence[int] = decision.keep_back
    if not meant and signals.keep_back:
        situation, alone = ground.situation, signals.alone(ground.fresh)
        meant = prompt_transcript.between_us(situation.talk, situation.question, alone=alone)
    kept = tuple(n for n in meant if n in theirs and not theirs[n].kept_back)
    released = tuple(n for n in decision.release if n in theirs and theirs[n].kept_back and n not in decision.keep_back)
    return kept, released
