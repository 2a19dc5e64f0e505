"""`/family`: whom a story reaches, and what they do with it: thank, ask back, tell the same, get it another way."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from core.commands.answer_release import show_withheld
from core.commands.giving import CODE_BYTES, DONE, LEFT, awaiting_family_input, invitation_lines, new_invitation
from core.contracts.commits import BlankMail, Commit, OutboxMessage
from core.contracts.family import (
    LONGEST_QUESTION,
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
from core.contracts.messages import Choice, Photo, Say, SendDocument
from core.contracts.page import StyledMessage
from core.contracts.session import Entry, InputPurpose, PendingInput, Person
from core.conversation.context import ConversationContext
from core.conversation.draft import text_of_content
from core.conversation.phases import consent, gift_opening
from core.conversation.phases.gift_opening import family_button
from core.conversation.rendering import command_button
from core.documents.side_by_side import events_markdown
from core.family.events import family_events
from core.family.letters import ASK, TELL, reply_buttons
from core.family.withheld import answers_awaiting_release
from core.family.words import join_names
from core.interviews.message_check import CheckContext, Law, broken_laws, names_closed_subject
from core.languages.messages import say
from core.store.desk_reads import session_by_id
from core.store.family_rows import (
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
from core.store.store import Connection
from core.text.text import count_words

_MOST_WORDS = 60
_LEADS_AWAY = frozenset({Law.LINK, Law.COMMAND})
_FAULTS = frozenset({Law.EMPTY, Law.SEVERAL})
"""Faults for which a relative's question is refused, too."""
_Verb = Callable[[ConversationContext, str], Awaitable[Commit]]


async def show_family(ctx: ConversationContext) -> Commit:
    """Whom their story reaches, and whose story reaches them; each with what can be done about it."""
    if ctx.pressed and ctx.argument:
        verb, _, which = ctx.argument.partition("-")
        handler = _VERBS.get(verb)
        return await handler(ctx, which) if handler is not None and which else _stale(ctx)
    told, of_others = await ctx.runtime.store.read(lambda c: _around(c, ctx.person.id))
    page, choices = StyledMessage(), list[Choice]()
    for each, its, apart in told:
        choices += _of_teller(ctx, page, each, its)
        choices += show_withheld(ctx, page, each, apart)
    for each, member in of_others:
        language = ctx.language
        page.add(say(language, "family-of-others", teller=each.name, way=member.way.value))
        if each.person_id is None:
            page.add(say(language, "family-not-opened", teller=each.name))
        others = (way for way in SharingFrequency if way is not member.way)
        ways = [family_button(language, way.value, each.id) for way in others]
        ways.append(family_button(language, "ask", each.id, label=say(language, "button-family-ask", teller=each.name)))
        if member.gives:
            ways.append(family_button(language, "add", each.id))
        choices += [*ways, family_button(language, "drop", member.id, label=say(language, "button-family-out"))]
    if not told and not of_others:
        page.add(say(ctx.language, "family-nobody"))
    return ctx.reply(page.say(tuple(choices)))


def _around(
    c: Connection, person_id: str
) -> tuple[list[tuple[Family, tuple[Member, ...], tuple[tuple[Entry, ...], ...]]], list[tuple[Family, Member]]]:
    told = [(each, members_of(c, each.id), answers_awaiting_release(c, each)) for each in families_of(c, person_id)]
    found = ((family_of(c, member.family_id), member) for member in memberships(c, person_id))
    return told, [(each, member) for each, member in found if each is not None]


def _of_teller(ctx: ConversationContext, page: StyledMessage, its: Family, members: tuple[Member, ...]) -> list[Choice]:
    language = ctx.language
    names = [_called(ctx, each) for each in members]
    page.add(say(language, "family-of-yours", names=join_names(names, language) or "none"))
    page.add(say(language, "family-leave-is", leave="yes" if its.leave is SharingConsent.YES else "no"))
    verb = gift_opening.NO if its.leave is SharingConsent.YES else gift_opening.YES
    ways = [family_button(language, verb, its.id), family_button(language, "add", its.id)]
    ways += [
        family_button(language, "drop", each.id, label=say(language, "button-family-drop", name=_called(ctx, each)))
        for each in members
    ]
    return [*ways, family_button(language, "both", its.id)]


def _called(ctx: ConversationContext, member: Member) -> str:
    return member.name or say(ctx.language, "family-somebody")


def _stale(ctx: ConversationContext) -> Commit:
    return ctx.plainly(say(ctx.language, "stale-button"))


# --- who tells --------------------------------------------------------------------------------------------------------


async def _leave(ctx: ConversationContext, family_id: str, leave: SharingConsent) -> Commit:
    its = await ctx.runtime.store.read(lambda c: family_of(c, family_id))
    if its is None or its.person_id != ctx.person.id:
        return _stale(ctx)
    if (begun := await consent.answer_sharing_question(ctx, leave)) is not None:
        return begun
    key = "leave-given" if leave is SharingConsent.YES else "leave-taken"
    model = "no" if ctx.model.offline else "yes"
    given = SharingAnswered(family_id=family_id, leave=leave)
    return ctx.plainly(say(ctx.language, key, model=model)).having(given)


