"""What did I tell about ...? Answered from the person's own words, to the letter, with where they stand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from core.contracts.buttons import fits
from core.contracts.change import Change
from core.contracts.errors import NotFound
from core.contracts.messages import Say, Saying, SendDocument, Style
from core.contracts.page import Page
from core.contracts.session import Entry, Note, Session
from core.conversation.context import Context
from core.conversation.rendering import command_button
from core.documents.finding import holds, quotation, wanted, weight, words_of
from core.documents.readable import plain_date, writable
from core.documents.shown import told
from core.files.keeping import media_type_of
from core.store.asked import entry_at
from core.store.desk_reads import digest, session_by_id, sessions_of
from core.store.store import Connection
from core.store.telling_rows import Unread, found, put_down, title_of, unread
from core.words import say

MOST = 5
"""Passages that are shown; of more it is said how many there are."""
WHOLE = 3_500
"""Characters of an answer that is read back whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    session_id: str
    answer: Entry
    words: str
    """What of the answer was told."""


async def find(ctx: Context) -> Change:
    """Show the passages in which something was told."""
    if not ctx.argument:
        return await ctx.beside(Say(text=say(ctx.language, "find-what")))
    await _read_up(ctx)
    notes = await ctx.runtime.report(lambda c: _notes(c, ctx.person.id))
    groups = wanted(ctx.argument, notes)
    rows = await ctx.runtime.report(lambda c: found(c, ctx.person.id, groups))
    passages, best = await asyncio.to_thread(_passages, rows, groups)
    if not passages:
        return await ctx.beside(Say(text=say(ctx.language, "find-nothing")))
    return await ctx.beside(await _page(ctx, best, groups, more=passages - len(best)))


async def whole(ctx: Context) -> Change:
    """One answer as a whole, and its recording where that is kept. Only a button leads here."""
    session_id, _, seq = ctx.argument.rpartition("-")
    number = int(seq) if seq.isdecimal() else 0
    session, answer, question = await ctx.runtime.store.read(lambda c: _answer(c, session_id, number))
    if session is None or answer is None or session.person_id != ctx.person.id or not _is_open(answer):
        return ctx.plainly(say(ctx.language, "stale-button"))
    page = Page().add("" if question is None else question.text, Style.ITALIC)
    page.add(told(answer)[:WHOLE], Style.QUOTE)
    sound = await _recording(ctx, answer)
    return ctx.reply(page.say(), *(() if sound is None else (sound,)))


async def _read_up(ctx: Context) -> None:
    """Put down the words of what was told since they last looked for something."""
    while rows := await ctx.runtime.report(lambda c: unread(c, ctx.person.id)):
        read = await asyncio.to_thread(_words, rows)
        await ctx.runtime.store.write(lambda c, read=read: put_down(c, read))  # type: ignore[misc]


def _words(rows: Sequence[Unread]) -> list[tuple[Unread, frozenset[str]]]:
    return [(row, words_of(row.text)) for row in rows]


def _notes(c: Connection, person_id: str) -> tuple[Note, ...]:
    return tuple(note for session in sessions_of(c, person_id) for note in digest(c, session.id).notes)


def _passages(rows: Sequence[tuple[str, Entry]], groups: Sequence[frozenset[str]]) -> tuple[int, tuple[_Passage, ...]]:
    """How many answers speak of it, and those that say most, in the order of the telling.

    What was said to the interviewer is no part of them.
    """
    each = (_Passage(session_id=session_id, answer=answer, words=told(answer)) for session_id, answer in rows)
    there = [passage for passage in each if _is_open(passage.answer) and holds(passage.words, groups)]
    best = sorted(there, key=lambda passage: weight(passage.words, groups), reverse=True)[:MOST]
    return len(there), tuple(sorted(best, key=lambda passage: passage.answer.at))


def _is_open(answer: Entry) -> bool:
    """Whether it may be shown: it stands, and is not kept back."""
    return not (answer.withdrawn or answer.kept_back)


async def _page(ctx: Context, shown: Sequence[_Passage], groups: Sequence[frozenset[str]], *, more: int) -> Say:
    language = ctx.language
    page = Page().add(say(language, "find-found", passages=len(shown) + more))
    choices = []
    for number, each in enumerate(shown, start=1):
        page.add(f"{number}. {await _place(ctx, each)}", Style.ITALIC)
        page.add(quotation(writable(each.words), groups), Style.QUOTE)
        argument = f"{each.session_id}-{each.answer.seq}"
        if fits(argument):
            voice = "yes" if each.answer.audio else "no"
            label = say(language, "button-whole", number=number, voice=voice)
            choices.append(command_button(language, "whole", argument, label=label))
    if more:
        page.add(say(language, "find-more", more=more))
    return page.say(tuple(choices))


async def _place(ctx: Context, passage: _Passage) -> str:
    """Where it stands: the chapter, or its own heading, or what the interview is called; and the day."""
    session_id, subject = passage.session_id, passage.answer.question_id
    session, title = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), title_of(c, session_id, subject))
    )
    if session is None:
        return ""
    try:
        script = (await ctx.runtime.scripts(session.script_digest)).speak(session.language)
        place = script.by_id.get(subject)
    except NotFound:
        place = None
    where = title or (session.title if place is None else place.chapter.title)
    day = passage.answer.at.astimezone(ctx.runtime.rules.zone_of(ctx.person)).date()
    return f"{where} · {plain_date(ctx.language, day)}"


def _answer(c: Connection, session_id: str, seq: int) -> tuple[Session | None, Entry | None, Entry | None]:
    answer = entry_at(c, session_id, seq)
    question = None if answer is None or answer.answers is None else entry_at(c, session_id, answer.answers)
    return session_by_id(c, session_id), answer, question


async def _recording(ctx: Context, answer: Entry) -> Saying | None:
    """The sound of an answer, where it is kept and their platform takes a file of that size."""
    files, limit = ctx.runtime.audio, ctx.runtime.file_limits.get(ctx.incoming.address.platform, 0)
    body = await files.read(answer.audio) if files is not None and answer.audio else None
    if body is None or (limit and len(body) > limit):
        return None
    ending = answer.audio.rpartition(".")[2]
    return SendDocument(name=f"answer-{answer.seq}.{ending}", media_type=media_type_of(answer.audio), body=body)
