"""Words that belong to another question than the open one: they are kept with theirs, and nothing is asked anew.

So it is with what was said before the open question was seen; with a voice note that was still being heard when a
command moved the interview on; and with one that was heard only after its person had been told that it could not be.
"""

from __future__ import annotations

from core.contracts.change import Change
from core.contracts.errors import NotFound
from core.contracts.messages import Choice, Say
from core.contracts.session import Session, Status
from core.contracts.turn import Turn
from core.conversation.asking import TRANSCRIPT, conclude
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.due import go_on_while_held, told_later, waits_for_its_time
from core.conversation.family_turns import for_family
from core.conversation.mailbox import joined_words
from core.conversation.phases.intake_moves import told_before
from core.conversation.plan import KeepLate
from core.store.asked import entry_at
from core.store.desk_reads import session_by_id
from core.words import ours, say


async def keep(
    ctx: Context, step: KeepLate, *, listen: bool = True, lead: str = "", ways: tuple[Choice, ...] = ()
) -> Change:
    """Keep words where the plan says; they move nothing, and what was heard is shown (`lead`, `ways`: beside it).

    `listen` to the signals in them, such as a wish to stop. Raises NotFound.
    """
    if step.seq is None:
        return told_before(ctx, step.items)
    session_id, seq = step.session_id, step.seq
    session, question = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, seq))
    )
    if session is None or question is None:
        raise NotFound("The question that words belong to is not there any more.")
    session = ctx.here(session)
    draft = Draft(session, ctx.now)
    draft.hear(spoken(item.incoming for item in step.items), to=question.seq, question_id=question.question_id)
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
        if listen:
            await _act_on_signals(ctx, step, session, draft)
    return draft.change(done=tuple(item.id for item in step.items))


async def _act_on_signals(ctx: Context, step: KeepLate, session: Session, draft: Draft) -> None:
    """Let act what must act even in late words: distress; and while it is under way, a wish to stop, a refusal."""
    interview = ctx.interview(session)
    if interview is None:
        return
    here = ctx.view.session is not None and ctx.view.session.id == session.id
    active = here and session.status is Status.ACTIVE
    text = joined_words(step.items)
    signals = interview.listen(text)
    held = here and session.timing.held
    # A refusal is about what is behind them: the question that waits was not seen by anybody.
    acts = signals.stop or signals.distress or (signals.declined and not held)
    if acts and (active or signals.distress or step.afterthought):
        situation = await ctx.situation(draft.session, ctx.view.scene if here else None, answer=text)
        turn = interview.late(situation, signals)
        if active or not (turn.question is not None or turn.closes or turn.pauses):
            await put_turn(ctx, draft, turn)
            if held and signals.distress:
                draft.set(status=Status.PAUSED)  # the next question does not come by itself
    elif step.afterthought:
        language = ctx.spoken_in(session)
        draft.tell(Say(text=say(language, "added")), key=ctx.key("0"), language=language)
    elif held and not acts and (active or not any(item.overtaken for item in step.items)):
        go_on_while_held(draft, ctx)


async def put_turn(ctx: Context, draft: Draft, turn: Turn) -> None:
    """Put a turn into a draft, with the farewell where it closes the interview."""
    language = ours(turn.language or draft.session.language, ctx.person.language)
    later = told_later(ctx, draft.session, language) if waits_for_its_time(turn, draft.session) else ""
    turn = await for_family(ctx, draft, turn, held=bool(later))
    draft.apply(turn, key=ctx.key("turn"), language=language, later=later)
    if turn.closes:
        await conclude(ctx, draft, ctx.interview(draft.session), language=language)