async def _add(ctx: ConversationContext, family_id: str) -> Commit:
    """Make a link for one more member; the teller and the giver may."""
    its, may = await ctx.runtime.store.read(lambda c: _may_add(c, family_id, ctx.person.id))
    if its is None or not may:
        return _stale(ctx)
    code = secrets.token_urlsafe(CODE_BYTES)
    ways = await invitation_lines(ctx, code, ctx.language)
    if not ways:
        return ctx.plainly(say(ctx.language, "gift-no-way"))
    days = ctx.runtime.gifts.good_for.days
    head = Say(text=say(ctx.language, "family-link", days=days))
    forward = StyledMessage().add(say(ctx.language, "family-forward", teller=its.name)).add("\n".join(ways)).say()
    letters = tuple(
        OutboxMessage(key=ctx.key(f"add-{n}"), address=ctx.incoming.address, saying=each, language=ctx.language)
        for n, each in enumerate((head, forward))
    )
    change = Commit(person_id=ctx.person.id, done=ctx.done, letters=letters)
    return change.having(new_invitation(ctx, family_id, InviteRole.MEMBER, code))


def _may_add(c: Connection, family_id: str, person_id: str) -> tuple[Family | None, bool]:
    its, member = family_of(c, family_id), member_in(c, family_id, person_id)
    return its, its is not None and (its.person_id == person_id or (member is not None and member.gives))


async def _drop(ctx: ConversationContext, member_id: str) -> Commit:
    """Remove a member: the teller or the giver removes them, or they leave by themselves."""
    found = await ctx.runtime.store.read(lambda c: _may_drop(c, member_id, ctx.person.id))
    if found is None:
        return _stale(ctx)
    own = found.person_id == ctx.person.id
    text = say(ctx.language, "family-left" if own else "family-dropped", name=_called(ctx, found))
    return ctx.plainly(text).having(MemberLeft(family_id=found.family_id, member_id=member_id))


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
        return ctx.plainly(say(ctx.language, "family-no-events"))
    body = events_markdown(found, ctx.language).encode()
    document = SendDocument(name="side-by-side.md", media_type="text/markdown", body=body)
    return ctx.reply(replace(document, caption=say(ctx.language, "side-caption")))


# --- members ----------------------------------------------------------------------------------------------------------


async def _wish(ctx: ConversationContext, family_id: str, way: SharingFrequency) -> Commit:
    member = await ctx.runtime.store.read(lambda c: member_in(c, family_id, ctx.person.id))
    if member is None:
        return _stale(ctx)
    told = ctx.plainly(say(ctx.language, "family-way", way=way.value))
    return told.having(Wished(family_id=family_id, way=way, address=ctx.incoming.address))


async def _asks(ctx: ConversationContext, family_id: str) -> Commit:
    its, member = await ctx.runtime.store.read(
        lambda c: (family_of(c, family_id), member_in(c, family_id, ctx.person.id))
    )
    if its is None or member is None:
        return _stale(ctx)
    return ctx.reply(
        Say(text=say(ctx.language, "family-ask-more", teller=its.name), choices=(_enough(ctx),)),
        person=awaiting_family_input(ctx, InputPurpose.QUESTION, family_id),
    )


