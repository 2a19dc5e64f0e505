"""Words that belong to another question than the open one: they are kept with theirs, and nothing is asked anew.

So it is with what was said before the open question was seen; with a voice note that was still being heard when a
command moved the interview on; and with one that was heard only after its person had been told that it could not be.
"""

from __future__ import annotations

from datetime import timedelta

from core.contracts.messages import Choice, Say
from core.contracts.session import Entry, Status
from core.contracts.turn import Interview, Turn
from core.conversation.asking import spoken_in, transcript_wanted
from core.conversation.belonging import Stray, by_what_was_asked, question_before
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.due import go_on_while_held, told_later, waits_for_its_time
from core.conversation.finishing import conclude
from core.conversation.mailbox import (
    came_before,
    is_spoken,
    joined_words,
    leading_words,
    unclaimed,
)
from core.conversation.phases.consent import awaited
from core.conversation.runtime import Runtime
from core.documents.shown import told
from core.interviews.podcast.intake import intake_of
from core.interviews.signals.courtesy import Added, adds, is_courtesy, is_no_answer
from core.store.desk_reads import MailItem, Scene, View
from core.words import LANGUAGES, known, say

LEFT = frozenset({Status.PAUSED, Status.ABANDONED})
AFTERTHOUGHT = timedelta(minutes=15)
"""So long after a pause more words to what was answered last go on with that, and not with the interview."""
POSTSCRIPT = timedelta(days=1)
"""And so long where they say so themselves."""


# --- finding them -------------------------------------------------------------------------------------------------


async def stray(runtime: Runtime, seen: View) -> Stray | None:
    """The first words in the mailbox that belong to another question than the open one."""
    run = leading_words(unclaimed(seen))
    if not run:
        return None
    if any(is_spoken(item) or item.overtaken for item in run):
        found = await runtime.store.read(lambda c: by_what_was_asked(c, seen, run))
    else:
        found = _by_the_scene(runtime, seen, run)
    return found or _after_the_pause(runtime, seen, run)


def _by_the_scene(runtime: Runtime, seen: View, run: tuple[MailItem, ...]) -> Stray | None:
    """For what is written: it belongs to the open question or to the one before."""
    session, found = seen.session, seen.scene
    if session is None or found is None or session.status is Status.COMPLETED or awaited(seen):
        return None
    if session.kind not in runtime.interviews or (session.status in LEFT and _beside(runtime, run)):
        return None
    to = question_before(found)
    late = tuple(item for item in run if came_before(item, found.delivered))
    return Stray(items=late, session=session, question=to) if to is not None and late else None


def _beside(runtime: Runtime, run: tuple[MailItem, ...]) -> bool:
    return is_no_answer(joined_words(run[:1]), offline=runtime.offline)


def _after_the_pause(runtime: Runtime, seen: View, run: tuple[MailItem, ...]) -> Stray | None:
    """For somebody who has paused and thinks of something more: it belongs to what they answered last."""
    session, found = seen.session, seen.scene
    if session is None or found is None or session.status is not Status.PAUSED or awaited(seen):
        return None
    interview, text = runtime.interviews.get(session.kind), joined_words(run)
    if interview is None or intake_of(session) is not None or text.rstrip().endswith("?"):
        return None
    answered = any(_tells(interview, e) for e in found.answers)
    last = found.question if answered else _answered_before(interview, found)
    if last is None:
        return None
    since, plainly = run[0].incoming.sent_at - session.touched_at, adds(text)
    said_so = (plainly is Added.PLAIN and since <= POSTSCRIPT) or (plainly is Added.HINTED and since <= AFTERTHOUGHT)
    if not said_so and not (answered and since <= AFTERTHOUGHT):
        return None
    signals = interview.listen(text)
    if _beside(runtime, run) or signals.stop or signals.onward:
        return None
    return Stray(items=run, session=session, question=last, afterthought=True)


def _answered_before(interview: Interview, found: Scene) -> Entry | None:
    """The question before the open one that has the newest answer."""
    newest = (e.answers for e in reversed(found.tail) if e.answers is not None and _tells(interview, e))
    answers = next(newest, None)
    return next((e for e in found.tail if e.seq == answers), None)


def _tells(interview: Interview, answer: Entry) -> bool:
    """Whether something is told in it: a wish to go and a goodbye tell nothing."""
    words = told(answer)
    return bool(words) and not is_courtesy(words) and not interview.listen(words).stop


# --- keeping them -------------------------------------------------------------------------------------------------


def kept(ctx: Context, words: Stray, *, lead: str = "", ways: tuple[Choice, ...] = ()) -> Draft:
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


async def heed(ctx: Context, words: Stray, draft: Draft) -> None:
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
