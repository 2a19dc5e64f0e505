"""The end of an interview: the outro, a summary, and the transcript on its way."""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.messages import Say
from core.contracts.turn import Interview
from core.conversation.asking import TRANSCRIPT
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.documents.exchanges import figures, summary
from core.store.desk_reads import Scene
from core.store.records import record


async def finish(ctx: Context, draft: Draft, found: Scene, interview: Interview) -> Change:
    """Complete the session that is drafted."""
    draft.set(address=ctx.incoming.address)
    await close(ctx, draft, found, interview)
    return draft.change(done=ctx.done)


async def close(ctx: Context, draft: Draft, found: Scene, interview: Interview) -> None:
    """The outro, and all that follows it."""
    situation = await ctx.situation(draft.session, found)
    language = ctx.spoken_in(draft.session)
    draft.apply(interview.finish(situation, offline=ctx.runtime.offline), key=ctx.key("turn"), language=language)
    await conclude(ctx, draft, interview, language=language)


async def conclude(ctx: Context, draft: Draft, interview: Interview | None, *, language: str) -> None:
    """What every completed session is owed: a closing summary, what is still to come, and the transcript."""
    draft.ask_for(TRANSCRIPT)
    stored, _ = await ctx.runtime.store.read(lambda c: record(c, draft.session.id))
    whole = draft.over(stored)
    parts = (summary(figures(whole), language), interview.afterwards(whole) if interview is not None else "")
    text = "\n\n".join(part for part in parts if part)
    draft.tell(Say(text=text), key=ctx.key("summary"), language=language)
