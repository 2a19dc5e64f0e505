"""After an interview: nothing is asked any more."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Say
from core.conversation.asking import farewell
from core.conversation.context import Context
from core.conversation.draft import said
from core.conversation.phases.new import invited, start
from core.conversation.rendering import command_button
from core.interviews.signals.courtesy import comes_back, is_goodbye, is_hello
from core.words import say


async def words(ctx: Context) -> Change:
    """A link begins an interview about it; else they are told how to go on, or to begin anew."""
    text, session = said(ctx.incoming.content) or "", ctx.view.session
    if (wanted := await invited(ctx, text)) is not None:
        return wanted
    if is_goodbye(text):
        return farewell(ctx, text)
    if session is None or is_hello(text) or comes_back(text):
        return await start(ctx)
    ways = (
        command_button(ctx.language, "resume", session.id),
        command_button(ctx.language, "interview", label=say(ctx.language, "button-anew")),
    )
    return ctx.reply(Say(text=say(ctx.language, "finished-session"), choices=ways))
