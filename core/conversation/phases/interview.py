"""An interview that was begun: what words mean that are no answer to an open question."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.change import Change
from core.conversation.context import Context
from core.conversation.draft import said
from core.conversation.pausing import resume
from core.conversation.phases import ended
from core.conversation.plan import LEFT
from core.interviews.signals.courtesy import is_goodbye


async def words(ctx: Context) -> Change:
    """In a pause they go on with it, where they are no goodbye; and where nothing is asked, nothing is under way."""
    session = ctx.view.session
    if session is not None and session.status in LEFT and not is_goodbye(said(ctx.incoming.content) or ""):
        return await resume(replace(ctx, argument=session.id))
    return await ended.words(ctx)
