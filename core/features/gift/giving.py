"""`/gift`: somebody gives an interview. It asks for a name, a language and a rhythm, then makes the link."""

from __future__ import annotations

import re
import secrets
from datetime import time

from core.access.gate import code_digest
from core.contracts.commits import Commit
from core.contracts.errors import RaconteurError
from core.contracts.messages import Choice, Say, StyledMessage
from core.contracts.session import InputPurpose
from core.contracts.turn import Interview
from core.conversation.context import ConversationContext
from core.conversation.phases.new import clean_name
from core.features.gift.family import Family, GiftUpdated, InviteRole, NewGift, NewInvitation, SharingConsent
from core.features.gift.rows import family_of, member_in
from core.features.gift.rules import gift_rules
from core.languages import LANGUAGES
from core.languages.messages import say
from core.timing.rules import EVERY_DAY, Cadence

AT = time(10)
"""When the questions of a rhythm come: whoever is given one may set another time."""
RHYTHMS = {
    "d": ("daily", Cadence(EVERY_DAY, AT)),
    "t": ("twice", Cadence(frozenset({1, 4}), AT)),
    "w": ("weekly", Cadence(frozenset({6}), AT)),
    "o": ("once", None),
}
"""By what a button carries: its name and the cadence; None: the next question comes as soon as they have answered."""
LEFT, DONE = "=keep", "=done"
"""Arguments of buttons: nothing is given or asked after all, and nothing more is asked."""
CODE_BYTES = 12
"""Sixteen characters that nobody guesses."""
_SHAPE = re.compile(r"(l|r)-([a-z]{1,3})-([a-z0-9]{1,16})")


async def set_up_gift(ctx: ConversationContext) -> Commit:
    """Begin a gift, or continue with the one that is being put together."""
    if ctx.pressed and ctx.argument in {LEFT, DONE}:
        key = "gift-left" if ctx.argument == LEFT else "gift-done"
        return ctx.reply(Say(text=ctx.say(key)), person=ctx.person_at_rest)
    rules = gift_rules(ctx.runtime)
    if not rules.enabled or _kind(ctx) is None:
        return ctx.respond("gift-off")
    if not (rules.everyone or ctx.is_admin):
        return ctx.respond("gift-not-you")
    if ctx.pressed:
        return await _pressed(ctx)
    name = clean_name(ctx.argument)
    if name:
        return _begun(ctx, name)
    way = ctx.button("gift", LEFT, label=ctx.say("button-gift-not"))
    return ctx.reply(Say(text=ctx.say("gift-name"), choices=(way,)), person=ctx.awaiting(InputPurpose.NAME))


def _kind(ctx: ConversationContext) -> Interview | None:
    """Return the kind that is given: the first interview that needs nothing to be about."""
    return next((each for each in ctx.runtime.offered.values() if each.intake is None), None)


async def save_asked_name(ctx: ConversationContext) -> Commit:
    content = ctx.incoming.content
    name = clean_name(getattr(content, "text", "") or "")
    if not name:
        return ctx.reply(Say(text=ctx.say("gift-name")), person=ctx.awaiting(InputPurpose.NAME))
    return _begun(ctx, name)


def _begun(ctx: ConversationContext, name: str) -> Commit:
    kind = _kind(ctx)
    family = Family(
        id=ctx.runtime.new_id(),
        person_id=None,
        session_id=None,
        name=name,
        language=ctx.language,
        kind="" if kind is None else kind.kind,
        rhythm="",
        giver=ctx.person.name or ctx.incoming.sender.name,
        leave=SharingConsent.NOT_SAID,
        leave_at=None,
    )
    names = ((code, say(code, "language-name")) for code in LANGUAGES)
    choices = tuple(_shaping(ctx, "l", code, family.id, label) for code, label in names)
    told = ctx.reply(Say(text=ctx.say("gift-language", name=name), choices=choices), person=ctx.person_at_rest)
    new = NewGift(family=family, member_id=ctx.runtime.new_id(), address=ctx.incoming.address)
    return told.having(new)


def _shaping(ctx: ConversationContext, what: str, value: str, family_id: str, label: str) -> Choice:
    return ctx.button("gift", f"{what}-{value}-{family_id}", label=label)


async def _pressed(ctx: ConversationContext) -> Commit:
    """Take the language or the rhythm that the giver has chosen; with the rhythm the invitation is made."""
    shape = _SHAPE.fullmatch(ctx.argument)
    what, value, family_id = ("", "", "") if shape is None else shape.groups()
    family, member = await ctx.runtime.store.read(
        lambda c: (family_of(c, family_id), member_in(c, family_id, ctx.person.id))
    )
    if family is None or family.person_id is not None or member is None or not member.gives:
        return ctx.respond("stale-button")
    if what == "l" and value in LANGUAGES:
        choices = tuple(
            _shaping(ctx, "r", letter, family.id, ctx.say(f"button-gift-{name}"))
            for letter, (name, _) in RHYTHMS.items()
        )
        told = ctx.reply(Say(text=ctx.say("gift-rhythm", name=family.name), choices=choices))
        return told.having(GiftUpdated(family_id=family.id, language=value))
    if what != "r" or value not in RHYTHMS:
        return ctx.respond("stale-button")
    code, rhythm, language = secrets.token_urlsafe(CODE_BYTES), RHYTHMS[value][1], family.language
    ways = await invitation_lines(ctx, code, language)
    if not ways:
        return ctx.respond("gift-no-way")
    head = Say(text=ctx.say("gift-made", name=family.name, days=gift_rules(ctx.runtime).good_for.days))
    forward = StyledMessage().add(say(language, "gift-forward", name=family.name, giver=family.giver or "none"))
    way = ctx.button("gift", DONE, label=ctx.say("button-gift-done"))
    asks = Say(text=ctx.say("gift-questions", name=family.name), choices=(way,))
    person = ctx.awaiting(InputPurpose.QUESTION, family.id)
    shaped = GiftUpdated(family_id=family.id, rhythm="" if rhythm is None else str(rhythm))
    made = new_invitation(ctx, family.id, InviteRole.TELLER, code)
    return ctx.reply(head, forward.add("\n".join(ways)).say(), asks, person=person).having(shaped, made)


async def invitation_lines(ctx: ConversationContext, code: str, language: str) -> list[str]:
    """Say how somebody comes in with a code; empty where no platform can say."""
    try:
        return await gift_rules(ctx.runtime).ways_in(code, language)
    except RaconteurError:
        return []


def new_invitation(ctx: ConversationContext, family_id: str, part: InviteRole, code: str) -> NewInvitation:
    until = (ctx.now + gift_rules(ctx.runtime).good_for).timestamp()
    return NewInvitation(family_id=family_id, part=part, digest=code_digest(code), expires_at=until)
