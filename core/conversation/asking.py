"""Asks an open question again, ends interviews, and has what else phases and commands share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.contracts.commands import command_spec
from core.contracts.commits import BlankMail, Commit
from core.contracts.messages import Attachment, Command, Say, StyledMessage, Unusable, UnusableKind
from core.contracts.session import Entry, Session
from core.contracts.turn import Interview
from core.contracts.welcome import BEGIN
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, all_buttons, command_button, question_badge, visible_progress
from core.documents.exchanges import summary_sentence, talk_figures
from core.store.mailbox_rows import QuestionScene
from core.store.records import load_record

TRANSCRIPT = "transcript"
"""The chore that writes the file of an interview and sends it."""
FORMS: Final[Mapping[str, str]] = {"pdf": "transcript-pdf", "docx": "transcript-docx", "md": "transcript-md"}
"""The chores that send the transcript in one form, by that form."""
STYLED = "notes-"
"""Before the name of a style: the chore that sends the file in it."""


async def repeat_question(
    ctx: ConversationContext,
    session: Session,
    page: StyledMessage,
    question: Entry,
    *,
    offers: tuple[str, ...] = ("skip",),
) -> Say:
    """Return a page that ends with a question that was asked already, with its buttons."""
    page.add_told(question.text)
    if question.title:
        offers = ("told",)
    buttons = all_buttons(ctx.spoken_in(session), session.id, question.seq, offers, await ctx.offered(session))
    course = await ctx.progress(session)
    return page.say(buttons, visible_progress(course), asks=True, badge=question_badge(question), course=course)


def operator_notice(ctx: ConversationContext, notice: str) -> str:
    """Return the notice; whoever runs the bot also hears how to get a model, unless a page has shown them already."""
    content = ctx.incoming.content
    on_page = isinstance(content, Command) and content.name == BEGIN
    runs_it = ctx.is_admin or ctx.incoming.address.platform in ctx.runtime.gate.trusted_platforms
    if not (notice and ctx.runtime.offline and runs_it) or on_page:
        return notice
    return f"{notice} {ctx.say('operator-offline')}"


async def unknown_command(ctx: ConversationContext) -> Commit:
    content = ctx.incoming.content
    written = content.name if isinstance(content, Command) else ""
    return ctx.respond("unknown-command", command=f"/{written[:40]}")


async def reject_file(ctx: ConversationContext) -> Commit:
    content = ctx.incoming.content
    kind = content.kind.value if isinstance(content, Unusable) else "other"
    if isinstance(content, Attachment):
        kind = UnusableKind.FILE.value
    return ctx.respond(f"unusable-{kind}")


async def reject_photo(ctx: ConversationContext) -> Commit:
    """Answer a photograph where nothing is asked: it is not kept."""
    return ctx.respond("photo-to-nothing").having(BlankMail((ctx.item.id,)))


async def finish_interview(
    ctx: ConversationContext, draft: Draft, found: QuestionScene, interview: Interview
) -> Commit:
    draft.set(address=ctx.incoming.address)
    await close_interview(ctx, draft, found, interview)
    return draft.change(done=ctx.done)


async def close_interview(ctx: ConversationContext, draft: Draft, found: QuestionScene, interview: Interview) -> None:
    """Say the outro, and do all that follows it."""
    situation = await ctx.situation(draft.session, found)
    language = ctx.spoken_in(draft.session)
    draft.apply(interview.finish(situation, offline=ctx.runtime.offline), key=ctx.key("turn"), language=language)
    await add_conclusion(ctx, draft, interview, language=language)


async def add_conclusion(ctx: ConversationContext, draft: Draft, interview: Interview | None, *, language: str) -> None:
    """Add what every completed session gets: a closing summary, what is still to come, and the transcript."""
    draft.ask_for(TRANSCRIPT)
    stored, _ = await ctx.runtime.store.read(lambda c: load_record(c, draft.session.id))
    whole = draft.over(stored)
    parts = (
        summary_sentence(talk_figures(whole), language),
        interview.afterwards(whole) if interview is not None else "",
    )
    text = "\n\n".join(part for part in parts if part)
    offers = () if interview is None else interview.offers
    ways = tuple(command_button(language, name) for name in offers if command_spec(name) is not None)
    draft.tell(Say(text=text, choices=ways), key=ctx.key("summary"), language=language)
