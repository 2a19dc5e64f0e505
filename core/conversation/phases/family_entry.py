"""Somebody comes by an invitation into a family: who is to tell opens a gift, the others become members."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.commits import Commit
from core.contracts.family import MOST_MEMBERS, Come, InviteRole, SharingFrequency
from core.contracts.messages import Choice
from core.contracts.page import StyledMessage
from core.contracts.session import Stage
from core.conversation.context import ConversationContext
from core.conversation.phases import gift_opening
from core.conversation.phases.consent import awaiting_interview, begin_or_ask
from core.languages.messages import say
from core.store.family_rows import Invited, member_in, members_of


async def enter_by_invitation(ctx: ConversationContext, found: Invited) -> Commit:
    """Let somebody in by an invitation that is still valid."""
    family = found.family
    member, size = await ctx.runtime.store.read(
        lambda c: (member_in(c, family.id, ctx.person.id) is not None, len(members_of(c, family.id)))
    )
    if found.part is InviteRole.TELLER:
        if member:
            return ctx.plainly(say(ctx.language, "gift-is-for", name=family.name))
        chosen = ctx.runtime.offered.get(family.kind)
        if chosen is None or family.person_id is not None:
            return ctx.plainly(say(ctx.language, "gift-gone"))
        person = awaiting_interview(gift_opening.apply_gift_to_person(ctx.person, family), family.kind)
        there = replace(ctx, view=replace(ctx.view, person=person))
        begun = await begin_or_ask(there, chosen, person=person, gift=family)
        come = Come(family_id=family.id, digest=ctx.argument, part=InviteRole.TELLER, address=ctx.incoming.address)
        letters = (gift_opening.gift_greeting(ctx, family, chosen, person), *begun.letters)
        return replace(begun, letters=letters, effects=(come, *begun.effects))
    if member or family.person_id == ctx.person.id:
        return ctx.plainly(say(ctx.language, "family-already"))
    if size >= MOST_MEMBERS:
        return ctx.plainly(say(ctx.language, "family-full", most=MOST_MEMBERS))
    person = ctx.person
    if person.stage is Stage.NEW:
        person = person.model_copy(
            update={"name": " ".join(ctx.incoming.sender.name.split())[:60], "stage": Stage.KNOWN}
        )
    come = Come(
        family_id=family.id,
        digest=ctx.argument,
        part=InviteRole.MEMBER,
        address=ctx.incoming.address,
        member_id=ctx.runtime.new_id(),
    )
    language = ctx.language
    page = StyledMessage().add(say(language, "family-welcome", teller=family.name, name=person.name or "none"))
    page.add(say(language, "family-what-is-kept", teller=family.name)).add(say(language, "family-how-often"))
    told = ctx.reply(page.say(delivery_choices(language, family.id)), person=None if person == ctx.person else person)
    return told.having(come)


def delivery_choices(language: str, family_id: str) -> tuple[Choice, ...]:
    return tuple(gift_opening.family_button(language, way.value, family_id) for way in SharingFrequency)
