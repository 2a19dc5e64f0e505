"""Write notes on an episode in three styles, and check that every word that a model finds for them is the person's."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final

import structlog
import yaml
from pydantic import BaseModel, Field, ValidationError

from core.contracts.about import ABOUT, About
from core.contracts.chore import ChoreResult, ChoreSituation, Copy, Document, Pages, PageSection
from core.contracts.errors import ModelError
from core.contracts.ports import LanguageModel, Prompt, Tier
from core.contracts.script import ScriptSet
from core.contracts.session import EntryKind, Record, Status
from core.documents import markdown
from core.documents.exchanges import Exchange, TalkFigures, answered_exchanges, answers_of, talk_figures
from core.documents.markdown import plain_line
from core.documents.quotations import find_quotation, in_quotation_marks
from core.documents.readable import plain_date, plain_length, plain_time
from core.documents.transcript import document_name, kept_back_line
from core.documents.visibility import GAP, visible_record
from core.interviews.podcast.preparing import PodcastPrompts
from core.interviews.podcast.settings import PodcastSettings
from core.interviews.podcast.sources.bounds import source_prompt
from core.interviews.podcast.sources.material import BESIDE_INKWELL, Source, source_in
from core.interviews.scripted_base.books import FilledIn
from core.languages.lexicon import entries
from core.languages.messages import match_locale, say
from core.text.quoting import plain_tag, quote_in_tag, quoted_transcript
from core.text.text import count_words, is_substantive, sentences, stems

log = structlog.get_logger()
MOST = 12  # the most of each kind that are kept; a model that finds more finds nothing
WHOLE = 120  # words of an answer that the narrative tells whole, or not at all
_SHORTEST_QUOTE = 2  # words; one alone may appear anywhere
_MOST_NAME_WORDS = 4


class FoundSentence(FilledIn):
    """A sentence of the person in which they came to see something, or mean to do something."""

    quote: str = ""
    entry: int = 0
    """`seq` of the answer that it appears in."""


class Theme(FilledIn):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = Field(default_factory=list)
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = Field(default_factory=list)


class Insights(FilledIn):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[FoundSentence] = Field(default_factory=list)
    actions: list[FoundSentence] = Field(default_factory=list)
    themes: list[Theme] = Field(default_factory=list)


class NarrativeSentence(FilledIn):
    """One sentence of the person, and the answer in which it appears."""

    text: str = ""
    entries: list[int] = Field(default_factory=list)


class Narrative(FilledIn):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = Field(default_factory=list)


def checked_insights(insights: Insights | None, record: Record) -> Insights:
    """Return what a model found, as whole sentences of the answers; what isn't in them is left out."""
    if insights is None:
        return Insights()
    said = {seq: _sentences(entry.text) for seq, entry in answers_of(record).items()}
    # Several messages to a question are one answer.
    questions = {
        answer.seq: number for number, told in enumerate(answered_exchanges(record)) for answer in told.answers
    }
    # Themes with sentences from the answers to at least two questions, named in words of the person.
    themes: list[Theme] = []
    for theme in insights.themes:
        places: dict[int, str] = {}
        for seq, sentence in filter(None, (_place(quote, 0, said) for quote in theme.quotes)):
            places.setdefault(seq, sentence)
        name = " ".join(theme.name.split())
        is_theirs = any(find_quotation(name, each) is not None for each in places.values())
        if is_theirs and count_words(name) <= _MOST_NAME_WORDS and len({questions[seq] for seq in places}) > 1:
            entries = sorted(places)
            themes.append(Theme(name=name, entries=entries, quotes=[places[seq] for seq in entries]))
    return Insights(
        insights=_kept(insights.insights, said), actions=_kept(insights.actions, said), themes=themes[:MOST]
    )


def same_theme(one: str, other: str) -> bool:
    """Tell whether two names are of one theme, in whatever form of their words."""
    return stems(one) == stems(other) if stems(one) else one.casefold() == other.casefold()


