"""`/family` shows whom a story reaches; they thank, ask back, tell the same, or get it another way."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from core.contracts.chore import PageSetter
from core.contracts.commits import BlankMail, Commit
from core.contracts.events import Event
from core.contracts.messages import Choice, Photo, Say, SendDocument, StyledMessage
from core.contracts.session import InputPurpose, PendingInput
from core.conversation.context import ConversationContext
from core.conversation.draft import text_of_content
from core.conversation.phases.consent import answer_opening_question
from core.features.gift.events import events_markdown, events_pages, family_events
from core.features.gift.family import (
    MOST_QUESTIONS,
    Asks,
    Family,
    FamilyQuestion,
    InviteRole,
    Member,
    MemberLeft,
    SharingAnswered,
    SharingConsent,
    SharingFrequency,
    Tells,
    Thanked,
    Wished,
)
from core.features.gift.giving import CODE_BYTES, DONE, LEFT, invitation_lines, new_invitation
from core.features.gift.letters import ASK, TELL, reply_buttons
from core.features.gift.opening import NO, YES, family_button
from core.features.gift.readers import grace_minutes, reader_of
from core.features.gift.release import show_withheld
from core.features.gift.rows import (
    SharedAnswer,
    families_of,
    family_of,
    member_in,
    members_of,
    memberships,
    question_of_message,
    questions_waiting,
    share_of,
)
from core.features.gift.rules import gift_rules
from core.features.gift.withheld import answers_awaiting_release
from core.interviews.message_check import CheckContext, Law, broken_laws, names_closed_subject
from core.jobs.person_export import file_limit
from core.languages.messages import join_names, say
from core.store.mailbox_rows import session_by_id
from core.store.records import load_record
from core.store.store import Connection
from core.text.quoting import LONGEST_QUESTION
from core.text.text import count_words

_MOST_WORDS = 60
_LEADS_AWAY = frozenset({Law.LINK, Law.COMMAND})
_FAULTS = frozenset({Law.EMPTY, Law.SEVERAL})
"""Faults for which a relative's question is refused, too."""
_Verb = Callable[[ConversationContext, str], Awaitable[Commit]]


async def show_family(ctx: ConversationContext) -> Commit:
    """Show whom their story reaches, and whose story reaches them; each with what can be done about it."""
    if ctx.pressed and ctx.argument:
        verb, _, which = ctx.argument.partition("-")
        handler = _VERBS.get(verb)
        return await handler(ctx, which) if handler is not None and which else ctx.respond("stale-button")
    language, me, read = ctx.language, ctx.person.id, ctx.runtime.store.read
    told = await read(
        lambda c: [
            (its, members_of(c, its.id), answers_awaiting_release(c, its), reader_of(c, its))
            for its in families_of(c, me)
        ]
    )
    page, choices = StyledMessage(), list[Choice]()
    for its, members, apart, reader in told:
        names = [_called(ctx, each) for each in members]
        page.add(say(language, "family-of-yours", names=join_names(names, language) or "none"))
        page.add(say(language, "family-leave-is", leave="yes" if its.leave is SharingConsent.YES else "no"))
        verb = NO if its.leave is SharingConsent.YES else YES
        choices += [family_button(language, verb, its.id), family_button(language, "add", its.id)]
        for each, name in zip(members, names, strict=True):
            label = say(language, "button-family-drop", name=name)
            choices.append(family_button(language, "drop", each.id, label=label))
        choices.append(family_button(language, "both", its.id))
        choices += show_withheld(ctx, page, its, apart, reader)
    joined = await read(lambda c: [(family_of(c, member.family_id), member) for member in memberships(c, me)])
    of_others = [(family, member) for family, member in joined if family is not None]
    for family, member in of_others:
        page.add(say(language, "family-of-others", teller=family.name, way=member.way.value))
        if family.person_id is None:
            page.add(say(language, "family-not-opened", teller=family.name))
        choices += [family_button(language, way.value, family.id) for way in SharingFrequency if way is not member.way]
        label = say(language, "button-family-ask", teller=family.name)
        choices.append(family_button(language, "ask", family.id, label=label))
        if member.gives:
            choices.append(family_button(language, "add", family.id))
        choices.append(family_button(language, "drop", member.id, label=say(language, "button-family-out")))
    if not told and not of_others:
        page.add(say(language, "family-nobody"))
    return ctx.reply(page.say(tuple(choices)))


