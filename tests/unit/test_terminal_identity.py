"""Who is at the keyboard, and the order of messages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.terminal.identity import Positions, locale_language, somebody


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
    sender = somebody({"LANG": "ru_RU.UTF-8"})
    assert (sender.id, sender.name, sender.language) == ("here", "anna", "ru-RU")


def test_a_user_without_a_name_is_still_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("uid not found: 4711")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert somebody({}).name == ""


class StandingClock:
    def __init__(self, second: int) -> None:
        self.second = second

    def now(self) -> datetime:
        return datetime(2026, 3, 1, 12, 0, self.second, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError


def test_positions_rise_also_over_a_new_start_and_when_the_clock_goes_back() -> None:
    clock = StandingClock(5)
    positions = Positions(clock)
    before = [positions.next() for _ in range(3)]
    clock.second = 4
    before.append(positions.next())
    after = Positions(StandingClock(6)).next()
    assert before == sorted(set(before))
    assert after > before[-1]
