"""What is made of a conversation afterwards: insights, and a narrative. Code checks them when they are shown."""

from __future__ import annotations

from string import Template

from core.contracts.chore import ChoreResult, ChoreSituation
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.session import EntryKind
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
    prompt = _prompt("insights", prompts.insights, situation, "Find what is in this conversation.")
    found = Insights() if prompt is None else await model.ask(prompt, Insights)
    return ChoreResult(finding=found.model_dump_json())


async def tell_narrative(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> Narrative:
    """Empty, without a call, where too little was told. Raises ModelError."""
    prompt = _prompt("narrative", prompts.narrative, situation, "Write the account.")
    return Narrative() if prompt is None else await model.ask(prompt, Narrative)


def _prompt(name: str, system: Template, situation: ChoreSituation, closing: str) -> Prompt | None:
    """With what of the interview may be in its notes; None where too little was told."""
    if situation.record is None:
        raise ValueError(f"{name} needs the whole record")
    record = shown(situation.record)
    told = (e.text for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    if sum(map(count_words, told)) < FEWEST_WORDS:
        return None
    source = source_in(situation.about)
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