def _called(ctx: ConversationContext, member: Member) -> str:
    return member.name or ctx.say("family-somebody")


# --- who tells --------------------------------------------------------------------------------------------------------


async def _leave(ctx: ConversationContext, family_id: str, leave: SharingConsent) -> Commit:
    its = await ctx.runtime.store.read(lambda c: family_of(c, family_id))
    if its is None or its.person_id != ctx.person.id:
        return ctx.respond("stale-button")
    reader, minutes = await ctx.runtime.store.read(lambda c: reader_of(c, its)), grace_minutes(ctx.runtime)
    if (begun := await answer_opening_question(ctx, leave is SharingConsent.YES)) is not None:
        return begun
    key = "leave-given" if leave is SharingConsent.YES else "leave-taken"
    model = "no" if ctx.model.offline else "yes"
    given = SharingAnswered(family_id=family_id, leave=leave)
    return ctx.respond(key, model=model, reader=reader, minutes=minutes).having(given)


async def _add(ctx: ConversationContext, family_id: str) -> Commit:
    """Make a link for one more member; the teller and the giver may."""
    its, member = await ctx.runtime.store.read(
        lambda c: (family_of(c, family_id), member_in(c, family_id, ctx.person.id))
    )
    if its is None or not (its.person_id == ctx.person.id or (member is not None and member.gives)):
        return ctx.respond("stale-button")
    code = secrets.token_urlsafe(CODE_BYTES)
    ways = await invitation_lines(ctx, code, ctx.language)
    if not ways:
        return ctx.respond("gift-no-way")
    days = gift_rules(ctx.runtime).good_for.days
    head = Say(text=ctx.say("family-link", days=days))
    forward = StyledMessage().add(ctx.say("family-forward", teller=its.name)).add("\n".join(ways)).say()
    return ctx.reply(head, forward).having(new_invitation(ctx, family_id, InviteRole.MEMBER, code))


async def _drop(ctx: ConversationContext, member_id: str) -> Commit:
    """Remove a member: the teller or the giver removes them, or they leave by themselves."""
    found = await ctx.runtime.store.read(lambda c: _may_drop(c, member_id, ctx.person.id))
    if found is None:
        return ctx.respond("stale-button")
    key = "family-left" if found.person_id == ctx.person.id else "family-dropped"
    left = MemberLeft(family_id=found.family_id, member_id=member_id)
    return ctx.respond(key, name=_called(ctx, found)).having(left)


def _may_drop(c: Connection, member_id: str, person_id: str) -> Member | None:
    mine = {member.family_id for member in memberships(c, person_id) if member.gives}
    mine |= {each.id for each in families_of(c, person_id)}
    own = [member for member in memberships(c, person_id) if member.id == member_id]
    theirs = (member for family_id in sorted(mine) for member in members_of(c, family_id) if member.id == member_id)
    return next(iter(own), None) or next(theirs, None)


async def _both(ctx: ConversationContext, family_id: str) -> Commit:
    """Send the same events as several have told them, side by side, to the teller."""
    found = await ctx.runtime.store.read(lambda c: family_events(c, family_id, ctx.person.id))
    if not found:
        return ctx.respond("family-no-events")
    body = events_markdown(found, ctx.language).encode()
    document = SendDocument(name="side-by-side.md", media_type="text/markdown", body=body)
    if (printed := await _printed(ctx, found)) is not None:
        document = replace(document, name="side-by-side.pdf", media_type="application/pdf", body=printed)
    return ctx.reply(replace(document, caption=ctx.say("side-caption")))


