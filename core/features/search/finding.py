"""Answers "What did I say about ...?" in the person's own words, to the letter, with where they were told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from core.contracts.commits import Commit
from core.contracts.errors import NotFound
from core.contracts.messages import Say, SendDocument, Style, StyledMessage, fits_button
from core.contracts.session import Entry
from core.conversation.context import ConversationContext
from core.conversation.draft import command_button
from core.documents.readable import plain_date, remove_invisible
from core.documents.visibility import answer_text
from core.features.search.index import find_answers, free_telling_title, index_answers, unindexed_answers
from core.features.search.matching import (
    count_matching_sentences,
    matches_groups,
    matching_passage,
    search_groups,
    search_words,
)
from core.files.keeping import media_type_of
from core.languages.messages import say
from core.store.mailbox_rows import entry_at, load_digest, session_by_id, sessions_of

MOST = 5
"""Passages that are shown; of more it is said how many there are."""
WHOLE = 3_500
"""Characters of an answer that is read back whole."""


_Passage = tuple[str, Entry]
"""An answer, with the session that it was told in."""


async def search_answers(ctx: ConversationContext) -> Commit:
    """Show the passages in which something was told."""
    if not ctx.argument:
        return await ctx.beside(Say(text=ctx.say("find-what")))
    # The words of what was told since they last looked for something are put down first.
    while untold := await ctx.runtime.report(lambda c: unindexed_answers(c, ctx.person.id)):
        read = [(row, await asyncio.to_thread(search_words, row.text)) for row in untold]
        await ctx.runtime.store.write(lambda c, read=read: index_answers(c, read))  # type: ignore[misc]
    notes = await ctx.runtime.report(
        lambda c: tuple(note for session in sessions_of(c, ctx.person.id) for note in load_digest(c, session.id).notes)
    )
    groups = search_groups(ctx.argument, notes)
    rows = await ctx.runtime.report(lambda c: find_answers(c, ctx.person.id, groups))
    passages, best = await asyncio.to_thread(_passages, rows, groups)
    if not passages:
        return await ctx.beside(Say(text=ctx.say("find-nothing")))
    more = passages - len(best)
    language = ctx.language
    page = StyledMessage().add(say(language, "find-found", passages=passages))
    choices = []
    for number, (session_id, answer) in enumerate(best, start=1):
        page.add(f"{number}. {await _place(ctx, session_id, answer)}", Style.ITALIC)
        page.add(matching_passage(remove_invisible(answer.text), groups), Style.QUOTE)
        argument = f"{session_id}-{answer.seq}"
        if fits_button(argument):
            voice = "yes" if answer.audio else "no"
            label = say(language, "button-whole", number=number, voice=voice)
            choices.append(command_button(language, "whole", argument, label=label))
    if more:
        page.add(say(language, "find-more", more=more))
    return await ctx.beside(page.say(tuple(choices)))


async def show_whole_answer(ctx: ConversationContext) -> Commit:
    """Show one answer as a whole, and its recording where that is kept. Only a button leads here."""
    session_id, _, seq = ctx.argument.rpartition("-")
    number = int(seq) if seq.isdecimal() else 0
    session, answer = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, number))
    )
    if session is None or answer is None or session.person_id != ctx.person.id or not _is_open(answer):
        return ctx.respond("stale-button")
    asked = answer.answers
    question = None if asked is None else await ctx.runtime.store.read(lambda c: entry_at(c, session_id, asked))
    page = StyledMessage().add("" if question is None else question.text, Style.ITALIC)
    page.add(answer.text[:WHOLE], Style.QUOTE)
    files, limit = ctx.runtime.audio, ctx.runtime.file_limits.get(ctx.incoming.address.platform, 0)
    body = await files.read(answer.audio) if files is not None and answer.audio else None
    if body is None or (limit and len(body) > limit):
        return ctx.reply(page.say())
    name = f"answer-{answer.seq}.{answer.audio.rpartition('.')[2]}"
    return ctx.reply(page.say(), SendDocument(name=name, media_type=media_type_of(answer.audio), body=body))


def _passages(rows: Sequence[_Passage], groups: Sequence[frozenset[str]]) -> tuple[int, tuple[_Passage, ...]]:
    """Return how many answers speak of it, and those that say most, in the order of the telling.

    Words that were only said to the interviewer don't count: else people would find what they looked for before.
    """
    there = [
        (session_id, answer)
        for session_id, answer in rows
        if answer_text(answer) and _is_open(answer) and matches_groups(answer.text, groups)
    ]
    best = sorted(there, key=lambda passage: count_matching_sentences(passage[1].text, groups), reverse=True)[:MOST]
    return len(there), tuple(sorted(best, key=lambda passage: passage[1].at))


def _is_open(answer: Entry) -> bool:
    """Return whether an answer may be shown: it is neither withdrawn nor kept back, even in part."""
    return not (answer.withdrawn or answer.kept_back)


async def _place(ctx: ConversationContext, session_id: str, answer: Entry) -> str:
    """Return where a passage was told: the chapter, or its own heading, or the interview's title; and the day."""
    session, title = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), free_telling_title(c, session_id, answer.question_id))
    )
    if session is None:
        return ""
    try:
        script = (await ctx.runtime.scripts(session.script_digest)).speak(session.language)
        place = script.by_id.get(answer.question_id)
    except NotFound:
        place = None
    where = title or (session.title if place is None else place.chapter.title)
    day = answer.at.astimezone(ctx.runtime.rules.zone_of(ctx.person)).date()
    return f"{where} · {plain_date(ctx.language, day)}"
