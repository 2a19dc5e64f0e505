"""Which Host headers name a server of ours."""

from __future__ import annotations

import pytest

from core.contracts.hosts import is_own_host


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:9464",
        "[::1]:9464",
        "10.0.0.5",
        "localhost:9464",
        "raconteur:9464",
        "Bot.example.org",
        "bot.example.org:443",
    ],
)
def test_addresses_names_of_one_word_and_the_configured_name_are_ours(host: str) -> None:
    assert is_own_host(host, ["bot.example.org"])


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "evil.example:9464", "127.0.0.1.evil.example", "evil.example@10.0.0.5", "[::1", "a.b/c"],
)
def test_every_other_name_is_somebody_elses(host: str) -> None:
    assert not is_own_host(host, ["bot.example.org", ""])
