"""Who may talk to the interviewer: nobody who is not named, unless the operator opened it or let them in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.access.gate import Gate, code_digest, invitation_digest
from core.contracts.messages import Address, ChatClosed, Command, Content, Incoming, Press, Removal, Sender, Text, Timer
from tests.fakes.stores import event

CODE = "Ab3_-xyzAb3_-xyz"


def _from(sender: str, platform: str = "fake", *, name: str = "", content: Content | None = None) -> Incoming:
    written = event("1", content, address=Address(platform=platform, chat="chat"))
    return replace(written, sender=Sender(id=sender, name=name))


def test_those_who_are_named_get_in_on_their_platform_only() -> None:
    gate = Gate(allowed=frozenset({"fake:7"}))
    assert gate.admits(_from("7"))
    assert not gate.admits(_from("7", "other"))
    assert not gate.admits(_from("77"))


@pytest.mark.parametrize("sender", ["", "fake:7", "7 ", "7\n", "٧"])
def test_an_id_that_only_looks_like_a_named_one_does_not(sender: str) -> None:
    assert not Gate(allowed=frozenset({"fake:7"})).admits(_from(sender, name="7"))


def test_at_a_trusted_keyboard_whoever_types_is_the_person() -> None:
    gate = Gate(trusted_platforms=frozenset({"keyboard"}))
    assert gate.admits(_from("", "keyboard"))
    assert not gate.admits(_from("", "fake"))


def test_nobody_is_kept_from_a_trusted_keyboard() -> None:
    assert Gate(trusted_platforms=frozenset({"keyboard"})).admits(_from("7", "keyboard"), ruled=False)


@pytest.mark.parametrize("content", [ChatClosed(), Removal(ref="7"), Timer(session_id="s1")])
def test_what_the_house_itself_says_of_somebody_passes(content: Content) -> None:
    assert Gate().admits(_from("", content=content))
    assert not Gate().admits(_from("7", content=content)), "that was sent by somebody"


# --- invitations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("argument", [CODE, f" {CODE}\n"])
def test_an_invitation_is_known_by_its_digest(argument: str) -> None:
    code = invitation_digest(_from("7", content=Command(name="start", argument=argument)))
    assert code == code_digest(CODE)
    assert CODE not in code


@pytest.mark.parametrize(
    "content",
    [
        Command(name="start"),
        Command(name="start", argument=f"{CODE}x"),
        Command(name="start", argument=f"{CODE[:8]} {CODE[9:]}"),
        Command(name="start", argument=code_digest(CODE)),
        Command(name="help", argument=CODE),
        Text(text=f"/start {CODE}"),
        Press(data=f"start~{CODE}"),
    ],
)
def test_everything_else_is_no_invitation(content: Content) -> None:
    assert invitation_digest(_from("7", content=content)) == ""
