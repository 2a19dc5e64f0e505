"""The life-story interview: led by what the person tells, with a long agenda for when they have nothing waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import ScriptSet, load_scripts
from core.contracts.session import Record, Session
from core.contracts.turn import Situation, Turn
from core.interviews.guard import Guarded, Secret
from core.interviews.kind import Operator
from core.interviews.life_story import SCRIPTS
from core.interviews.life_story.course import LifeStanding
from core.interviews.life_story.notes import update_notes
from core.interviews.life_story.prompt import LifePrompts, decision_prompt
from core.interviews.life_story.reflections import NAMES, reflect
from core.interviews.life_story.state import LifeState, load, progress
from core.interviews.life_story.turns import ended, promised
from core.interviews.scripted_base import base_turns, languages, wording
from core.interviews.scripted_base.base_state import numbers_in
from core.interviews.scripted_base.base_turns import Log
from core.interviews.scripted_base.books import wished
from core.interviews.scripted_base.decision import Decision
from core.interviews.scripted_base.offline import OfflineStep
from core.interviews.scripted_base.scripted import ScriptedInterview
from core.interviews.signals import Signals
from core.privacy.facts import Facts, interviewer_facts
from core.words import say

LAST = "not-asked"
"""The script's question for what should have been asked."""


class LifeStory(ScriptedInterview[LifeStanding]):
    """Implements `core.contracts.turn.Interview`. Holds the scripts and the prompts, and nothing about anybody."""

    kind = "life-story"
    chores: Mapping[str, ChoreKind] = {"notes": ChoreKind(), **{name: ChoreKind(sees=Sees.WHOLE) for name in NAMES}}

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
        self.scripts = scripts if scripts is not None else load_scripts(SCRIPTS)
        facts = facts if facts is not None else Facts()
        self._prompts = LifePrompts.load(facts=interviewer_facts(facts), guidance=guidance)
        super().__init__(help_texts=help_texts, facts=facts, secret=Secret(self._prompts.secret))

    @classmethod
    def of(cls, operator: Operator) -> Self:
        return cls(help_texts=operator.help_texts, facts=operator.facts, guidance=operator.guidance)

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening and the first question."""
        script = situation.scripts.speak(languages.primary(situation.session.language))
        first = script.places[0]
        ground = self._ground(situation)
        ground = replace(
            ground, state=LifeState(offline=offline, question_id=first.question.id, wishes=wished(situation.wish))
        )
        if offline and not ground.scripted:
            ground = replace(ground, language=script.language)
        state, notice = wording.once(ground.state, ground.language, "offline") if offline else (ground.state, "")
        turn = base_turns.forward(replace(ground, state=state), first)
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
        raise ValueError(f"a life-story interview has no chore called {name!r}")

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def findings(self) -> tuple[str, ...]:
        return NAMES

    def afterwards(self, record: Record) -> str:
        return promised(record)

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _ground(self, situation: Situation, *, offline: bool | None = None) -> LifeStanding:
        language = languages.primary(situation.session.language)
        script = situation.scripts.speak(language)
        state = load(situation.session.state, script, situation.question)
        if offline is not None:
            state = state.model_copy(update={"offline": offline})
        return LifeStanding(situation=situation, state=state, script=script, language=language)

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

    def _ended(self, ground: LifeStanding, *, lead: str = "", log: Log = ()) -> Turn:
        return ended(ground, lead=lead, log=log)
