"""Opens a gift by its code, greets whoever was given it, and asks whether what they tell may go to the family.

They are asked for that once, after their consent and before the first question. Nothing goes to anybody without a yes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.contracts.commits import Commit, OutboxMessage
from core.contracts.effects import Effect
from core.contracts.messages import Choice, StyledMessage
from core.contracts.session import Person, Stage, Timing
from core.contracts.turn import Interview
from core.contracts.welcome import BeginRequest
from core.conversation.context import ConversationContext
from core.conversation.draft import command_button
from core.conversation.phases.consent import awaiting_interview, begin_as_agreed, begin_or_ask
from core.conversation.phases.new import LONGEST_NAME
from core.features.gift.family import (
    MOST_MEMBERS,
    Come,
    Family,
    GiftBegun,
    InviteRole,
    SharingAnswered,
    SharingConsent,
    SharingFrequency,
)
from core.features.gift.readers import NOBODY_NAMED
from core.features.gift.rows import family_invitation, member_in, members_of, unopened_gift_for
from core.languages.messages import match_locale, say
from core.timing.rules import load_cadence
from core.timing.time_formatting import format_days

COMMAND = "family"
YES, NO = "yes", "no"
"""The verbs of the two buttons; the family's id follows."""


def family_button(language: str, verb: str, which: str, *, label: str = "") -> Choice:
    """Return a button of /family. `which`: the id of a family, or of a member."""
    return command_button(language, COMMAND, f"{verb}-{which}", label=label or say(language, f"button-family-{verb}"))


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftOpening:
    """What belongs to an interview from its beginning because it was given to its person."""

    family: Family

    @property
    def question_key(self) -> str:
        """Return the key of the message that asks whether the family may read along; empty once that was said."""
        return f"leave/{self.family.id}" if self.family.leave is SharingConsent.NOT_SAID else ""

    def question(self, ctx: ConversationContext, person: Person, *, again: bool = False) -> OutboxMessage:
        language, family = match_locale(person.language), self.family
        giver, model = family.giver or say(language, "family-somebody"), "no" if ctx.model.offline else "yes"
        reader = family.giver or NOBODY_NAMED
        page = StyledMessage().add(say(language, "leave-question", giver=giver, model=model, reader=reader))
        ways = (
            family_button(language, YES, family.id, label=say(language, "button-leave-yes")),
            family_button(language, NO, family.id, label=say(language, "button-leave-no")),
        )
        key = ctx.key("leave") if again else self.question_key
        return OutboxMessage(key=key, address=ctx.incoming.address, saying=page.say(ways), language=language)

    @property
    def fields(self) -> Mapping[str, Any]:
        return {"family_id": self.family.id, "timing": Timing(cadence=self.family.rhythm)}

    def begun(self, session_id: str, answer: bool | None) -> tuple[Effect, ...]:
        begun = GiftBegun(family_id=self.family.id, session_id=session_id)
        if answer is None:
            return (begun,)
        leave = SharingConsent.YES if answer else SharingConsent.NO
        return (begun, SharingAnswered(family_id=self.family.id, leave=leave))


async def find_gift(ctx: ConversationContext, chosen: Interview, person: Person) -> GiftOpening | None:
    """Return the gift to a person that begins with an interview of this kind."""
    family = await ctx.runtime.store.read(lambda c: unopened_gift_for(c, person.id))
    return GiftOpening(family=family) if family is not None and family.kind == chosen.kind else None


async def enter_by_invitation(ctx: ConversationContext, code: str, begin: BeginRequest | None) -> Commit | None:
    """Let somebody into a family by a valid invitation: whoever is to tell opens a gift, the others become members.

    `begin`: what they agreed to on the page of a gift, which has greeted them. None for a code that leads into no
    family.
    """
    now, read = ctx.now.timestamp(), ctx.runtime.store.read
    found = await read(lambda c: family_invitation(c, code, now=now))
    if found is None:
        return None
    family = found.family
    member, size = await read(
        lambda c: (member_in(c, family.id, ctx.person.id) is not None, len(members_of(c, family.id)))
    )
    come = Come(family_id=family.id, digest=code, part=found.part, address=ctx.incoming.address)
    if found.part is InviteRole.TELLER:
        if member:
            return ctx.respond("gift-is-for", name=family.name)
        chosen = ctx.runtime.offered.get(family.kind)
        if chosen is None or family.person_id is not None:
            return ctx.respond("gift-gone")
        person = awaiting_interview(_named_by_giver(ctx.person, family), family.kind)
        there = replace(ctx, view=replace(ctx.view, person=person))
        opening = GiftOpening(family=family)
        if begin is not None:
            answer = begin.reads_along
            begun = await begin_as_agreed(there, chosen, person, begin.consent, opening=opening, answer=answer)
            return replace(begun, effects=(come, *begun.effects))
        begun = await begin_or_ask(there, chosen, person=person, opening=opening)
        letters = (_greeting(ctx, family, chosen, person), *begun.letters)
        return replace(begun, letters=letters, effects=(come, *begun.effects))
    if member or family.person_id == ctx.person.id:
        return ctx.respond("family-already")
    if size >= MOST_MEMBERS:
        return ctx.respond("family-full", most=MOST_MEMBERS)
    person, language = ctx.person, ctx.language
    if person.stage is Stage.NEW:
        name = " ".join(ctx.incoming.sender.name.split())[:LONGEST_NAME]
        person = person.model_copy(update={"name": name, "stage": Stage.KNOWN})
    page = StyledMessage().add(say(language, "family-welcome", teller=family.name, name=person.name or "none"))
    page.add(say(language, "family-what-is-kept", teller=family.name)).add(say(language, "family-how-often"))
    choices = tuple(family_button(language, way.value, family.id) for way in SharingFrequency)
    told = ctx.reply(page.say(choices), person=None if person == ctx.person else person)
    return told.having(replace(come, member_id=ctx.runtime.new_id()))


def _named_by_giver(person: Person, family: Family) -> Person:
    """Return whoever opens a gift; somebody new is called as the giver calls them, in the language chosen for them."""
    if person.stage is Stage.KNOWN:
        return person
    return person.model_copy(update={"name": family.name, "language": family.language, "stage": Stage.KNOWN})


def _greeting(ctx: ConversationContext, family: Family, chosen: Interview, person: Person) -> OutboxMessage:
    """Say who has given them this, and what it is: the first message that they see."""
    language = match_locale(person.language)
    title = chosen.scripts.speak(language).title
    words = {"name": person.name or family.name, "giver": family.giver or "none", "title": title}
    page = StyledMessage().add(say(language, "gift-hello", **words)).add(say(language, "gift-what"))
    rhythm = load_cadence(family.rhythm)
    if rhythm is not None:
        page.add(say(language, "gift-rhythm-told", days=format_days(language, rhythm)))
    return OutboxMessage(key=ctx.key("gift"), address=ctx.incoming.address, saying=page.say(), language=language)
