"""Decides who may talk to the interviewer, before everything else, storage included, and how much one person may send.

By default nobody may talk to it. The limits leave something for others. All of it is pure but for `MessagePace`.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from pydantic import ValidationError

from core.contracts.messages import (
    Address,
    Attachment,
    ChatClosed,
    Command,
    Content,
    Edit,
    Incoming,
    Photo,
    Ready,
    Removal,
    Text,
    Timer,
    Voice,
)
from core.contracts.welcome import BEGIN, BeginRequest

MINUTE: Final = 60.0
HOUR: Final = 3600.0
"""Seconds in which nobody is told twice that their day is full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxLimits:
    """The limits for each person; 0 means as much as they like."""

    messages_per_minute: int = 120
    """As many as somebody can forward at once are none too many: Telegram lets a hundred go together."""
    bytes_per_day: int = 500_000_000
    """Of words, files and recordings."""


class Over(StrEnum):
    """The reasons why a message was not taken in; each has a message of its own."""

    PACE = "limit-pace"
    DAY = "limit-day"
    """It does not fit into what is left of the day."""
    DAY_FILE = "limit-day-file"
    NEVER = "limit-never"
    """No day has room for it."""


def content_size(content: Content, *, unknown: int) -> int:
    """Return the bytes that a message takes up; `unknown` for a file whose size the platform does not tell."""
    match content:
        case Text(text=text) | Edit(text=text):
            return len(text.encode("utf-8", "replace"))
        case Voice(size=size) | Photo(size=size) | Attachment(size=size):
            return unknown if size is None else size
        case _:
            return 0


def exceeded_limit(content: Content, *, weighs: int, used: int, limit: int) -> Over | None:
    """Return the daily limit that a message exceeds, given what is used of it."""
    if not limit or not weighs or used + weighs <= limit:
        return None
    if weighs > limit:
        return Over.NEVER
    return Over.DAY_FILE if isinstance(content, Voice | Photo | Attachment) else Over.DAY


@dataclass(slots=True)
class _Minute:
    """The newest messages of a chat."""

    taken: deque[float] = field(default_factory=deque)
    """When they were sent, the oldest first."""
    closed_until: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The answer to a message: whether there is room for it, and the moment that it counts for."""

    chat: str
    at: float
    free: bool
    tell: bool = False
    """There is none, and the person does not know it yet."""


class MessagePace:
    """Counts, in memory alone, the messages of each chat that were taken in within a minute, by when they were sent.

    Messages that come at once because nobody was there to receive them were not written at once. When a minute is full,
    nothing more is taken for a minute, so that one sentence can say what is kept and what is not.
    """

    def __init__(self, limit: int) -> None:
        """Allow `limit` messages in any 60 seconds; 0 for as many as come."""
        self._limit = limit
        self._chats: OrderedDict[str, _Minute] = OrderedDict()

    def take(self, chat: str, *, sent_at: float, now: float) -> Admission:
        """Count a message in, if there is room for it. Whoever does not keep it after all gives the place back."""
        if not self._limit:
            return Admission(chat=chat, at=now, free=True)
        while self._chats and _is_over(next(iter(self._chats.values())), now):
            self._chats.popitem(last=False)
        minute = self._chats.setdefault(chat, _Minute())
        self._chats.move_to_end(chat)
        if (minute.taken and minute.taken[-1] > now) or (minute.closed_until or 0.0) > now + MINUTE:
            # The clock was set back: nobody waits until it has caught up.
            minute = self._chats[chat] = _Minute()
        at = min(sent_at, now)
        if minute.taken:
            at = max(at, minute.taken[-1])  # what comes later counts as sent no earlier
        while minute.taken and minute.taken[0] <= at - MINUTE:
            minute.taken.popleft()
        if minute.closed_until is not None and at < minute.closed_until:
            return Admission(chat=chat, at=at, free=False)
        if len(minute.taken) >= self._limit:
            return Admission(chat=chat, at=at, free=False, tell=True)
        minute.closed_until = None
        minute.taken.append(at)
        return Admission(chat=chat, at=at, free=True)

    def give_back(self, place: Admission) -> None:
        """Uncount a message that was not kept, or had been before."""
        minute = self._chats.get(place.chat)
        if place.free and minute is not None and place.at in minute.taken:
            minute.taken.remove(place.at)
            if not minute.taken and minute.closed_until is None:
                del self._chats[place.chat]

    def close(self, place: Admission) -> None:
        """Note that the person is told that nothing more is taken for a minute."""
        if (minute := self._chats.get(place.chat)) is not None:
            minute.closed_until = place.at + MINUTE


def _is_over(minute: _Minute, now: float) -> bool:
    """Return whether nothing in it counts any more."""
    newest = minute.taken[-1] if minute.taken else now - MINUTE
    return newest <= now - MINUTE and (minute.closed_until is None or minute.closed_until <= now)


_CODE = re.compile(r"[A-Za-z0-9_-]{16}")


class Policy(StrEnum):
    NAMED = "named"
    """Only those who are named in `access.allowed` or `access.admins`, or whom the operator let in while it runs."""
    OPEN = "open"
    """Everybody who finds the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Decides by the platform's own id of a person, which nobody can choose."""

    policy: Policy = Policy.NAMED
    allowed: frozenset[str] = frozenset()
    """`platform:id`."""
    trusted_platforms: frozenset[str] = frozenset()
    """Where whoever can type is the person: the operator's own keyboard."""
    trusted_chats: frozenset[str] = frozenset()
    """The same of single chats, as `platform:chat`: the page of the operator's own computer."""

    def trusts(self, incoming: Incoming) -> bool:
        """Return whether somebody is admitted regardless of all other rules."""
        # From nobody comes what the program makes itself, and what a platform tells of somebody known.
        from_nobody = incoming.sender.id == "" and is_passive_event(incoming)
        return from_nobody or self.is_home(incoming.address)

    def is_home(self, address: Address) -> bool:
        """Return whether a chat is held at the operator's own computer."""
        return address.platform in self.trusted_platforms or str(address) in self.trusted_chats

    def admits(self, incoming: Incoming, *, ruled: bool | None = None) -> bool:
        """Return whether somebody may come in.

        `ruled`: what the operator said of them in the database, before the configuration; None if nothing.
        """
        if self.trusts(incoming):
            return True
        if ruled is not None:
            return ruled
        return self.policy is Policy.OPEN or sender_id(incoming) in self.allowed


