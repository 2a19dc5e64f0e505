"""Readers without processes: the same reading, in the test's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import JsonValue

from bot.features import modules_read
from core.contracts.tools import NOTHING
from core.interviews.podcast.sources.material import Episode, Feed
from core.interviews.podcast.sources.opener import MODULE, Opener, OpenFeed
from core.readers.reading import REPLIES, REQUESTS, Read, ReadingRefused, WasRead, load_readings, run_reading
from core.readers.source_errors import error_of

_loaded = cache(load_readings)


class InlineReaders:
    """`Readers`; what goes over the wire elsewhere is packed and unpacked here, too."""

    def __init__(self, *modules: str) -> None:
        self._readings = _loaded(modules or (MODULE, *modules_read()))
        self.asked: list[tuple[str, Read]] = []
        """For whom, and what."""

    async def read(
        self, what: str, body: bytes, asked: Mapping[str, JsonValue] = NOTHING, *, person: str
    ) -> tuple[JsonValue, bytes]:
        request = REQUESTS.validate_json(Read(what=what, asked=dict(asked)).model_dump_json())
        assert isinstance(request, Read)
        self.asked.append((person, request))
        said, more = run_reading(self._readings, request, body)
        reply = REPLIES.validate_json(said.model_dump_json())
        if isinstance(reply, ReadingRefused):
            raise error_of(reply.code, reply.reason)
        assert isinstance(reply, WasRead)
        return reply.value, more

    async def close(self) -> None:
        """Nothing runs."""


def opener(person: str = "anna") -> Opener:
    return Opener(readers=InlineReaders(), person=person)


def episodes_of(feed: OpenFeed) -> tuple[Episode, ...]:
    return Feed.model_validate_json(feed.packed).episodes
