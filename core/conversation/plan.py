"""Decides what is next in a person's mailbox: one look at it goes in, one step comes out. Pure.

Words answer the open question, unless they belong to another one (`KeepLate`), are told freely (`KeepTelling`), or
nothing is asked (`Act`). They wait for what is still being heard of the same answer, and until it is known whether the
question was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from core.contracts.about import in_intake
from core.contracts.buttons import decode_button
from core.contracts.messages import Command, Press
from core.contracts.session import Session, Stage, Status
from core.contracts.turn import AcceptedInput, Interview
from core.conversation.draft import text_of_content
from core.conversation.mailbox import (
    acts_at_once,
    command_name,
    edits_of,
    is_answer_unfinished,
    is_photo,
    is_removal,
    is_spoken,
    is_timer,
    is_words,
    joined_words,
    leading_words,
    moves_interview,
    requested_message,
    without_requested,
)
from core.conversation.timeline import (
    came_before,
    items_handled_before,
    question_before,
    question_meant,
    was_taken_back,
)
from core.interviews.submissions import submissions_in
from core.languages.phrases import PARTING, Phrase, find_phrase, is_phrase
from core.store.desk_reads import MailboxView, MailItem, QuestionAsked, QuestionScene

LEFT = frozenset({Status.PAUSED, Status.ABANDONED})
AFTERTHOUGHT = timedelta(minutes=15)
"""How long after a pause more words to what was answered last go on with that, and not with the interview."""
_NO_ANSWER = (Phrase.HELLO, Phrase.GO_ON, *PARTING)
"""Whole messages in a pause that are no answer, where no model is asked."""
TOLD = "told"
"""The command that ends what is told freely."""
_COMMANDS = {Phrase.PAUSE: "pause", Phrase.STOP: "pause", Phrase.SKIP: "skip"}
"""What exact phrases do that make up a whole message."""
_CODE = AcceptedInput(code=True)

Items = tuple[MailItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Do nothing before something was heard or delivered, which wakes the worker again."""

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
class KeepTelling:
    """Keep words that are told freely: nothing is asked, and nobody thinks about them yet."""

    items: Items


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Have the interview answer the words that wait."""

    items: Items
    """The last may be the word, or the button, that all is told which is told freely."""


Plan = Wait | Act | KeepLate | KeepTelling | Answer


def phrases_as_commands(seen: MailboxView, *, offline: bool) -> MailboxView:
    """Return what is in the mailbox, with a command in the place of each message that is nothing but such a phrase.

    There are a dozen exact phrases in each language. `offline`: a goodbye pauses, since no model could say goodbye too.
    """
    session = seen.session
    if session is None or session.status is not Status.ACTIVE or seen.person.stage is Stage.NEW or in_intake(session):
        return seen
    if awaits_consent(seen):
        return seen
    wanted, items = requested_message(seen), list[MailItem]()
    for item in seen.items:
        if item != wanted and is_words(item) and not is_photo(item):
            found = find_phrase(text_of_content(item.incoming.content) or "", session.language)
            name = "pause" if offline and found is Phrase.GOODBYE else "" if found is None else _COMMANDS.get(found, "")
            if name == "skip" and is_floor_given(seen):
                name = TOLD
            if name:
                command = replace(item.incoming, content=Command(name=name, argument=""))
                item = replace(item, incoming=command, said=item.incoming)
        items.append(item)
    return replace(seen, items=tuple(items))


def plan_next_step(
    seen: MailboxView, interviews: Mapping[str, Interview], *, offline: bool, afterthoughts: bool = True
) -> Plan:
    """Return the next step. `interviews`: those that are enabled; `offline`: no model answers mere words of return.

    A deletion goes before everything: what waits of that is never to be said. Then come words that belong elsewhere,
    what acts at once, the answer; and timers last. `afterthoughts`: whether it may listen to what is added in a pause.
    """
    if (deleted := next(filter(is_removal, seen.items), None)) is not None:
        return Act(item=deleted)
    items = tuple(sorted(without_requested(seen), key=is_timer))
    run = leading_words(items)
    talk = _talk(seen, interviews) if run else None
    asked_for = requested_message(seen)
    mends = asked_for is not None and asked_for.ready
    # Without an interview under way all goes in order.
    may_act = len(run) < len(items) and (_under_way(seen) or not items[0].ready)
    first = asked_for if mends else acts_at_once(items, run) if may_act else None
    early = _before_the_first_question(talk, run) if talk is not None and first is None else ()
    answers = talk is not None and first is None and not early and talk.scene.question is not None
    answers = answers and talk is not None and not _says_no_more(talk, run, offline=offline)
    in_flight = talk is not None and talk.scene.delivered.in_flight
    unsure = talk is not None and in_flight and (question_before(talk.scene) is not None or _is_first(talk))
    if (answers and (is_answer_unfinished(items) or unsure)) or (
        unsure and first is not None and moves_interview(first)
    ):
        return Wait(items=run)
    if first is None and not (items and items[0].ready):
        return Wait()
    if first is not None and _ends_telling(seen, first, run):
        before = tuple(item for item in items if item.id < first.id)
        return Answer(items=(*run, first)) if all(item.ready for item in before) else Wait(items=run)
    takes_code = talk is not None and talk.interview.takes.code
    hands_in = takes_code and any(submissions_in(joined_words([item]), _CODE) for item in run)
    late = None if hands_in or unsure else _late(seen, talk, run, offline=offline)
    if late is None and talk is not None and answers and is_floor_given(seen):
        return KeepTelling(items=run)
    if late is None and talk is not None and afterthoughts and not hands_in:
        late = _after_the_pause(talk, run, offline=offline)
    if late is not None:
        return late
    if talk is not None and early:
        return KeepLate(items=early, session_id=talk.session.id, seq=None)
    if answers:
        return Answer(items=run)
    item = first or items[0]
    if _under_way(seen) and seen.scene is not None and seen.scene.question is not None and moves_interview(item):
        return Act(item=item, before=tuple(i for i in run if i.id < item.id))
    return Act(item=item, burst=tuple(i for i in run if not is_photo(i)) if item in run else (), mends=mends)


def awaits_consent(seen: MailboxView) -> bool:
    """Return whether somebody was asked for consent, has not answered, and has not resumed another interview."""
    awaits, session = seen.person.awaits, seen.session
    asked = seen.person.stage is Stage.KNOWN and awaits is not None and awaits.kind != ""
    return asked and (session is None or session.status is not Status.ACTIVE)


# --- what acts -----------------------------------------------------------------------------------------------------


def _under_way(seen: MailboxView) -> bool:
    return seen.session is not None and seen.session.status is not Status.COMPLETED


# --- what answers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Talk:
    """An interview, under way or left, in which words may be an answer."""

    session: Session
    scene: QuestionScene
    interview: Interview


def _talk(seen: MailboxView, interviews: Mapping[str, Interview]) -> _Talk | None:
    session, interview = seen.session, None if seen.session is None else interviews.get(seen.session.kind)
    if session is None or seen.scene is None or interview is None or session.status is Status.COMPLETED:
        return None
    return None if awaits_consent(seen) else _Talk(session, seen.scene, interview)


def _says_no_more(talk: _Talk, run: Items, *, offline: bool) -> bool:
    """Return whether words in a pause only resume it, or leave it as it is."""
    if talk.session.status not in LEFT or not offline:
        return False  # a model hears for itself whether they have come back
    return is_phrase(joined_words(run[:1]), talk.session.language, *_NO_ANSWER)


def is_floor_given(seen: MailboxView) -> bool:
    """Return whether they are telling freely until they say that they are done."""
    question = None if seen.scene is None else seen.scene.question
    return _under_way(seen) and question is not None and bool(question.title)


def _ends_telling(seen: MailboxView, item: MailItem, run: Items) -> bool:
    """Return whether somebody has told something and ends this telling, by the command or by its own button."""
    if command_name(item) != TOLD or not is_floor_given(seen):
        return False
    if not run and (seen.scene is None or not seen.scene.answers):
        return False
    button = decode_button(item.incoming.content.data) if isinstance(item.incoming.content, Press) else None
    here = seen.session
    return button is None or (here is not None and (button.session_id, button.seq) == (here.id, here.open_question))


# --- what belongs to another question -----------------------------------------------------------------------------


def _is_first(talk: _Talk) -> bool:
    """Return whether the open question is the first after an intake, and nothing was said to it."""
    session = talk.session
    about = talk.interview.intake is not None and not in_intake(session)
    asked = session.counters.questions + session.counters.follow_ups
    begun = about and session.status is Status.ACTIVE and asked == 1
    return begun and not talk.scene.answers and question_before(talk.scene) is None


def _before_the_first_question(talk: _Talk, run: Items) -> Items:
    """Return the words that were sent before the first question was seen: they say what the interview is about."""
    delivered = talk.scene.delivered
    if talk.scene.question is None or delivered.in_flight or not came_before(run[0], delivered) or not _is_first(talk):
        return ()
    return tuple(item for item in run if came_before(item, delivered))


def _late(seen: MailboxView, talk: _Talk | None, run: Items, *, offline: bool) -> KeepLate | None:
    """Return the first words that belong to another question than the open one."""
    if any(is_spoken(item) or item.overtaken for item in run):
        questions = {item.id: _question_of(seen, item) for item in run if is_words(item)}
        first = next((each for each in questions.values() if each is not None), None)
        if first is None:
            return None
        messages = [item for item in run if questions.get(item.id) == first]
        mine = {i.id for message in messages for i in (message, *edits_of(message, run))}
        items = tuple(item for item in run if item.id in mine)
        asked, taken_back = first
        return KeepLate(items=items, session_id=asked.session_id, seq=asked.seq, taken_back=taken_back)
    if talk is None or _says_no_more(talk, run, offline=offline):
        return None
    to = question_before(talk.scene)
    late = tuple(item for item in run if came_before(item, talk.scene.delivered))
    return KeepLate(items=late, session_id=talk.session.id, seq=to.seq) if to is not None and late else None


def _question_of(seen: MailboxView, item: MailItem) -> tuple[QuestionAsked, bool] | None:
    """Return the question that words belong to, and whether they were taken back; None if they go the usual way."""
    found, later, here = question_meant(seen, item), items_handled_before(seen, item), seen.session
    if found is None:
        return None
    if was_taken_back(later):
        return found, True
    if here is None or here.id != found.session_id or here.status is Status.COMPLETED:
        return found, False
    usual = found.seq == here.open_question and (here.status is Status.ACTIVE or not later)
    return None if usual else (found, False)


def _after_the_pause(talk: _Talk, run: Items, *, offline: bool) -> KeepLate | None:
    """Keep words shortly after a pause, without a model, with the open question if that has its answer already."""
    session, question = talk.session, talk.scene.question
    if not offline or session.status is not Status.PAUSED or in_intake(session) or question is None:
        return None
    soon = run[0].incoming.sent_at - session.touched_at <= AFTERTHOUGHT
    if not talk.scene.answers or not soon or _says_no_more(talk, run, offline=offline):
        return None
    return KeepLate(items=run, session_id=session.id, seq=question.seq, afterthought=True)
