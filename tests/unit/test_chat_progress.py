"""How far messages have come: what a receipt says, and for how long it is remembered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.contracts.messages import Receipt
from core.delivery.fitting import Remembered

AT = datetime(2026, 3, 12, 10, tzinfo=UTC)


def test_a_receipt_names_the_first_part_by_its_place() -> None:
    progress = Remembered(10).of("k")
    assert (progress.confirmed, progress.receipt) == (0, Receipt())
    for number in (5, 6, 8):
        progress.add(f"m{number}", str(number), AT + timedelta(seconds=number))
    assert progress.confirmed == 3
    assert progress.receipt == Receipt(ref="m8", position="5", sent_at=AT + timedelta(seconds=8))


def test_the_latest_messages_are_remembered_and_the_others_begin_anew() -> None:
    remembered = Remembered(2)
    for key in ("old", "used", "used", "new"):
        remembered.of(key).add(key, "1", None)
    assert remembered.of("used").confirmed == 2
    assert remembered.of("old").confirmed == 0
    assert remembered.of("used").confirmed == 2
    assert remembered.of("new").confirmed == 0
