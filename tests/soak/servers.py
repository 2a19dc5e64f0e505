"""The fake servers as they stand many people for a long time: they tell each what comes, and keep little."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import Received, User
from tests.fakes.discord_people import Received as Shown
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_world import Message
from tests.fakes.discreet import requests_in
from tests.fakes.model_behaviours import Answers, Asked
from tests.fakes.model_schemas import Json, example_of
from tests.soak.people import Phone, Seen

_MEDIAN, _SPREAD, _LONGEST = 0.06, 1.1, 8.0
"""Seconds that the model takes: one in a hundred ten times as long as most."""
_KEPT = 50


class Passing(list[Any]):
    """A list of which only the end is kept."""

    def append(self, item: Any) -> None:
        super().append(item)
        if len(self) > 2 * _KEPT:
            del self[:_KEPT]


class SoakBotApi(FakeBotApi):
    def __init__(self, host: str, *, strict: bool) -> None:
        super().__init__()
        self.host = host
        self.requests = Passing()
        self._sees: dict[int, Callable[[Seen], None]] = {}
        self.on_delivered = self._shown
        if not strict:
            # The whole specification takes longer than the bot that is held to it.
            self._spec = None

    def phone(self, number: int, sees: Callable[[Seen], None]) -> Phone:
        self._sees[number] = sees
        return self.user(number, f"Anna {number}")

    def floods(self, seconds: int) -> None:
        """Turn away whatever is sent, until `relents`."""
        for method in ("sendMessage", "sendDocument", "editMessageText"):
            self.fail_next(method, 429, f"Too Many Requests: retry after {seconds}", retry_after=seconds, times=10**9)

    def is_unheard(self) -> None:
        """Take every message, and say nothing to it, until `relents`."""
        self.cut_next("sendMessage", times=10**9, late=True)

    def relents(self) -> None:
        self._troubles.clear()

    def _confirm(self, offset: int) -> None:
        super()._confirm(offset)
        for update_id in [known for known in self._updates if known < offset and known not in self._again]:
            del self._updates[update_id]

    def _shown(self, user: User, received: Received) -> None:
        if not received.silent and user.id in self._sees:
            self._sees[user.id](Seen(text=received.text, labels=received.labels, file=received.body))


class SoakDiscord(FakeDiscord):
    def __init__(self, host: str, *, strict: bool) -> None:
        super().__init__()
        self.host = host
        self.requests = Passing()
        self._sees: dict[int, Callable[[Seen], None]] = {}
        self.rest.on_published = self._shown
        self.world.time.goes = True
        if not strict:
            self._spec, self.gateway.check = None, lambda _event, _data: []

    def phone(self, number: int, sees: Callable[[Seen], None]) -> Phone:
        person = self.user(f"Boris {number}")
        self._sees[person.dm] = sees
        return person

    def floods(self, seconds: int) -> None:
        route = "/channels/{channel_id}/messages"
        self.fail_next("POST", route, 429, retry_after=float(seconds), times=10**9)

    def relents(self) -> None:
        self._troubles.clear()

    def _shown(self, message: Message) -> None:
        shown = Shown(message=message)
        if message.author_id == self.world.application_id and not shown.silent and message.channel_id in self._sees:
            self._sees[message.channel_id](Seen(text=shown.text, labels=shown.labels, file=shown.body))


class SoakModel(FakeAnthropic):
    """Asks something new, after a time whose tail is long."""

    def __init__(self, host: str, seed: int) -> None:
        answers = Answers(value=_reply, says=_question)
        super().__init__(default=answers, latency=partial(_drawn, Random(f"model {seed}")))
        self.host = host
        self.requests = Passing()


def _drawn(chance: Random) -> float:
    return min(_LONGEST, _MEDIAN * chance.lognormvariate(0.0, _SPREAD))


def _question(asked: Asked) -> str:
    return f"What happened on day {crc32(asked.user.encode())}?"


def _reply(asked: Asked) -> Json:
    """The books note what is to be kept back, and nothing else."""
    schema = asked.schema or {}
    books = {"wants": "go_on", "keep_back": requests_in(asked.user)}
    reply: Json = books if "wants" in schema.get("properties", {}) else example_of(schema)
    return reply