def checked_narrative(narrative: Narrative | None, record: Record) -> dict[int, str]:
    """Return what the narrative tells of an answer, by its `seq`: all of it, or its own sentences with gaps marked.

    An answer at which the model has not pointed is missing here: the caller shows it with its question.
    """
    answers = {seq: entry.text for seq, entry in answers_of(record).items()}
    pointed: dict[int, set[str]] = {}
    for each in narrative.sentences if narrative is not None else ():
        for seq in filter(answers.__contains__, each.entries if each.text.strip() else ()):
            pointed.setdefault(seq, set()).add(each.text)
    told: dict[int, str] = {}
    for seq, quotes in pointed.items():
        answer = answers[seq]
        if count_words(answer) <= WHOLE:
            told[seq] = answer
            continue
        # Of a long answer each sentence that is meant is told, with the ones before and after it.
        units = _sentences(answer)
        meant = {at for quote in quotes for at, unit in enumerate(units) if find_quotation(quote, unit) is not None}
        shown = {near for place in meant for near in (place - 1, place, place + 1)}
        pieces = [unit if place in shown else GAP for place, unit in enumerate(units)]
        kept = [piece for place, piece in enumerate(pieces) if piece != GAP or place == 0 or pieces[place - 1] != GAP]
        if meant:
            told[seq] = " ".join(kept)
    return {seq: text for seq, text in told.items() if text}


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in sentences(text)]


def _kept(points: Iterable[FoundSentence], said: Mapping[int, Sequence[str]]) -> list[FoundSentence]:
    """Return those that the person said, each once."""
    kept: dict[str, FoundSentence] = {}
    for point in points:
        if place := _place(point.quote, point.entry, said):
            seq, sentence = place
            kept.setdefault(sentence.casefold(), FoundSentence(quote=sentence, entry=seq))
    return list(kept.values())[:MOST]


def _place(quote: str, entry: int, said: Mapping[int, Sequence[str]]) -> tuple[int, str] | None:
    """Return the first sentence that a quote appears in; the answer that is named comes before others."""
    if count_words(quote) < _SHORTEST_QUOTE:
        return None
    places = ((seq, sentence) for seq in (entry, *said) for sentence in said.get(seq, ()))
    return next((place for place in places if find_quotation(quote, place[1]) is not None), None)


_LONGEST_TAG: Final = 60
_WIDE: Final = 100_000  # characters of a line of YAML: none is broken
Others = Sequence[tuple[str, Insights]]
"""The person's other conversations: the title of the episode, and what was found and checked."""


class NotesStyle(StrEnum):
    STRUCTURED = "structured"
    """By headings: what came of it first, the conversation last."""
    NARRATIVE = "narrative"
    QA = "qa"


