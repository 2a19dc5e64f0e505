"""The life-story interview: an adaptive walk through a long script, led by what the person tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.errors import ModelAbsent, ModelError
from core.guard import Asked, Candidate, Context, Guarded, Secret, acknowledgement, guard
from core.guard.text import count_words
from core.interviews.common import languages, wording
from core.interviews.common.turns import Log, distressed, interventions, late_signals, moved_on, paused, refused, waited
from core.interviews.common.wishes import wishes
from core.interviews.life_story import SCRIPTS, offline, turns
from core.interviews.life_story.course import MOST_SKIPPED, Ground
from core.interviews.life_story.decision import Decision, Step, step
from core.interviews.life_story.notes import update_notes
from core.interviews.life_story.prompt import Prompts, decision_prompt
from core.interviews.life_story.reflections import NAMES, reflect
from core.interviews.life_story.state import LifeState, load, progress
from core.interviews.signals import Signals, hear
from core.messages import Progress
from core.ports import LanguageModel
from core.script import Place, Script, ScriptSet, load_scripts
from core.session import QUESTIONS, Session
from core.turn import ChoreResult, ChoreSituation, LateSignals, Occurrence, Situation, Turn

_MOST_INDEXES = 16
"""Scripts whose wordings are kept indexed at a time; sessions under way may be bound to older ones."""


class LifeStory:
    """Implements `core.turn.Interview`. Holds the scripts and the prompts, and nothing about anybody."""

    kind = "life-story"

    def __init__(self, scripts: ScriptSet | None = None, *, help_texts: Mapping[str, str] | None = None) -> None:
        """`help_texts`: the operator's words for somebody in distress, by language; there may be none.

        Raises ValueError or OSError when a script or a prompt cannot be read.
        """
        self.scripts = scripts if scripts is not None else load_scripts(SCRIPTS)
        self._help_texts = dict(help_texts or {})
        self._prompts = Prompts.load()
        self._secret = Secret(self._prompts.decision)
        self._indexes: dict[tuple[str, str], Asked] = {}

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening, the first chapter's first words and the first question."""
        ground = replace(self._ground(situation), state=LifeState(offline=offline))
        if offline and not ground.scripted:
            ground = replace(ground, language=ground.script.language)
        first = ground.script.places[0]
        state, notice = wording.once(ground.state, ground.language, "offline") if offline else (ground.state, "")
        turn = turns.forward(replace(ground, state=state), first)
        return replace(
            turn, notice=notice, remark=wording.joined(ground.script.opening, first.chapter.intro), chores=()
        )

    async def answer(self, situation: Situation, model: LanguageModel) -> Turn:
        """What follows from an answer, with one model call at most."""
        ground = self._ground(situation, offline=model.offline)
        signals = hear(ground.fresh)
        obeyed = self._obeyed(ground, signals)
        if obeyed is not None:
            return obeyed
        if model.offline:
            return self._by_rules(ground, signals, "offline")
        try:
            decision = await model.ask(decision_prompt(self._prompts.decision, ground), Decision)
        except ModelError as error:
            return self._without_model(ground, signals, error)
        return self._decided(ground, decision, signals)

    def skip(self, situation: Situation) -> Turn:
        """The next question as the script has it; at its end the outro."""
        ground = self._ground(situation)
        return turns.onward(ground, log=moved_on(ground))

    def listen(self, text: str) -> LateSignals:
        return late_signals(hear(text))

    def late(self, situation: Situation, signals: LateSignals) -> Turn:
        """A late signal acts; the late words are no answer to what is open now, so none of that is met by it."""
        ground = self._ground(situation)
        if signals.distress:
            return distressed(ground, self._help_texts)
        if signals.stop:
            return paused(ground)
        ground, line, log = refused(ground)
        return turns.onward(ground, lead=line, log=log)

    def unmet(self, situation: Situation) -> bool:
        """False also where the only words were a wish to pause, which the pause has met."""
        return len(situation.answer) > self._ground(situation).heard

    def finish(self, situation: Situation, *, offline: bool) -> Turn:
        return turns.ended(self._ground(situation, offline=offline))

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

    # --- how a turn is found --------------------------------------------------------------------------------------

    def _ground(self, situation: Situation, *, offline: bool | None = None) -> Ground:
        language = languages.primary(situation.session.language)
        script = situation.scripts.speak(language)
        state = load(situation.session.state, script, situation.question)
        if offline is not None:
            state = state.model_copy(update={"offline": offline})
        return Ground(situation=situation, state=state, script=script, language=language)

    def _obeyed(self, ground: Ground, signals: Signals) -> Turn | None:
        """What needs no thinking. A wish to go on needs it only where the script lacks the language."""
        turn = waited(ground, signals, self._help_texts)
        if turn is not None:
            return turn
        if signals.wish and (ground.scripted or ground.state.offline):
            return self._passed(ground, signals)
        return None

    def _passed(self, ground: Ground, signals: Signals) -> Turn:
        """The next scripted question, after a refusal or a wish to move on."""
        if not signals.declined:
            return turns.onward(ground, log=moved_on(ground))
        ground, line, log = refused(ground)
        return turns.onward(ground, lead=line, log=log)

    def _without_model(self, ground: Ground, signals: Signals, error: ModelError) -> Turn:
        notice = wording.notice_about(error)
        if isinstance(error, ModelAbsent):
            ground = replace(ground, state=ground.state.model_copy(update={"offline": True}))
        turn = self._passed(ground, signals) if signals.wish else self._by_rules(ground, signals, notice)
        return replace(turn, log=(Occurrence(name="fell-back", detail=error.code), *turn.log))

    def _by_rules(self, ground: Ground, signals: Signals, notice: str) -> Turn:
        """The offline way, and the word about it that is said once."""
        ground = languages.voted(ground, languages.by_alphabet(ground, ground.situation.scripts))
        state, told = wording.once(ground.state, ground.language, notice)
        chosen = offline.choose(replace(ground, state=state), signals)
        ground = replace(ground, state=chosen.state)
        if chosen.probe:
            return replace(turns.deeper(ground, chosen.probe, lead=chosen.lead), notice=told)
        return replace(turns.onward(ground, lead=chosen.lead), notice=told)

    # --- what the model decided, as far as it is allowed ----------------------------------------------------------

    def _decided(self, ground: Ground, decision: Decision, signals: Signals) -> Turn:
        ground = languages.voted(ground, languages.by_model(ground, decision.language_tag))
        wanted = wishes(decision, signals)
        turn = waited(ground, wanted, self._help_texts)
        if turn is not None:
            return turn
        if wanted.declined:
            ground, line, log = refused(ground)
            # Where the bot does not speak the language itself, the model's acknowledgement takes the line's place.
            return self._next(ground, decision, lead=line if ground.scripted else None, log=log, plain=ground.scripted)
        if wanted.onward:
            return self._next(ground, decision, lead="", log=moved_on(ground))
        if decision.action == "follow_up" and ground.may_follow_up:
            return self._follow_up(ground, decision)
        return self._next(ground, decision)

    def _follow_up(self, ground: Ground, decision: Decision) -> Turn:
        """One step deeper; where the guard finds nothing to say, on to the next question instead."""
        guarded = self._guarded(ground, decision.question, decision.bridge, None, reserved="")
        log = interventions(guarded.interventions)
        if not guarded.fell_back:
            return turns.deeper(ground, guarded.question, lead=guarded.bridge, log=log)
        return self._next(ground, decision, log=log, plain=True)

    def _next(
        self,
        ground: Ground,
        decision: Decision,
        *,
        lead: str | None = None,
        log: Log = (),
        plain: bool = False,
    ) -> Turn:
        """The next question of the script that is not answered yet, in the model's words where they are about it.

        `lead` takes the place of the model's acknowledgement; `plain` asks for the script's own words.
        """
        way = step(decision, ground)
        bridge = decision.bridge if lead is None else ""
        if way.target is None:
            said, names = acknowledgement(bridge, self._context(ground, None, reserved=ground.script.closing))
            log = tuple(dict.fromkeys((*log, *way.log, *interventions(names))))
            return turns.ended(ground, lead=lead or said, log=log)
        target = way.target
        words = decision.question if _usable(decision, way) and not plain else target.question.text
        reserved = wording.joined(lead or "", turns.intro(ground, target))
        guarded = self._guarded(ground, words, bridge, target, reserved=reserved)
        return turns.forward(
            ground,
            target,
            words=guarded.question,
            lead=lead or guarded.bridge,
            covered=way.covered,
            log=tuple(dict.fromkeys((*log, *way.log, *interventions(guarded.interventions)))),
        )

    def _guarded(self, ground: Ground, question: str, bridge: str, target: Place | None, *, reserved: str) -> Guarded:
        candidate = Candidate(question=question, bridge=bridge)
        return guard(candidate, self._context(ground, target, reserved=reserved))

    def _context(self, ground: Ground, target: Place | None, *, reserved: str) -> Context:
        """For wording `target`; without one, for a follow-up, which must not run ahead of the script either."""
        situation = ground.situation
        ahead = 0 if target is not None else MOST_SKIPPED + 1
        asked = [entry.text for entry in situation.tail if entry.kind in QUESTIONS]
        if situation.question is not None:
            asked.append(situation.question.text)
        return Context(
            language=ground.language,
            fallback=target.question.text if target is not None else "",
            asked=tuple(asked),
            script=self._index(situation.scripts, ground.script),
            passed=ground.state.index + 1 + ahead,
            acknowledgements=ground.state.acknowledgements,
            last_words=ground.fresh,
            reserved=count_words(reserved),
            secret=self._secret,
        )

    def _index(self, scripts: ScriptSet, script: Script) -> Asked:
        """The wordings of a script, indexed once for all sessions that are bound to it."""
        name = (scripts.digest, script.language)
        if name not in self._indexes:
            if len(self._indexes) >= _MOST_INDEXES:
                self._indexes.pop(next(iter(self._indexes)))
            self._indexes[name] = Asked([place.question.text for place in script.places])
        return self._indexes[name]


def _usable(decision: Decision, way: Step) -> bool:
    """Whether the model's question is its wording of the step's target."""
    return way.meant and decision.action != "follow_up" and bool(decision.question.strip())
