"""Who is at the keyboard, and the order of messages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.terminal.scene import Positions, locale_language, terminal_sender
from tests.fakes.manual_clock import ManualClock


@pytest.mark.parametrize(
    ("environ", "tag"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "ru-RU"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ru_RU", "LC_ALL": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "de", "LC_ALL": ""}, "de"),
        ({"LANG": "ca_ES.UTF-8@valencia"}, "ca-ES"),
        ({"LC_ALL": "POSIX", "LANG": "ru_RU"}, ""),
        ({}, ""),
    ],
)
def test_the_language_is_that_of_the_locale(environ: dict[str, str], tag: str) -> None:
    assert locale_language(environ) == tag


def test_the_person_is_the_user_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "anna\x1b[2J")
    sender = terminal_sender({"LANG": "ru_RU.UTF-8"})
    assert (sender.id, sender.name, sender.language) == ("here", "anna", "ru-RU")


def test_a_user_without_a_name_is_still_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("uid not found: 4711")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert terminal_sender({}).name == ""


def test_positions_rise_over_a_new_start_and_a_clock_put_back() -> None:
    clock = ManualClock()
    positions = Positions(clock)
    before = [positions.next() for _ in range(3)]
    clock.advance(-1)
    before.append(positions.next())
    after = Positions(ManualClock(clock.now() + timedelta(seconds=2))).next()
    assert before == sorted(set(before))
    assert after > before[-1]
