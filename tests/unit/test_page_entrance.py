"""The link for one browser, which a program that opens browsers is started with."""

from __future__ import annotations

from adapters.web.security import Doors, new_key
from tests.fakes.manual_clock import ManualClock


def test_a_token_for_one_browser_lets_in_once() -> None:
    token = new_key()
    doors = Doors(host="127.0.0.1", port=8765, public_url="", token=token, clock=ManualClock())
    once, other = doors.single(), doors.single()
    assert [doors.takes(given) for given in (once, once, token, token, other, new_key(), "")] == [
        *(True, False),
        *(True, True),
        *(True, False, False),
    ]
