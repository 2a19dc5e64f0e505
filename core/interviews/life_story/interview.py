"""The life-story interview: led by what the person tells, with a long agenda for when they have nothing waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from string import Template

import structlog

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.errors import ModelMisread
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import QuestionRef, Script, ScriptSet, primary_language
from core.contracts.session import EntryKind, Record, Session, Status
from core.contracts.turn import Turn, TurnContext
from core.documents.readings_file import LANGUAGES, Reading, check_reading, reading_words
from core.documents.visibility import visible_record
from core.interviews.life_story import SCRIPTS
from core.interviews.life_story.state import LifeState, agenda_progress, load, progress
from core.interviews.scripted_base import base_turns
from core.interviews.scripted_base.base_state import bit_numbers
from core.interviews.scripted_base.base_turns import Log, ScriptedContext
from core.interviews.scripted_base.books import BOOKS, READING, Books, initial_wishes
from core.interviews.scripted_base.offline import QUESTION_OFFERS, OfflineStep
from core.interviews.scripted_base.scripted import Message, ScriptedInterview
from core.interviews.scripted_base.talk import TalkPrompts
from core.languages.messages import say
from core.text.quoting import plain_tag, quoted_transcript
from core.text.text import count_words

log = structlog.get_logger()
PROMPTS = Path(__file__).parent / "prompts"
NAMES = ("reflection-psychologist", "reflection-economist", "reflection-political-scientist", "reflection-demographer")
"""In the order of the file that has all of them."""
TRANSCRIPT_ROOM = 120_000
FEWEST_WORDS = 400  # with less told there is nothing to read fairly, and no model is asked


def has_enough_to_read(record: Record) -> bool:
    """Tell whether an interview can have readings: its language can be checked, and enough of it may be read."""
    told = (e.text for e in visible_record(record).entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    return primary_language(record.session.language) in LANGUAGES and sum(map(count_words, told)) >= FEWEST_WORDS


def readings_promise(record: Record) -> str:
    """Promise that readings will follow, if they will: with a model, and where enough of what was told may be read."""
    follow = not record.session.state.get("offline") and has_enough_to_read(record)
    return say(record.session.language, "life-story-readings-follow") if follow else ""


async def make_reading(name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Make a `Reading` as JSON, as far as it rests on what was told; none where that is little. Raises ModelError."""
    if situation.record is None:
        raise ValueError(f"{name} needs the whole record")
    record = visible_record(situation.record)
    if not has_enough_to_read(record):
        return ChoreResult()
    language = plain_tag(record.session.language)
    frame = Template((PROMPTS / "reflection.md").read_text(encoding="utf-8").strip())
    own = (PROMPTS / f"{name}.md").read_text(encoding="utf-8").strip()
    words = reading_words(primary_language(language))
    prompt = Prompt(
        purpose=name,
        system=f"{frame.substitute(language=language, words=words)}\n\n{own}",
        user=f"{quoted_transcript(record.entries, TRANSCRIPT_ROOM)}\nWrite your reading of this telling.",
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=240.0,
    )
    reading = await model.ask(prompt, Reading)
    kept = check_reading(reading, record)
    if struck := len(reading.observations) - len(kept.observations):
        log.info("observations-struck", chore=name, count=struck)
    if not kept.observations:
        raise ModelMisread("None of the observations rests on words of the transcript; it is asked for again.")
    return ChoreResult(finding=kept.model_dump_json())


_A_DAY = timedelta(hours=6)  # a talk that lasts longer has gone on after a night, or a long break
LAST = "not-asked"
"""The script's question for what should have been asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStanding(ScriptedContext[LifeState]):
    @property
    def agenda(self) -> Sequence[QuestionRef]:
        return self.script.places

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        """The subjects not asked yet: the rest of this chapter, those behind it, those left; the end last."""
        taken = bit_numbers(self.state.taken_up)
        left = [place for place in self.untold if place.index not in taken]
        here, last = self.place, self.script.chapters[-1].id

        def order(place: QuestionRef) -> tuple[bool, bool, bool, int]:
            near = place.chapter.id == here.chapter.id
            return place.chapter.id == last and not near, not near, place.index < here.index, place.index

        return tuple(sorted(left, key=order))

    @property
    def may_stay(self) -> bool:
        return True

    def state_at(self, place: QuestionRef, text: str) -> LifeState:
        return self.state.model_copy(update={"parting": False})

    def state_deeper(self, text: str) -> LifeState:
        return self.state

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return nothing: a count of a hundred questions frightens."""
        return None

    def course_at(self, place: QuestionRef) -> Progress:
        return agenda_progress(self.state, self.script, asked=place.index)


