"""What people can know and have of what is kept about them: `/privacy` and `/export`."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Say
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.phases import consent, new
from core.privacy.facts import privacy_text
from core.words import say

EXPORT = "export"
"""The chore that puts everything of a person into one file and sends it."""


async def privacy(ctx: Context) -> Change:
    """What becomes of their words. Its buttons are those with which they agree to that, or not."""
    if ctx.pressed and ctx.argument in {consent.AGREE, consent.DECLINE}:
        return await _answered(ctx)
    facts = ctx.runtime.privacy
    return ctx.plainly(privacy_text(facts, facts.carrier(ctx.incoming.address.platform), ctx.language))


async def _answered(ctx: Context) -> Change:
    change = await consent.pressed(ctx)
    if change is not None:
        return change
    if ctx.view.session is None and ctx.argument == consent.AGREE:
        return await new.start(ctx)  # they have changed their mind
    return ctx.plainly(say(ctx.language, "stale-button"))


async def export(ctx: Context) -> Change:
    """Everything of theirs as one file, which comes when it is made."""
    session = ctx.view.session
    if session is None:
        return ctx.plainly(say(ctx.language, "export-nothing"))
    draft = Draft(session, ctx.now)
    draft.ask_for(EXPORT)
    draft.tell(Say(text=say(ctx.language, "export-coming")), key=ctx.key("0"), language=ctx.language)
    return draft.change(done=(ctx.item.id,))