def notes_markdown(
    record: Record,
    source: Source,
    *,
    style: NotesStyle,
    insights: Insights | None,
    narrative: Narrative | None,
    scripts: ScriptSet,
    language: str,
    others: Others = (),
) -> str:
    """Return the notes, below YAML front matter. `insights` and `narrative` are a model's, and are checked here.

    `language` (BCP 47) is that of the headings; `scripts` names the template.
    """
    language = match_locale(language)
    told = answered_exchanges(record)
    counted = talk_figures(record)
    found = checked_insights(insights, record)
    kept = checked_narrative(narrative, record) if style is NotesStyle.NARRATIVE else {}
    parts = [
        _front_matter(record, source, style, counted),
        markdown.heading(1, _title(record, source)),
        markdown.italic(_about(record, source, language)),
    ]
    if not told:
        parts.append(markdown.italic(say(language, "documents-nothing-yet")))
    elif style is NotesStyle.STRUCTURED:
        parts += [*_findings(found, others, language), markdown.heading(2, say(language, "notes-conversation"))]
        for exchange in told:
            further = markdown.italic(say(language, "notes-follow-up", question=exchange.asked))
            parts.append(further if exchange.follows_up else markdown.bold(exchange.asked))
            parts += _answers(exchange, language)
    elif style is NotesStyle.NARRATIVE:
        parts += [*narrative_paragraphs(told, kept, language), *_findings(found, others, language)]
    else:
        # Each main question is a numbered heading, so that a long conversation has an outline.
        parts.append(markdown.heading(2, say(language, "notes-questions-answers")))
        number = 0
        for exchange in told:
            if exchange.follows_up:
                parts.append(markdown.italic(say(language, "notes-follow-up", question=exchange.asked)))
            elif exchange.asked:
                number += 1
                parts.append(markdown.heading(3, f"{number}. {exchange.asked}"))
            parts += _answers(exchange, language)
        parts += _findings(found, others, language)
    chapters = scripts.speak(language).chapters
    template = next((chapter.title for chapter in chapters if chapter.id == source.template), "")
    parts += [*_figures(counted, template, language), kept_back_line(record, language)]
    if told:
        own = {answer.seq: answer.text for exchange in told for answer in exchange.answers}
        gaps = any(text.count(GAP) > own[seq].count(GAP) for seq, text in kept.items())
        parts.append(markdown.italic(" ".join(_assurances(found, gaps=gaps, language=language))))
    return "\n\n".join(part for part in parts if part) + "\n"


def note_pages(
    record: Record, source: Source, insights: Insights | None, others: Others, form: str, language: str
) -> Pages:
    """Return the notes by headings as a value that can be set as pages: the same words as in the Markdown."""
    language = match_locale(language)
    found = checked_insights(insights, record)
    passages: dict[str, list[tuple[str, tuple[str, ...]]]] = {
        "insights": [("", (in_quotation_marks(each.quote, language),)) for each in found.insights],
        "actions": [("", (in_quotation_marks(each.quote, language),)) for each in found.actions],
        "themes": [(each.name, tuple(_of_theme(each, others, language))) for each in found.themes],
        "conversation": [
            (each.asked or _unasked(each, language), tuple(answer.text for answer in each.answers))
            for each in answered_exchanges(record)
        ],
    }
    return Pages(
        form=form,
        title=_title(record, source),
        sections=tuple(
            PageSection(heading=say(language, f"notes-{name}"), passages=tuple(told))
            for name, told in passages.items()
            if told
        ),
        remarks=(_about(record, source, language), *_assurances(found, gaps=False, language=language)),
    )


class _Words(str):
    """Text that is always quoted in the front matter: YAML readers disagree about an unquoted "1e3" or "no"."""

    __slots__ = ()


class _Yaml(yaml.SafeDumper):
    pass


_Yaml.add_representer(_Words, lambda dumper, words: dumper.represent_scalar("tag:yaml.org,2002:str", words, style='"'))


