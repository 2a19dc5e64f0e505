"""What is no answer and no known command: a plain sentence, which says what to do."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Attachment, Command, Unusable, UnusableKind
from core.conversation.context import Context
from core.interviews.signals.courtesy import thanks
from core.words import say


async def unknown_command(ctx: Context) -> Change:
    content = ctx.incoming.content
    written = content.name if isinstance(content, Command) else ""
    return ctx.plainly(say(ctx.language, "unknown-command", command=f"/{written[:40]}"))


async def unusable(ctx: Context) -> Change:
    content = ctx.incoming.content
    kind = content.kind.value if isinstance(content, Unusable) else "other"
    if isinstance(content, Attachment):
        kind = UnusableKind.FILE.value
    return ctx.plainly(say(ctx.language, f"unusable-{kind}"))


def farewell(ctx: Context, text: str) -> Change:
    """To thanks or a goodbye."""
    return ctx.plainly(say(ctx.language, "you-are-welcome" if thanks(text) else "farewell"))
