"""One request to the fake Bot API, and the trouble that a test can order for some."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fakes.bot_api_rules import ApiError


@dataclass(slots=True, kw_only=True)
class Request:
    """One request of the bot."""

    method: str
    params: dict[str, str]
    at: float
    """By the monotonic clock."""
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    status: int | None = None
    """None while it is not answered, and when the connection was cut."""

    @property
    def chat(self) -> int | None:
        chat = self.params.get("chat_id", "")
        return int(chat) if chat.removeprefix("-").isdecimal() else None


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What is to go wrong with some of the next requests."""

    method: str
    chat: int | None
    times: int
    after: int = 0
    """Calls that go through before it begins."""
    error: ApiError | None = None
    """None cuts the connection."""
    late: bool = False
    """After the request took effect."""

    def concerns(self, request: Request) -> bool:
        return self.times > 0 and self.method == request.method and self.chat in (None, request.chat)


def struck(ordered: list[Trouble], request: Request) -> Trouble | None:
    """The trouble that this request meets, if any."""
    trouble = next((trouble for trouble in ordered if trouble.concerns(request)), None)
    if trouble and trouble.after:
        trouble.after -= 1
        return None
    if trouble:
        trouble.times -= 1
    return trouble
