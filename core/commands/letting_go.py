"""What was told in distress and stays between its person and the bot: shown in `/family`, and let go one by one."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.buttons import fits
from core.contracts.change import Change
from core.contracts.family import Family
from core.contracts.messages import Choice
from core.contracts.page import Page
from core.contracts.photo_marks import words_beside
from core.contracts.session import Entry
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.rendering import command_button
from core.documents.readable import excerpt
from core.family.apart import waiting_to_be_let_go
from core.store.desk_reads import session_by_id
from core.store.family_rows import families_of
from core.store.store import Connection
from core.words import say

LET = "let"
"""A command that only buttons lead to."""
MOST = 5
"""Shown at a time; what is let go makes room for the next."""


def show_apart(ctx: Context, page: Page, its: Family, waiting: tuple[tuple[Entry, ...], ...]) -> list[Choice]:
    """One quiet line, the beginning of each answer, and a button that lets it go."""
    shown = [answers for answers in waiting if fits(_argument(its, answers))][:MOST]
    if not shown:
        return []
    page.add(say(ctx.language, "family-apart", answers=len(shown)))
    ways = []
    for number, answers in enumerate(shown, start=1):
        words = " ".join(words_beside(each.text) if each.photo else each.text for each in answers)
        page.add(f"{number}. {excerpt(words)}")
        label = say(ctx.language, "button-let", number=number)
        ways.append(command_button(ctx.language, LET, _argument(its, answers), label=label))
    return ways


def _argument(its: Family, answers: tuple[Entry, ...]) -> str:
    return f"{its.session_id}-{answers[-1].seq}"


async def let_go(ctx: Context) -> Change:
    """From now on an answer may go to the family like any other."""
    found = await ctx.runtime.store.read(lambda c: _asked_for(c, ctx))
    session_id = None if found is None else found[0].session_id
    session = None if session_id is None else await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    if found is None or session is None:
        return ctx.plainly(say(ctx.language, "stale-button"))
    draft = Draft(session, ctx.now)
    draft.time(let_go=(*session.timing.let_go, *(each.seq for each in found[1])))
    told = ctx.plainly(say(ctx.language, "family-let-go"))
    return replace(draft.change(done=(ctx.item.id,)), letters=told.letters)


def _asked_for(c: Connection, ctx: Context) -> tuple[Family, tuple[Entry, ...]] | None:
    waiting = ((its, each) for its in families_of(c, ctx.person.id) for each in waiting_to_be_let_go(c, its))
    return next(((its, each) for its, each in waiting if _argument(its, each) == ctx.argument), None)
