"""The transcript: what was told, and what was asked for it, as a Markdown file that a family can keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.contracts.script import Script
from core.contracts.session import QUESTIONS, Entry, EntryKind, Record, Status, caption_of, words_without_photos
from core.documents import markdown
from core.documents.exchanges import answered_exchanges, talk_figures
from core.documents.quotations import in_quotation_marks
from core.documents.readable import plain_date, plain_length, plain_time
from core.documents.visibility import (
    kept_back_answers,
    kept_passages,
    original_seq,
    own_titles,
    remaining_asides,
    side_remarks,
    visible_record,
)
from core.languages.messages import say

NO_FILES: Mapping[int, str] = MappingProxyType({})
_TITLES: Mapping[str, str] = MappingProxyType({"life-story": "documents-title-life-story"})
"""Kinds whose documents have the name of their teller in the title, and the words for it."""


def chapter_titles(script: Script) -> dict[str, str]:
    """Return the chapter's title for the id of each question, in the order of the script."""
    return {place.question.id: place.chapter.title for place in script.places}


def document_name(record: Record, suffix: str, extension: str) -> str:
    """Return a file's name of `a-z`, `0-9`, "-" and one dot: the kind, the day it began, and what it is."""
    parts = (record.session.kind, record.session.created_at.date().isoformat(), suffix)
    stem = "-".join(filter(None, map(file_slug, parts)))
    return f"{stem}.{file_slug(extension) or 'txt'}"


