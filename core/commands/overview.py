"""Where the interview stands: `/status`."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Progress, Say
from core.conversation.context import Context
from core.conversation.due import when_held
from core.conversation.rendering import counted_out, progress_line
from core.documents.exchanges import figures, summary
from core.store.records import record
from core.words import say

BAR = 20
"""Cells of the progress bar."""


async def status(ctx: Context) -> Change:
    """How far the interview is, on one screen."""
    session = ctx.view.session
    progress = None if session is None else await ctx.progress(session)
    if session is None or progress is None:
        return ctx.plainly(say(ctx.language, "no-status"))
    whole, _ = await ctx.runtime.store.read(lambda c: record(c, session.id))
    lines = [
        say(ctx.language, "status", title=session.title, state=say(ctx.language, f"state-{session.status.value}")),
        f"{_bar(progress)} {progress_line(ctx.language, progress)}",
        summary(figures(whole), ctx.language),
        when_held(ctx, session, ctx.language),
    ]
    return ctx.reply(Say(text="\n".join(filter(None, lines)), progress=counted_out(progress)))


def _bar(progress: Progress) -> str:
    done, total = progress.done, progress.total
    if progress.chapters:
        done, total = progress.chapters_done, progress.chapters
    filled = max(1, round(BAR * done / max(1, total)))
    return "▓" * filled + "░" * (BAR - filled)
