"""Words that belong to another question than the open one: they are kept with theirs, and nothing is asked anew.

So it is with what was said before the open question was seen; with a voice note that was still being heard when a
command moved the interview on; and with one that was heard only after its person had been told that it could not be.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.change import Change
from core.contracts.errors import NotFound
from core.contracts.messages import Choice, Say
from core.contracts.session import Entry, Session, Status
from core.contracts.turn import Turn
from core.conversation.asking import spoken_in, transcript_wanted
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.due import go_on_while_held, told_later, waits_for_its_time
from core.conversation.finishing import conclude
from core.conversation.mailbox import joined_words
from core.conversation.phases import intake_late
from core.conversation.plan import KeepLate
from core.store.asked import entry_at
from core.store.desk_reads import MailItem, session_by_id
from core.words import LANGUAGES, known, say


@dataclass(frozen=True, slots=True, kw_only=True)
class LateWords:
    """Words, and the question that they belong to."""

    items: tuple[MailItem, ...]
    session: Session
    question: Entry
    taken_back: bool = False
    """They were taken back before they were heard."""
    afterthought: bool = False
    """They were added in a pause, which goes on."""


async def keep(ctx: Context, step: KeepLate, *, listen: bool = True) -> Change:
    """Do what the plan says; `listen` to the signals in the words, such as a wish to stop. Raises NotFound."""
    if step.seq is None:
        return intake_late.told_before(ctx, step.items)
    session_id, seq = step.session_id, step.seq
    session, question = await ctx.runtime.store.read(
        lambda c: (session_by_id(c, session_id), entry_at(c, session_id, seq))
    )
    if session is None or question is None:
        raise NotFound("The question that words belong to is not there any more.")
    words = LateWords(
        items=step.items,
        session=session,
        question=question,
        taken_back=step.taken_back,
        afterthought=step.afterthought,
    )
    draft = kept(ctx, words)
    if listen:
        await act_on_signals(ctx, words, draft)
    return draft.change(done=tuple(item.id for item in words.items))


# --- keeping them -------------------------------------------------------------------------------------------------


def kept(ctx: Context, words: LateWords, *, lead: str = "", ways: tuple[Choice, ...] = ()) -> Draft:
    """The session with the words in it. They move nothing; what was heard is shown (`lead`, `ways`: beside it)."""
    draft = Draft(words.session, ctx.now)
    messages = spoken(item.incoming for item in words.items)
    draft.hear(messages, to=words.question.seq, question_id=words.question.question_id)
    if words.taken_back:
        for entry in draft.added:
            draft.withdraw(entry)
        return draft
    if words.question.withdrawn:
        draft.restore(words.question)
    if not words.session.timing.gone:
        draft.show_heard(key=ctx.key("heard"), language=spoken_in(ctx, words.session), lead=lead, ways=ways)
    if words.session.status is Status.COMPLETED:
        transcript_wanted(draft)
    return draft


async def act_on_signals(ctx: Context, words: LateWords, draft: Draft) -> None:
    """Let act what must act at once even in late words: a wish to stop, a refusal, distress.

    Where the interview is not under way there is nothing to stop and nothing to refuse.
    """
    session, interview = words.session, ctx.interview(words.session)
    if interview is None or words.taken_back:
        return
    here = ctx.view.session is not None and ctx.view.session.id == session.id
    active = here and session.status is Status.ACTIVE
    text = joined_words(words.items)
    signals = interview.listen(text)
    held = here and session.timing.held
    # A refusal is about what is behind them: the question that waits was not seen by anybody.
    acts = signals.stop or signals.distress or (signals.declined and not held)
    if acts and (active or signals.distress or words.afterthought):
        situation = await ctx.situation(draft.session, ctx.view.scene if here else None, answer=text)
        turn = interview.late(situation, signals)
        if active or not (turn.question is not None or turn.closes or turn.pauses):
            await put_turn(ctx, draft, turn)
            if held and signals.distress:
                draft.set(status=Status.PAUSED)  # the next question does not come by itself
    elif words.afterthought:
        language = spoken_in(ctx, session)
        draft.tell(Say(text=say(language, "added")), key=ctx.key("0"), language=language)
    elif held and not acts and (active or not any(item.overtaken for item in words.items)):
        go_on_while_held(draft, ctx)


async def put_turn(ctx: Context, draft: Draft, turn: Turn) -> None:
    """Put a turn into a draft, with the farewell where it closes the interview."""
    language = turn.language or draft.session.language
    if language not in LANGUAGES:
        language = known(ctx.person.language)
    later = told_later(ctx, draft.session, language) if waits_for_its_time(turn, draft.session) else ""
    draft.apply(turn, key=ctx.key("turn"), language=language, later=later)
    if turn.closes:
        await conclude(ctx, draft, ctx.interview(draft.session), language=language)
