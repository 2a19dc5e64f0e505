"""What of an interview stays with its person, and what was read in it: `/private` and `/readings`."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.buttons import KEEP, fits
from core.contracts.change import Change
from core.contracts.page import Page
from core.contracts.session import Entry, Status
from core.conversation.asking import TRANSCRIPT
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.rendering import command_button
from core.documents.readable import excerpt
from core.documents.readings_file import ready
from core.jobs.readings import READINGS
from core.store.desk_reads import kept_back_of, session_by_id
from core.store.records import record
from core.words import say

MOST = 8
"""Answers with a button each; who has more of them kept back sees the others after releasing some."""


async def private(ctx: Context) -> Change:
    """What is in no file, with a button for each answer that lets it into the file again."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "private-stays"))
    if ctx.pressed:
        return await _release(ctx)
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    shown = [(session_id, entry) for session_id, entry in kept if fits(_argument(session_id, entry))]
    if not shown:
        return ctx.plainly(say(ctx.language, "private-nothing"))
    page = Page().add(say(ctx.language, "private-list", answers=len(shown)))
    choices = []
    for number, (session_id, entry) in enumerate(shown[:MOST], start=1):
        page.add(f"{number}. {excerpt(entry.text)}")
        label = say(ctx.language, "button-release", number=number)
        choices.append(command_button(ctx.language, "private", _argument(session_id, entry), label=label))
    choices.append(command_button(ctx.language, "private", KEEP, label=say(ctx.language, "button-stays-private")))
    return ctx.reply(page.say(tuple(choices)))


def _argument(session_id: str, entry: Entry) -> str:
    return f"{session_id}-{entry.seq}"


async def _release(ctx: Context) -> Change:
    """Let one answer into the file again; a file that was sent already is sent anew."""
    kept = await ctx.runtime.store.read(lambda c: kept_back_of(c, ctx.person.id))
    found = next(((s, entry) for s, entry in kept if _argument(s, entry) == ctx.argument), None)
    session = None if found is None else await ctx.runtime.store.read(lambda c: session_by_id(c, found[0]))
    if found is None or session is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    draft = Draft(session, ctx.now)
    draft.release((found[1].seq,))
    ended = session.status in {Status.COMPLETED, Status.ABANDONED}
    if ended:
        draft.ask_for(TRANSCRIPT)
    told = ctx.plainly(say(ctx.language, "private-released", file="yes" if ended else "no"))
    return replace(draft.change(done=(ctx.item.id,)), letters=told.letters)


async def readings(ctx: Context) -> Change:
    """Send what was read in the interview, as far as it is there."""
    session = ctx.view.session
    interview = None if session is None else ctx.interview(session)
    names = () if interview is None else interview.findings()
    if session is None or not names:
        return ctx.plainly(say(ctx.language, "readings-none"))
    whole, _ = await ctx.runtime.store.read(lambda c: record(c, session.id))
    if not ready(whole, names):
        return ctx.plainly(say(ctx.language, "readings-none"))
    draft = Draft(session, ctx.now)
    draft.ask_for(READINGS)
    return draft.change(done=(ctx.item.id,))
