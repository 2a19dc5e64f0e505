"""Who may talk to the interviewer: nobody who is not named, unless the operator opened it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.gate import Gate, Policy
from core.messages import Address, Incoming, Sender, Text


def _from(sender: str, platform: str = "fake", *, name: str = "") -> Incoming:
    return Incoming(
        event_id="1",
        address=Address(platform=platform, chat="chat"),
        sender=Sender(id=sender, name=name),
        content=Text(text="Hello"),
        sent_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_nobody_gets_in_by_default() -> None:
    assert not Gate().admits(_from("1"))


def test_those_who_are_named_get_in_on_their_platform_only() -> None:
    gate = Gate(allowed=frozenset({"fake:7"}))
    assert gate.admits(_from("7"))
    assert not gate.admits(_from("7", "other"))
    assert not gate.admits(_from("77"))


@pytest.mark.parametrize("sender", ["", "fake:7", "7 ", "7\n", "٧"])
def test_an_id_that_only_looks_like_a_named_one_does_not(sender: str) -> None:
    assert not Gate(allowed=frozenset({"fake:7"})).admits(_from(sender, name="7"))


def test_an_open_house_takes_everybody() -> None:
    assert Gate(policy=Policy.OPEN).admits(_from("anybody"))


def test_at_a_trusted_keyboard_whoever_types_is_the_person() -> None:
    gate = Gate(trusted_platforms=frozenset({"keyboard"}))
    assert gate.admits(_from("", "keyboard"))
    assert not gate.admits(_from("", "fake"))