def _front_matter(record: Record, source: Source, style: NotesStyle, counted: TalkFigures) -> str:
    """Return facts for programs such as Obsidian; keys in English, whatever the language."""
    session, episode = record.session, source.episode
    # Names under which a vault finds the note, whatever its file is called: the title, and the podcast with it.
    title, show = _linkable(_title(record, source)), _linkable(episode.show)
    aliases = (title, f"{show} - {title}" if show and title else "")
    # What programs take for a tag has no spaces, and not digits alone.
    tag = "-".join(re.findall(r"\w+", markdown.plain_line(episode.show).casefold()))[:_LONGEST_TAG].strip("-")
    tags = ["podcast", tag] if tag and not tag.replace("-", "").isdecimal() else ["podcast"]
    facts = {
        "title": _words(_title(record, source)),
        "aliases": _list(dict.fromkeys(filter(None, aliases))),
        "podcast": _words(episode.show),
        "link": _words(episode.link or episode.feed),
        "episode": episode.number,
        "guests": _list(episode.guests),
        "length": plain_length(episode.seconds) if episode.seconds else None,
        "published": None if episode.published is None else episode.published.date(),
        "date": _last_day(record),
        "kind": _words(session.kind),
        "template": _words(source.template),
        "style": _words(style.value),
        "language": _words(session.language),
        "source": _words(source.origin.value),
        "finished": session.status is Status.COMPLETED,
        "questions": counted.questions,
        "closing_question": counted.closing,
        "follow_ups": counted.follow_ups,
        "answers": counted.answers,
        "substantive_answers": counted.substantive,
        "words": counted.words,
        "average_words": counted.average,
        "minutes": round(counted.active_seconds / 60),
        "thinking_minutes": round(counted.thinking_seconds / 60),
        "tags": _list(tags),
        "related": _list(f"[[{name}]]" for name in map(_linkable, (episode.show, *episode.guests)) if name),
    }
    kept = {key: value for key, value in facts.items() if value is not None}
    text = yaml.dump(kept, Dumper=_Yaml, allow_unicode=True, sort_keys=False, width=_WIDE)
    # All words are in double quotes here, where YAML reads this as "<"; in a vault Templater would run "<% %>".
    text = text.replace("<%", r"\x3C%")
    return f"---\n{text}---"


def _words(text: str) -> _Words | None:
    flat = markdown.plain_line(text)
    return _Words(flat) if flat else None


def _list(texts: Iterable[str]) -> list[_Words] | None:
    """Return None where there is nothing to list."""
    return [words for text in texts if (words := _words(text)) is not None] or None


def _linkable(name: str) -> str:
    """Return a name as it can be used in a link of a vault."""
    return " ".join(re.sub(r"[\[\]|#^\\/:<>]", " ", markdown.plain_line(name)).split())


def _title(record: Record, source: Source) -> str:
    return markdown.plain_line(source.episode.title) or markdown.plain_line(record.session.title)


def _last_day(record: Record) -> date:
    return (record.session.ended_at or record.session.touched_at).date()


def _about(record: Record, source: Source, language: str) -> str:
    day = plain_date(language, _last_day(record))
    show = markdown.plain_line(source.episode.show)
    about = say(
        language, "notes-about-show" if show else "notes-about", day=day, show=in_quotation_marks(show, language)
    )
    return f"{about} {say(language, f'notes-origin-{source.origin.value}')}"


def _findings(found: Insights, others: Others, language: str) -> Iterator[str]:
    for heading, mark, points in (("insights", "-", found.insights), ("actions", "- [ ]", found.actions)):
        if points:
            yield markdown.heading(2, say(language, f"notes-{heading}"))
            yield "\n".join(
                f"{mark} {markdown.markdown_line(in_quotation_marks(each.quote, language))}" for each in points
            )
    if found.themes:
        yield markdown.heading(2, say(language, "notes-themes"))
        lines: list[str] = []
        for theme in found.themes:
            lines.append(f"- {markdown.bold(markdown.plain_line(theme.name))}")
            lines += [f"  - {markdown.markdown_line(each)}" for each in _of_theme(theme, others, language)]
        yield "\n".join(lines)


def _of_theme(theme: Theme, others: Others, language: str) -> Iterator[str]:
    """Yield the person's sentences, and the other episodes that brought them to it."""
    yield from (in_quotation_marks(quote, language) for quote in theme.quotes)
    titles = [title for title, found in others if any(same_theme(theme.name, each.name) for each in found.themes)]
    if titles:
        yield say(language, "notes-theme-elsewhere", episodes=" · ".join(dict.fromkeys(titles)))


def _answers(exchange: Exchange, language: str) -> Iterator[str]:
    if not exchange.asked:
        yield markdown.bold(_unasked(exchange, language))
    yield from (markdown.markdown_paragraphs(answer.text) for answer in exchange.answers)


def _unasked(exchange: Exchange, language: str) -> str:
    return say(language, "notes-before" if exchange.opens else "notes-said")


