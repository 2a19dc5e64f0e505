"""Reads a person's mailbox and decides what is next: one look at it goes in, one step comes out. Pure.

Words answer the open question, unless they belong to another one (`KeepLate`), are told freely (`KeepTelling`), or
nothing is asked (`Act`). They wait for what is still being heard of the same answer, and until it is known whether the
question was seen.

A *moving* command changes where the interview stands: words that wait before it are kept with it, unthought-about. An
*ordered* one waits its turn behind them. All others act at once and touch no answer that is under way.

What is spoken may take longer to be heard than questions stay open, since commands act meanwhile. So the plan looks
back at what was asked lately (`MailboxView.past`), and at what has overtaken the words that are only now heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from core.contracts.commands import Order, command_spec
from core.contracts.messages import (
    Address,
    ChatClosed,
    Command,
    Edit,
    Photo,
    Press,
    Removal,
    Text,
    Timer,
    Voice,
    decode_button,
)
from core.contracts.session import QUESTIONS, Entry, InputPurpose, Person, Session, Stage, Status, in_intake
from core.contracts.turn import AcceptedInput, Interview
from core.conversation.draft import group_messages, join_messages, text_of_content
from core.interviews.submissions import submissions_in
from core.languages.phrases import PARTING, Phrase, find_phrase, is_phrase
from core.store.mailbox_rows import Delivered, MailboxView, MailItem, QuestionAsked, QuestionScene

GOOD_FOR = timedelta(hours=1)
"""How long the bot waits for the words that are to take the place of others."""

_Words = tuple[Address, str, bool]
"""The chat, the message, and whether they are spoken."""


def command_name(item: MailItem) -> str:
    """Return the command in an item; empty for one that is none."""
    content = item.incoming.content
    if isinstance(content, Command):
        return content.name
    if isinstance(content, Press):
        button = decode_button(content.data)
        return "" if button is None else button.command
    return ""


def _order(item: MailItem) -> Order | None:
    spec = command_spec(command_name(item))
    return None if spec is None else spec.order


def is_words(item: MailItem) -> bool:
    """Return whether an item may be (part of) an answer: written, or spoken and heard in time."""
    content = item.incoming.content
    return item.ready and text_of_content(content) is not None and not is_late(item)


def is_spoken(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Voice) and not is_late(item)


def is_photo(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Photo)


def is_late(item: MailItem) -> bool:
    """Return whether something spoken was heard only after its person had been told that it could not be."""
    content = item.incoming.content
    return isinstance(content, Voice) and content.late


def is_timer(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Timer)


def is_removal(item: MailItem) -> bool:
    return isinstance(item.incoming.content, Removal)


def moves_interview(item: MailItem) -> bool:
    content = item.incoming.content
    if isinstance(content, Command) and content.name == "interview" and not content.argument.strip():
        return False  # it only shows which there are
    return _order(item) is Order.MOVES or isinstance(content, ChatClosed)


def waits_its_turn(item: MailItem) -> bool:
    return _order(item) is Order.IN_TURN or is_timer(item)


def leading_words(items: Sequence[MailItem]) -> tuple[MailItem, ...]:
    """Return the words that wait, with their edits, up to what is not heard yet or must wait its turn."""
    run: list[MailItem] = []
    known: set[_Words] = set()
    for item in items:
        if not item.ready or waits_its_turn(item):
            break
        if is_words(item):
            run.append(item)
            known.add(_place(item))
        elif _edited(item) in known:
            run.append(item)
        elif moves_interview(item):
            break
    return tuple(run)


def acts_at_once(items: Sequence[MailItem], run: Sequence[MailItem]) -> MailItem | None:
    """Return the first item that need not wait for the words before it, nor for one before it that waits its turn.

    An edit of words that wait (behind something that is still being heard) waits with them.
    """
    mine = {item.id for item in run}
    waiting: set[_Words] = set()
    for item in items:
        if not item.ready:
            continue
        if is_words(item):
            waiting.add(_place(item))
        elif item.id not in mine and _edited(item) not in waiting:
            return None if run and waits_its_turn(item) else item
    return None


def is_answer_unfinished(items: Iterable[MailItem]) -> bool:
    """Return whether the answer that waits goes on with something that is still being heard."""
    held_up = next((item for item in items if not item.ready or waits_its_turn(item)), None)
    return held_up is not None and not held_up.ready


def _place(item: MailItem) -> _Words:
    """Return what an edit finds words by; spoken words are others than those written with them."""
    content = item.incoming.content
    found = isinstance(content, Text | Photo | Voice)
    return item.incoming.address, item.incoming.ref if found else "", isinstance(content, Voice)


def _edited(item: MailItem) -> _Words | None:
    """Return the words that an item is an edit of."""
    content = item.incoming.content
    return (item.incoming.address, content.ref, content.heard) if isinstance(content, Edit) and content.ref else None


def requested_message(seen: MailboxView) -> MailItem | None:
    """Return the message that replaces an earlier answer or is for the family, ready or still being heard.

    The first after the button was pressed; a voice note only where it was asked for, else they have gone on.
    """
    mending = seen.person.mending
    if mending is None or mending.by:
        return None
    for item in seen.items:
        pictures = mending.wanted is InputPurpose.QUESTION and mending.seq == 0
        if item.id <= mending.after or (is_photo(item) and not pictures) or not (is_spoken(item) or is_words(item)):
            continue
        if is_spoken(item) and (
            mending.wanted in {InputPurpose.WORDS, InputPurpose.NAME} or (item.ready and not is_words(item))
        ):
            return None
        return item if item.arrived_at - mending.asked_at.timestamp() <= GOOD_FOR.total_seconds() else None
    return None


def without_requested(seen: MailboxView) -> tuple[MailItem, ...]:
    """Return the mailbox without the message that was asked for and its edits."""
    mine = requested_message(seen)
    if mine is None:
        return seen.items
    return tuple(item for item in seen.items if item.id != mine.id and _edited(item) != _place(mine))


def edits_of(mine: MailItem, items: Iterable[MailItem]) -> tuple[MailItem, ...]:
    return tuple(item for item in items if _edited(item) == _place(mine))


def clear_pending_input(person: Person, items: Iterable[MailItem]) -> Person | None:
    """Return the person without the wish for their words if they answer by voice instead; else None."""
    mending = person.mending
    if mending is None or mending.by or not any(is_spoken(item) and item.id > mending.after for item in items):
        return None
    return person.model_copy(update={"mending": None})


def joined_words(items: Sequence[MailItem]) -> str:
    return join_messages(message.text for message in group_messages(i.incoming for i in items))


def begun_at(item: MailItem) -> float:
    """Return when somebody began to say something, in seconds since 1970."""
    content = item.incoming.content
    sent = item.incoming.sent_at.timestamp()
    if isinstance(content, Voice) and not content.prepared:
        return sent - (content.seconds or 0.0)
    return sent


def came_before(item: MailItem, delivered: Delivered) -> bool:
    """Return whether something was begun before a question was seen."""
    if delivered.position is None:
        return delivered.in_doubt_since is None or begun_at(item) < int(delivered.in_doubt_since)
    if delivered.in_doubt_since is not None and begun_at(item) >= int(delivered.in_doubt_since):
        return False
    same_chat = delivered.address in {None, item.incoming.address}
    if same_chat and item.incoming.position and delivered.position:
        if item.incoming.position < delivered.position:
            return True
        if not is_spoken(item):
            return False
    return delivered.sent_at is not None and begun_at(item) < int(delivered.sent_at)


def question_meant_by(item: MailItem, asked: Iterable[QuestionAsked]) -> QuestionAsked | None:
    """Return the newest question that was seen when something was begun; `asked`: the newest first."""
    return next((each for each in asked if not came_before(item, each.delivered)), None)


def question_before(found: QuestionScene) -> Entry | None:
    """Return the question before the open one; None where words can only be for the open one.

    It is so where that is the first, was answered, or was wished for by the person.
    """
    question = found.question
    if question is None or found.answers or question.title or question.retells:
        return None
    return next((e for e in reversed(found.tail) if e.kind in QUESTIONS and e.seq < question.seq), None)


def items_handled_before(seen: MailboxView, item: MailItem) -> tuple[MailItem, ...]:
    """Return what came after an item, was handled before it, and moved the interview; in the order of coming."""
    return tuple(i for i in seen.past.later if i.id > item.id and moves_interview(i))


def was_taken_back(later: Iterable[MailItem]) -> bool:
    """Return whether something that was not heard yet was taken back by what came after it, in that order."""
    for item in later:
        if command_name(item) in {"done", "interview"}:
            return False
        if command_name(item) == "undo":
            return True
    return False


def question_meant(seen: MailboxView, item: MailItem) -> QuestionAsked | None:
    """Return the question that was open when something was begun; None where none was."""
    later, here, asked = items_handled_before(seen, item), seen.session, seen.past.asked
    if not later:
        # What was begun before the first question of an interview was seen can only be meant for that.
        asked = tuple(each for each in asked if here is not None and each.session_id == here.id)
    found = question_meant_by(item, asked) or _first_of_ended(item, here, asked)
    if found is None or found.status is not Status.COMPLETED or any(command_name(i) == "done" for i in later):
        return found
    return found if found.ended_at is not None and item.arrived_at < found.ended_at else None


def _first_of_ended(item: MailItem, session: Session | None, asked: tuple[QuestionAsked, ...]) -> QuestionAsked | None:
    """Return the first question of an interview that has ended since something came that was begun before it."""
    if session is None or session.status is not Status.COMPLETED or session.ended_at is None:
        return None
    if item.arrived_at >= session.ended_at.timestamp():
        return None
    return next((each for each in reversed(asked) if each.session_id == session.id), None)


def question_open_then(seen: MailboxView, item: MailItem) -> tuple[str, int] | None:
    """Return (session, `seq`) of the question that was open when something spoken was begun; None if none was."""
    found = question_meant(seen, item)
    if found is not None:
        return found.session_id, found.seq
    session = seen.session
    if session is None or session.open_question is None or session.status is Status.COMPLETED:
        return None
    return session.id, session.open_question


def unheard_before(seen: MailboxView, item: MailItem, session: Session) -> int | None:
    """Return the `seq` of the question that the newest unheard note before an item answers, if not taken back."""
    for note in reversed(without_requested(seen)):
        if note.ready or note.id >= item.id:
            continue
        found, taken_back = question_meant(seen, note), was_taken_back(items_handled_before(seen, note))
        if found is not None and found.session_id == session.id and not taken_back:
            return found.seq
    return None


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
