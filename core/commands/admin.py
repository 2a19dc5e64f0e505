"""What those who run the bot can ask in the chat: figures, and who is being interviewed. Never what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.contracts.commits import Commit
from core.contracts.page import StyledMessage
from core.contracts.session import Session
from core.conversation.context import ConversationContext
from core.conversation.rendering import format_money
from core.documents.readable import excerpt, plain_time
from core.languages.messages import say
from core.store.reports import Interviewee, recent_interviewees
from core.timing.time_formatting import format_ago

if TYPE_CHECKING:
    from core.store.statistics import Statistics

PEOPLE = 20
"""On the list of `/who`."""
LONGEST_NAME = 40
EXACT = 120.0
"""Seconds of a wait up to which tenths of one matter."""


async def show_stats(ctx: ConversationContext) -> Commit:
    from core.store.statistics import (  # its many statements are built when they are asked for
        SILENCE,
        compute_statistics,
    )

    now = ctx.now.timestamp()
    silence = ctx.runtime.rules.abandon or SILENCE
    found = await ctx.runtime.report(lambda c: compute_statistics(c, now=now, silence=silence))
    page = StyledMessage()
    for paragraph in (_interviews(ctx, found), _words(ctx, found), _waiting(ctx, found), _cost(ctx, found)):
        page.add(paragraph)
    return ctx.reply(page.say())


def _interviews(ctx: ConversationContext, found: Statistics) -> str:
    total, gone = found.total, found.deleted_people + found.deleted_sessions
    standing = {name: getattr(total, name) for name in ("begun", "active", "paused", "completed", "abandoned")}
    lines = [say(ctx.language, "admin-interviews", people=found.people, **standing)]
    if total.completion_rate is not None:
        rate, silent = round(100 * total.completion_rate), round(found.silence_days, 1)
        lines.append(say(ctx.language, "admin-rates", completion=rate, breaking=100 - rate, days=silent))
    if gone:
        lines.append(say(ctx.language, "admin-deleted", people=found.deleted_people, interviews=found.deleted_sessions))
    return "\n".join(lines)


def _words(ctx: ConversationContext, found: Statistics) -> str:
    total, craft = found.total, found.craft
    lines = []
    if total.median_words is not None:
        figures = {"answers": total.answers, "words": total.words, "median": total.median_words}
        lines.append(say(ctx.language, "admin-answers", **figures))
    lines.append(
        say(
            ctx.language,
            "admin-craft",
            asked=craft.asked,
            written=craft.as_written,
            again=sum(craft.asked_again.values()),
            fell_back=craft.fell_back,
        )
    )
    return "\n".join(lines)


def _waiting(ctx: ConversationContext, found: Statistics) -> str:
    waits, upcoming = found.waits, found.upcoming
    lines = []
    if waits.longest and waits.median_seconds is not None and waits.p95_seconds is not None:
        figures = {"median": waits.median_seconds, "most": waits.p95_seconds, "longest": waits.longest[0].seconds}
        spans = {name: _span(ctx, value) for name, value in figures.items()}
        lines.append(say(ctx.language, "admin-waits", **spans))
    lines.append(say(ctx.language, "admin-upcoming", held=upcoming.held, reminders=upcoming.reminders_soon))
    # The message with the command itself is not handled yet.
    unhandled = max(0, found.queue.unhandled - 1)
    if unhandled or found.queue.unsent:
        lines.append(say(ctx.language, "admin-queue", unhandled=unhandled, unsent=found.queue.unsent))
    if found.undeliverable or found.given_up:
        lines.append(say(ctx.language, "admin-failed", undeliverable=found.undeliverable, given_up=found.given_up))
    return "\n".join(lines)


def _span(ctx: ConversationContext, length: float) -> str:
    """Format a length of time: to a tenth of a second where it is short, else to the minute."""
    if length < EXACT:
        return say(ctx.language, "admin-seconds", seconds=round(length, 1))
    return plain_time(ctx.language, length)


def _cost(ctx: ConversationContext, found: Statistics) -> str:
    if not found.models:
        return ""
    every = sum(model.cost_micros for model in found.models)
    week = sum(day.cost_micros for day in found.days)
    today = found.days[-1].cost_micros
    return say(
        ctx.language, "admin-cost", every=format_money(every), week=format_money(week), today=format_money(today)
    )


async def show_people(ctx: ConversationContext) -> Commit:
    """List those who did something last: their names, and how far they are."""
    found = await ctx.runtime.report(lambda c: recent_interviewees(c, limit=PEOPLE))
    if not found:
        return ctx.plainly(say(ctx.language, "admin-nobody"))
    return ctx.plainly("\n".join([await _person(ctx, each) for each in found]))


async def _person(ctx: ConversationContext, each: Interviewee) -> str:
    session = each.session
    return say(
        ctx.language,
        "admin-person",
        name=excerpt(each.name, LONGEST_NAME) or str(session.address),
        title=session.title,
        far=await _far(ctx, session),
        state=say(ctx.language, f"state-{session.status.value}"),
        when=format_ago(ctx.language, session.touched_at, ctx.now),
    )


async def _far(ctx: ConversationContext, session: Session) -> str:
    """Say how far an interview is; "none" where its kind is not enabled any more."""
    progress = await ctx.progress(session)
    if progress is None:
        return "none"
    return say(ctx.language, "admin-far", done=progress.done, total=progress.total)
