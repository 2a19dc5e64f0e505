"""Sets when somebody is asked: by where they are, their quiet hours, and the rhythm of the questions.

What they change has an effect on its next deadline, so the session under way is written along with it.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import time, timedelta
from zoneinfo import ZoneInfo

from core.contracts.commits import Commit
from core.contracts.messages import Choice, Say, StyledMessage
from core.contracts.session import Person, Session, Status
from core.conversation.context import ConversationContext
from core.conversation.deadlines import ask_held_question, held_question_time
from core.conversation.draft import command_button
from core.conversation.quiet_wishes import quiet_wishes
from core.languages.phrases import is_listed
from core.timing import zones
from core.timing.rules import (
    EVERY_DAY,
    OFF,
    Cadence,
    QuietHours,
    is_cadence_off,
    load_cadence,
    parse_cadence,
    parse_quiet_hours,
    parse_said_quiet_hours,
)
from core.timing.spoken_times import USUAL
from core.timing.time_formatting import clock_words, format_clock, format_days, format_moment, format_time_of_day

NEARBY = tuple(timedelta(hours=hours) for hours in (-2, -1, 1, 2, 3))
"""Other times that it may be where they are, beside the one that is supposed."""
DEFAULT = "default"
OFFERED_HOURS = ("22-8", "21-9", "23-7")
TWICE_A_WEEK = frozenset({0, 3})
_PRESSED_OFFSET = re.compile(r"=([pm])(\d{2})(\d{2})")
_PRESSED_DAYS = re.compile(r"=([0-6]{1,7})")
_PRESSED_CADENCE = re.compile(r"=([0-6]{1,7})-([01]\d|2[0-3])([0-5]\d)")


def _under_way(ctx: ConversationContext) -> Session | None:
    session = ctx.view.session
    return session if session is not None and session.status in {Status.ACTIVE, Status.PAUSED} else None


def _zone(ctx: ConversationContext) -> ZoneInfo:
    return ctx.runtime.rules.zone_of(ctx.person)


def _as(ctx: ConversationContext, person: Person) -> ConversationContext:
    return replace(ctx, view=replace(ctx.view, person=person))


def _held_from_now(ctx: ConversationContext, session: Session) -> Session:
    """Let a held question that is not due yet wait from now on, so that its time is never one that is over."""
    deadline = ctx.runtime.rules.deadline(session, ctx.person)
    if not session.timing.held or deadline is None or deadline.at <= ctx.now:
        return session
    return session.model_copy(update={"timing": session.timing.model_copy(update={"held_at": ctx.now})})


async def _by_which_clock(ctx: ConversationContext) -> tuple[str, tuple[Choice, ...]]:
    """Say which clock is meant, with the button that mends it, to somebody who has not said where they are."""
    if ctx.person.timezone:
        return "", ()
    zone = _zone(ctx)
    # The names of all towns are read when the first is asked for.
    town = await asyncio.to_thread(zones.town_name, ctx.language, zone.key)
    clock = clock_words(ctx.language, ctx.now.astimezone(zone).time())
    return ctx.say("timezone-clock", town=town, **clock), (ctx.button("timezone"),)


# --- where they are -----------------------------------------------------------------------------------------------


async def set_timezone(ctx: ConversationContext) -> Commit:
    """Show the time zone that the bot assumes, or set the one that they name."""
    if not ctx.argument:
        return ctx.reply(await asyncio.to_thread(_reckoning, ctx))
    found = await asyncio.to_thread(_meant_zones, ctx)
    if not found.zones:
        if ctx.pressed:
            return ctx.respond("stale-button")
        now = format_clock(ctx.language, ctx.now, _zone(ctx))
        return ctx.respond("timezone-unknown", clock=now)
    if len(found.zones) == 1 and found.sure:
        name = found.zones[0]
        person = ctx.person.model_copy(update={"timezone": name})
        moved = _as(ctx, person)
        clock = clock_words(ctx.language, ctx.now.astimezone(_zone(moved)).time())
        lines = [ctx.say("timezone-kept", town=zones.town_name(ctx.language, name), **clock)]
        session = _under_way(ctx)
        if session is not None:
            session = _held_from_now(ctx, session)
            lines.append(held_question_time(moved, session, ctx.language))
        return replace(ctx.reply(Say(text=" ".join(filter(None, lines))), person=person), session=session)
    text = ctx.say("timezone-which" if found.sure else "timezone-meant")
    language = ctx.language
    towns = tuple(
        command_button(language, "timezone", slug, label=f"{zones.town_name(language, name)}, {there}")
        for name in found.zones
        if (slug := zones.zone_slug(name)) and (there := format_clock(language, ctx.now, ZoneInfo(name)))
    )
    return ctx.reply(Say(text=text, choices=towns))


async def set_browser_zone(ctx: ConversationContext) -> Commit:
    """Remember silently where a browser says it is, for somebody who has agreed and has not said so themselves."""
    nothing, person = ctx.reply(), ctx.person
    if person.timezone or not person.agreed or "/" not in ctx.argument:
        return nothing
    found = await asyncio.to_thread(zones.find_zones, ctx.argument, ctx.now)
    if len(found.zones) != 1 or not found.sure:
        return nothing
    moved = person.model_copy(update={"timezone": found.zones[0]})
    session = _under_way(ctx)
    return replace(nothing, person=moved, session=None if session is None else _held_from_now(ctx, session))


def _meant_zones(ctx: ConversationContext) -> zones.FoundZones:
    if not ctx.pressed:
        # By when they wrote it: a time of day that has waited in the mailbox is a later one by now.
        return zones.find_zones(ctx.argument, ctx.incoming.sent_at)
    offset = _PRESSED_OFFSET.fullmatch(ctx.argument)
    if offset is None:
        name = zones.zone_from_slug(ctx.argument)
        return zones.FoundZones(() if name is None else (name,))
    ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return zones.FoundZones(zones.zones_at_offset(ahead if offset[1] == "p" else -ahead, ctx.now))


def _reckoning(ctx: ConversationContext) -> Say:
    zone = _zone(ctx)
    known = bool(ctx.person.timezone)
    clock = clock_words(ctx.language, ctx.now.astimezone(zone).time())
    town = zones.town_name(ctx.language, zone.key)
    page = StyledMessage().add(ctx.say("timezone-known" if known else "timezone-guess", town=town, **clock))
    page.add(ctx.say("timezone-how"))
    offset = ctx.now.astimezone(zone).utcoffset() or timedelta()
    others = (offset + ahead for ahead in NEARBY)
    choices = [_offset_button(ctx, other) for other in others if zones.WESTMOST <= other <= zones.EASTMOST]
    if not known:
        label = ctx.say("button-timezone-right")
        if zones.is_town(zone.key):
            choices.insert(0, ctx.button("timezone", zones.zone_slug(zone.key), label=label))
        else:
            choices.insert(0, _offset_button(ctx, offset, label))
    return page.say(tuple(choices))


def _offset_button(ctx: ConversationContext, offset: timedelta, label: str = "") -> Choice:
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    argument = f"={'m' if offset < timedelta() else 'p'}{hours:02}{minutes:02}"
    there = format_time_of_day(ctx.language, (ctx.now + offset).time())
    return ctx.button("timezone", argument, label=label or there)


# --- quiet hours --------------------------------------------------------------------------------------------------


async def set_quiet_hours(ctx: ConversationContext) -> Commit:
    """Show or set the hours in which the bot does not write of its own accord."""
    if not ctx.argument:
        return ctx.reply(await _quiet_now(ctx, offer=True))
    for wish in quiet_wishes():
        if (change := wish.handle(ctx)) is not None:
            return change
    hours = parse_said_quiet_hours(ctx.argument)
    if hours is not None:
        wanted = str(hours)
    elif is_listed(ctx.argument, "small_words", "off"):
        wanted = OFF
    elif ctx.argument.lower() == DEFAULT:
        wanted = ""
    else:
        return ctx.reply(Say(text=ctx.say("quiet-unknown"), choices=_hours(ctx)))
    person = ctx.person.model_copy(update={"quiet_hours": wanted})
    change = ctx.reply(await _quiet_now(_as(ctx, person), offer=False), person=person)
    return replace(change, session=_under_way(ctx))


async def _quiet_now(ctx: ConversationContext, *, offer: bool) -> Say:
    hours = ctx.runtime.rules.quiet_of(ctx.person)
    page = StyledMessage()
    if hours is None:
        page.add(ctx.say("quiet-none"))
    else:
        page.add(ctx.say("quiet-hours", **_ends(ctx, hours)))
        page.add(ctx.say("quiet-always"))
    by_clock, ways = await _by_which_clock(ctx) if hours is not None else ("", ())
    page.add(by_clock)
    if offer:
        for wish in quiet_wishes():
            if (reminder := wish.remind(ctx)) is not None:
                page.add(reminder[0])
                ways = (*ways, reminder[1])
        page.add(ctx.say("quiet-how"))
        ways = (*_hours(ctx), *ways)
    return page.say(ways)


def _ends(ctx: ConversationContext, hours: QuietHours) -> dict[str, str]:
    return {"start": format_time_of_day(ctx.language, hours.start), "end": format_time_of_day(ctx.language, hours.end)}


def _hours(ctx: ConversationContext) -> tuple[Choice, ...]:
    """Offer a few sensible hours that are not in force already."""
    now = ctx.runtime.rules.quiet_of(ctx.person)
    choices = [
        ctx.button("quiet", text, label=ctx.say("button-quiet", **_ends(ctx, hours)))
        for text in OFFERED_HOURS
        if (hours := parse_quiet_hours(text)) is not None and hours != now
    ]
    if now is not None:
        label = ctx.say("button-quiet-off")
        choices.append(ctx.button("quiet", OFF, label=label))
    if ctx.person.quiet_hours:
        choices.append(ctx.button("quiet", DEFAULT, label=ctx.say("button-quiet-default")))
    return tuple(choices)


# --- the rhythm of the questions ----------------------------------------------------------------------------------


async def set_cadence(ctx: ConversationContext) -> Commit:
    """Show or set the days and the time at which the next question comes automatically."""
    session = _under_way(ctx)
    if session is None:
        return ctx.respond("cadence-nothing")
    if not ctx.argument:
        rhythm = load_cadence(session.timing.cadence)
        if rhythm is None:
            now = ctx.say("cadence-at-once")
        else:
            now = ctx.say("cadence-now", days=format_days(ctx.language, rhythm))
        lines = (now, held_question_time(ctx, session, ctx.language))
        page = StyledMessage().add(" ".join(filter(None, lines))).add(ctx.say("cadence-how"))
        choices = _days(ctx)
        if rhythm is not None:
            choices += (ctx.button("cadence", "off", label=ctx.say("button-cadence-off")),)
        return ctx.reply(page.say(choices))
    if is_cadence_off(ctx.argument):
        freed = _with_cadence(session, "")
        told = ctx.reply(Say(text=ctx.say("cadence-off")))
        if not session.timing.held or session.status is not Status.ACTIVE:
            return replace(told, session=freed)
        change = await ask_held_question(ctx, freed)
        first = tuple(replace(letter, key=ctx.key("cadence")) for letter in told.letters)
        return replace(change, letters=(*first, *change.letters))
    if _PRESSED_DAYS.fullmatch(ctx.argument):
        times = tuple(
            ctx.button(
                "cadence",
                f"{ctx.argument}-{at:%H%M}",
                label=ctx.say(f"button-cadence-{part}", clock=format_time_of_day(ctx.language, at)),
            )
            for part, at in USUAL.items()
        )
        return ctx.reply(Say(text=ctx.say("cadence-what-time"), choices=times))
    if pressed := _PRESSED_CADENCE.fullmatch(ctx.argument):
        at = time(int(pressed[2]), int(pressed[3]))
        return await _asked_at(ctx, session, Cadence(frozenset(map(int, pressed[1])), at))
    chosen = parse_cadence(ctx.argument, load_cadence(session.timing.cadence))
    if chosen is None:
        return ctx.reply(Say(text=ctx.say("cadence-unknown"), choices=_days(ctx)))
    return await _asked_at(ctx, session, chosen)


def _with_cadence(session: Session, stored: str) -> Session:
    return session.model_copy(update={"timing": session.timing.model_copy(update={"cadence": stored})})


def _days(ctx: ConversationContext) -> tuple[Choice, ...]:
    today = ctx.now.astimezone(_zone(ctx)).weekday()
    weekly = ctx.say("button-cadence-weekly", day=ctx.say("timing-weekly", weekday=today))
    offers = (
        (EVERY_DAY, ctx.say("button-cadence-daily")),
        (TWICE_A_WEEK, ctx.say("button-cadence-twice")),
        (frozenset({today}), weekly),
    )
    return tuple(
        ctx.button("cadence", "=" + "".join(map(str, sorted(chosen))), label=label) for chosen, label in offers
    )


async def _asked_at(ctx: ConversationContext, session: Session, chosen: Cadence) -> Commit:
    session = _with_cadence(_held_from_now(ctx, session), str(chosen))
    kept = ctx.say("cadence-kept", days=format_days(ctx.language, chosen))
    if session.status is Status.PAUSED:
        following = ctx.say("cadence-paused")
    elif session.timing.held:
        following = held_question_time(ctx, session, ctx.language)
    else:
        zone = _zone(ctx)
        when = format_moment(ctx.language, chosen.next_time(ctx.now, zone), ctx.now, zone)
        following = ctx.say("cadence-next", when=when)
    page = StyledMessage().add(" ".join(filter(None, (kept, following))))
    page.add(ctx.say("cadence-also"))
    by_clock, ways = await _by_which_clock(ctx)
    return replace(ctx.reply(page.add(by_clock).say(ways)), session=session)
