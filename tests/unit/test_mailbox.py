"""Reading a mailbox: what belongs together, and what acts first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.contracts.messages import (
    Address,
    Button,
    ChatClosed,
    Command,
    Content,
    Edit,
    Press,
    Text,
    Voice,
    encode_button,
)
from core.contracts.session import InputPurpose, PendingInput, Person
from core.conversation.plan import (
    GOOD_FOR,
    acts_at_once,
    clear_pending_input,
    is_answer_unfinished,
    is_words,
    joined_words,
    leading_words,
    requested_message,
    without_requested,
)
from core.store.mailbox_rows import MailboxView, MailItem
from tests.fakes.stores import event

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _item(number: int, content: Content, *, ready: bool = True, ref: str = "", chat: str = "1") -> MailItem:
    incoming = event(f"e{number}", content, address=Address(platform="fake", chat=chat), ref=ref or str(number))
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
        ((A, SKIP, B), [1]),
        ((SKIP, A), []),
        ((A, ChatClosed(), B), [1]),
        ((A, Edit(ref="1", text="A"), B), [1, 2, 3]),
        ((A, Edit(ref="7", text="A"), B), [1, 3]),
        ((A, Press(data=encode_button(Button(command="pause"))), B), [1]),
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
        ((UNHEARD, A, SKIP), 3),
        ((A, UNHEARD, Edit(ref="1", text="x")), None),
        ((UNHEARD, Edit(ref="9", text="x")), 2),
        ((UNHEARD, A, Edit(ref="2", text="x"), HELP), 4),
    ],
)
def test_what_acts_while_something_is_being_heard(contents: tuple[Content, ...], expected: int | None) -> None:
    items = [_item(n, content, ready=content is not UNHEARD) for n, content in enumerate(contents, 1)]
    found = acts_at_once(items, leading_words(items))
    assert (found.id if found else None) == expected
    assert is_answer_unfinished(items)


def test_an_answer_is_whole_when_nothing_of_it_is_being_heard() -> None:
    unheard = _item(9, UNHEARD, ready=False)
    assert not is_answer_unfinished(_mail(A, HEARD, HELP))
    assert is_answer_unfinished([*_mail(A, HELP), unheard])
    assert not is_answer_unfinished([*_mail(A, START), unheard])


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ((A, HELP, SKIP), 2),
        ((A, SKIP, HELP), 2),
        ((A, START, HELP), None),
        ((START, HELP), 1),
        ((A, Edit(ref="1", text="A")), None),
        ((A, Edit(ref="7", text="A")), 2),
    ],
)
def test_what_acts_before_the_words(contents: tuple[Content, ...], expected: int | None) -> None:
    items = _mail(*contents)
    found = acts_at_once(items, leading_words(items))
    assert (found.id if found else None) == expected


def test_messages_of_two_chats_are_never_taken_for_one_another() -> None:
    items = [_item(1, A, ref="5", chat="1"), _item(2, B, ref="5", chat="2"), _item(3, C, ref="5", chat="2")]
    assert joined_words(items) == "a\nb\nc"
    edit = _item(4, Edit(ref="5", text="edited"), chat="9")
    assert edit not in leading_words([*items, edit])


# --- words that were asked for ------------------------------------------------------------------------------------


SECOND = timedelta(seconds=1)


def _waiting(wanted: InputPurpose, *items: MailItem, by: str = "") -> MailboxView:
    mending = PendingInput(session_id="s", seq=2, wanted=wanted, asked_at=NOON, after=2, by=by)
    return MailboxView(Person(id="p", created_at=NOON, mending=mending), items, None, None)


def _at(number: int, content: Content, *, ready: bool = True, after: timedelta = SECOND) -> MailItem:
    return replace(_item(number, content, ready=ready), arrived_at=(NOON + after).timestamp())


@pytest.mark.parametrize(
    ("wanted", "items", "expected"),
    [
        (InputPurpose.WORDS, (_at(1, A), _at(3, B)), 3),
        (InputPurpose.WORDS, (_at(3, HEARD), _at(4, B)), None),
        (InputPurpose.WORDS, (_at(3, UNHEARD, ready=False), _at(4, B)), None),
        (InputPurpose.WORDS, (_at(1, UNHEARD, ready=False), _at(3, B)), 3),
        (InputPurpose.AGAIN, (_at(3, UNHEARD, ready=False), _at(4, B)), 3),
        (InputPurpose.AGAIN, (_at(3, SILENT), _at(4, B)), None),
        (InputPurpose.AGAIN, (_at(3, LATE), _at(4, B)), 4),
        (InputPurpose.WORDS, (_at(3, B, after=GOOD_FOR + SECOND),), None),
        (InputPurpose.WORDS, (_at(3, B, after=GOOD_FOR),), 3),
    ],
)
def test_the_message_that_was_asked_for(
    wanted: InputPurpose, items: tuple[MailItem, ...], expected: int | None
) -> None:
    seen = _waiting(wanted, *items)
    found = requested_message(seen)
    assert (found.id if found else None) == expected
    assert [i.id for i in without_requested(seen)] == [i.id for i in items if i.id != expected]


def test_once_it_came_nothing_is_asked_for() -> None:
    assert requested_message(_waiting(InputPurpose.WORDS, _at(3, B), by="2")) is None


def test_edits_go_with_the_message_that_was_asked_for() -> None:
    seen = _waiting(InputPurpose.WORDS, _at(3, B), _at(4, Edit(ref="3", text="x")), _at(5, Edit(ref="9", text="y")))
    assert [i.id for i in without_requested(seen)] == [5]


def test_who_answers_by_voice_has_gone_on() -> None:
    seen = _waiting(InputPurpose.WORDS)
    assert clear_pending_input(seen.person, (_at(1, HEARD), _at(3, B))) is None
    person = clear_pending_input(seen.person, (_at(3, HEARD),))
    assert person is not None
    assert person.mending is None
