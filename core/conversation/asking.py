"""Asking an open question again, the end of an interview, and what else phases and commands have in common."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.change import Change
from core.contracts.messages import Attachment, Command, Say, Unusable, UnusableKind
from core.contracts.page import Page
from core.contracts.session import Entry, Session
from core.contracts.turn import Interview
from core.conversation.context import Context
from core.conversation.draft import Draft
from core.conversation.rendering import all_buttons, badge_of, command_button, counted_out
from core.documents.exchanges import figures, summary
from core.interviews.signals.courtesy import thanks
from core.store.desk_reads import Scene
from core.store.records import record
from core.words import say

TRANSCRIPT = "transcript"
"""The chore that writes the file of an interview and sends it."""
STYLED = "notes-"
"""Before the name of a style: the chore that sends the file in it."""


async def asked_again(
    ctx: Context, session: Session, page: Page, question: Entry, *, offers: tuple[str, ...] = ("skip",)
) -> Say:
    """A page that ends with a question that is asked already, with its buttons."""
    page.add_told(question.text)
    if question.title:
        offers = ("told",)
    buttons = all_buttons(ctx.spoken_in(session), session.id, question.seq, offers, await ctx.offered(session))
    course = await ctx.progress(session)
    return page.say(buttons, counted_out(course), asks=True, badge=badge_of(question), course=course)


def for_operator(ctx: Context, notice: str) -> str:
    """A plain word about how the interviewer works; to who runs the bot, or sits at its keyboard, with the mend."""
    here = ctx.runtime.privacy.carrier(ctx.incoming.address.platform) == ""
    if not (notice and ctx.runtime.offline and (ctx.is_admin or here)):
        return notice
    return f"{notice} {say(ctx.language, 'operator-offline')}"


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


async def photo_to_nothing(ctx: Context) -> Change:
    """A photograph where nothing is asked: it is not kept."""
    return replace(ctx.plainly(say(ctx.language, "photo-to-nothing")), blanked=(ctx.item.id,))


def farewell(ctx: Context, text: str) -> Change:
    """To thanks or a goodbye."""
    return ctx.plainly(say(ctx.language, "you-are-welcome" if thanks(text) else "farewell"))


async def finish(ctx: Context, draft: Draft, found: Scene, interview: Interview) -> Change:
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
    ways = (command_button(language, "book"),) if interview is not None and interview.has_book else ()
    draft.tell(Say(text=text, choices=ways), key=ctx.key("summary"), language=language)
