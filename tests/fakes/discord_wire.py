"""What goes over the wire to the fake Discord: requests, errors, and where a client is pointed.

`pointed_at` is for a bot in another process too: it needs nothing of the server but its two addresses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

Json = dict[str, Any]


@contextmanager
def pointed_at(api: str, gateway: str) -> Iterator[None]:
    """Every client of discord.py in this process talks to these addresses for as long as the context lasts."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, yarl.URL(gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


_MESSAGES: Mapping[int, str] = {
    10003: "Unknown Channel",
    10008: "Unknown Message",
    10013: "Unknown User",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    40005: "Request entity too large",
    40060: "Interaction has already been acknowledged.",
    50001: "Missing Access",
    50003: "Cannot execute action on a DM channel",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50007: "Cannot send messages to this user",
    50027: "Invalid Webhook Token",
    50035: "Invalid Form Body",
    50160: "Voice messages do not support additional content.",
    50161: "Voice messages must have a single audio attachment.",
    50162: "Voice messages must have supporting metadata.",
    50173: "You cannot send voice messages in this channel.",
    50109: "The request body contains invalid JSON.",
}
_REASONS: Mapping[int, str] = {
    400: "400: Bad Request",
    401: "401: Unauthorized",
    403: "403: Forbidden",
    404: "404: Not Found",
    405: "405: Method Not Allowed",
    429: "You are being rate limited.",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
}


@dataclass
class ApiError(Exception):
    """An answer that is an error."""

    status: int
    code: int = 0
    message: str = ""
    errors: Json = field(default_factory=dict)
    retry_after: float | None = None

    def answer(self) -> Json:
        known = _MESSAGES.get(self.code) or _REASONS.get(self.status, f"{self.status}: Error")
        answer: Json = {"message": self.message or known, "code": self.code}
        if self.errors:
            answer["errors"] = self.errors
        if self.status == 429:
            answer |= {"retry_after": self.pause, "global": False}
        return answer

    @property
    def pause(self) -> float:
        return 0.05 if self.retry_after is None else self.retry_after

    def headers(self) -> dict[str, str]:
        """What the proxy in front of the real server adds: discord.py takes a 429 without `Via` for a ban."""
        if self.status != 429:
            return {}
        return {"Via": "1.1 google", "Retry-After": str(self.pause), "X-RateLimit-Scope": "user"}


def invalid(where: str, code: str, message: str) -> ApiError:
    """A form body that is refused, with the field that is wrong: "components.0.label"."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for name in reversed(where.split(".")):
        errors = {name: errors}
    return ApiError(400, 50035, errors=errors)


@dataclass(slots=True, kw_only=True)
class Request:
    """One request of the bot."""

    method: str
    route: str
    """The template of its path: "/channels/{channel_id}/messages"."""
    path: str
    params: dict[str, str]
    """What stands in the places of the template."""
    query: dict[str, str] = field(default_factory=dict)
    json: Any = None
    """The body, also where it came as the `payload_json` of a form."""
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """By the field of the form: file name and bytes."""
    content_type: str = ""
    authorization: str = ""
    status: int | None = None
    """None while it is not answered, and when the connection was cut."""

    @property
    def chat(self) -> int | None:
        channel = self.params.get("channel_id", "")
        return int(channel) if channel.isdecimal() else None

    def is_to(self, route: str) -> bool:
        """Whether the route is this one: a template, with a method before it or without."""
        return route in (self.route, f"{self.method} {self.route}")
