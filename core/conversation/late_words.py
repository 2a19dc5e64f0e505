"""Keeps words that belong to another question than the open one with theirs; nothing is asked again.

Such words were said before the open question was seen, or in a voice note that was still being heard when a command
moved the interview on, or in one that was heard only after its person had been told that it could not be. Words that
are told freely, while nothing is asked, are kept here too.
"""

from __future__ import annotations

from datetime import timedelta

from core.contracts.commits import Commit, PauseOthers
from core.contracts.errors import NotFound
from core.contracts.messages import Choice, Say
from core.contracts.session import Session, Status
from core.contracts.turn import Interview, Turn
from core.conversation.asking import TRANSCRIPT, add_conclusion
from core.conversation.context import ConversationContext
from core.conversation.deadlines import held_question_time, is_question_held, keep_while_held, next_question_time
from core.conversation.draft import Draft, group_messages, join_messages
from core.conversation.feature_hooks import add_to_turn, buttons_about_told
from core.conversation.mailbox import joined_words
from core.conversation.phases.intake_moves import add_early_words
from core.conversation.plan import TOLD, Items, KeepLate
from core.conversation.rendering import question_buttons
from core.languages.messages import locale_or_default, say
from core.languages.sensitive import is_danger, is_plain_danger
from core.store.desk_reads import session_by_id
from core.store.question_timeline import entry_at

SILENCE = timedelta(minutes=20)
"""After a longer one whoever goes on with telling freely is shown once more that it is kept."""


async def keep_late_words(
    ctx: ConversationContext, step: KeepLate, *, lead: str = "", ways: tuple[Choice, ...] = ()
) -> Commit:
    """Keep words where the plan says; they move nothing, and what was heard is shown (`lead`, `ways`: with it).

    Raises NotFound.
    """
    if step.seq is None:
        return add_early_words(ctx, step.items)
    session_id, seq = step.session_id, step.seq
    session, question = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, seq))
    )
    if session is None or question is None:
        raise NotFound("The question that words belong to is not there any more.")
    session = ctx.here(session)
    draft = Draft(session, ctx.now)
    draft.hear(group_messages(item.incoming for item in step.items), to=question.seq, question_id=question.question_id)
    if step.taken_back:
        for entry in draft.added:
            draft.withdraw(entry)
    else:
        if question.withdrawn:
            draft.restore(question)
        if not session.timing.gone:
            draft.show_heard(key=ctx.key("heard"), language=ctx.spoken_in(session), lead=lead, ways=ways)
        if session.status is Status.COMPLETED:
            draft.ask_for(TRANSCRIPT)
        await _go_on(ctx, step, session, draft)
    return draft.change(done=tuple(item.id for item in step.items))


async def _go_on(ctx: ConversationContext, step: KeepLate, session: Session, draft: Draft) -> None:
    """Answer danger; else say that the words are kept, where nothing else says so."""
    interview = ctx.interview(session)
    if interview is None:
        return
    here = ctx.view.session is not None and ctx.view.session.id == session.id
    language, text = ctx.spoken_in(session), join_messages(entry.text for entry in draft.added)
    if _answers_danger(ctx, draft, interview, text):
        return
    about = await buttons_about_told(ctx, draft)
    held = here and session.timing.held
    if held and not step.afterthought and (session.status is Status.ACTIVE or not any(i.overtaken for i in step.items)):
        keep_while_held(draft, ctx, about)
    elif step.afterthought or (about and ctx.model.offline):
        draft.tell(Say(text=say(language, "added"), choices=about), key=ctx.key("0"), language=language)


def _answers_danger(ctx: ConversationContext, draft: Draft, interview: Interview, text: str) -> bool:
    """Send the help text if there is danger in these words; return whether there was."""
    language = ctx.spoken_in(draft.session)
    if not (is_plain_danger(text, language) or (ctx.model.offline and is_danger(text, language))):
        return False
    draft.time(calm=True)
    draft.keep_newest_apart()
    draft.tell(Say(text=interview.help_text(language)), key=ctx.key("help"), language=language)
    return True


async def keep_free_telling(ctx: ConversationContext, items: Items) -> Commit:
    """Keep words that are told freely. The first, and those after a silence, are confirmed; only danger is answered."""
    session, scene = ctx.view.session, ctx.view.scene
    assert session is not None and scene is not None and scene.question is not None  # noqa: S101, PT018 - as planned
    question, interview, language = scene.question, ctx.runtime.interviews[session.kind], ctx.spoken_in(session)
    messages = group_messages(item.incoming for item in items)
    draft = Draft(session, ctx.now)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.hear(messages, to=question.seq, question_id=question.question_id)
    draft.show_heard(key=ctx.key("heard"), language=language)
    broken = bool(messages) and messages[0].at - session.touched_at > SILENCE
    if not _answers_danger(ctx, draft, interview, joined_words(items)) and (broken or not scene.answers):
        ways = question_buttons(language, session.id, question.seq, (TOLD,))
        draft.tell(Say(text=say(language, "tell-kept"), choices=ways), key=ctx.key("0"), language=language)
    resumed = () if session.status is Status.ACTIVE else (PauseOthers(),)
    return draft.change(*resumed, done=tuple(item.id for item in items))


async def apply_turn(ctx: ConversationContext, draft: Draft, turn: Turn) -> None:
    """Put a turn into a draft, with the farewell where it closes the interview."""
    language = locale_or_default(turn.language or draft.session.language, ctx.person.language)
    later = ""
    if is_question_held(turn, draft.session):
        active = ctx.view.session is not None and ctx.view.session.status is Status.ACTIVE
        waited = held_question_time(ctx, draft.session, language) if active else ""
        later = waited or next_question_time(ctx, draft.session, language)
    turn = await add_to_turn(ctx, draft, turn, held=bool(later))
    kept_back = tuple(part.seq for part in turn.kept_back)
    about = () if turn.distress else await buttons_about_told(ctx, draft, kept_back=kept_back)
    draft.apply(turn, key=ctx.key("turn"), language=language, later=later, about=about)
    if turn.closes:
        await add_conclusion(ctx, draft, ctx.interview(draft.session), language=language)
