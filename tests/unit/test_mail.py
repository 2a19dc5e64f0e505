"""Reading a mailbox: what belongs together, what acts first, and what came too late."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.buttons import Button, write
from core.contracts.messages import (
    Address,
    Command,
    Content,
    Edit,
    Gone,
    Incoming,
    Press,
    Removal,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
)
from core.contracts.session import Mending, Person, Wanted
from core.conversation.mailbox import (
    GOOD_FOR,
    acts_at_once,
    came_before,
    claimed,
    deletion,
    gone_on,
    is_words,
    joined_words,
    leading_words,
    meant_for,
    next_to_act,
    still_speaking,
    unclaimed,
    was_taken_back,
)
from core.store.asked import Asked
from core.store.desk_reads import Delivered, MailItem, View

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _item(number: int, content: Content, *, ready: bool = True, ref: str = "", chat: str = "1") -> MailItem:
    incoming = Incoming(
        event_id=f"e{number}",
        address=Address(platform="fake", chat=chat),
        sender=Sender(id="1"),
        content=content,
        sent_at=NOON,
        position=number,
        ref=ref or str(number),
    )
    return MailItem(number, incoming, ready)


def _mail(*contents: Content) -> list[MailItem]:
    return [_item(n, content) for n, content in enumerate(contents, 1)]


A, B, C = Text(text="a"), Text(text="b"), Text(text="c")
HELP, SKIP, START = Command(name="help"), Command(name="skip"), Command(name="start")


def _ids(items: tuple[MailItem, ...]) -> list[int]:
    return [item.id for item in items]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((A, B, C), [1, 2, 3]),
        ((A, HELP, B), [1, 3]),
        ((HELP, A), [2]),
        ((A, SKIP, B), [1]),
        ((SKIP, A), []),
        ((A, START, B), [1]),
        ((A, Gone(), B), [1]),
        ((A, Unusable(kind=UnusableKind.STICKER), B), [1, 3]),
        ((A, Edit(ref="1", text="A"), B), [1, 2, 3]),
        ((A, Edit(ref="7", text="A"), B), [1, 3]),
        ((A, Press(data=write(Button(command="pause"))), B), [1]),
        ((A, Press(data="nonsense!"), B), [1, 3]),
    ],
)
def test_leading_words(contents: tuple[Content, ...], expected: list[int]) -> None:
    assert _ids(leading_words(_mail(*contents))) == expected


UNHEARD, HEARD = Voice(file_ref="f", seconds=5), Voice(file_ref="f", seconds=5, text=" spoken ")
SILENT, LATE = Voice(file_ref="f", trouble="silent"), Voice(file_ref="f", text="spoken", late=True)


@pytest.mark.parametrize(
    ("content", "ready", "words"),
    [
        (A, True, True),
        (HEARD, True, True),
        (UNHEARD, False, False),
        (SILENT, True, False),
        (LATE, True, False),
        (Voice(file_ref="f", text=" "), True, False),
        (HELP, True, False),
    ],
)
def test_what_counts_as_words(content: Content, ready: bool, words: bool) -> None:
    assert is_words(_item(1, content, ready=ready)) is words


def test_what_is_spoken_is_words_among_others() -> None:
    assert joined_words(_mail(A, HEARD, B)) == "a\nspoken\nb"
    assert _ids(leading_words(_mail(A, SILENT, HEARD, LATE, B))) == [1, 3, 5]


def test_an_edit_of_what_is_spoken_is_of_the_words_beside_it() -> None:
    items = [_item(1, A, ref="7"), _item(2, HEARD, ref="7"), _item(3, Edit(ref="7", text="better"), ref="7")]
    assert joined_words(items) == "better\nspoken"
    assert _ids(leading_words([_item(2, HEARD, ref="7"), items[2]])) == [2]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((UNHEARD, A), None),
        ((UNHEARD, HELP), 2),
        ((UNHEARD, A, SKIP), 3),
        ((UNHEARD, A, Edit(ref="2", text="x")), None),
        ((A, UNHEARD, Edit(ref="1", text="x")), None),
        ((UNHEARD, Edit(ref="9", text="x")), 2),
        ((UNHEARD, A, Edit(ref="2", text="x"), HELP), 4),
    ],
)
def test_what_acts_while_something_is_being_heard(contents: tuple[Content, ...], expected: int | None) -> None:
    items = [_item(n, content, ready=content is not UNHEARD) for n, content in enumerate(contents, 1)]
    found = acts_at_once(items, leading_words(items))
    assert (found.id if found else None) == expected
    assert still_speaking(items)


def test_an_answer_is_whole_when_nothing_of_it_is_being_heard() -> None:
    unheard = _item(9, UNHEARD, ready=False)
    assert not still_speaking(_mail(A, HEARD, HELP))
    assert still_speaking([*_mail(A, HELP), unheard])
    assert not still_speaking([*_mail(A, START), unheard])


def test_nothing_behind_what_is_still_being_heard_is_answered() -> None:
    items = [_item(1, A), _item(2, B, ready=False), _item(3, C)]
    assert _ids(leading_words(items)) == [1]


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((A, HELP), 2),
        ((A, HELP, SKIP), 2),
        ((A, SKIP, HELP), 2),
        ((A, START), None),
        ((A, START, HELP), None),
        ((START, HELP), 1),
        ((A, B), None),
        ((A, Edit(ref="1", text="A")), None),
        ((A, Edit(ref="7", text="A")), 2),
        ((A, Gone()), 2),
    ],
)
def test_what_acts_before_the_words(contents: tuple[Content, ...], expected: int | None) -> None:
    items = _mail(*contents)
    found = acts_at_once(items, leading_words(items))
    assert (found.id if found else None) == expected


kinds = st.sampled_from([A, HELP, SKIP, START, Gone(), Edit(ref="1", text="x"), Edit(ref="3", text="y")])


@given(st.lists(kinds, min_size=1, max_size=8))
def test_whatever_waits_there_is_always_a_next_step_and_order_holds(contents: list[Content]) -> None:
    items = _mail(*contents)
    run = leading_words(items)
    item = acts_at_once(items, run)
    assert run or item is not None
    assert _ids(run) == sorted(_ids(run))
    if item is not None:
        assert item not in run
        assert not any(i.incoming.content == START for i in items if i.id < item.id)


@given(st.lists(kinds | st.just(UNHEARD), max_size=6), st.lists(kinds, max_size=3))
def test_a_deletion_goes_before_whatever_waits(before: list[Content], after: list[Content]) -> None:
    contents = (*before, Removal(ref="1"), *after)
    items = tuple(_item(n, content, ready=content is not UNHEARD) for n, content in enumerate(contents, 1))
    found = next_to_act(View(Person(id="p", created_at=NOON), items, None, None))
    assert found is deletion(items)
    assert found is items[len(before)]
    assert found not in leading_words(items)


def test_words_are_joined_with_the_edits_that_wait_with_them() -> None:
    items = _mail(A, B, Edit(ref="1", text="better"))
    assert joined_words(items) == "better\nb"


def test_messages_of_two_chats_are_never_taken_for_one_another() -> None:
    items = [_item(1, A, ref="5", chat="1"), _item(2, B, ref="5", chat="2"), _item(3, C, ref="5", chat="2")]
    assert joined_words(items) == "a\nb\nc"
    edit = _item(4, Edit(ref="5", text="edited"), chat="9")
    assert edit not in leading_words([*items, edit])


# --- too late -----------------------------------------------------------------------------------------------------


def _sent(at: datetime, position: int = 0) -> MailItem:
    incoming = Incoming(
        event_id="e",
        address=Address(platform="fake", chat="1"),
        sender=Sender(id="1"),
        content=A,
        sent_at=at,
        position=position,
    )
    return MailItem(1, incoming, True)


SECOND = timedelta(seconds=1)
T = NOON.timestamp()


@pytest.mark.parametrize(
    ("position", "sent", "delivered", "late"),
    [
        # By position, where both sides have one.
        (4, NOON + SECOND, Delivered(5, T, None), True),
        (6, NOON - SECOND, Delivered(5, T, None), False),
        # By time where the platform tells no position; in whole seconds, and in doubt it is an answer.
        (0, NOON - SECOND, Delivered(5, T, None), True),
        (0, NOON, Delivered(5, T + 0.9, None), False),
        (0, NOON + SECOND, Delivered(0, T, None), False),
        # Not delivered yet.
        (9, NOON + SECOND, Delivered(None, None, None), True),
        # It may have been seen, since a process died while it was being sent.
        (9, NOON + SECOND, Delivered(None, None, T), False),
        (9, NOON - SECOND, Delivered(None, None, T), True),
        (4, NOON + SECOND, Delivered(5, T, T), False),
        (4, NOON - SECOND, Delivered(5, T, T), True),
        # It will never be delivered, or was imported.
        (1, NOON - SECOND, Delivered(0, 0.0, None), False),
    ],
)
def test_what_was_sent_before_the_question_was_seen(
    position: int, sent: datetime, delivered: Delivered, late: bool
) -> None:
    assert came_before(_sent(sent, position), delivered) == late


# --- what is spoken -----------------------------------------------------------------------------------------------


def _note(position: int, sent: datetime, seconds: float, *, prepared: bool = False) -> MailItem:
    item = _sent(sent, position)
    voice = Voice(file_ref="f", seconds=seconds, text="spoken", prepared=prepared)
    return replace(item, incoming=replace(item.incoming, content=voice))


@pytest.mark.parametrize(
    ("note", "late"),
    [
        (_note(6, NOON + 9 * SECOND, 10), True),
        (_note(6, NOON + 11 * SECOND, 10), False),
        (_note(6, NOON + 9 * SECOND, 10, prepared=True), False),
        (_note(4, NOON + 11 * SECOND, 10), True),
        (_note(0, NOON + 9 * SECOND, 10), True),
    ],
)
def test_a_note_counts_from_when_it_was_begun(note: MailItem, late: bool) -> None:
    assert came_before(note, Delivered(5, T, None)) is late


def test_a_note_is_meant_for_the_question_that_was_open_when_it_was_begun() -> None:
    asked = (
        Asked("s", 5, Delivered(None, None, None)),
        Asked("s", 3, Delivered(30, T + 30, None)),
        Asked("s", 1, Delivered(10, T + 10, None)),
    )
    found = [meant_for(_note(40, NOON + at * SECOND, 5), asked) for at in (40, 32, 20, 12)]
    assert [each.seq if each else None for each in found] == [3, 1, 1, None]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), False),
        (("skip",), False),
        (("undo",), True),
        (("skip", "undo"), True),
        (("done", "undo"), False),
        (("interview", "undo"), False),
    ],
)
def test_what_was_taken_back_unheard(names: tuple[str, ...], expected: bool) -> None:
    assert was_taken_back(_mail(*(Command(name=name) for name in names))) is expected


# --- words that were asked for ------------------------------------------------------------------------------------


def _waiting(wanted: Wanted, *items: MailItem, by: str = "") -> View:
    mending = Mending(session_id="s", seq=2, wanted=wanted, asked_at=NOON, after=2, by=by)
    return View(Person(id="p", created_at=NOON, mending=mending), items, None, None)


def _at(number: int, content: Content, *, ready: bool = True, after: timedelta = SECOND) -> MailItem:
    return replace(_item(number, content, ready=ready), arrived_at=(NOON + after).timestamp())


@pytest.mark.parametrize(
    ("wanted", "items", "expected"),
    [
        (Wanted.WORDS, (_at(1, A), _at(3, B)), 3),
        (Wanted.WORDS, (_at(3, B), _at(4, C)), 3),
        (Wanted.WORDS, (_at(3, HEARD), _at(4, B)), None),
        (Wanted.WORDS, (_at(3, UNHEARD, ready=False), _at(4, B)), None),
        (Wanted.WORDS, (_at(1, UNHEARD, ready=False), _at(3, B)), 3),
        (Wanted.AGAIN, (_at(3, UNHEARD, ready=False), _at(4, B)), 3),
        (Wanted.AGAIN, (_at(3, HEARD), _at(4, B)), 3),
        (Wanted.AGAIN, (_at(3, SILENT), _at(4, B)), None),
        (Wanted.AGAIN, (_at(3, LATE), _at(4, B)), 4),
        (Wanted.WORDS, (_at(3, B, after=GOOD_FOR + SECOND),), None),
        (Wanted.WORDS, (_at(3, B, after=GOOD_FOR),), 3),
    ],
)
def test_the_message_that_was_asked_for(wanted: Wanted, items: tuple[MailItem, ...], expected: int | None) -> None:
    seen = _waiting(wanted, *items)
    found = claimed(seen)
    assert (found.id if found else None) == expected
    assert [i.id for i in unclaimed(seen)] == [i.id for i in items if i.id != expected]


def test_once_it_came_nothing_is_asked_for() -> None:
    assert claimed(_waiting(Wanted.WORDS, _at(3, B), by="2")) is None


def test_edits_go_with_the_message_that_was_asked_for() -> None:
    seen = _waiting(Wanted.WORDS, _at(3, B), _at(4, Edit(ref="3", text="x")), _at(5, Edit(ref="9", text="y")))
    assert [i.id for i in unclaimed(seen)] == [5]


def test_what_was_asked_for_is_next_before_all_else() -> None:
    found = next_to_act(_waiting(Wanted.WORDS, _at(1, UNHEARD, ready=False), _at(3, B), _at(4, SKIP)))
    assert found is not None
    assert found.id == 3
    assert next_to_act(_waiting(Wanted.AGAIN, _at(3, UNHEARD, ready=False))) is None


def test_who_answers_by_voice_has_gone_on() -> None:
    seen = _waiting(Wanted.WORDS)
    assert gone_on(seen.person, (_at(1, HEARD), _at(3, B))) is None
    person = gone_on(seen.person, (_at(3, HEARD),))
    assert person is not None
    assert person.mending is None
