"""Joins two chats of one person: a code from the one is entered in the other, where they say yes."""

from __future__ import annotations

from dataclasses import replace

from core.access.gate import code_digest
from core.contracts.buttons import KEEP
from core.contracts.commits import Commit, ErasePerson, Join, OutboxMessage
from core.contracts.messages import Address, Choice, Say
from core.contracts.page import StyledMessage
from core.contracts.session import Stage
from core.conversation.context import ConversationContext
from core.conversation.rendering import command_button
from core.features.linking.codes import COMMAND, LENGTH, make_code
from core.features.linking.effects import AcceptLink, DeclineLink, LinkCode
from core.features.linking.link_rows import Entered, EnteredCode, entered_code
from core.languages.messages import match_locale, say
from core.store.desk_reads import sessions_of

_BUTTON = 12
"""Letters of a code's digest in the button that says yes to it."""


async def link_chat(ctx: ConversationContext) -> Commit:
    """Give a code; or ask about the one that was entered, which was looked up when it came."""
    if ctx.pressed:
        return await _answered(ctx)
    if not ctx.argument:
        code = make_code()
        shown = f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
        page = StyledMessage().add(ctx.say("link-code", code=shown))
        if ctx.runtime.gate.is_home(ctx.incoming.address):
            page.add(ctx.say("link-at-home"))
        told = ctx.reply(page.say())
        return told.having(LinkCode(digest=code_digest(code), address=ctx.incoming.address))
    if ctx.argument == Entered.ASKED.value:
        found = await _entered(ctx)
        if found is None:
            return ctx.respond("link-wrong")
        there, here, language = found.address, ctx.incoming.address, ctx.language
        page = StyledMessage().add(say(language, "link-question", name=found.name or "none", **_where(there, here)))
        carrier, facts = ctx.runtime.privacy.carrier(there.platform), ctx.runtime.privacy
        if carrier and carrier != facts.carrier(here.platform):
            page.add(say(language, "link-carried", carrier=carrier))
        if any(ctx.runtime.gate.is_home(each) for each in (there, here)):
            page.add(say(language, "link-at-home"))
        page.add(say(language, "link-sure"))
        choices = (
            command_button(language, COMMAND, found.digest[:_BUTTON], label=say(language, "button-link-yes")),
            command_button(language, COMMAND, KEEP, label=say(language, "button-link-no")),
        )
        return ctx.reply(page.say(choices))
    return ctx.respond(f"link-{ctx.argument}")


async def _entered(ctx: ConversationContext) -> EnteredCode | None:
    now = ctx.now.timestamp()
    return await ctx.runtime.store.read(lambda c: entered_code(c, ctx.incoming.address, now=now))


async def _answered(ctx: ConversationContext) -> Commit:
    found = await _entered(ctx)
    if found is None or found.person_id == ctx.person.id or ctx.argument not in {KEEP, found.digest[:_BUTTON]}:
        return ctx.respond("stale-button")
    if ctx.argument == KEEP:
        # Nothing is kept of somebody whom only the code let in.
        change = ctx.respond("link-left").having(DeclineLink(ctx.incoming.address))
        person = ctx.person
        told_nothing = ctx.view.session is None and person.stage is Stage.NEW and person.awaits is None
        if not found.guest or not told_nothing:
            return change
        (told,) = change.letters
        return replace(change, letters=(replace(told, forget=True),)).having(ErasePerson())
    if any(not item.ready for item in ctx.view.items if item.id < ctx.item.id):
        # It belongs to what was asked here.
        return ctx.respond("link-still-listening")
    here, there = ctx.incoming.address, found.address
    theirs = await ctx.runtime.store.read(lambda c: sessions_of(c, found.person_id))
    ways = (ctx.button("resume"),) if theirs or ctx.view.session is not None else ()
    language = match_locale(found.language)
    return Commit(
        person_id=ctx.person.id,
        done=ctx.done,
        letters=(
            _told(ctx, "link-joined-here", here, there, ctx.language, ways),
            _told(ctx, "link-joined-there", there, here, language),
        ),
        effects=(
            AcceptLink(person_id=found.person_id, digest=found.digest, address=here),
            Join(person_id=found.person_id, address=here),
        ),
    )


def _where(there: Address, here: Address) -> dict[str, str]:
    """Return values for messages: the platform of another chat, and whether it is that of this one."""
    return {"platform": there.platform, "same": "yes" if there.platform == here.platform else "no"}


def _told(
    ctx: ConversationContext, key: str, address: Address, other: Address, language: str, ways: tuple[Choice, ...] = ()
) -> OutboxMessage:
    saying = Say(text=say(language, key, **_where(other, address)), choices=ways)
    return OutboxMessage(key=ctx.key(key), address=address, saying=saying, language=language)
