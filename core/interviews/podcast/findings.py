"""What is made of a conversation afterwards: insights, and a narrative. Code checks them when they are shown."""

from __future__ import annotations

from string import Template

from core.contracts.about import About
from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.session import EntryKind, Record
from core.documents.shown import shown
from core.interviews.guard.text import count_words
from core.interviews.podcast.documents.found import Insights, Narrative
from core.interviews.podcast.prompt import PodcastPrompts
from core.interviews.podcast.sources.bounds import written
from core.interviews.podcast.sources.material import source_in
from core.interviews.quoting import plain_tag
from core.interviews.scripted_base.prompting import transcript

INSIGHTS = "insights"
"""What is made of an interview afterwards, with a model."""
FEWEST_WORDS = 40
"""With less told nothing is made of it."""
TRANSCRIPT_ROOM = 60_000
_EPISODE_ROOM = 1_500


async def find_insights(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """`Insights` as JSON; without a call and empty where too little was told. Raises ModelError."""
    record = _record(situation, "insights")
    if not _enough(record):
        return ChoreResult(finding=Insights().model_dump_json())
    prompt = _prompt("insights", prompts.insights, record, situation.about, "Find what is in this conversation.")
    return ChoreResult(finding=(await model.ask(prompt, Insights)).model_dump_json())


async def tell_narrative(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> Narrative:
    """Empty, without a call, where too little was told. Raises ModelError."""
    record = _record(situation, "narrative")
    if not _enough(record):
        return Narrative()
    prompt = _prompt("narrative", prompts.narrative, record, situation.about, "Write the account.")
    return await model.ask(prompt, Narrative)


def _record(situation: ChoreSituation, name: str) -> Record:
    """What of the interview may be in its notes."""
    if situation.record is None:
        raise ValueError(f"{name} needs the whole record")
    return shown(situation.record)


def _enough(record: Record) -> bool:
    told = (e.text for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    return sum(map(count_words, told)) >= FEWEST_WORDS


def _prompt(name: str, system: Template, record: Record, about: About | None, closing: str) -> Prompt:
    source = source_in(about)
    episode = written(source, _EPISODE_ROOM) if source is not None else ""
    parts = (episode, transcript(record.entries, TRANSCRIPT_ROOM), closing)
    return Prompt(
        purpose=name,
        system=system.substitute(language=plain_tag(record.session.language)),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=240.0,
    )
