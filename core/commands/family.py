"""`/family`: whom a story reaches, and what they do with it: thank, ask back, tell the same, get it another way."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from core.commands.giving import CODE_BYTES, DONE, LEFT, invitation, wanting, ways_in
from core.commands.letting_go import show_apart
from core.contracts.change import Change, Letter
from core.contracts.family import (
    LONGEST_QUESTION,
    MOST_QUESTIONS,
    Asks,
    Family,
    FamilyQuestion,
    Gone,
    Leave,
    Leaving,
    Member,
    Part,
    Tells,
    Thanked,
    Way,
    Wished,
)
from core.contracts.messages import Choice, Photo, Say, SendDocument
from core.contracts.page import Page
from core.contracts.session import Entry, Mending, Person, Wanted
from core.conversation.context import Context
from core.conversation.draft import said
from core.conversation.phases import consent, giving
from core.conversation.phases.giving import family_button
from core.conversation.rendering import command_button
from core.documents.side_by_side import side_by_side
from core.family.apart import waiting_to_be_let_go
from core.family.events import events
from core.family.letters import ASK, TELL, ways_back
from core.family.words import named
from core.interviews.guard import GuardContext, guard, touches
from core.store.desk_reads import session_by_id
from core.store.family_rows import (
    Share,
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
from core.words import say

_FAULTS = frozenset({"guard-two-questions", "guard-too-long", "guard-message-too-long", "guard-private"})
"""Of the guard: what none of the family may ask either."""
_Verb = Callable[[Context, str], Awaitable[Change]]


async def family(ctx: Context) -> Change:
    """Whom their story reaches, and whose story reaches them; each with what can be done about it."""
    if ctx.pressed and ctx.argument:
        verb, _, which = ctx.argument.partition("-")
        handler = _VERBS.get(verb)
        return await handler(ctx, which) if handler is not None and which else _stale(ctx)
    told, of_others = await ctx.runtime.store.read(lambda c: _around(c, ctx.person.id))
    page, choices = Page(), list[Choice]()
    for each, its, apart in told:
        choices += _of_teller(ctx, page, each, its)
        choices += show_apart(ctx, page, each, apart)
    for each, member in of_others:
        choices += _of_member(ctx, page, each, member)
    if not told and not of_others:
        page.add(say(ctx.language, "family-nobody"))
    return ctx.reply(page.say(tuple(choices)))


def _around(
    c: Connection, person_id: str
) -> tuple[list[tuple[Family, tuple[Member, ...], tuple[tuple[Entry, ...], ...]]], list[tuple[Family, Member]]]:
    told = [(each, members_of(c, each.id), waiting_to_be_let_go(c, each)) for each in families_of(c, person_id)]
    found = ((family_of(c, member.family_id), member) for member in memberships(c, person_id))
    return told, [(each, member) for each, member in found if each is not None]


def _of_teller(ctx: Context, page: Page, its: Family, members: tuple[Member, ...]) -> list[Choice]:
    language = ctx.language
    names = [_called(ctx, each) for each in members]
    page.add(say(language, "family-of-yours", names=named(names, language) or "none"))
    page.add(say(language, "family-leave-is", leave="yes" if its.leave is Leave.YES else "no"))
    verb = giving.NO if its.leave is Leave.YES else giving.YES
    ways = [family_button(language, verb, its.id), family_button(language, "add", its.id)]
    ways += [
        family_button(language, "drop", each.id, label=say(language, "button-family-drop", name=_called(ctx, each)))
        for each in members
    ]
    return [*ways, family_button(language, "both", its.id)]


def _of_member(ctx: Context, page: Page, its: Family, member: Member) -> list[Choice]:
    language = ctx.language
    page.add(say(language, "family-of-others", teller=its.name, way=member.way.value))
    if its.person_id is None:
        page.add(say(language, "family-not-opened", teller=its.name))
    others = (way for way in Way if way is not member.way)
    ways = [family_button(language, way.value, its.id) for way in others]
    ways.append(family_button(language, "ask", its.id, label=say(language, "button-family-ask", teller=its.name)))
    if member.gives:
        ways.append(family_button(language, "add", its.id))
    return [*ways, family_button(language, "drop", member.id, label=say(language, "button-family-out"))]


def _called(ctx: Context, member: Member) -> str:
    return member.name or say(ctx.language, "family-somebody")


def _stale(ctx: Context) -> Change:
    return ctx.plainly(say(ctx.language, "stale-button"))


# --- who tells --------------------------------------------------------------------------------------------------------


async def _leave(ctx: Context, family_id: str, leave: Leave) -> Change:
    its = await ctx.runtime.store.read(lambda c: family_of(c, family_id))
    if its is None or its.person_id != ctx.person.id:
        return _stale(ctx)
    if (begun := await consent.said_of_leave(ctx, leave)) is not None:
        return begun
    key = "leave-given" if leave is Leave.YES else "leave-taken"
    return replace(ctx.plainly(say(ctx.language, key)), family=(Leaving(family_id=family_id, leave=leave),))


async def _yes(ctx: Context, family_id: str) -> Change:
    return await _leave(ctx, family_id, Leave.YES)


async def _no(ctx: Context, family_id: str) -> Change:
    return await _leave(ctx, family_id, Leave.NO)


async def _add(ctx: Context, family_id: str) -> Change:
    """A link for one more; by who tells, or gives."""
    its, may = await ctx.runtime.store.read(lambda c: _may_add(c, family_id, ctx.person.id))
    if its is None or not may:
        return _stale(ctx)
    code = secrets.token_urlsafe(CODE_BYTES)
    ways = await ways_in(ctx, code, ctx.language)
    if not ways:
        return ctx.plainly(say(ctx.language, "gift-no-way"))
    days = ctx.runtime.gifts.good_for.days
    head = Say(text=say(ctx.language, "family-link", days=days))
    forward = Page().add(say(ctx.language, "family-forward", teller=its.name)).add("\n".join(ways)).say()
    letters = tuple(
        Letter(key=ctx.key(f"add-{n}"), address=ctx.incoming.address, saying=each, language=ctx.language)
        for n, each in enumerate((head, forward))
    )
    change = Change(person_id=ctx.person.id, done=ctx.done, letters=letters)
    return replace(change, family=(invitation(ctx, family_id, Part.MEMBER, code),))


def _may_add(c: Connection, family_id: str, person_id: str) -> tuple[Family | None, bool]:
    its, member = family_of(c, family_id), member_in(c, family_id, person_id)
    return its, its is not None and (its.person_id == person_id or (member is not None and member.gives))


async def _drop(ctx: Context, member_id: str) -> Change:
    """A member is one no more: removed by who tells or gives, or gone by themselves."""
    found = await ctx.runtime.store.read(lambda c: _may_drop(c, member_id, ctx.person.id))
    if found is None:
        return _stale(ctx)
    own = found.person_id == ctx.person.id
    text = say(ctx.language, "family-left" if own else "family-dropped", name=_called(ctx, found))
    return replace(ctx.plainly(text), family=(Gone(family_id=found.family_id, member_id=member_id),))


def _may_drop(c: Connection, member_id: str, person_id: str) -> Member | None:
    mine = {member.family_id for member in memberships(c, person_id) if member.gives}
    mine |= {each.id for each in families_of(c, person_id)}
    own = [member for member in memberships(c, person_id) if member.id == member_id]
    theirs = (member for family_id in sorted(mine) for member in members_of(c, family_id) if member.id == member_id)
    return next(iter(own), None) or next(theirs, None)


async def _both(ctx: Context, family_id: str) -> Change:
    """The same events as several have told them, side by side; for who tells."""
    found = await ctx.runtime.store.read(lambda c: events(c, family_id, ctx.person.id))
    if not found:
        return ctx.plainly(say(ctx.language, "family-no-events"))
    body = side_by_side(found, ctx.language).encode()
    document = SendDocument(name="side-by-side.md", media_type="text/markdown", body=body)
    return ctx.reply(replace(document, caption=say(ctx.language, "side-caption")))


# --- members ----------------------------------------------------------------------------------------------------------


def _gets(way: Way) -> _Verb:
    async def wish(ctx: Context, family_id: str) -> Change:
        member = await ctx.runtime.store.read(lambda c: member_in(c, family_id, ctx.person.id))
        if member is None:
            return _stale(ctx)
        told = ctx.plainly(say(ctx.language, "family-way", way=way.value))
        return replace(told, family=(Wished(family_id=family_id, way=way, address=ctx.incoming.address),))

    return wish


async def _asks(ctx: Context, family_id: str) -> Change:
    its, member = await ctx.runtime.store.read(
        lambda c: (family_of(c, family_id), member_in(c, family_id, ctx.person.id))
    )
    if its is None or member is None:
        return _stale(ctx)
    return ctx.reply(
        Say(text=say(ctx.language, "family-ask-more", teller=its.name), choices=(_enough(ctx),)),
        person=wanting(ctx, Wanted.QUESTION, family_id),
    )


_VERBS: Mapping[str, _Verb] = {
    giving.YES: _yes,
    giving.NO: _no,
    "add": _add,
    "drop": _drop,
    "both": _both,
    "ask": _asks,
    **{way.value: _gets(way) for way in Way},
}


async def _shared(ctx: Context) -> tuple[Share, Family] | None:
    """The answer that a button is about."""
    session_id, _, seq = ctx.argument.rpartition("-")
    number, me = int(seq) if seq.isdecimal() else 0, ctx.person.id
    share = await ctx.runtime.store.read(lambda c: share_of(c, session_id, number, me))
    its = None if share is None else await ctx.runtime.store.read(lambda c: family_of(c, share.family_id))
    return None if share is None or its is None else (share, its)


async def thank(ctx: Context) -> Change:
    """A word of thanks, which who tells hears with the next question."""
    found = await _shared(ctx)
    if found is None:
        return _stale(ctx)
    share, its = found
    # The buttons under the answer itself are gone once one of them was pressed.
    ways = ways_back(ctx.language, ctx.argument, (ASK, TELL) if share.question is not None else (ASK,))
    told = ctx.reply(Say(text=say(ctx.language, "family-thanked", teller=its.name), choices=ways))
    return replace(told, family=(Thanked(session_id=share.session_id, seq=share.seq),))


async def ask(ctx: Context) -> Change:
    """Their next message is a question of theirs."""
    found = await _shared(ctx)
    return _stale(ctx) if found is None else _wait_for_question(ctx, found[1], found[0].seq)


def _wait_for_question(ctx: Context, its: Family, seq: int) -> Change:
    text = say(ctx.language, "family-ask", teller=its.name)
    way = command_button(ctx.language, "gift", LEFT, label=say(ctx.language, "button-family-not"))
    return ctx.reply(Say(text=text, choices=(way,)), person=wanting(ctx, Wanted.QUESTION, its.id, seq))


async def telling(ctx: Context) -> Change:
    """Their next message tells the same in their own words."""
    drop = ctx.argument.startswith("=")
    found = await _shared(replace(ctx, argument=ctx.argument.removeprefix("=")))
    if found is None:
        return _stale(ctx)
    share, its = found
    if drop:
        none = Tells(session_id=share.session_id, seq=share.seq, text="")
        return replace(ctx.plainly(say(ctx.language, "telling-dropped")), family=(none,))
    text = say(ctx.language, "telling-wanted", teller=its.name)
    return ctx.reply(Say(text=text), person=wanting(ctx, Wanted.TELLING, share.session_id, share.seq))


# --- what they write --------------------------------------------------------------------------------------------------


async def said_for(ctx: Context) -> Change:
    """The message that was asked for: a question, or the same event."""
    mending = ctx.person.mending
    if mending is None:
        return _stale(ctx)
    change = await (_told(ctx, mending) if mending.wanted is Wanted.TELLING else _asked(ctx, mending))
    return replace(change, blanked=() if isinstance(ctx.incoming.content, Photo) else (ctx.item.id,))


async def _told(ctx: Context, mending: Mending) -> Change:
    argument, text = f"{mending.session_id}-{mending.seq}", said(ctx.incoming.content) or ""
    found = await _shared(replace(ctx, argument=argument))
    person = ctx.person.model_copy(update={"mending": None})
    if found is None or not text.strip():
        return ctx.reply(Say(text=say(ctx.language, "stale-button")), person=person)
    way = command_button(ctx.language, "telling", f"={argument}", label=say(ctx.language, "button-telling-drop"))
    kept = Say(text=say(ctx.language, "telling-kept", teller=found[1].name), choices=(way,))
    tells = Tells(session_id=mending.session_id, seq=mending.seq, text=text)
    return replace(ctx.reply(kept, person=person), family=(tells,))


async def _asked(ctx: Context, mending: Mending) -> Change:
    content, family_id, me = ctx.incoming.content, mending.session_id, ctx.person.id
    picture = isinstance(content, Photo)
    text = "" if picture else " ".join((said(content) or "").split())
    its, mine, there = await ctx.runtime.store.read(lambda c: _standing(c, family_id, me, ctx.incoming.ref))
    if its is None:
        return ctx.reply(Say(text=say(ctx.language, "stale-button")), person=_resting(ctx))
    joins = picture and there is not None
    if trouble := "" if joins else await _trouble(ctx, its, text, mine, picture=picture):
        again = wanting(ctx, Wanted.QUESTION, family_id, mending.seq)
        return ctx.reply(Say(text=trouble, choices=(_enough(ctx),)), person=again)
    number = there.id if joins and there is not None else ctx.runtime.new_id()
    question = FamilyQuestion(id=number, family_id=family_id, person_id=me, asker="", text=text)
    step = Asks(question=question, event_id=ctx.incoming.event_id if picture else "", ref=ctx.incoming.ref)
    return replace(_kept(ctx, its, more=mending.seq == 0, joins=joins), family=(step,))


def _standing(
    c: Connection, family_id: str, person_id: str, ref: str
) -> tuple[Family | None, int, FamilyQuestion | None]:
    if member_in(c, family_id, person_id) is None:
        return None, 0, None
    mine = sum(each.person_id == person_id for each in questions_waiting(c, family_id))
    return family_of(c, family_id), mine, question_of_message(c, family_id, person_id, ref)


def _resting(ctx: Context) -> Person:
    return ctx.person.model_copy(update={"mending": None})


def _enough(ctx: Context) -> Choice:
    return command_button(ctx.language, "gift", DONE, label=say(ctx.language, "button-gift-done"))


async def _trouble(ctx: Context, its: Family, text: str, mine: int, *, picture: bool) -> str:
    """Why a question cannot be asked, in a kind sentence; empty where it can."""
    if mine >= MOST_QUESTIONS:
        return say(ctx.language, "family-questions-many", most=MOST_QUESTIONS)
    if picture:
        return ""
    session_id = its.session_id
    session = None if session_id is None else await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    interview = None if session is None else ctx.interview(session)
    closed = () if session is None or interview is None else interview.closed(session)
    if touches(text, closed):
        return say(ctx.language, "family-question-refused", teller=its.name)
    faults = guard(text, GuardContext(language=its.language)).interventions
    if not text or len(text) > LONGEST_QUESTION or _FAULTS.intersection(faults):
        return say(ctx.language, "family-question-how")
    return ""


def _kept(ctx: Context, its: Family, *, more: bool, joins: bool) -> Change:
    """`more`: the next message is one more question. `joins`: a picture has come to a question that was kept before."""
    person = wanting(ctx, Wanted.QUESTION, its.id) if more else _resting(ctx)
    if joins:
        return ctx.reply(person=person)
    text = say(ctx.language, "family-question-kept", teller=its.name, more="yes" if more else "no")
    return ctx.reply(Say(text=text, choices=(_enough(ctx),) if more else ()), person=person)
