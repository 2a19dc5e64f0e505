"""What is next in a person's mailbox: one look at it in, one step out. Pure.

Words answer the open question, unless they belong to another one (`KeepLate`) or nothing is asked (`Act`). They wait
for what is still being heard of the same answer, and until it is known whether the question was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from core.contracts.session import Entry, Session, Stage, Status
from core.contracts.turn import Interview, Preparing
from core.conversation.mailbox import (
    acts_at_once,
    claimed,
    deletion,
    edits_of,
    is_spoken,
    is_words,
    joined_words,
    leading_words,
    moves,
    still_speaking,
    unclaimed,
)
from core.conversation.timeline import came_before, overtaking, question_before, question_meant, was_taken_back
from core.documents.shown import told
from core.interviews.podcast.intake import intake_of
from core.interviews.signals.courtesy import Added, adds, is_courtesy, is_no_answer
from core.store.desk_reads import Asked, MailItem, Scene, View

LEFT = frozenset({Status.PAUSED, Status.ABANDONED})
AFTERTHOUGHT = timedelta(minutes=15)
"""So long after a pause more words to what was answered last go on with that, and not with the interview."""
POSTSCRIPT = timedelta(days=1)
"""And so long where they say so themselves."""

Items = tuple[MailItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Nothing can be done before something was heard or delivered; whoever it waits for wakes the desk."""

    items: Items = ()
    """The words that will be an answer, as far as they are there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Handle one item that is no answer."""

    item: MailItem
    before: Items = ()
    """The words that wait before an item that moves the interview: they are kept along with it."""
    burst: Items = ()
    """The words that wait together, of which the item is the first, where they are no answer."""
    mends: bool = False
    """It is the message that was asked for in the place of an earlier answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepLate:
    """Keep words with the question that they belong to; the open one stands, and nothing is asked anew."""

    items: Items
    session_id: str
    seq: int | None
    """Of the question. None: they were sent before the first one was seen, and tell what the interview is about."""
    taken_back: bool = False
    """They were taken back before they were heard."""
    afterthought: bool = False
    """They were added in a pause, which goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Have the interview answer the words that wait."""

    items: Items


Plan = Wait | Act | KeepLate | Answer


def plan(seen: View, interviews: Mapping[str, Interview], *, offline: bool, afterthoughts: bool = True) -> Plan:
    """The next step. `interviews`: those that are enabled; `offline`: no model could answer mere words of coming back.

    `afterthoughts`: whether it may listen to what is added in a pause.

    A deletion goes before everything: what waits of that is never to be said. Then come words that belong elsewhere,
    then what acts at once, and then the answer.
    """
    if (deleted := deletion(seen.items)) is not None:
        return Act(item=deleted)
    items = unclaimed(seen)
    run = leading_words(items)
    asked_for = claimed(seen)
    first = asked_for if asked_for is not None and asked_for.ready else _at_once(seen, items, run)
    early = _before_the_first_question(seen, run, interviews) if first is None else ()
    answers = first is None and not early and _is_answer(seen, run, interviews, offline=offline)
    if answers and (still_speaking(items) or _may_be_late(seen, interviews)):
        return Wait(items=run)
    if not run and first is None and not (items and items[0].ready):
        return Wait()
    late = _late(seen, run, interviews, offline=offline) if run else None
    if late is None and run and afterthoughts:
        late = _after_the_pause(seen, run, interviews, offline=offline)
    if late is not None:
        return late
    if early and seen.session is not None:
        return KeepLate(items=early, session_id=seen.session.id, seq=None)
    return (
        Answer(items=run)
        if answers
        else _act(seen, first or items[0], run, mends=first is not None and first is asked_for)
    )


def awaits_consent(seen: View) -> bool:
    """Whether somebody was asked for their consent and has not answered yet: then words are no answer to a question.

    Somebody who has gone on with another interview meanwhile answers that one.
    """
    awaits, session = seen.person.awaits, seen.session
    asked = seen.person.stage is Stage.KNOWN and awaits is not None and awaits.kind != ""
    return asked and (session is None or session.status is not Status.ACTIVE)


# --- what acts, and what answers ----------------------------------------------------------------------------------


def _under_way(seen: View) -> bool:
    return seen.session is not None and seen.session.status is not Status.COMPLETED


def _at_once(seen: View, items: Items, run: Items) -> MailItem | None:
    """What acts before the words that wait. Where no interview is under way, all goes in order."""
    if len(run) == len(items) or not (_under_way(seen) or not items[0].ready):
        return None
    return acts_at_once(items, run)


def _act(seen: View, item: MailItem, run: Items, *, mends: bool) -> Act:
    asked = _under_way(seen) and seen.scene is not None and seen.scene.question is not None
    if asked and moves(item):
        return Act(item=item, before=tuple(i for i in run if i.id < item.id))
    return Act(item=item, burst=run if item in run else (), mends=mends)


def _is_answer(seen: View, run: Items, interviews: Mapping[str, Interview], *, offline: bool) -> bool:
    """Whether words are an answer to the open question; in a pause not where they only go on with it, or leave it."""
    session, found = seen.session, seen.scene
    if not run or session is None or found is None or found.question is None or awaits_consent(seen):
        return False
    if session.kind not in interviews:
        return False
    return session.status is Status.ACTIVE or (session.status in LEFT and not _beside(run, offline=offline))


def _beside(run: Items, *, offline: bool) -> bool:
    return is_no_answer(joined_words(run[:1]), offline=offline)


def _may_be_late(seen: View, interviews: Mapping[str, Interview]) -> bool:
    """Whether words may belong to what was asked before, and it will be known in a moment."""
    session, found = seen.session, seen.scene
    if session is None or found is None or not found.delivered.in_flight:
        return False
    return question_before(found) is not None or _is_first(session, found, interviews)


# --- what belongs to another question -----------------------------------------------------------------------------


def _is_first(session: Session, found: Scene, interviews: Mapping[str, Interview]) -> bool:
    """Whether the open question is the first one of an interview that had an intake, and nothing was said to it."""
    about = isinstance(interviews.get(session.kind), Preparing) and intake_of(session) is None
    asked = session.counters.questions + session.counters.follow_ups
    begun = about and session.status is Status.ACTIVE and asked == 1
    return begun and not found.answers and question_before(found) is None


def _before_the_first_question(seen: View, run: Items, interviews: Mapping[str, Interview]) -> Items:
    """Words that were sent before the first question was seen: they were about what the interview is about."""
    session, found = seen.session, seen.scene
    if not run or session is None or found is None or found.question is None or found.delivered.in_flight:
        return ()
    if not came_before(run[0], found.delivered) or not _is_first(session, found, interviews):
        return ()
    return tuple(item for item in run if came_before(item, found.delivered))


def _late(seen: View, run: Items, interviews: Mapping[str, Interview], *, offline: bool) -> KeepLate | None:
    """The first words that belong to another question than the open one."""
    if any(is_spoken(item) or item.overtaken for item in run):
        return _by_what_was_asked(seen, run)
    return _by_the_scene(seen, run, interviews, offline=offline)


def _by_the_scene(seen: View, run: Items, interviews: Mapping[str, Interview], *, offline: bool) -> KeepLate | None:
    """For what is written: it belongs to the open question or to the one before."""
    session, found = seen.session, seen.scene
    if session is None or found is None or session.status is Status.COMPLETED or awaits_consent(seen):
        return None
    if session.kind not in interviews or (session.status in LEFT and _beside(run, offline=offline)):
        return None
    to = question_before(found)
    late = tuple(item for item in run if came_before(item, found.delivered))
    return KeepLate(items=late, session_id=session.id, seq=to.seq) if to is not None and late else None


def _by_what_was_asked(seen: View, run: Items) -> KeepLate | None:
    """For what was spoken, which may have taken longer to be heard than questions stay open."""
    homes = {item.id: _home(seen, item) for item in run if is_words(item)}
    first = next((home for home in homes.values() if home is not None), None)
    if first is None:
        return None
    messages = [item for item in run if homes.get(item.id) == first]
    mine = {i.id for message in messages for i in (message, *edits_of(message, run))}
    items = tuple(item for item in run if item.id in mine)
    asked, taken_back = first
    return KeepLate(items=items, session_id=asked.session_id, seq=asked.seq, taken_back=taken_back)


def _home(seen: View, item: MailItem) -> tuple[Asked, bool] | None:
    """The question that words belong to, and whether they were taken back; None where they go the usual way."""
    found, later, here = question_meant(seen, item), overtaking(seen, item), seen.session
    if found is None:
        return None
    if was_taken_back(later):
        return found, True
    if here is None or here.id != found.session_id or here.status is Status.COMPLETED:
        return found, False
    usual = found.seq == here.open_question and (here.status is Status.ACTIVE or not later)
    return None if usual else (found, False)


def _after_the_pause(seen: View, run: Items, interviews: Mapping[str, Interview], *, offline: bool) -> KeepLate | None:
    """For somebody who has paused and thinks of something more: it belongs to what they answered last."""
    session, found = seen.session, seen.scene
    if session is None or found is None or session.status is not Status.PAUSED or awaits_consent(seen):
        return None
    interview, text = interviews.get(session.kind), joined_words(run)
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
    if _beside(run, offline=offline) or signals.stop or signals.onward:
        return None
    return KeepLate(items=run, session_id=session.id, seq=last.seq, afterthought=True)


def _answered_before(interview: Interview, found: Scene) -> Entry | None:
    """The question before the open one that has the newest answer."""
    newest = (e.answers for e in reversed(found.tail) if e.answers is not None and _tells(interview, e))
    answers = next(newest, None)
    return next((e for e in found.tail if e.seq == answers), None)


def _tells(interview: Interview, answer: Entry) -> bool:
    """Whether something is told in it: a wish to go and a goodbye tell nothing."""
    words = told(answer)
    return bool(words) and not is_courtesy(words) and not interview.listen(words).stop
