"""Write notes on an episode as Markdown, in three styles; whatever they quote is in the person's answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Final

import yaml

from core.contracts.chore import Pages, PageSection
from core.contracts.script import ScriptSet
from core.contracts.session import Record, Status
from core.documents import markdown
from core.documents.exchanges import Exchange, TalkFigures, answered_exchanges, talk_figures
from core.documents.passages import GAP
from core.documents.quotations import in_quotation_marks
from core.documents.readable import plain_date, plain_length, plain_time
from core.documents.transcript import kept_back_line
from core.interviews.podcast.documents.found import (
    Insights,
    Narrative,
    Theme,
    checked_insights,
    checked_narrative,
    same_theme,
)
from core.interviews.podcast.sources.material import Source
from core.languages.messages import match_locale, say
from core.text.text import is_substantive

_LONGEST_TAG: Final = 60
_WIDE: Final = 100_000
"""Characters of a line of YAML: none is broken."""


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
    """Return the notes in a style. `insights` and `narrative` are a model's, checked here; without them no such part.

    `language` (BCP 47) is that of the headings. Everything before the first heading is YAML front matter. `scripts`
    names the template.
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
        assured = _assurances(found, gaps=gaps, language=language)
        parts.append(markdown.italic(" ".join(assured)))
    return "\n\n".join(part for part in parts if part) + "\n"


def note_pages(
    record: Record, source: Source, insights: Insights | None, others: Others, form: str, language: str
) -> Pages:
    """Return the notes by headings as a value that can be set as pages: the same words as in the Markdown."""
    language = match_locale(language)
    found = checked_insights(insights, record)
    conversation = [
        (
            each.asked or say(language, "notes-before" if each.opens else "notes-said"),
            tuple(answer.text for answer in each.answers),
        )
        for each in answered_exchanges(record)
    ]
    points = (
        ("notes-insights", [("", (in_quotation_marks(each.quote, language),)) for each in found.insights]),
        ("notes-actions", [("", (in_quotation_marks(each.quote, language),)) for each in found.actions]),
        ("notes-themes", [(each.name, tuple(_of_theme(each, others, language))) for each in found.themes]),
        ("notes-conversation", conversation),
    )
    sections = (
        PageSection(heading=say(language, key), passages=tuple(passages)) for key, passages in points if passages
    )
    return Pages(
        form=form,
        title=_title(record, source),
        sections=tuple(sections),
        remarks=(_about(record, source, language), *_assurances(found, gaps=False, language=language)),
    )


# --- the head -----------------------------------------------------------------------------------------------------


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


# --- what came of it ----------------------------------------------------------------------------------------------


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


# --- the conversation ---------------------------------------------------------------------------------------------


def _answers(exchange: Exchange, language: str) -> Iterator[str]:
    if not exchange.asked:
        yield markdown.bold(say(language, "notes-before" if exchange.opens else "notes-said"))
    yield from (markdown.markdown_paragraphs(answer.text) for answer in exchange.answers)


# --- figures ------------------------------------------------------------------------------------------------------


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
