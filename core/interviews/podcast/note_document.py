"""Make findings of a model, and notes as a file, from a conversation about an episode."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog
from pydantic import BaseModel, ValidationError

from core.contracts.about import ABOUT, About
from core.contracts.chore import ChoreResult, ChoreSituation, Copy, Document
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import ScriptSet
from core.contracts.session import EntryKind, Record, Status
from core.documents.markdown import plain_line
from core.documents.transcript import document_name
from core.documents.visibility import visible_record
from core.interviews.podcast.documents.found import Insights, Narrative, checked_insights
from core.interviews.podcast.documents.notes_file import NotesStyle, Others, note_pages, notes_markdown
from core.interviews.podcast.prompt import PodcastPrompts
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.bounds import source_prompt
from core.interviews.podcast.sources.material import BESIDE_INKWELL, Source, source_in
from core.languages.lexicon import entries
from core.languages.messages import say
from core.text.quoting import plain_tag, quote_in_tag, quoted_transcript
from core.text.text import count_words

log = structlog.get_logger()
FORMS: Final = ("pdf", "html")
"""The formats, besides Markdown, that the notes can be written in."""
INSIGHTS: Final = "insights"
NARRATIVE: Final = "narrative"
"""The finding that has the model's account of an interview."""
STYLES: Final = {
    **{style.value: style.value for style in NotesStyle},
    **{form: form for form in FORMS},
    **{name: style.value for style in NotesStyle for name in entries("podcast", f"style_{style.value}")},
}
"""The styles of notes by the names that people use."""
_LONGEST_NAME = 150
"""Bytes."""
FEWEST_WORDS = 40
"""With less told nothing is made of it."""
TRANSCRIPT_ROOM = 60_000
_EPISODE_ROOM = 1_500
_MOST_THEMES = 20
_LONGEST_THEME = 60


class _Told(BaseModel):
    """A narrative, and up to which revision of the transcript it was written."""

    until: int
    narrative: Narrative


