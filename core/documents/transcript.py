"""The transcript: what was asked and what was told, as a Markdown file that a family can keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.documents import markdown
from core.documents.echoes import Echoes
from core.documents.exchanges import figures
from core.documents.plain import plain_date, plain_length, plain_time
from core.messages import Progress
from core.script import Script
from core.session import QUESTIONS, Entry, EntryKind, Record, Status
from core.words import say

NO_AUDIO: Mapping[int, str] = MappingProxyType({})


def chapter_titles(script: Script) -> dict[str, str]:
    """The chapter's title for the id of each question."""
    return {place.question.id: place.chapter.title for place in script.places}


def document_name(record: Record, suffix: str, extension: str) -> str:
    """The name of a file about an interview: its kind, the day it began, and what the file is.

    Only of `a-z`, `0-9`, "-" and one dot, whatever is passed in; nothing that a person wrote goes into it.
    """
    parts = (record.session.kind, record.session.created_at.date().isoformat(), suffix)
    stem = "-".join(filter(None, map(slug, parts)))
    return f"{stem}.{slug(extension) or 'txt'}"


def slug(text: str) -> str:
    """`text` as a part of a file's name: only `a-z`, `0-9` and "-", at most 60 of them; may be empty."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]


def transcript(
    record: Record,
    *,
    chapters: Mapping[str, str],
    title: str = "",
    progress: Progress | None = None,
    audio: Mapping[int, str] = NO_AUDIO,
) -> str:
    """The whole conversation in Markdown, in the session's language.

    `chapters` gives the chapter's title for a question's id (see `chapter_titles`), `title` the title if it is not the
    session's own, `progress` how many questions there are, `audio` the path of the recording for the `seq` of a spoken
    answer (see `recording_names`): below its words a link leads there. Questions are bold, the interviewer's other
    words italic, the person's words plain and verbatim: the newest revision of each, what was taken back left out, all
    answers to a question together below it, and first of all what was told before any question. A question still
    waiting for its answer is left out.
    """
    language = record.session.language
    told = _Told.of(record, audio)
    parts = [
        markdown.heading(1, title or record.session.title or record.session.kind),
        "\n".join(_facts(record, progress)),
        "---",
        *(_conversation(record, told, chapters) or [markdown.italic(say(language, "documents-nothing-yet"))]),
    ]
    return "\n\n".join(parts) + "\n"


def _facts(record: Record, progress: Progress | None) -> Iterable[str]:
    session = record.session
    language = session.language
    if markdown.inline(record.person.name):
        yield markdown.fact(say(language, "documents-told-by"), record.person.name)
    finished = session.ended_at if session.status is Status.COMPLETED else None
    begun, last = session.created_at.date(), (finished or session.touched_at).date()
    yield markdown.fact(say(language, "documents-begun"), plain_date(language, begun))
    last_label = say(language, "documents-finished" if finished else "documents-last-told")
    yield markdown.fact(last_label, plain_date(language, last))
    counted = figures(record)
    asked = counted.questions
    count = (
        say(language, "documents-count-of", done=asked, total=progress.total)
        if progress
        else say(language, "documents-count", count=asked)
    )
    yield markdown.fact(say(language, "documents-questions"), count)
    yield markdown.fact(say(language, "documents-time"), plain_time(language, counted.active_seconds))
    words = say(language, "documents-count", count=counted.words)
    yield markdown.fact(say(language, "documents-words"), words)


@dataclass(frozen=True, slots=True)
class _Told:
    """What was told to which question, by the question's `seq`."""

    answers: dict[int, list[str]]
    """In Markdown already."""
    taken_back: frozenset[int]
    """Questions that had an answer once."""
    waiting: frozenset[int]
    """Questions that need not be shown: nothing was told, and the interview has not gone on from them."""
    stray: dict[int, str]
    """Answers that name no question of this record: shown where they stand."""

    @classmethod
    def of(cls, record: Record, audio: Mapping[int, str]) -> _Told:
        language = record.session.language
        questions = {entry.seq: entry for entry in record.entries if entry.kind in QUESTIONS}
        answers: dict[int, list[str]] = {}
        taken_back: set[int] = set()
        stray: dict[int, str] = {}
        for entry in sorted(record.entries, key=lambda e: e.seq):
            if entry.kind is not EntryKind.ANSWER:
                continue
            target, words = entry.answers, _words(entry, audio.get(entry.seq), language)
            if target is None or target not in questions:
                stray[entry.seq] = words
            elif entry.withdrawn or not words:
                taken_back.add(target)
            else:
                answers.setdefault(target, []).append(words)
        standing = [seq for seq, question in questions.items() if seq in answers or not question.withdrawn]
        ends = {record.session.open_question, max(standing, default=None)}
        return cls(
            answers=answers,
            taken_back=frozenset(taken_back),
            waiting=frozenset(seq for seq in ends if seq is not None and seq not in answers),
            stray=stray,
        )


def _words(answer: Entry, recording: str | None, language: str) -> str:
    """What was said in one message, in Markdown; empty when that is nothing."""
    words = markdown.block(answer.text)
    if not words or recording is None:
        return words
    length = plain_length(answer.spoken_seconds)
    return f"{words}\n\n{markdown.link(say(language, 'documents-recording'), length, recording)}"


def _conversation(record: Record, told: _Told, chapters: Mapping[str, str]) -> list[str]:
    parts: list[str] = []
    # A remark is said before its question, so it waits for the heading of a chapter that the question may open.
    remarks: list[str] = []
    chapter = ""
    echoes = Echoes(record.entries)
    before = [entry for entry in record.entries if entry.kind is EntryKind.ANSWER and entry.answers is None]
    if words := [told.stray[entry.seq] for entry in before if not entry.withdrawn and told.stray[entry.seq]]:
        parts += [markdown.italic(say(record.session.language, "documents-told-before")), *words]
    for entry in sorted(record.entries, key=lambda e: e.seq):
        if entry in before:
            continue
        if entry.kind in QUESTIONS:
            if entry.withdrawn and entry.seq not in told.answers:
                continue
            if entry.seq in told.waiting:
                remarks = []  # they led up to a question that is not shown
            else:
                title = chapters.get(entry.question_id, chapter)
                opens = [markdown.heading(2, title)] if title != chapter else []
                parts += opens + remarks if chapter else remarks + opens
                parts += _exchange(entry, told, record.session.language)
                chapter, remarks = title, []
        elif not entry.withdrawn:
            if entry.kind is EntryKind.REMARK:
                remarks.append(markdown.italic(echoes.faded(entry.text)))
            elif entry.seq in told.stray:
                parts += [*remarks, told.stray[entry.seq]]
                remarks = []
    return [part for part in parts + remarks if part]


def _exchange(question: Entry, told: _Told, language: str) -> list[str]:
    asked = markdown.bold(question.text)
    if question.seq in told.answers:
        return [asked, *told.answers[question.seq]]
    nothing = "documents-not-answered" if question.seq in told.taken_back else "documents-passed-over"
    return [asked, markdown.italic(say(language, nothing))]