_VERBS: Mapping[str, _Verb] = {
    gift_opening.YES: partial(_leave, leave=SharingConsent.YES),
    gift_opening.NO: partial(_leave, leave=SharingConsent.NO),
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
        return _stale(ctx)
    share, its = found
    # The buttons under the answer itself are gone once one of them was pressed.
    ways = reply_buttons(ctx.language, ctx.argument, (ASK, TELL) if share.question is not None else (ASK,))
    told = ctx.reply(Say(text=say(ctx.language, "family-thanked", teller=its.name), choices=ways))
    return told.having(Thanked(session_id=share.session_id, seq=share.seq))


async def ask_for_question(ctx: ConversationContext) -> Commit:
    """Take their next message as a question of theirs."""
    found = await _shared(ctx)
    if found is None:
        return _stale(ctx)
    its = found[1]
    text = say(ctx.language, "family-ask", teller=its.name)
    way = command_button(ctx.language, "gift", LEFT, label=say(ctx.language, "button-family-not"))
    return ctx.reply(
        Say(text=text, choices=(way,)), person=awaiting_family_input(ctx, InputPurpose.QUESTION, its.id, found[0].seq)
    )


async def ask_for_telling(ctx: ConversationContext) -> Commit:
    """Take their next message as the same event in their own words."""
    drop = ctx.argument.startswith("=")
    found = await _shared(replace(ctx, argument=ctx.argument.removeprefix("=")))
    if found is None:
        return _stale(ctx)
    share, its = found
    if drop:
        none = Tells(session_id=share.session_id, seq=share.seq, text="")
        return ctx.plainly(say(ctx.language, "telling-dropped")).having(none)
    text = say(ctx.language, "telling-wanted", teller=its.name)
    return ctx.reply(
        Say(text=text), person=awaiting_family_input(ctx, InputPurpose.TELLING, share.session_id, share.seq)
    )


# --- what they write --------------------------------------------------------------------------------------------------


async def handle_family_message(ctx: ConversationContext) -> Commit:
    """Take the message that was asked for: a question, or the same event."""
    mending = ctx.person.mending
    if mending is None:
        return _stale(ctx)
    change = await (_told(ctx, mending) if mending.wanted is InputPurpose.TELLING else _asked(ctx, mending))
    return change if isinstance(ctx.incoming.content, Photo) else change.having(BlankMail((ctx.item.id,)))


async def _told(ctx: ConversationContext, mending: PendingInput) -> Commit:
    argument, text = f"{mending.session_id}-{mending.seq}", text_of_content(ctx.incoming.content) or ""
    found = await _shared(replace(ctx, argument=argument))
    person = ctx.person.model_copy(update={"mending": None})
    if found is None or not text.strip():
        return ctx.reply(Say(text=say(ctx.language, "stale-button")), person=person)
    way = command_button(ctx.language, "telling", f"={argument}", label=say(ctx.language, "button-telling-drop"))
    kept = Say(text=say(ctx.language, "telling-kept", teller=found[1].name), choices=(way,))
    tells = Tells(session_id=mending.session_id, seq=mending.seq, text=text)
    return ctx.reply(kept, person=person).having(tells)


async def _asked(ctx: ConversationContext, mending: PendingInput) -> Commit:
    content, family_id, me = ctx.incoming.content, mending.session_id, ctx.person.id
    picture = isinstance(content, Photo)
    text = "" if picture else " ".join((text_of_content(content) or "").split())
    its, mine, there = await ctx.runtime.store.read(lambda c: _standing(c, family_id, me, ctx.incoming.ref))
    if its is None:
        return ctx.reply(Say(text=say(ctx.language, "stale-button")), person=_resting(ctx))
    joins = picture and there is not None
    if trouble := "" if joins else await _trouble(ctx, its, text, mine, picture=picture):
        again = awaiting_family_input(ctx, InputPurpose.QUESTION, family_id, mending.seq)
        return ctx.reply(Say(text=trouble, choices=(_enough(ctx),)), person=again)
    number = there.id if joins and there is not None else ctx.runtime.new_id()
    question = FamilyQuestion(id=number, family_id=family_id, person_id=me, asker="", text=text)
    step = Asks(question=question, event_id=ctx.incoming.event_id if picture else "", ref=ctx.incoming.ref)
    return _kept(ctx, its, more=mending.seq == 0, joins=joins).having(step)


def _standing(
    c: Connection, family_id: str, person_id: str, ref: str
) -> tuple[Family | None, int, FamilyQuestion | None]:
    if member_in(c, family_id, person_id) is None:
        return None, 0, None
    mine = sum(each.person_id == person_id for each in questions_waiting(c, family_id))
    return family_of(c, family_id), mine, question_of_message(c, family_id, person_id, ref)


def _resting(ctx: ConversationContext) -> Person:
    return ctx.person.model_copy(update={"mending": None})


def _enough(ctx: ConversationContext) -> Choice:
    return command_button(ctx.language, "gift", DONE, label=say(ctx.language, "button-gift-done"))


async def _trouble(ctx: ConversationContext, its: Family, text: str, mine: int, *, picture: bool) -> str:
    """Say kindly why a question cannot be asked; empty where it can."""
    if mine >= MOST_QUESTIONS:
        return say(ctx.language, "family-questions-many", most=MOST_QUESTIONS)
    if picture:
        return ""
    session_id = its.session_id
    session = None if session_id is None else await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    interview = None if session is None else ctx.interview(session)
    closed = () if session is None or interview is None else interview.closed(session)
    if names_closed_subject(text, closed):
        return say(ctx.language, "family-question-refused", teller=its.name)
    faults = broken_laws(text, CheckContext(language=its.language))
    if _LEADS_AWAY.intersection(faults):
        return say(ctx.language, "family-question-link")
    too_long = len(text) > LONGEST_QUESTION or count_words(text) > _MOST_WORDS
    if too_long or _FAULTS.intersection(faults):
        return say(ctx.language, "family-question-how")
    return ""


def _kept(ctx: ConversationContext, its: Family, *, more: bool, joins: bool) -> Commit:
    """`more`: the next message is one more question. `joins`: a picture has come to a question that was kept before."""
    person = awaiting_family_input(ctx, InputPurpose.QUESTION, its.id) if more else _resting(ctx)
    if joins:
        return ctx.reply(person=person)
    text = say(ctx.language, "family-question-kept", teller=its.name, more="yes" if more else "no")
    return ctx.reply(Say(text=text, choices=(_enough(ctx),) if more else ()), person=person)