async def _printed(ctx: ConversationContext, found: Sequence[Event]) -> bytes | None:
    """Return the events as PDF; None where files are Markdown, or no PDF can be made."""
    runtime, platform = ctx.runtime, ctx.incoming.address.platform
    setter = runtime.services.get(PageSetter)
    if setter is None or not (runtime.prints_gifts or platform in runtime.prints):
        return None
    whole, _ = await runtime.store.read(lambda c: load_record(c, found[0].session_id, entries_needed=False))
    limit = file_limit(runtime, ctx.incoming.address)
    body: bytes | None = await setter.set_pages(events_pages(found, ctx.language), whole, limit=limit)
    return body if body is not None and len(body) <= limit else None


# --- members ----------------------------------------------------------------------------------------------------------


async def _wish(ctx: ConversationContext, family_id: str, way: SharingFrequency) -> Commit:
    member = await ctx.runtime.store.read(lambda c: member_in(c, family_id, ctx.person.id))
    if member is None:
        return ctx.respond("stale-button")
    told = ctx.respond("family-way", way=way.value)
    return told.having(Wished(family_id=family_id, way=way, address=ctx.incoming.address))


async def _asks(ctx: ConversationContext, family_id: str) -> Commit:
    its, member = await ctx.runtime.store.read(
        lambda c: (family_of(c, family_id), member_in(c, family_id, ctx.person.id))
    )
    if its is None or member is None:
        return ctx.respond("stale-button")
    return ctx.reply(
        Say(text=ctx.say("family-ask-more", teller=its.name), choices=(_enough(ctx),)),
        person=ctx.awaiting(InputPurpose.QUESTION, family_id),
    )


_VERBS: Mapping[str, _Verb] = {
    YES: partial(_leave, leave=SharingConsent.YES),
    NO: partial(_leave, leave=SharingConsent.NO),
    "add": _add,
    "drop": _drop,
    "both": _both,
    "ask": _asks,
    **{way.value: partial(_wish, way=way) for way in SharingFrequency},
}


async def _shared(ctx: ConversationContext) -> tuple[SharedAnswer, Family] | None:
    """Return the answer that a button is about."""
    session_id, _, seq = ctx.argument.rpartition("-")
    number, me = int(seq) if seq.isdecimal() else 0, ctx.person.id
    share = await ctx.runtime.store.read(lambda c: share_of(c, session_id, number, me))
    its = None if share is None else await ctx.runtime.store.read(lambda c: family_of(c, share.family_id))
    return None if share is None or its is None else (share, its)


async def thank_teller(ctx: ConversationContext) -> Commit:
    """Keep a word of thanks, which the teller hears with the next question."""
    found = await _shared(ctx)
    if found is None:
        return ctx.respond("stale-button")
    share, its = found
    # The buttons under the answer itself are gone once one of them was pressed.
    ways = reply_buttons(ctx.language, ctx.argument, (ASK, TELL) if share.question is not None else (ASK,))
    told = ctx.reply(Say(text=ctx.say("family-thanked", teller=its.name), choices=ways))
    return told.having(Thanked(session_id=share.session_id, seq=share.seq))


async def ask_for_question(ctx: ConversationContext) -> Commit:
    """Take their next message as a question of theirs."""
    found = await _shared(ctx)
    if found is None:
        return ctx.respond("stale-button")
    its = found[1]
    text = ctx.say("family-ask", teller=its.name)
    way = ctx.button("gift", LEFT, label=ctx.say("button-family-not"))
    return ctx.reply(Say(text=text, choices=(way,)), person=ctx.awaiting(InputPurpose.QUESTION, its.id, found[0].seq))


async def ask_for_telling(ctx: ConversationContext) -> Commit:
    """Take their next message as the same event in their own words."""
    drop = ctx.argument.startswith("=")
    found = await _shared(replace(ctx, argument=ctx.argument.removeprefix("=")))
    if found is None:
        return ctx.respond("stale-button")
    share, its = found
    if drop:
        none = Tells(session_id=share.session_id, seq=share.seq, text="")
        return ctx.respond("telling-dropped").having(none)
    text = ctx.say("telling-wanted", teller=its.name)
    return ctx.reply(Say(text=text), person=ctx.awaiting(InputPurpose.TELLING, share.session_id, share.seq))


# --- what they write --------------------------------------------------------------------------------------------------