def sender_id(incoming: Incoming) -> str:
    """Return `platform:id` of a sender."""
    return f"{incoming.address.platform}:{incoming.sender.id}"


def is_passive_event(incoming: Incoming) -> bool:
    """Return whether an event only tells something of somebody: it makes nobody known, and is no sign of presence."""
    return isinstance(incoming.content, ChatClosed | Ready | Removal | Timer)


def invitation_digest(incoming: Incoming) -> str:
    """Return the digest of the code that somebody comes in with, by `/start CODE` or a page; empty for all else."""
    match incoming.content:
        case Command(name="start", argument=argument) if _CODE.fullmatch(argument.strip()):
            return code_digest(argument.strip())
        case Command(name=name, argument=argument) if name == BEGIN:
            code = _invitation_in(argument)
            return code_digest(code) if _CODE.fullmatch(code) else ""
        case _:
            return ""


def without_code(incoming: Incoming) -> Incoming:
    """Return the event with an invitation's digest in the place of its code, which may let others in."""
    digest, content = invitation_digest(incoming), incoming.content
    if not digest or not isinstance(content, Command):
        return incoming
    if content.name != BEGIN:
        return replace(incoming, content=Command(name="start", argument=digest))
    wanted = BeginRequest.model_validate_json(content.argument).model_copy(update={"invitation": digest})
    return replace(incoming, content=Command(name=BEGIN, argument=wanted.model_dump_json()))


def kept_digest(incoming: Incoming) -> str:
    """Return the digest of the invitation in an event that `without_code` has returned; empty for any other."""
    match incoming.content:
        case Command(name="start", argument=argument):
            return argument
        case Command(name=name, argument=argument) if name == BEGIN:
            return _invitation_in(argument)
        case _:
            return ""


def _invitation_in(form: str) -> str:
    try:
        return BeginRequest.model_validate_json(form).invitation
    except ValidationError:
        return ""


def code_digest(code: str) -> str:
    """Return the stored form of an invitation's code: its SHA-256 in 64 hexadecimal digits."""
    return hashlib.sha256(code.encode()).hexdigest()
