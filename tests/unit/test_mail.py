"""Reading a mailbox: what belongs together, what acts first, and what came too late."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mail import acts_at_once, came_before, joined_words, leading_words
from core.messages import Address, Command, Content, Edit, Gone, Incoming, Press, Sender, Text, Unusable, UnusableKind
from core.presses import Button, write
from core.store.desk_reads import Delivered, MailItem

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
