"""The life-story interview: led by what the person tells, with a long agenda for when they have nothing waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.guard import Secret
from core.interviews.common import languages, turns, wording
from core.interviews.common.scripted import ScriptedInterview
from core.interviews.common.turns import Log
from core.interviews.life_story import SCRIPTS
from core.interviews.life_story.course import Ground
from core.interviews.life_story.notes import update_notes
from core.interviews.life_story.prompt import Prompts, decision_prompt
from core.interviews.life_story.reflections import NAMES, reflect
from core.interviews.life_story.state import LifeState, load, progress
from core.interviews.life_story.turns import ended
from core.interviews.signals import Signals
from core.messages import Progress
from core.ports import LanguageModel, Prompt
from core.privacy import Facts, interviewer_facts
from core.script import ScriptSet, load_scripts
from core.session import Session
from core.turn import ChoreResult, ChoreSituation, Situation, Turn


class LifeStory(ScriptedInterview[Ground]):
    """Implements `core.turn.Interview`. Holds the scripts and the prompts, and nothing about anybody."""

    kind = "life-story"

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
        self._prompts = Prompts.load(facts=interviewer_facts(facts), guidance=guidance)
        super().__init__(help_texts=help_texts, facts=facts, secret=Secret(self._prompts.secret))

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening and the first question."""
        script = situation.scripts.speak(languages.primary(situation.session.language))
        first = script.places[0]
        ground = self._ground(situation)
        ground = replace(ground, state=LifeState(offline=offline, question_id=first.question.id))
        if offline and not ground.scripted:
            ground = replace(ground, language=script.language)
        state, notice = wording.once(ground.state, ground.language, "offline") if offline else (ground.state, "")
        turn = turns.forward(replace(ground, state=state), first)
        return replace(turn, notice=notice, remark=script.opening, chores=())

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

    # --- what this kind brings to a turn --------------------------------------------------------------------------

    def _ground(self, situation: Situation, *, offline: bool | None = None) -> Ground:
        language = languages.primary(situation.session.language)
        script = situation.scripts.speak(language)
        state = load(situation.session.state, script, situation.question)
        if offline is not None:
            state = state.model_copy(update={"offline": offline})
        return Ground(situation=situation, state=state, script=script, language=language)

    def _prompt(self, ground: Ground, signals: Signals) -> Prompt:
        return decision_prompt(self._prompts, ground, signals)

    def _ended(self, ground: Ground, *, lead: str = "", log: Log = ()) -> Turn:
        return ended(ground, lead=lead, log=log)