def _figures(counted: TalkFigures, template: str, language: str) -> Iterator[str]:
    facts = [
        ("notes-template", template),
        ("documents-questions", _count(counted.questions, language)),
        ("notes-closing", _count(1, language) if counted.closing else ""),
        ("notes-follow-ups", _count(counted.follow_ups, language)),
        ("notes-answers", _count(counted.answers, language)),
        ("notes-substantive", _count(counted.substantive, language)),
        ("documents-words", _count(counted.words, language)),
        ("notes-average", _count(counted.average, language)),
        ("documents-time", plain_time(language, counted.active_seconds)),
        ("notes-thinking", plain_time(language, counted.thinking_seconds)),
    ]
    yield markdown.heading(2, say(language, "notes-figures"))
    yield "\n".join(markdown.fact_line(say(language, key), value) for key, value in facts if value)


def _count(count: int, language: str) -> str:
    return say(language, "documents-count", count=count)


def _assurances(found: Insights, *, gaps: bool, language: str) -> Iterator[str]:
    """Yield what is the person's, and who picked it out. `gaps`: the narrative has left something out."""
    yield say(language, "notes-verbatim")
    if gaps:
        yield say(language, "notes-gaps")
    if found.insights or found.actions:
        yield say(language, "notes-picked")


def narrative_paragraphs(told: Sequence[Exchange], kept: Mapping[int, str], language: str) -> Iterator[str]:
    """Yield the paragraphs in Markdown. `kept`: what is told of an answer without its question, by the answer's `seq`.

    An answer that is not there, or too short to be understood by itself, is shown whole below its question.
    """
    for exchange in told:
        if is_substantive(exchange.text) and all(answer.seq in kept for answer in exchange.answers):
            yield from (markdown.markdown_paragraphs(kept[answer.seq]) for answer in exchange.answers)
        else:
            key = "notes-before" if exchange.opens else "notes-said"
            if exchange.asked:
                key = "notes-asked-then" if exchange.follows_up else "notes-asked"
            question = in_quotation_marks(" ".join(exchange.asked.split()), language)
            yield markdown.markdown_line(say(language, key, question=question))
            words = "\n\n".join(markdown.markdown_paragraphs(answer.text) for answer in exchange.answers)
            yield "\n".join(f"> {line}" if line else ">" for line in words.split("\n"))


FORMS: Final = ("pdf", "html")
INSIGHTS: Final = "insights"
NARRATIVE: Final = "narrative"
"""The finding that has the model's account of an interview."""
STYLES: Final = {
    **{style.value: style.value for style in NotesStyle},
    **{form: form for form in FORMS},
    **{name: style.value for style in NotesStyle for name in entries("podcast", f"style_{style.value}")},
}
_LONGEST_NAME = 150
FEWEST_WORDS = 40  # with less told nothing is made of it
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
    others, insights = await asyncio.to_thread(_others, situation), _insights(whole)
    text = await asyncio.to_thread(
        notes_markdown,
        whole,
        source,
        style=wanted,
        insights=insights,
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
    completed = whole.session.status is Status.COMPLETED
    copies = []
    if completed and settings.notes_dir is not None:
        # The same for the same interview, so that a newer copy takes the place of the one before.
        day = whole.session.created_at.date().isoformat()
        copies.append(Copy(place=settings.notes_dir / f"{day} {named} ({whole.session.id[:6]}).md"))
    if completed and source.folder and settings.inkwell_dir is not None:
        copies.append(Copy(place=Path(source.folder) / BESIDE_INKWELL, within=settings.inkwell_dir))
    return Document(
        name=f"{named} - {said}.md" if named else document_name(whole, plain, "md"),
        text=text,
        caption=say(language, "notes-caption"),
        pages=await asyncio.to_thread(note_pages, whole, source, insights, others, form, language) if form else None,
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
    """Return the model's narrative, written again after a change; None without a model."""
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
