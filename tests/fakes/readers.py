"""Readers without processes: the same reading, in the test's own."""

from __future__ import annotations

from core.interviews.podcast.sources.material import Episode, Feed
from core.readers.opener import Opener, OpenFeed
from core.readers.reading import answer
from core.readers.reading_messages import REPLIES, REQUESTS, ReadingBroke, ReadingRefused, Reply, Request
from core.readers.source_errors import error_of


class InlineReaders:
    """`Readers`; what goes over the wire elsewhere is packed and unpacked here, too."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Request]] = []
        """For whom, and what."""

    async def read(self, request: Request, body: bytes, *, person: str) -> tuple[Reply, bytes]:
        self.asked.append((person, request))
        said, more = answer(REQUESTS.validate_json(request.model_dump_json()), body)
        reply = REPLIES.validate_json(said.model_dump_json())
        assert not isinstance(reply, ReadingBroke)
        if isinstance(reply, ReadingRefused):
            raise error_of(reply.code, reply.reason)
        return reply, more

    async def close(self) -> None:
        """Nothing runs."""


def opener(person: str = "anna") -> Opener:
    return Opener(readers=InlineReaders(), person=person)


def episodes_of(feed: OpenFeed) -> tuple[Episode, ...]:
    return Feed.model_validate_json(feed.packed).episodes
