"""A request of the fake Bot API."""

from __future__ import annotations

from dataclasses import dataclass, field


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

    def is_to(self, method: str) -> bool:
        return method == self.method
