"""What discord.py raises, in core's words: what it means for the message, and nothing secret in its text."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp.client_reqrep import ConnectionKey
from structlog.testing import capture_logs

from adapters.discord.failures import Trouble, delivery_error, redacted, translate_discord_errors, without_secrets
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789-_"


@dataclass
class Answer:
    """As much of an HTTP answer as the library's error looks at."""

    status: int
    reason: str = "Reason"
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})


def refusal(status: int, body: dict[str, Any] | str, headers: dict[str, str] | None = None) -> discord.HTTPException:
    answer: Any = Answer(status) if headers is None else Answer(status, headers=headers)
    return discord.HTTPException(answer, body)


def coded(status: int, code: int) -> discord.HTTPException:
    return refusal(status, {"code": code, "message": "as Discord says it"})


PAGE = "<html><body>error 1020: access denied</body></html>"
HTML = {"Content-Type": "text/html"}


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (coded(403, 50007), Unreachable),
        (coded(404, 10003), Unreachable),
        (coded(400, 50278), Unreachable),
        (coded(413, 40005), TooLarge),
        (refusal(413, PAGE, HTML), TooLarge),
        (coded(400, 50035), Rejected),
        (coded(404, 10008), Rejected),
        (coded(401, 0), TryLater),
        (coded(403, 20026), TryLater),
        (coded(429, 0), TryLater),
        (coded(500, 0), TryLater),
        (refusal(403, PAGE, HTML), TryLater),
        (refusal(400, "", {}), TryLater),
        (discord.RateLimited(31.5), TryLater),
        (discord.LoginFailure("Improper token has been passed."), TryLater),
        (aiohttp.ServerDisconnectedError(), TryLater),
        (ConnectionResetError(104, "Connection reset by peer"), TryLater),
        (json.JSONDecodeError("no JSON", "<html>", 0), TryLater),
    ],
    ids=lambda value: f"{value}"[:40] if isinstance(value, BaseException) else value.__name__,
)
def test_an_error_of_the_library_becomes_one_of_ours(error: BaseException, expected: type[DeliveryError]) -> None:
    ours = delivery_error(error)
    assert type(ours) is expected
    assert str(ours)


@pytest.mark.parametrize(
    ("error", "maybe"),
    [
        (coded(500, 0), True),
        (coded(503, 0), False),
        (coded(429, 0), False),
        (aiohttp.ServerDisconnectedError(), True),
        (aiohttp.SocketTimeoutError(), True),
        (aiohttp.ConnectionTimeoutError(), False),
        (TimeoutError(), True),
        (
            aiohttp.ClientConnectorError(
                ConnectionKey(
                    "discord.com", 443, is_ssl=True, ssl=True, proxy=None, proxy_auth=None, proxy_headers_hash=None
                ),
                OSError(111, "Connection refused"),
            ),
            False,
        ),
    ],
    ids=lambda value: f"{value}"[:40] if isinstance(value, BaseException) else str(value),
)
def test_it_is_told_whether_the_request_may_have_taken_effect(error: BaseException, maybe: bool) -> None:
    ours = delivery_error(error)
    assert isinstance(ours, TryLater)
    assert ours.maybe_delivered is maybe


def test_the_wait_that_discord_asks_for_is_handed_on() -> None:
    for error, after in [
        (discord.RateLimited(31.5), 31.5),
        (refusal(429, PAGE, HTML | {"Retry-After": "1800"}), 1_800),
        (refusal(429, PAGE, HTML), None),
        (refusal(429, PAGE, HTML | {"Retry-After": "soon"}), None),
    ]:
        ours = delivery_error(error)
        assert isinstance(ours, TryLater)
        assert ours.after == after


@pytest.mark.parametrize(
    "text",
    [
        f"Bot {TOKEN} is not welcome",
        f"https://discord.com/api/v10/webhooks/1234/aW50ZXJhY3Rpb246{'x' * 60}/callback",
        f"no route POST /interactions/1234/aW50ZXJhY3Rpb246{'x' * 60}/callback",
        "Cannot connect to http://127.0.0.1:1/attachments/1/2/x.ogg?ex=1&hm=SIGNED-secret",
        "https://user:SIGNED-secret@example.org/",
    ],
)
def test_tokens_and_addresses_are_in_no_error_text(text: str) -> None:
    for shown in (without_secrets(text), redacted(OSError(text)), str(delivery_error(OSError(text)))):
        assert not any(secret in shown for secret in (TOKEN, "aW50ZXJhY3Rpb246", "SIGNED"))
        assert shown


def test_an_error_text_is_one_bounded_line_and_never_empty() -> None:
    assert redacted(TimeoutError()) == "TimeoutError"
    assert redacted(OSError("a\n\n b")) == "a b"
    assert len(redacted(OSError("word " * 999))) <= 300


async def test_a_client_that_is_closed_meanwhile_means_try_later() -> None:
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(RuntimeError, match="a mistake"), translate_discord_errors(client):
        raise RuntimeError("a mistake")
    await client.close()
    with pytest.raises(TryLater) as caught, translate_discord_errors(client):
        raise RuntimeError("Session is closed")
    assert not caught.value.maybe_delivered


def test_trouble_that_always_differs_fills_neither_memory_nor_the_log() -> None:
    trouble = Trouble(began="began", over="over")
    with capture_logs() as lines:
        for number in range(5_000):
            trouble.tell(OSError(f"attempt {number}"))
        trouble.over()
        trouble.tell(OSError("attempt 0"))
    assert [line["event"] for line in lines].count("began") <= 101
    assert [line["event"] for line in lines[-2:]] == ["over", "began"]