async def handle_family_message(ctx: ConversationContext) -> Commit:
    """Take the message that was asked for: a question, or the same event."""
    mending = ctx.person.mending
    if mending is None:
        return ctx.respond("stale-button")
    change = await (_told(ctx, mending) if mending.wanted is InputPurpose.TELLING else _asked(ctx, mending))
    return change if isinstance(ctx.incoming.content, Photo) else change.having(BlankMail((ctx.item.id,)))


async def _told(ctx: ConversationContext, mending: PendingInput) -> Commit:
    argument, text = f"{mending.session_id}-{mending.seq}", text_of_content(ctx.incoming.content) or ""
    found = await _shared(replace(ctx, argument=argument))
    if found is None or not text.strip():
        return ctx.reply(Say(text=ctx.say("stale-button")), person=ctx.person_at_rest)
    way = ctx.button("telling", f"={argument}", label=ctx.say("button-telling-drop"))
    kept = Say(text=ctx.say("telling-kept", teller=found[1].name), choices=(way,))
    tells = Tells(session_id=mending.session_id, seq=mending.seq, text=text)
    return ctx.reply(kept, person=ctx.person_at_rest).having(tells)


async def _asked(ctx: ConversationContext, mending: PendingInput) -> Commit:
    content, family_id, me = ctx.incoming.content, mending.session_id, ctx.person.id
    picture = isinstance(content, Photo)
    text = "" if picture else " ".join((text_of_content(content) or "").split())
    its, member, waiting, there = await ctx.runtime.store.read(
        lambda c: (
            family_of(c, family_id),
            member_in(c, family_id, me),
            questions_waiting(c, family_id),
            question_of_message(c, family_id, me, ctx.incoming.ref),
        )
    )
    if its is None or member is None:
        return ctx.reply(Say(text=ctx.say("stale-button")), person=ctx.person_at_rest)
    if not picture:
        there = None  # only a picture joins a question that was kept before
    mine = sum(each.person_id == me for each in waiting)
    if there is None and (trouble := await _trouble(ctx, its, text, mine, picture=picture)):
        again = ctx.awaiting(InputPurpose.QUESTION, family_id, mending.seq)
        return ctx.reply(Say(text=trouble, choices=(_enough(ctx),)), person=again)
    number = ctx.runtime.new_id() if there is None else there.id
    question = FamilyQuestion(id=number, family_id=family_id, person_id=me, asker="", text=text)
    step = Asks(question=question, event_id=ctx.incoming.event_id if picture else "", ref=ctx.incoming.ref)
    more = mending.seq == 0
    person = ctx.awaiting(InputPurpose.QUESTION, family_id) if more else ctx.person_at_rest
    if there is not None:
        return ctx.reply(person=person).having(step)
    kept = ctx.say("family-question-kept", teller=its.name, more="yes" if more else "no")
    return ctx.reply(Say(text=kept, choices=(_enough(ctx),) if more else ()), person=person).having(step)


def _enough(ctx: ConversationContext) -> Choice:
    return ctx.button("gift", DONE, label=ctx.say("button-gift-done"))


async def _trouble(ctx: ConversationContext, its: Family, text: str, mine: int, *, picture: bool) -> str:
    """Say kindly why a question cannot be asked; empty where it can."""
    if mine >= MOST_QUESTIONS:
        return ctx.say("family-questions-many", most=MOST_QUESTIONS)
    if picture:
        return ""
    session_id = its.session_id
    session = None if session_id is None else await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    interview = None if session is None else ctx.interview(session)
    closed = () if session is None or interview is None else interview.closed(session)
    if names_closed_subject(text, closed):
        return ctx.say("family-question-refused", teller=its.name)
    fault = question_fault(text, its.language)
    return ctx.say(fault) if fault else ""


def question_fault(text: str, language: str) -> str:
    """Return the key of the message that says why nobody can be asked that; empty where they can."""
    faults = broken_laws(text, CheckContext(language=language))
    if _LEADS_AWAY.intersection(faults):
        return "family-question-link"
    too_long = len(text) > LONGEST_QUESTION or count_words(text) > _MOST_WORDS
    if too_long or _FAULTS.intersection(faults):
        return "family-question-how"
    return ""