class LifeStory(ScriptedInterview[LifeStanding]):
    """Implements `core.contracts.turn.Interview`. Holds the scripts and the prompts, and nothing about anybody."""

    kind = "life-story"
    script_files = SCRIPTS
    tells = True
    offers = ("book",)
    chores: Mapping[str, ChoreKind] = {BOOKS: READING, **{name: ChoreKind(sees=Sees.WHOLE) for name in NAMES}}

    def _load(self) -> TalkPrompts:
        aim, how = ((PROMPTS / f"{name}.md").read_text(encoding="utf-8").strip() for name in ("aim", "how"))
        return TalkPrompts(aim=aim, how=how, facts=self._facts, guidance=self.operator.guidance)

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        script = situation.scripts.speak(situation.session.language)
        first = script.places[0]
        ground = self._ground(situation)
        ground = replace(
            ground,
            state=LifeState(offline=offline, question_id=first.question.id, wishes=initial_wishes(situation.wish)),
        )
        if offline and not ground.scripted:
            ground = replace(ground, language=script.language)
        ground, notice = base_turns.notice_once(ground, "offline") if offline else (ground, "")
        turn = base_turns.move_to(ground, first)
        hello = say(ground.language, "life-story-hello", name=situation.person.name or "none")
        offers = QUESTION_OFFERS if offline else turn.offers
        return replace(turn, notice=notice, remark=f"{hello} {script.opening}", offers=offers)

    def parting(self, situation: TurnContext) -> Turn | None:
        """Ask what should have been asked, if the script has it in the interview's language and it was not asked."""
        ground = self._ground(situation)
        place = ground.script.by_id.get(LAST)
        known = bit_numbers(ground.state.taken_up) | bit_numbers(ground.state.told)
        if place is None or place.index in known or not (ground.scripted and ground.allowed(place)):
            return None
        turn = base_turns.move_to(ground, place)
        if turn.question is not None:
            # Whoever ends early has not told the chapters before this question.
            turn = replace(turn, question=replace(turn.question, course=agenda_progress(ground.state, ground.script)))
        notice = say(ground.language, "life-story-parting")
        return replace(turn, state={**turn.state, "parting": True}, notice=notice, offers=("done",))

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        """Do the books, or one of `findings()`. Raises ModelError when it must be tried again."""
        return await (make_reading(name, situation, model) if name in NAMES else super().chore(name, situation, model))

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def findings(self) -> tuple[str, ...]:
        return NAMES

    def afterwards(self, record: Record) -> str:
        return readings_promise(record)

    def _may_come(self, ground: LifeStanding) -> str:
        """Remind of it from the second day on, or when the beginning of the talk is out of sight.

        In trials a list beside the talk of one day drew the model away from what had just been told.
        """
        situation = ground.situation
        begun = min((entry.at for entry in situation.talk), default=situation.now)
        first_day = ground.state.since <= 1 and situation.now - begun < _A_DAY
        return "" if first_day and situation.session.status is Status.ACTIVE else super()._may_come(ground)

    def _standing(self, situation: TurnContext, script: Script, language: str) -> LifeStanding:
        state = load(situation.session.state, script, situation.question)
        return LifeStanding(situation=situation, state=state, script=script, language=language)

    def _chores_after(self, ground: LifeStanding) -> tuple[str, ...]:
        return NAMES

    def _waits(self, ground: LifeStanding) -> bool:
        return super()._waits(ground) and not ground.state.parting

    def _matters_now(self, ground: LifeStanding) -> list[str]:
        if ground.state.parting:
            return ["They want to finish, and this was the last question: receive their answer, and ask nothing more."]
        return []

    def _stepped(self, ground: LifeStanding, step: OfflineStep) -> Turn:
        if ground.state.parting and not step.stays:
            return self._ended(ground, lead=step.lead)
        return super()._stepped(ground, step)

    def _onward(self, ground: LifeStanding, *, lead: str = "", log: Log = ()) -> Turn:
        if ground.state.parting:
            return self._ended(ground, lead=lead, log=log)
        return super()._onward(ground, lead=lead, log=log)

    def _said(self, ground: LifeStanding, message: Message, books: Books | None) -> Turn:
        """End with a message without a question to the last answer; a question continues the story."""
        if ground.state.parting and not message.asks:
            return self._ended(ground, lead=message.text)
        turn = super()._said(ground, message, books)
        return turn if ground.window else replace(turn, offers=("skip", "done"))
