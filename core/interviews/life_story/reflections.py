"""Four readings of the whole interview: a model is asked, and what does not rest on the person's words is struck."""

from __future__ import annotations

import structlog

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelMisread
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import primary
from core.contracts.session import EntryKind, Record
from core.documents.reading_checks import LANGUAGES, Reading, checked
from core.documents.shown import shown
from core.interviews.guard.text import count_words
from core.interviews.life_story.prompt import LifePrompts
from core.interviews.quoting import plain_tag
from core.interviews.scripted_base.prompting import transcript
from core.words import say

log = structlog.get_logger()

NAMES = (
    "reflection-psychologist",
    "reflection-economist",
    "reflection-political-scientist",
    "reflection-demographer",
)
"""In the order of the file that has all of them."""
TRANSCRIPT_ROOM = 120_000
FEWEST_WORDS = 400
"""With less told there is nothing to read fairly, and no model is asked."""


def readable(record: Record) -> bool:
    """Whether readings are made of an interview: its language can be checked, and enough of it may be read."""
    told = (e.text for e in shown(record).entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    return primary(record.session.language) in LANGUAGES and sum(map(count_words, told)) >= FEWEST_WORDS


def promised(record: Record) -> str:
    """That readings will follow, where they will: with a model, and where enough may be read of what was told."""
    follow = not record.session.state.get("offline") and readable(record)
    return say(record.session.language, "life-story-readings-follow") if follow else ""


async def reflect(name: str, prompts: LifePrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """A `Reading` as JSON, as far as it rests on what was told; none where that is little. Raises ModelError."""
    if situation.record is None:
        raise ValueError(f"{name} needs the whole record")
    record = shown(situation.record)
    if not readable(record):
        return ChoreResult()
    reading = await model.ask(_prompt(name, prompts, record), Reading)
    kept = checked(reading, record)
    struck = len(reading.observations) - len(kept.observations)
    if struck:
        log.info("observations-struck", chore=name, count=struck)
    if not kept.observations:
        raise ModelMisread("None of the observations rests on words of the transcript; it is asked for again.")
    return ChoreResult(finding=kept.model_dump_json())


def _prompt(name: str, prompts: LifePrompts, record: Record) -> Prompt:
    return Prompt(
        purpose=name,
        system=prompts.reading(name, plain_tag(record.session.language)),
        user=f"{transcript(record.entries, TRANSCRIPT_ROOM)}\nWrite your reading of this telling.",
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=240.0,
    )
