"""`/quiet no notices`: somebody wants none of them, or wants them again."""

from __future__ import annotations

import re

from core.contracts.commits import Commit
from core.contracts.messages import Choice, Say
from core.conversation.context import ConversationContext
from core.conversation.quiet_wishes import QuietWish
from core.languages.lexicon import any_word

NO_NOTICES, NOTICES = "no-notices", "notices"
"""Arguments of /quiet: to get none of them, and to get them again."""
_SAID = re.compile(rf"({any_word('timing', 'without')})?[\s-]*{any_word('timing', 'notices')}[\s.!]*", re.IGNORECASE)


def _handle(ctx: ConversationContext) -> Commit | None:
    wish = _SAID.fullmatch(ctx.argument)
    if wish is None:
        return None
    none = wish[1] is not None
    person = ctx.person.model_copy(update={"no_notices": none})
    key, ways = ("quiet-no-notices", (_again(ctx),)) if none else ("quiet-notices", ())
    return ctx.reply(Say(text=ctx.say(key), choices=ways), person=person)


def _remind(ctx: ConversationContext) -> tuple[str, Choice] | None:
    return (ctx.say("quiet-without-notices"), _again(ctx)) if ctx.person.no_notices else None


def _again(ctx: ConversationContext) -> Choice:
    return ctx.button("quiet", NOTICES, label=ctx.say("button-notices"))


QUIET_WISH = QuietWish(handle=_handle, remind=_remind)