def file_slug(text: str) -> str:
    """Return `text` as a part of a file's name: only `a-z`, `0-9` and "-", at most 60 of them; may be empty."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]


def session_document_title(record: Record) -> str:
    """Return what an interview is called in its documents: with the name of whoever told it, where it is their life."""
    session, name = record.session, markdown.plain_line(record.person.name)
    key = _TITLES.get(session.kind)
    if key is None or not name:
        return session.title or session.kind
    return say(session.language, key, name=name)


def transcript_markdown(
    record: Record, *, chapters: Mapping[str, str], files: Mapping[int, str] = NO_FILES, everything: bool = False
) -> str:
    """Return the story in Markdown, in the session's language, by its chapters, which go through a life.

    `chapters`: as `chapter_titles` gives them. In a chapter exchanges stand in the order of the telling, and where that
    is another than the order of the file, a line says so. `files`: the paths of recordings and photographs, by
    the `seq` of the answer. `everything`: with what is kept back, marked, for a file that goes to the person alone.

    Questions of the script are bold, others italic, the person's words plain and verbatim: the newest revision of each,
    without what was taken back. Passages of them that were said to the interviewer are italic, and so is, under the
    person's name, what they said that is no answer. What was told before any question comes first; a question still
    waiting for its answer is left out.
    """
    language = record.session.language
    seen, chapters = visible_record(record, everything=everything), {**chapters, **own_titles(record.entries)}
    session, counted = record.session, talk_figures(record)
    finished = session.ended_at if session.status is Status.COMPLETED else None
    last = plain_date(language, (finished or session.touched_at).date())
    dates = [
        markdown.fact_line(say(language, "documents-begun"), plain_date(language, session.created_at.date())),
        markdown.fact_line(say(language, "documents-finished" if finished else "documents-last-told"), last),
    ]
    if markdown.escape_inline(record.person.name) and session.kind not in _TITLES:
        dates.insert(0, markdown.fact_line(say(language, "documents-told-by"), record.person.name))
    figures = (
        ("questions", say(language, "documents-count", count=counted.questions)),
        ("time", plain_time(language, counted.active_seconds)),
        ("words", say(language, "documents-count", count=counted.words)),
    )
    parts = [
        markdown.heading(1, session_document_title(record)),
        "\n".join(dates),
        "---",
        *(
            _conversation(seen, side_remarks(record), chapters, files)
            or [markdown.italic(say(language, "documents-nothing-yet"))]
        ),
        "---",
        "\n".join(markdown.fact_line(say(language, f"documents-{key}"), value) for key, value in figures),
        "" if everything else kept_back_line(record, language),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def kept_back_line(record: Record, language: str) -> str:
    """Return how many passages, and how many whole answers, are kept back, in Markdown; empty where nothing is."""
    in_part = [kept_passages(answer) for answer in kept_back_answers(record)]
    answers, passages = in_part.count(()), sum(map(len, in_part))
    if not in_part:
        return ""
    what = "both" if answers and passages else "answers" if answers else "passages"
    return markdown.italic(say(language, "documents-kept-back", what=what, answers=answers, passages=passages))


def _words(answer: Entry, file: str | None, language: str) -> str:
    """Return what was said in one message, in Markdown; empty when that is nothing."""
    if answer.photo:
        name = say(language, "documents-photo" if file else "documents-photo-absent")
        shown_photo = markdown.markdown_picture(name, file) if file else markdown.italic(name)
        blocks = [
            shown_photo,
            markdown.text_with_asides(caption_of(answer.text), map(caption_of, remaining_asides(answer))),
        ]
    else:
        blocks = [markdown.text_with_asides(answer.text, remaining_asides(answer))]
    blocks = [block for block in blocks if block]
    if not blocks and file is None:
        return ""
    if file is not None and not answer.photo:
        length = plain_length(answer.spoken_seconds)
        blocks.append(markdown.markdown_link(say(language, "documents-recording"), length, file))
    if answer.kept_back:
        quotes = ", ".join(in_quotation_marks(" ".join(each.split()), language) for each in kept_passages(answer))
        whole = say(language, "documents-is-kept-back")
        blocks.append(markdown.italic(say(language, "documents-part-kept-back", words=quotes) if quotes else whole))
    return "\n\n".join(blocks)


@dataclass(frozen=True, slots=True)
class _Part:
    chapter: str  # empty for what belongs to none
    blocks: list[str]


def _conversation(
    record: Record, said: Iterable[Entry], chapters: Mapping[str, str], files: Mapping[int, str]
) -> list[str]:
    """Return the blocks by chapters, first what belongs to none. `said`: what the person said that is no answer."""
    parts = list(_as_told(record, said, chapters, files))
    order = {title: number for number, title in enumerate(dict.fromkeys(chapters.values()))}
    ordered = sorted(parts, key=lambda part: order.get(part.chapter, -1))
    blocks: list[str] = []
    if [part.chapter for part in ordered] != [part.chapter for part in parts]:
        blocks.append(markdown.italic(say(record.session.language, "documents-ordered")))
    chapter = ""
    for part in ordered:
        if part.chapter != chapter:
            blocks.append(markdown.heading(2, part.chapter))
            chapter = part.chapter
        blocks += part.blocks
    return [block for block in blocks if block]


def _as_told(
    record: Record, said: Iterable[Entry], chapters: Mapping[str, str], files: Mapping[int, str]
) -> Iterable[_Part]:
    """Yield the parts in the order of the telling."""
    language = record.session.language
    told = answered_exchanges(record, everything=True)
    words = {a.seq: _words(a, files.get(a.seq), language) for each in told for a in each.answers}
    answers: dict[int, list[str]] = {}
    stray: dict[int, str] = {}
    for each in told:
        texts = {answer.seq: words[answer.seq] for answer in each.answers if words[answer.seq]}
        if each.opens and texts:
            yield _Part("", [markdown.italic(say(language, "documents-told-before")), *texts.values()])
        elif each.question is None:
            stray |= texts
        elif texts:
            answers[each.question.seq] = list(texts.values())
    had_answers = {entry.answers for entry in record.entries if entry.kind is EntryKind.ANSWER}
    asked = {e.seq for e in record.entries if e.kind in QUESTIONS and (e.seq in answers or not e.withdrawn)}
    # Nothing was told to these, and the interview has not gone on from them.
    waiting = {record.session.open_question, max(asked, default=None)}.difference(answers)
    chapter = ""
    for entry in sorted((*record.entries, *said), key=lambda e: (original_seq(e), e.seq)):
        if entry.seq in stray:
            chapter = chapters.get(entry.question_id, chapter)
            yield _Part(chapter, [stray[entry.seq]])
        elif entry.seq in asked and entry.seq not in waiting:
            chapter = chapters.get(entry.question_id, chapter)
            taken_back = entry.seq in had_answers
            heard = files.get(entry.seq)
            yield _Part(chapter, _exchange(entry, answers.get(entry.seq), language, heard=heard, taken_back=taken_back))
        elif entry.kind is EntryKind.REMARK and (words_said := words_without_photos(entry.text).strip()):
            by = markdown.plain_line(record.person.name) or say(language, "documents-teller")
            yield _Part(chapter, [markdown.italic(f"{by}: {words_said}")])


def _exchange(
    question: Entry, answers: list[str] | None, language: str, *, heard: str | None, taken_back: bool
) -> list[str]:
    """Return the blocks of a question and its answers. `heard`: the sound of the question, where there is one."""
    asked = markdown.text_with_code(
        question.text, markdown.bold if question.kind is EntryKind.QUESTION else markdown.italic
    )
    if answers is not None:
        label, words = say(language, "documents-question-aloud"), say(language, "documents-question-listen")
        return [asked, *([] if heard is None else [markdown.markdown_link(label, words, heard)]), *answers]
    if question.kind is EntryKind.ROOM:
        return [asked]
    nothing = "documents-not-answered" if taken_back else "documents-passed-over"
    return [asked, markdown.italic(say(language, nothing))]
