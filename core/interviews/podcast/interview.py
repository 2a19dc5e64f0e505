"""The conversation about an episode: an opening, main questions with their follow-ups, a conclusion, an outro."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.errors import ModelAbsent, ModelError
from core.guard import Candidate, Secret, guard
from core.guard import Context as GuardContext
from core.intake import MOST_QUESTIONS, USUAL_QUESTIONS
from core.interviews.common import languages, wording
from core.interviews.common.turns import (
    Log,
    distressed,
    interventions,
    late_signals,
    moved_on,
    paused,
    refused,
    waited,
)
from core.interviews.common.wishes import wishes
from core.interviews.podcast import SCRIPTS, offline, turns
from core.interviews.podcast.course import Ground, plan
from core.interviews.podcast.decision import Decision
from core.interviews.podcast.findings import find_insights, tell_narrative
from core.interviews.podcast.preparing import offline_context, prepare
from core.interviews.podcast.prompt import TEMPLATES, Prompts, decision_prompt
from core.interviews.podcast.state import PodcastState, chapter_of, load, progress
from core.interviews.podcast.wording import checked, last_word
from core.interviews.signals import Signals, hear
from core.messages import Progress
from core.ports import LanguageModel
from core.script import Place, ScriptSet, load_scripts
from core.session import Session
from core.sources.material import Context, Material, Source
from core.turn import ChoreResult, ChoreSituation, LateSignals, Occurrence, Prepared, Situation, Turn


class Podcast:
    """Implements `core.turn.Preparing`. Holds the banks and the prompts, and nothing about anybody."""

    kind = "podcast"
    templates: tuple[str, ...] = TEMPLATES

    def __init__(self, scripts: ScriptSet | None = None, *, help_texts: Mapping[str, str] | None = None) -> None:
        """`help_texts`: the operator's words for somebody in distress, by language; there may be none.

        Raises ValueError or OSError when a script or a prompt cannot be read.
        """
        self.scripts = scripts if scripts is not None else load_scripts(SCRIPTS)
        self._help_texts = dict(help_texts or {})
        self._prompts = Prompts.load()
        self._secret = Secret(self._prompts.secret)

    # --- before it begins -----------------------------------------------------------------------------------------

    def title_of(self, template: str, language: str) -> str:
        """What a template is called."""
        return chapter_of(self.scripts.speak(languages.primary(language)), template).title

    def offline_context(self, material: Material) -> Context:
        """What can be known of an episode without a model."""
        return offline_context(material)

    async def prepare(
        self, material: Material, *, language: str, template: str, guidelines: str, model: LanguageModel
    ) -> Prepared:
        """What the model makes of an episode, in two calls at most. Raises ModelError."""
        tag = languages.primary(language)
        chapter = chapter_of(self.scripts.speak(tag), template)
        return await prepare(
            self._prompts,
            material,
            language=tag,
            template=template,
            guidelines=guidelines,
            ahead=tuple(question.text for question in chapter.questions[1:]),
            secret=self._secret,
            model=model,
        )

    # --- turns ----------------------------------------------------------------------------------------------------

    def begin(self, situation: Situation, *, offline: bool) -> Turn:
        """The opening question: the one made for this episode, else the bank's. What it is about was just said."""
        source = situation.source
        tag = languages.primary(situation.session.language)
        script = situation.scripts.speak(tag)
        chapter = chapter_of(script, source.template if source is not None else "")
        total = source.questions if source is not None else USUAL_QUESTIONS
        total = min(max(total, 1), MOST_QUESTIONS)
        state = PodcastState(
            template=chapter.id,
            total=total,
            question_id=chapter.questions[0].id,
            plan=plan(chapter, total, source.guidelines if source is not None else ""),
            offline=offline,
        )
        language = script.language if offline else tag
        notice = ""
        if offline:
            state, notice = wording.once(state, language, "offline")
        ground = Ground(situation=situation, state=state, script=script, language=language)
        turn = turns.forward(ground, ground.place, words=self._opening(ground, source))
        remark = wording.joined(script.opening, chapter.intro if ground.scripted else "")
        return replace(turn, notice=notice, remark=remark)

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
            decision = await model.ask(decision_prompt(self._prompts, ground), Decision)
        except ModelError as error:
            return self._without_model(ground, signals, error)
        return self._decided(ground, decision, signals)

    def skip(self, situation: Situation) -> Turn:
        """The next question as the bank has it; after the conclusion the outro."""
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
        """ "insights" or "narrative", as JSON of its model in `core.documents.podcast_findings`. Raises ModelError."""
        if name == "insights":
            return await find_insights(self._prompts, situation, model)
        if name == "narrative":
            return await tell_narrative(self._prompts, situation, model)
        raise ValueError(f"a podcast interview has no chore called {name!r}")

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        """Main questions; a refused or skipped one counts as asked, a follow-up and the conclusion do not."""
        return progress(session, scripts)

    def findings(self) -> tuple[str, ...]:
        """None: what was found stands in the notes, and is no file of its own."""
        return ()

    # --- how a turn is found --------------------------------------------------------------------------------------

    def _ground(self, situation: Situation, *, offline: bool | None = None) -> Ground:
        language = languages.primary(situation.session.language)
        script = situation.scripts.speak(language)
        state = load(situation.session.state, script, situation.source, situation.question)
        if offline is not None:
            state = state.model_copy(update={"offline": offline})
        return Ground(situation=situation, state=state, script=script, language=language)

    def _opening(self, ground: Ground, source: Source | None) -> str:
        """The question made for this episode, if it still holds; else empty, for the bank's."""
        if source is None or not source.opening.strip():
            return ""
        ahead = tuple(question.text for question in ground.chapter.questions[1:])
        context = GuardContext(
            language=ground.language,
            fallback=ground.place.question.text,
            asked=ahead,
            last_words=" ".join(quote.text for quote in source.context.quotes),
            secret=self._secret,
        )
        return guard(Candidate(question=source.opening), context).question

    def _obeyed(self, ground: Ground, signals: Signals) -> Turn | None:
        """What needs no thinking. A wish to go on needs it only where the bank lacks the language."""
        turn = waited(ground, signals, self._help_texts)
        if turn is not None:
            return turn
        if signals.wish and (ground.scripted or ground.state.offline):
            return _passed(ground, signals)
        return None

    def _without_model(self, ground: Ground, signals: Signals, error: ModelError) -> Turn:
        if isinstance(error, ModelAbsent):
            ground = replace(ground, state=ground.state.model_copy(update={"offline": True}))
        if signals.wish:
            turn = _passed(ground, signals)
        else:
            turn = self._by_rules(ground, signals, wording.notice_about(error))
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
        """One step deeper; where nothing of it can be said, on to the next question instead."""
        found = checked(ground, decision.question, decision.bridge, None, secret=self._secret)
        log = interventions(found.names)
        if not found.fell_back:
            return turns.deeper(ground, found.question, lead=found.bridge, log=log)
        return self._next(ground, decision, log=log, plain=True)

    def _next(
        self, ground: Ground, decision: Decision, *, lead: str | None = None, log: Log = (), plain: bool = False
    ) -> Turn:
        """The question that the model chose of the window, in its words where they hold; else the first one there.

        `lead` takes the place of the model's acknowledgement; `plain` asks for the bank's own words.
        """
        bridge = decision.bridge if lead is None else ""
        coming = ground.window
        if not coming:
            said, names = last_word(ground, bridge, secret=self._secret)
            log = tuple(dict.fromkeys((*log, *interventions(names))))
            return turns.ended(ground, lead=lead or said, log=log)
        chosen = next((place for place in coming if place.question.id == decision.next_id.strip()), None)
        target: Place = chosen or coming[0]
        worded = chosen is not None and decision.action != "follow_up" and not plain and decision.question.strip()
        words = decision.question if worded else target.question.text
        found = checked(ground, words, bridge, target, secret=self._secret, reserved=lead or "")
        return turns.forward(
            ground,
            target,
            words=found.question,
            lead=lead or found.bridge,
            log=tuple(dict.fromkeys((*log, *interventions(found.names)))),
        )


def _passed(ground: Ground, signals: Signals) -> Turn:
    """The bank's next question, after a refusal or a wish to move on."""
    if not signals.declined:
        return turns.onward(ground, log=moved_on(ground))
    ground, line, log = refused(ground)
    return turns.onward(ground, lead=line, log=log)
