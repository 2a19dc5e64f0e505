"""`/announce`: those who run the bot send a notice to everybody, which goes when its button was pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from core.contracts.commits import Commit
from core.contracts.messages import Choice, Say, Style
from core.contracts.notices import Audience
from core.contracts.page import StyledMessage
from core.conversation.context import ConversationContext
from core.documents.readable import excerpt
from core.features.announcements.announcer import format_tally_line
from core.features.announcements.notice_rows import (
    announcement_by_id,
    announcement_tally,
    audience,
    newest_announcements,
)
from core.features.announcements.notices import LONGEST, AnnounceDeed, Announcement, AnnouncementStage, AnnounceStep
from core.languages.by_language import split_by_language
from core.languages.messages import say

SHOWN = 3
"""Notices on the overview."""
GOOD_FOR = timedelta(days=1)
"""How long after it was shown a notice can be sent: later it would go to other people than was said."""
STOP = "stop"


async def preview_announcement(ctx: ConversationContext) -> Commit:
    """Show a notice before it goes; without a text, how far the last ones are."""
    language, runtime = ctx.language, ctx.runtime
    if ctx.pressed:
        verb, _, which = ctx.argument.partition("-")
        found = await runtime.store.read(lambda c: announcement_by_id(c, which))
        if verb not in _DEEDS or found is None:
            return ctx.plainly(say(language, "stale-button"))
        return await _do(ctx, verb, found)
    if ctx.argument.lower() == STOP:
        newest = await runtime.store.read(lambda c: newest_announcements(c, limit=SHOWN))
        under_way = next((each for each in newest if each.stage is AnnouncementStage.SENDING), None)
        return await (_overview(ctx) if under_way is None else _do(ctx, STOP, under_way))
    texts = split_by_language(ctx.argument)
    if not texts:
        return await _overview(ctx)
    longest = max(map(len, texts.values()))
    if longest > LONGEST:
        return ctx.plainly(say(language, "announce-long", length=longest, most=LONGEST))
    there = await runtime.report(lambda c: audience(c, runtime.served, runtime.rules, ctx.now))
    if not there.people:
        return ctx.plainly(say(language, "announce-nobody"))
    page = StyledMessage().add(say(language, "announce-shown"))
    for its, text in texts.items():
        if len(texts) > 1:
            own = say(its, "language-name") if its else say(language, "announce-others")
            page.add(f"{own}:")
        page.add(text, Style.QUOTE)
    page.add(" ".join(describe_audience(language, there)))
    number = runtime.new_id()
    send = say(language, "button-announce-send", people=there.people)
    choices = (_button(ctx, "send", number, send), _button(ctx, "drop", number))
    return ctx.reply(page.say(choices)).having(replace(_step(ctx, number, AnnounceDeed.SHOW), texts=dict(texts)))


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


_DEEDS: Mapping[str, tuple[AnnouncementStage, AnnounceDeed, str, str]] = {
    "send": (AnnouncementStage.SHOWN, AnnounceDeed.SEND, "announce-begun", STOP),
    "drop": (AnnouncementStage.SHOWN, AnnounceDeed.DROP, "announce-dropped", ""),
    STOP: (AnnouncementStage.SENDING, AnnounceDeed.STOP, "announce-stopped", "resume"),
    "resume": (AnnouncementStage.STOPPED, AnnounceDeed.GO_ON, "announce-begun", STOP),
}
"""For each button: the stage in which it does something, what it does, the words that say so, and the next button."""


async def _do(ctx: ConversationContext, verb: str, found: Announcement) -> Commit:
    stage, deed, key, following = _DEEDS[verb]
    if found.stage is not stage:
        return ctx.reply(StyledMessage().add(await _line(ctx, found)).say(_ways(ctx, found)))
    if deed is AnnounceDeed.SEND and ctx.now - found.created_at > GOOD_FOR:
        return ctx.respond("announce-too-old")
    text = ctx.say(key)
    if deed is AnnounceDeed.STOP:
        gone = await ctx.runtime.store.read(lambda c: announcement_tally(c, found.id))
        text = f"{text} {format_tally_line(ctx.language, gone)}"
    ways = (_button(ctx, following, found.id),) if following else ()
    return ctx.reply(Say(text=text, choices=ways)).having(_step(ctx, found.id, deed))


def _step(ctx: ConversationContext, number: str, deed: AnnounceDeed) -> AnnounceStep:
    return AnnounceStep(announcement_id=number, deed=deed, address=ctx.incoming.address, language=ctx.language)


def _button(ctx: ConversationContext, verb: str, number: str, label: str = "") -> Choice:
    text = label or ctx.say(f"button-announce-{verb}")
    return ctx.button("announce", f"{verb}-{number}", label=text)


# --- how far they are -------------------------------------------------------------------------------------------------


async def _overview(ctx: ConversationContext) -> Commit:
    found = await ctx.runtime.store.read(lambda c: newest_announcements(c, limit=SHOWN))
    page, choices = StyledMessage(), list[Choice]()
    for each in found:
        page.add(await _line(ctx, each))
        choices += _ways(ctx, each)
    return ctx.reply(page.add(ctx.say("announce-how")).say(tuple(choices)))


async def _line(ctx: ConversationContext, found: Announcement) -> str:
    gone = await ctx.runtime.store.read(lambda c: announcement_tally(c, found.id))
    stage = ctx.say("announce-stage", stage=found.stage.value)
    return f"“{excerpt(found.text(ctx.language))}” – {stage}. {format_tally_line(ctx.language, gone)}"


def _ways(ctx: ConversationContext, found: Announcement) -> tuple[Choice, ...]:
    verb = {AnnouncementStage.SENDING: "stop", AnnouncementStage.STOPPED: "resume"}.get(found.stage)
    return () if verb is None else (_button(ctx, verb, found.id),)
