"""Shows in `/family` the answers that stay between their person and the bot, and lets them go one by one."""

from __future__ import annotations

from collections.abc import Sequence

from core.contracts.commits import Commit
from core.contracts.messages import Choice, Say, StyledMessage, fits_button
from core.contracts.session import Entry, EntryKind, Role, Session, Status, words_without_photos
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, command_button, question_buttons
from core.documents.readable import excerpt
from core.features.gift.family import Family
from core.features.gift.readers import grace_minutes, reader_in
from core.features.gift.rows import families_of, has_reached, is_shared
from core.features.gift.withheld import answers_awaiting_release
from core.store.mailbox_rows import entry_at, session_by_id, talk_since

LET, APART = "let", "apart"
"""Commands that only buttons lead to."""
MOST = 5
"""Shown at a time; what is let go makes room for the next."""


def show_withheld(
    ctx: ConversationContext, page: StyledMessage, its: Family, waiting: tuple[tuple[Entry, ...], ...], reader: str
) -> list[Choice]:
    """Show one quiet line, the beginning of each answer, and a button that lets it go."""
    shown = [answers for answers in waiting if fits_button(_argument(its, answers))][:MOST]
    if not shown:
        return []
    page.add(ctx.say("family-apart", answers=len(shown)))
    ways = []
    for number, answers in enumerate(shown, start=1):
        words = " ".join(words_without_photos(each.text) if each.photo else each.text for each in answers)
        page.add(f"{number}. {excerpt(words)}")
        ways.append(ctx.button(LET, _argument(its, answers), label=ctx.say("button-let", number=number, reader=reader)))
    return ways


def _argument(its: Family, answers: tuple[Entry, ...]) -> str:
    return f"{its.session_id}-{answers[-1].seq}"


async def release_answer(ctx: ConversationContext) -> Commit:
    """Let an answer go to the family like any other from now on."""
    theirs = await ctx.runtime.store.read(
        lambda c: [(its, answers_awaiting_release(c, its)) for its in families_of(c, ctx.person.id)]
    )
    waiting = (
        (its.session_id, each) for its, groups in theirs for each in groups if _argument(its, each) == ctx.argument
    )
    session_id, answers = next(waiting, (None, ()))
    session = None if session_id is None else await ctx.runtime.store.read(lambda c: session_by_id(c, session_id))
    if session is None:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    draft.release(answers)
    return ctx.reply_with(draft, await _on_its_way(ctx, session, answers))


async def share_answer(ctx: ConversationContext) -> Commit:
    """Let the family have the answer that the button stands under, as far as it was told then."""
    session, answers = await answer_of_button(ctx)
    told = [each for each in answers if not each.kept_back]
    if session is None or session.family_id is None or not told:
        return ctx.respond("stale-button")
    draft = Draft(session, ctx.now)
    draft.release(told)
    # On some platforms the buttons of the question are gone once one of them was pressed.
    here = ctx.view.session is not None and ctx.view.session.id == session.id and session.status is Status.ACTIVE
    open_now = session.open_question if here and not session.timing.held else None
    ways = () if open_now is None else question_buttons(ctx.language, session.id, open_now, ("skip", "pause"))
    return ctx.reply_with(draft, await _on_its_way(ctx, session, told, ways))


async def _on_its_way(
    ctx: ConversationContext, session: Session, answers: Sequence[Entry], ways: tuple[Choice, ...] = ()
) -> Say:
    """Say when answers go out, with a button that takes them back until then."""
    minutes, argument = grace_minutes(ctx.runtime), f"{session.id}-{answers[-1].seq}"
    text = ctx.say("family-let-go", minutes=minutes, reader=await reader_in(ctx, session))
    if minutes and fits_button(argument):
        ways = (command_button(ctx.language, APART, argument, label=ctx.say("button-take-back")), *ways)
    return Say(text=text, choices=ways)


async def keep_apart(ctx: ConversationContext) -> Commit:
    """Keep the answer above the button from the family; it stays in its teller's own files."""
    session, answers = await answer_of_button(ctx, all_of_it=True)
    told = tuple(each for each in answers if not (each.withdrawn or each.kept_back))
    if session is None or session.family_id is None or not told:
        return ctx.respond("stale-button")
    gone = await ctx.runtime.store.read(lambda c: any(has_reached(c, session.id, each.seq) for each in told))
    draft = Draft(session, ctx.now)
    draft.take_back_release(told)
    reader = await reader_in(ctx, session)
    text = ctx.say("private-apart", gone="yes" if gone else "no", count=len(told), reader=reader)
    return ctx.reply_with(draft, Say(text=text))


async def keep_private(ctx: ConversationContext) -> Commit:
    """Keep the answer that the button stands under out of every file; it goes to nobody."""
    session, told = await answer_of_button(ctx, all_of_it=True)
    answers = tuple(each for each in told if not each.withdrawn)
    if session is None or not answers:
        return ctx.respond("private-last-none")
    gone = await has_gone_out(ctx, session, tuple(each.seq for each in answers))
    draft = Draft(session, ctx.now)
    draft.keep_back(each.seq for each in answers)
    text = ctx.say("private-last-kept", gone="yes" if gone else "no", count=len(answers))
    return ctx.reply_with(draft, Say(text=text))


async def has_gone_out(ctx: ConversationContext, session: Session, seqs: tuple[int, ...]) -> bool:
    """Return whether the family may have one of these answers already."""
    return await ctx.runtime.store.read(lambda c: any(is_shared(c, session.id, seq) for seq in seqs))


async def answer_of_button(
    ctx: ConversationContext, *, all_of_it: bool = False
) -> tuple[Session | None, tuple[Entry, ...]]:
    """Return the messages of the answer that a button names, up to the named one, or `all_of_it`; and their session.

    Buttons of earlier versions name none: theirs is the answer before the open question.
    """
    session_id, _, seq = ctx.argument.rpartition("-")
    if not ctx.argument and ctx.view.session is not None and ctx.view.scene is not None:
        last = [e.seq for e in ctx.view.scene.tail if e.kind is EntryKind.ANSWER]
        session_id, seq = ctx.view.session.id, str(last[-1]) if last else ""
    number = int(seq) if seq.isdecimal() else 0
    session, named = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, number))
    )
    if session is None or named is None or named.role is not Role.PERSON or session.person_id != ctx.person.id:
        return None, ()
    talk = await ctx.runtime.store.read(lambda c: talk_since(c, session.id, named.answers or 1))
    told = (e for e in talk if e.kind is EntryKind.ANSWER and e.answers == named.answers)
    return session, tuple(e for e in told if all_of_it or e.seq <= named.seq)
