"""Which question something was meant for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.contracts.messages import Command, Text, Voice, position_of
from core.contracts.session import Status
from core.conversation.plan import came_before, question_meant_by, was_taken_back
from core.store.mailbox_rows import Delivered, MailItem, QuestionAsked
from tests.fakes.stores import event

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _sent(at: datetime, position: int = 0) -> MailItem:
    incoming = replace(event("e", Text(text="a")), sent_at=at, position=position_of(position))
    return MailItem(1, incoming, True)


SECOND = timedelta(seconds=1)
T = NOON.timestamp()


@pytest.mark.parametrize(
    ("position", "sent", "delivered", "late"),
    [
        # By position, where both sides have one.
        (4, NOON + SECOND, Delivered(position_of(5), T, None), True),
        (6, NOON - SECOND, Delivered(position_of(5), T, None), False),
        # By time where the platform tells no position; in whole seconds, and in doubt it is an answer.
        (0, NOON - SECOND, Delivered(position_of(5), T, None), True),
        (0, NOON, Delivered(position_of(5), T + 0.9, None), False),
        (0, NOON + SECOND, Delivered("", T, None), False),
        # Not delivered yet.
        (9, NOON + SECOND, Delivered(None, None, None), True),
        # It may have been seen, since a process died while it was being sent.
        (9, NOON + SECOND, Delivered(None, None, T), False),
        (9, NOON - SECOND, Delivered(None, None, T), True),
        (4, NOON + SECOND, Delivered(position_of(5), T, T), False),
        (4, NOON - SECOND, Delivered(position_of(5), T, T), True),
        # It will never be delivered, or was imported.
        (1, NOON - SECOND, Delivered("", 0.0, None), False),
    ],
)
def test_what_was_sent_before_the_question_was_seen(
    position: int, sent: datetime, delivered: Delivered, late: bool
) -> None:
    assert came_before(_sent(sent, position), delivered) == late


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
        (_note(0, NOON + 9 * SECOND, 10), True),
    ],
)
def test_a_note_counts_from_when_it_was_begun(note: MailItem, late: bool) -> None:
    assert came_before(note, Delivered(position_of(5), T, None)) is late


def test_a_note_is_meant_for_the_question_that_was_open_when_it_was_begun() -> None:
    asked = (
        QuestionAsked("s", 5, Delivered(None, None, None), Status.ACTIVE, None),
        QuestionAsked("s", 3, Delivered(position_of(30), T + 30, None), Status.ACTIVE, None),
        QuestionAsked("s", 1, Delivered(position_of(10), T + 10, None), Status.ACTIVE, None),
    )
    found = [question_meant_by(_note(40, NOON + at * SECOND, 5), asked) for at in (40, 32, 20, 12)]
    assert [each.seq if each else None for each in found] == [3, 1, 1, None]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), False),
        (("undo",), True),
        (("skip", "undo"), True),
        (("done", "undo"), False),
        (("interview", "undo"), False),
    ],
)
def test_what_was_taken_back_unheard(names: tuple[str, ...], expected: bool) -> None:
    assert (
        was_taken_back(
            replace(_sent(NOON), incoming=replace(_sent(NOON).incoming, content=Command(name=n))) for n in names
        )
        is expected
    )
