"""Words of an intake when its interview has begun: sent before the first question was seen, edited or deleted since.

What was told is the beginning of the transcript; what else was said may stand in what the interview is about.
"""

from __future__ import annotations

from core.contracts.about import ABOUT, About
from core.contracts.change import Change
from core.contracts.messages import Edit, Say
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.phases.intake_moves import session_title
from core.store.consents import kept_mail
from core.store.desk_reads import MailItem, session_by_id
from core.store.finding_rows import finding
from core.words import say


def told_before(ctx: Context, items: tuple[MailItem, ...]) -> Change:
    """Put words that were sent before the first question was seen with what was told before it."""
    session = ctx.view.session
    assert session is not None  # noqa: S101 - it has a question
    draft = Draft(session, ctx.now)
    language = ctx.spoken_in(session)
    draft.hear(spoken(item.incoming for item in items), to=None)
    draft.show_heard(key=ctx.key("heard"), language=language)
    draft.tell(Say(text=say(language, "intake-noted")), key=ctx.key("noted"), language=language)
    return draft.change(done=tuple(item.id for item in items))


async def edited(ctx: Context, edit: Edit, session_id: str = "") -> Change | None:
    """Have what an interview is about follow the change of a message; None where nothing of it stands there."""
    return await _followed(ctx, session_id, edit.ref, edit.text, ())


async def removed(ctx: Context, ref: str, items: tuple[int, ...] = (), session_id: str = "") -> Change | None:
    """Take a deleted message out of what an interview is about; None where nothing of it stands there.

    `items`: what was in the mailbox of it.
    """
    return await _followed(ctx, session_id, ref, "", items)


async def _followed(ctx: Context, session_id: str, ref: str, text: str, items: tuple[int, ...]) -> Change | None:
    wanted = session_id or (ctx.view.session.id if ctx.view.session is not None else "")
    session, value = await ctx.runtime.store.read(lambda c: (session_by_id(c, wanted), finding(c, wanted, ABOUT)))
    interview = None if session is None else ctx.interview(session)
    if session is None or value is None or interview is None or interview.intake is None:
        return None
    kept = await ctx.runtime.store.read(lambda c: kept_mail(c, ctx.person.id, items)) if items else ()
    gone = tuple(message.text for message in spoken(kept))
    changed = interview.intake.followed(About(value=value), ref, text, gone)
    if changed is None:
        return None
    draft = Draft(session, ctx.now)
    if changed.title is not None:
        script = (await ctx.runtime.scripts(session.script_digest)).speak(session.language)
        draft.set(title=session_title(script.title, changed.title))
    return draft.change(done=ctx.done, findings=((ABOUT, changed.value),))
