"""Deleting: everything that is kept of a person, after one question."""

from __future__ import annotations

from datetime import timedelta

from core.contracts.buttons import KEEP
from core.contracts.change import Change, Letter
from core.contracts.messages import Say
from core.contracts.page import Page
from core.conversation.context import Context
from core.conversation.rendering import command_button
from core.privacy.facts import Copies, copies_of
from core.store.erasing import holdings
from core.words import say

GOOD_FOR = timedelta(days=1)
"""The button that deletes carries the second in which it was shown."""


async def delete(ctx: Context) -> Change:
    """Ask, and delete when the question's button says so. Nothing that is typed behind the command is enough."""
    if ctx.pressed and ctx.argument == KEEP:
        return ctx.plainly(say(ctx.language, "delete-kept"))
    if ctx.pressed and _confirms(ctx):
        return _everything(ctx)
    return ctx.reply(await _question(ctx))


def _confirms(ctx: Context) -> bool:
    """Whether the pressed button was shown not long ago, and to this person: not before they began anew."""
    if not ctx.argument.isdecimal():
        return False
    shown, now = int(ctx.argument), int(ctx.now.timestamp())
    return int(ctx.person.created_at.timestamp()) <= shown and 0 <= now - shown <= GOOD_FOR.total_seconds()


async def _question(ctx: Context) -> Say:
    language = ctx.language
    held = await ctx.runtime.store.read(lambda c: holdings(c, ctx.person.id))
    page = Page().add(say(language, "delete-question", interviews=held.interviews, answers=held.answers))
    if held.interviews:
        page.add(_not_reached(ctx)).add(say(language, "delete-export-first"))
    page.add(say(language, "delete-sure"))
    shown = str(int(ctx.now.timestamp()))
    choices = (
        command_button(language, "delete", shown, label=say(language, "button-delete-all")),
        command_button(language, "delete", KEEP, label=say(language, "button-delete-nothing")),
    )
    return page.say(choices)


def _not_reached(ctx: Context) -> str:
    """A word about the copies that the operator has made, where there may be any."""
    facts = ctx.runtime.privacy
    copies = copies_of(facts, facts.carrier(ctx.incoming.address.platform))
    return "" if copies is Copies.NONE else say(ctx.language, "delete-copies-stay", which=copies)


def _everything(ctx: Context) -> Change:
    farewell = Letter(
        key=ctx.key("deleted"),
        address=ctx.incoming.address,
        saying=Say(text=say(ctx.language, "deleted")),
        language=ctx.language,
        forget=True,
    )
    return Change(person_id=ctx.person.id, done=(ctx.item.id,), erase_person=True, letters=(farewell,))
