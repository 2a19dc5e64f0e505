"""Greets somebody who was given an interview, and asks whether what they tell may go to the family.

They are asked for that once, after their consent and before the first question. Nothing goes to anybody without a yes.
"""

from __future__ import annotations

from core.contracts.commits import OutboxMessage
from core.contracts.family import Family, SharingConsent
from core.contracts.messages import Choice, StyledMessage
from core.contracts.session import Person, Stage
from core.contracts.turn import Interview
from core.conversation.context import ConversationContext
from core.conversation.draft import command_button
from core.languages.messages import match_locale, say
from core.store.family_rows import unopened_gift_for
from core.timing.rules import load_cadence
from core.timing.time_formatting import format_days

COMMAND = "family"
YES, NO = "yes", "no"
"""The verbs of the two buttons; the family's id follows."""


def family_button(language: str, verb: str, which: str, *, label: str = "") -> Choice:
    """Return a button of /family. `which`: the id of a family, or of a member."""
    return command_button(language, COMMAND, f"{verb}-{which}", label=label or say(language, f"button-family-{verb}"))


def apply_gift_to_person(person: Person, family: Family) -> Person:
    """Return whoever opens a gift; somebody new is called as the giver calls them, in the language chosen for them."""
    if person.stage is Stage.KNOWN:
        return person
    return person.model_copy(update={"name": family.name, "language": family.language, "stage": Stage.KNOWN})


def gift_greeting(ctx: ConversationContext, family: Family, chosen: Interview, person: Person) -> OutboxMessage:
    """Say who has given them this, and what it is: the first message that they see."""
    language = match_locale(person.language)
    title = chosen.scripts.speak(language).title
    words = {"name": person.name or family.name, "giver": family.giver or "none", "title": title}
    page = StyledMessage().add(say(language, "gift-hello", **words)).add(say(language, "gift-what"))
    rhythm = load_cadence(family.rhythm)
    if rhythm is not None:
        page.add(say(language, "gift-rhythm-told", days=format_days(language, rhythm)))
    return OutboxMessage(key=ctx.key("gift"), address=ctx.incoming.address, saying=page.say(), language=language)


async def gift_for(ctx: ConversationContext, chosen: Interview, person: Person) -> Family | None:
    family = await ctx.runtime.store.read(lambda c: unopened_gift_for(c, person.id))
    return family if family is not None and family.kind == chosen.kind else None


def sharing_question_key(family: Family) -> str:
    """Return the key of the letter that asks whether the family may read along."""
    return f"leave/{family.id}"


def sharing_question(ctx: ConversationContext, family: Family, person: Person, *, again: bool = False) -> OutboxMessage:
    language = match_locale(person.language)
    giver = family.giver or say(language, "family-somebody")
    page = StyledMessage().add(say(language, "leave-question", giver=giver, model="no" if ctx.model.offline else "yes"))
    ways = (
        family_button(language, YES, family.id, label=say(language, "button-leave-yes")),
        family_button(language, NO, family.id, label=say(language, "button-leave-no")),
    )
    key = ctx.key("leave") if again else sharing_question_key(family)
    return OutboxMessage(key=key, address=ctx.incoming.address, saying=page.say(ways), language=language)


def is_sharing_settled(family: Family | None) -> bool:
    """Return whether nothing is to be asked about the family any more."""
    return family is None or family.leave is not SharingConsent.NOT_SAID
