"""A person changed a message: whatever it has become follows. Nothing is asked anew because of it."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Edit
from core.contracts.session import Reason, Revision
from core.conversation import voices
from core.conversation.context import Context
from core.conversation.phases import consent, intake, intake_late
from core.store.desk_reads import entry_by_ref
from core.words import say


async def edited(ctx: Context) -> Change:
    if (mended := await voices.edited(ctx)) is not None:
        return mended
    content = ctx.incoming.content
    nothing = ctx.reply()
    if not isinstance(content, Edit) or not content.ref or not content.text.strip():
        return nothing
    found = await ctx.runtime.store.read(lambda c: entry_by_ref(c, ctx.incoming.address, content.ref))
    if found is None:
        for follow in (consent.edited, intake.edited, intake_late.edited):
            if (change := await follow(ctx, content)) is not None:
                return change
        return nothing
    session_id, entry = found
    if entry.text == content.text or entry.newest.reason is Reason.DELETED:
        return nothing
    revision = Revision(
        number=0, text=content.text, reason=Reason.EDIT, withdrawn=entry.withdrawn, at=ctx.incoming.sent_at
    )
    about = None if entry.answers is not None else await intake_late.edited(ctx, content, session_id)
    change = replace(about or nothing, revised=session_id, revisions=((entry.seq, revision),))
    if entry.withdrawn:
        return replace(change, letters=ctx.plainly(say(ctx.language, "edited-taken-back")).letters)
    # A typing error mended a moment after sending is not worth a word; a change of an older answer is.
    if session_id == (ctx.view.session.id if ctx.view.session else "") and entry.answers == _answered_last(ctx):
        return change
    return replace(change, letters=ctx.plainly(say(ctx.language, "edited")).letters)


def _answered_last(ctx: Context) -> int | None:
    """The `seq` of the question that was answered last."""
    if ctx.view.scene is None:
        return None
    said = [e for e in (*ctx.view.scene.tail, *ctx.view.scene.answers) if e.answers is not None]
    return max(said, key=lambda e: e.seq).answers if said else None
