"""The life-story interview: led by what the person tells, with a long agenda for when they have nothing waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Script, ScriptSet
from core.contracts.session import Record, Session
from core.contracts.turn import Situation, Turn
from core.interviews.guard import Guarded
from core.interviews.life_story import SCRIPTS
from core.interviews.life_story.course import LifeStanding
from core.interviews.life_story.notes import update_notes
from core.interviews.life_story.prompt import FOLDER, LifePrompts, decision_prompt
from core.interviews.life_story.reflections import NAMES, promised, reflect
from core.interviews.life_story.state import LifeState, load, progress
from core.interviews.scripted_base import base_turns, wording
from core.interviews.scripted_base.base_state import numbers_in
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.books import wished
from core.interviews.scripted_base.decision import Decision
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.scripted_base.scripted import ScriptedInterview
from core.interviews.signals import Signals
from core.words import say

LAST = "not-asked"
"""The script's question for what should have been asked."""


class LifeStory(ScriptedInterview[LifeStanding]):
    """Implements `core.contracts.turn.Interview`. Holds the scripts and the prompts, and nothing about anybody."""

    kind = "life-story"
    folder = SCRIPTS
    tells = True
    has_book = True
    chores: Mapping[str, ChoreKind] = {"notes": ChoreKind(), **{name: ChoreKind(sees=Sees.WHOLE) for name in NAMES}}

    def _load(self, *, facts: str, guidance: str) -> str:
        self._prompts = LifePrompts.load(FOLDER, facts=facts, guidance=guidance)
        return self._prompts.secret

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        script = situation.scripts.speak(situation.session.language)
        first = script.places[0]
        ground = self._ground(situation)
        ground = replace(
            ground, state=LifeState(offline=offline, question_id=first.question.id, wishes=wished(situation.wish))
        )
        if offline and not ground.scripted:
            ground = replace(ground, language=script.language)
        ground, notice = wording.once(ground, "offline") if offline else (ground, "")
        turn = base_turns.forward(ground, first)
        return replace(turn, notice=notice, remark=script.opening, chores=())

    def parting(self, situation: Situation) -> Turn | None:
        """What should have been asked; where the script has it in the interview's language, and it was not asked."""
        ground = self._ground(situation)
        place = ground.script.by_id.get(LAST)
        known = numbers_in(ground.state.taken_up) | numbers_in(ground.state.told)
        if place is None or place.index in known or not (ground.scripted and ground.allowed(place)):
            return None
        turn = base_turns.forward(ground, place)
        notice = say(ground.language, "life-story-parting")
        return replace(turn, state={**turn.state, "parting": True}, notice=notice, offers=("done",))

    # --- beside the turns -----------------------------------------------------------------------------------------

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """ "notes", or one of `findings()`. Raises ModelError when it must be tried again."""
        if name == "notes":
            return await update_notes(self._prompts, situation, model)
        if name in NAMES:
            return await reflect(name, self._prompts, situation, model)
        return await super().chore(name, situation, model)

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def findings(self) -> tuple[str, ...]:
        return NAMES

    def afterwards(self, record: Record) -> str:
        return promised(record)

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _standing(self, situation: Situation, script: Script, language: str) -> LifeStanding:
        state = load(situation.session.state, script, situation.question)
        return LifeStanding(situation=situation, state=state, script=script, language=language)

    def _chores_after(self, ground: LifeStanding) -> tuple[str, ...]:
        return ("notes", *NAMES)

    def _prompt(self, ground: LifeStanding, signals: Signals) -> Prompt:
        return decision_prompt(self._prompts, ground, signals)

    def _stepped(self, ground: LifeStanding, step: OfflineStep) -> Turn:
        if ground.state.parting and not step.stays:
            return self._ended(ground, lead=step.lead, log=step.log)
        return super()._stepped(ground, step)

    def _onward(self, ground: LifeStanding, *, lead: str = "", log: Log = ()) -> Turn:
        if ground.state.parting:
            return self._ended(ground, lead=lead, log=log)
        return super()._onward(ground, lead=lead, log=log)

    def _said(self, ground: LifeStanding, decision: Decision, signals: Signals, guarded: Guarded) -> Turn:
        """To the last answer a word without a question is the end; with one the story goes on."""
        if ground.state.parting and not guarded.question:
            return self._ended(ground, lead=guarded.message)
        return super()._said(ground, decision, signals, guarded)
