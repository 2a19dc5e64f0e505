"""`/announce`, for those who run the bot: a notice to everybody, which goes when its button was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from core.contracts.announcing import LONGEST, AnnounceDeed, Announcement, AnnouncementStage, AnnounceStep, Audience
from core.contracts.commits import Commit
from core.contracts.messages import Choice, Say, Style
from core.contracts.page import StyledMessage
from core.conversation.context import ConversationContext
from core.conversation.rendering import command_button
from core.documents.readable import excerpt
from core.jobs.announcing import format_tally_line
from core.languages.by_language import split_by_language
from core.languages.messages import say
from core.store.announcement_rows import announcement_by_id, announcement_tally, audience, newest_announcements

SHOWN = 3
"""Notices on the overview."""
GOOD_FOR = timedelta(days=1)
"""So long after it was shown one can be sent: afterwards it would go to others than was said."""
STOP = "stop"


async def preview_announcement(ctx: ConversationContext) -> Commit:
    """Show a notice before it goes; without a text, how far the last ones are."""
    if ctx.pressed:
        verb, _, which = ctx.argument.partition("-")
        deed = _DEEDS.get(verb)
        found = await ctx.runtime.store.read(lambda c: announcement_by_id(c, which))
        if deed is None or found is None:
            return ctx.plainly(say(ctx.language, "stale-button"))
        return await deed(ctx, found)
    if ctx.argument.lower() == STOP:
        newest = await ctx.runtime.store.read(lambda c: newest_announcements(c, limit=SHOWN))
        under_way = next((each for each in newest if each.stage is AnnouncementStage.SENDING), None)
        return await (_overview(ctx) if under_way is None else _stop(ctx, under_way))
    texts = split_by_language(ctx.argument)
    return await _shown(ctx, texts) if texts else await _overview(ctx)


async def _shown(ctx: ConversationContext, texts: Mapping[str, str]) -> Commit:
    longest = max(map(len, texts.values()))
    if longest > LONGEST:
        return ctx.plainly(say(ctx.language, "announce-long", length=longest, most=LONGEST))
    runtime = ctx.runtime
    there = await runtime.report(lambda c: audience(c, runtime.served, runtime.rules, ctx.now))
    if not there.people:
        return ctx.plainly(say(ctx.language, "announce-nobody"))
    page = StyledMessage().add(say(ctx.language, "announce-shown"))
    for language, text in texts.items():
        if len(texts) > 1:
            own = say(language, "language-name") if language else say(ctx.language, "announce-others")
            page.add(f"{own}:")
        page.add(text, Style.QUOTE)
    page.add(" ".join(describe_audience(ctx.language, there)))
    number = ctx.runtime.new_id()
    send = say(ctx.language, "button-announce-send", people=there.people)
    choices = (_button(ctx, "send", number, send), _button(ctx, "drop", number))
    step = _step(ctx, number, AnnounceDeed.SHOW)
    return ctx.reply(page.say(choices)).having(replace(step, texts=dict(texts)))


def describe_audience(language: str, there: Audience) -> list[str]:
    """Say in sentences who would get it."""
    where = ", ".join(f"{platform} {people}" for platform, people in there.platforms.items())
    lines = [say(language, "announce-people", people=there.people, where=where)]
    if there.asleep:
        lines.append(say(language, "announce-asleep", people=there.asleep))
    if there.declined:
        lines.append(say(language, "announce-declined", people=there.declined))
    return lines


# --- what is done with one --------------------------------------------------------------------------------------------


async def _send(ctx: ConversationContext, found: Announcement) -> Commit:
    if found.stage is not AnnouncementStage.SHOWN:
        return await _as_it_is(ctx, found)
    if ctx.now - found.created_at > GOOD_FOR:
        return ctx.plainly(say(ctx.language, "announce-too-old"))
    return _done(ctx, found, AnnounceDeed.SEND, "announce-begun", "stop")


async def _drop(ctx: ConversationContext, found: Announcement) -> Commit:
    if found.stage is not AnnouncementStage.SHOWN:
        return await _as_it_is(ctx, found)
    return _done(ctx, found, AnnounceDeed.DROP, "announce-dropped")


async def _stop(ctx: ConversationContext, found: Announcement) -> Commit:
    if found.stage is not AnnouncementStage.SENDING:
        return await _as_it_is(ctx, found)
    gone = await ctx.runtime.store.read(lambda c: announcement_tally(c, found.id))
    change = _done(ctx, found, AnnounceDeed.STOP, "announce-stopped", "resume")
    [letter] = change.letters
    saying = letter.saying
    if isinstance(saying, Say):
        letter = replace(letter, saying=replace(saying, text=f"{saying.text} {format_tally_line(ctx.language, gone)}"))
    return replace(change, letters=(letter,))


async def _go_on(ctx: ConversationContext, found: Announcement) -> Commit:
    if found.stage is not AnnouncementStage.STOPPED:
        return await _as_it_is(ctx, found)
    return _done(ctx, found, AnnounceDeed.GO_ON, "announce-begun", "stop")


async def _as_it_is(ctx: ConversationContext, found: Announcement) -> Commit:
    return ctx.reply(StyledMessage().add(await _line(ctx, found)).say(_ways(ctx, found)))


_DEEDS: Mapping[str, Callable[[ConversationContext, Announcement], Awaitable[Commit]]] = {
    "send": _send,
    "drop": _drop,
    "stop": _stop,
    "resume": _go_on,
}


def _done(ctx: ConversationContext, found: Announcement, deed: AnnounceDeed, key: str, *ways: str) -> Commit:
    buttons = tuple(_button(ctx, verb, found.id) for verb in ways)
    return ctx.reply(Say(text=say(ctx.language, key), choices=buttons)).having(_step(ctx, found.id, deed))


def _step(ctx: ConversationContext, number: str, deed: AnnounceDeed) -> AnnounceStep:
    return AnnounceStep(announcement_id=number, deed=deed, address=ctx.incoming.address, language=ctx.language)


def _button(ctx: ConversationContext, verb: str, number: str, label: str = "") -> Choice:
    text = label or say(ctx.language, f"button-announce-{verb}")
    return command_button(ctx.language, "announce", f"{verb}-{number}", label=text)


# --- how far they are -------------------------------------------------------------------------------------------------


async def _overview(ctx: ConversationContext) -> Commit:
    found = await ctx.runtime.store.read(lambda c: newest_announcements(c, limit=SHOWN))
    page, choices = StyledMessage(), list[Choice]()
    for each in found:
        page.add(await _line(ctx, each))
        choices += _ways(ctx, each)
    return ctx.reply(page.add(say(ctx.language, "announce-how")).say(tuple(choices)))


async def _line(ctx: ConversationContext, found: Announcement) -> str:
    gone = await ctx.runtime.store.read(lambda c: announcement_tally(c, found.id))
    stage = say(ctx.language, "announce-stage", stage=found.stage.value)
    return f"“{excerpt(found.text(ctx.language))}” – {stage}. {format_tally_line(ctx.language, gone)}"


def _ways(ctx: ConversationContext, found: Announcement) -> tuple[Choice, ...]:
    verb = {AnnouncementStage.SENDING: "stop", AnnouncementStage.STOPPED: "resume"}.get(found.stage)
    return () if verb is None else (_button(ctx, verb, found.id),)
