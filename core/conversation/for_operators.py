"""What only those who run the bot are told beside what everybody hears."""

from __future__ import annotations

from core.conversation.context import Context
from core.words import say


def for_operator(ctx: Context, notice: str) -> str:
    """A plain word about how the interviewer works just now; to whoever can change it, with how that is done.

    That is whoever runs the bot, and whoever sits at its own keyboard.
    """
    here = ctx.runtime.privacy.carrier(ctx.incoming.address.platform) == ""
    if not (notice and ctx.runtime.offline and (ctx.is_admin or here)):
        return notice
    return f"{notice} {say(ctx.language, 'operator-offline')}"
