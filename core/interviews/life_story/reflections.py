"""Have a model make four readings of the whole interview, and strike what does not rest on the person's words."""

from __future__ import annotations

from pathlib import Path
from string import Template

import structlog

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.errors import ModelMisread
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import primary_language
from core.contracts.session import EntryKind, Record
from core.documents.reading_checks import LANGUAGES, Reading, check_reading, reading_words
from core.documents.visibility import visible_record
from core.languages.messages import say
from core.text.quoting import plain_tag, quoted_transcript
from core.text.text import count_words

log = structlog.get_logger()

PROMPTS = Path(__file__).parent / "prompts"

NAMES = ("reflection-psychologist", "reflection-economist", "reflection-political-scientist", "reflection-demographer")
"""In the order of the file that has all of them."""
TRANSCRIPT_ROOM = 120_000
FEWEST_WORDS = 400
"""With less told there is nothing to read fairly, and no model is asked."""


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
