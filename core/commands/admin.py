"""Shows those who run the bot figures, and who is being interviewed; never what was said."""

from __future__ import annotations

from core.contracts.commits import Commit
from core.contracts.messages import StyledMessage
from core.conversation.context import ConversationContext
from core.conversation.draft import format_money
from core.documents.readable import excerpt, plain_time
from core.languages.messages import say
from core.store.reports import recent_interviewees
from core.timing.time_formatting import format_ago

PEOPLE = 20
"""On the list of `/who`."""
LONGEST_NAME = 40
EXACT = 120.0
"""Seconds of a wait, up to which it is told in tenths of a second, else to the minute."""


async def show_stats(ctx: ConversationContext) -> Commit:
    from core.store.statistics import SILENCE, compute_statistics  # its many statements are built when asked for

    now, language = ctx.now.timestamp(), ctx.language
    silence = ctx.runtime.rules.abandon or SILENCE
    found = await ctx.runtime.report(lambda c: compute_statistics(c, now=now, silence=silence))
    page, total, craft, waits = StyledMessage(), found.total, found.craft, found.waits

    standing = {name: getattr(total, name) for name in ("begun", "active", "paused", "completed", "abandoned")}
    lines = [say(language, "admin-interviews", people=found.people, **standing)]
    if total.completion_rate is not None:
        rate, silent = round(100 * total.completion_rate), round(found.silence_days, 1)
        lines.append(say(language, "admin-rates", completion=rate, breaking=100 - rate, days=silent))
    if found.deleted_people or found.deleted_sessions:
        deleted = {"people": found.deleted_people, "interviews": found.deleted_sessions}
        lines.append(say(language, "admin-deleted", **deleted))
    page.add("\n".join(lines))

    lines = []
    if total.median_words is not None:
        figures = {"answers": total.answers, "words": total.words, "median": total.median_words}
        lines.append(say(language, "admin-answers", **figures))
    again = sum(craft.asked_again.values())
    questions = {"asked": craft.asked, "written": craft.as_written, "again": again, "fell_back": craft.fell_back}
    lines.append(say(language, "admin-craft", **questions))
    page.add("\n".join(lines))

    lines = []
    if waits.longest and waits.median_seconds is not None and waits.p95_seconds is not None:
        lengths = {"median": waits.median_seconds, "most": waits.p95_seconds, "longest": waits.longest[0].seconds}
        spans = {
            name: say(language, "admin-seconds", seconds=round(length, 1))
            if length < EXACT
            else plain_time(language, length)
            for name, length in lengths.items()
        }
        lines.append(say(language, "admin-waits", **spans))
    upcoming = found.upcoming
    lines.append(say(language, "admin-upcoming", held=upcoming.held, reminders=upcoming.reminders_soon))
    # The message with the command itself is not handled yet.
    unhandled = max(0, found.queue.unhandled - 1)
    if unhandled or found.queue.unsent:
        lines.append(say(language, "admin-queue", unhandled=unhandled, unsent=found.queue.unsent))
    if found.undeliverable or found.given_up:
        lines.append(say(language, "admin-failed", undeliverable=found.undeliverable, given_up=found.given_up))
    page.add("\n".join(lines))

    if found.models:
        costs = {
            "every": sum(model.cost_micros for model in found.models),
            "week": sum(day.cost_micros for day in found.days),
            "today": found.days[-1].cost_micros,
        }
        page.add(
            say(language, "admin-cost", **{name: format_money(micros, language) for name, micros in costs.items()})
        )
    return ctx.reply(page.say())


async def show_people(ctx: ConversationContext) -> Commit:
    """List those who did something last: their names, and how far they are."""
    found = await ctx.runtime.report(lambda c: recent_interviewees(c, limit=PEOPLE))
    if not found:
        return ctx.respond("admin-nobody")
    lines = []
    for each in found:
        session, progress = each.session, await ctx.progress(each.session)
        far = "none"  # its kind is not enabled any more
        if progress is not None:
            far = ctx.say("admin-far", done=progress.done, total=progress.total)
        person = {
            "name": excerpt(each.name, LONGEST_NAME) or str(session.address),
            "title": session.title,
            "far": far,
            "state": ctx.say(f"state-{session.status.value}"),
            "when": format_ago(ctx.language, session.touched_at, ctx.now),
        }
        lines.append(ctx.say("admin-person", **person))
    return ctx.plainly("\n".join(lines))