async def find_insights(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
    """Find `Insights`, as JSON; empty, without a call, where too little was told. Raises ModelError."""
    # The themes of the person's other conversations, the newest ones, unless they are forgotten.
    since, names = situation.person.forgotten_before, list[str]()
    for each in situation.earlier:
        with suppress(ValidationError):
            if since is None or each.begun_at > since:
                names += [theme.name[:_LONGEST_THEME] for theme in Insights.model_validate_json(each.finding).themes]
    earlier = [quote_in_tag("earlier_theme", name) for name in list(dict.fromkeys(names))[-_MOST_THEMES:]]
    closing = "\n".join((*earlier, "Find what is in this conversation."))
    prompt = _prompt(INSIGHTS, prompts, situation, closing)
    found = Insights() if prompt is None else await model.ask(prompt, Insights)
    return ChoreResult(finding=found.model_dump_json())


async def write_narrative(prompts: PodcastPrompts, situation: ChoreSituation, model: LanguageModel) -> Narrative:
    """Ask the model for the narrative; empty, without a call, where too little was told. Raises ModelError."""
    prompt = _prompt(NARRATIVE, prompts, situation, "Write the account.")
    return Narrative() if prompt is None else await model.ask(prompt, Narrative)


def _prompt(name: str, prompts: PodcastPrompts, situation: ChoreSituation, closing: str) -> Prompt | None:
    """Return a prompt with what may be in an interview's notes; None where too little was told."""
    if situation.record is None:
        raise ValueError(f"{name} needs the whole record")
    record = visible_record(situation.record)
    told = (e.text for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    if sum(map(count_words, told)) < FEWEST_WORDS:
        return None
    source = source_in(situation.about)
    episode = source_prompt(source, _EPISODE_ROOM) if source is not None else ""
    parts = (episode, quoted_transcript(record.entries, TRANSCRIPT_ROOM), closing)
    return Prompt(
        purpose=name,
        system=prompts.filled(name, language=plain_tag(record.session.language)),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=240.0,
    )


async def notes_document(
    situation: ChoreSituation,
    model: LanguageModel,
    prompts: PodcastPrompts,
    settings: PodcastSettings,
    *,
    style: str,
    language: str,
) -> Document | None:
    """Write the file, in the person's own words where no model is available; None where no episode is known."""
    whole, source = situation.record, source_in(situation.about)
    if whole is None or source is None:
        return None
    form = style if style in FORMS else ""
    wanted = NotesStyle.STRUCTURED if form else NotesStyle(STYLES.get(style, NotesStyle.STRUCTURED))
    told = await _narrative(situation, whole, model, prompts) if wanted is NotesStyle.NARRATIVE else None
    others = await asyncio.to_thread(_others, situation)
    text = await asyncio.to_thread(
        notes_markdown,
        whole,
        source,
        style=wanted,
        insights=_insights(whole),
        narrative=None if told is None else told.narrative,
        scripts=situation.scripts,
        language=language,
        others=others,
    )
    # The file is named after podcast and episode, with letters, digits and a few marks; where nothing of these is left,
    # like any other document. File systems count bytes, and a letter has up to four of them.
    title = " - ".join(filter(None, (source.episode.show, source.episode.title))) or whole.session.title
    safe = " ".join(re.sub(r"[^\w .,()'&+-]+", " ", title).split()).strip(" .-")
    named = safe.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .-")
    plain = "notes" if wanted is NotesStyle.STRUCTURED else f"notes-{wanted.value}"
    said = say(language, f"notes-file-{wanted.value}")
    copies = []
    if whole.session.status is Status.COMPLETED and settings.notes_dir is not None:
        # The same for the same interview, so that a newer copy takes the place of the one before.
        day = whole.session.created_at.date().isoformat()
        copies.append(Copy(place=settings.notes_dir / f"{day} {named} ({whole.session.id[:6]}).md"))
    if whole.session.status is Status.COMPLETED and source.folder and settings.inkwell_dir is not None:
        copies.append(Copy(place=Path(source.folder) / BESIDE_INKWELL, within=settings.inkwell_dir))
    return Document(
        name=f"{named} - {said}.md" if named else document_name(whole, plain, "md"),
        text=text,
        caption=say(language, "notes-caption"),
        pages=await asyncio.to_thread(note_pages, whole, source, _insights(whole), others, form, language)
        if form
        else None,
        findings=() if told is None else ((NARRATIVE, told.model_dump_json()),),
        copies=tuple(copies),
    )


def _others(situation: ChoreSituation) -> Others:
    """Return what the person's other conversations come back to, as far as documents may show it."""
    found = []
    for each in situation.others:
        source = source_in(About(value=each.findings[ABOUT])) if ABOUT in each.findings else None
        if source is not None and (title := plain_line(source.episode.title)):
            found.append((title, checked_insights(_insights(each), each)))
    return found


async def _narrative(
    situation: ChoreSituation, whole: Record, model: LanguageModel, prompts: PodcastPrompts
) -> _Told | None:
    """Return the model's narrative, written again where something was said or changed since; None without a model."""
    until = max((revision.number for entry in whole.entries for revision in entry.revisions), default=0)
    with suppress(ValidationError):
        told = _Told.model_validate_json(whole.findings.get(NARRATIVE, ""))
        if told.until == until:
            return told
    if model.offline:
        return None
    try:
        return _Told(until=until, narrative=await write_narrative(prompts, situation, model))
    except ModelError as error:
        log.info("narrative-without-model", session=whole.session.id, error=error.code)
        return None


def exported_notes(whole: Record, scripts: ScriptSet, *, language: str) -> str:
    """Return the notes by headings, as far as they are known; empty for an interview about nothing. Blocking."""
    body = whole.findings.get(ABOUT)
    if body is None:
        return ""
    source, insights = Source.model_validate_json(body), _insights(whole)
    style = NotesStyle.STRUCTURED
    return notes_markdown(
        whole, source, style=style, insights=insights, narrative=None, scripts=scripts, language=language
    )


def _insights(whole: Record) -> Insights | None:
    with suppress(ValidationError):
        return Insights.model_validate_json(whole.findings.get(INSIGHTS, ""))
    return None
