"""What is read for somebody, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from core.interviews.podcast.sources.material import Episode, Material, WebPage
from core.readers import reading_messages
from core.readers.port import Readers
from core.readers.source_errors import Unreadable

_Expected = TypeVar("_Expected")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFeed:
    """A feed that was read. Its episodes stay packed: there may be thousands, and they are strangers' words."""

    url: str
    title: str
    audible: bool
    """There is an episode with a recording."""
    packed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """Opens what strangers send, for one person. Whatever it raises is a SourceError."""

    readers: Readers
    person: str

    async def file(self, body: bytes, media_type: str = "", name: str = "") -> Material:
        """A transcript in whatever form (its title is empty), or an Inkwell folder as a ZIP."""
        found, _ = await self._read(
            reading_messages.ReadFile(media_type=media_type, name=name), body, reading_messages.FileRead
        )
        return found.material

    async def page(self, body: bytes, url: str, charset: str = "") -> WebPage:
        found, _ = await self._read(
            reading_messages.ReadPage(url=url, charset=charset), body, reading_messages.PageRead
        )
        return found.page

    async def feed(self, body: bytes, url: str, charset: str = "") -> OpenFeed:
        found, packed = await self._read(
            reading_messages.ReadFeed(url=url, charset=charset), body, reading_messages.FeedRead
        )
        return OpenFeed(url=found.url, title=found.title, audible=found.audible, packed=packed)

    async def listed(
        self, feed: OpenFeed, *, search: str, page: int, size: int, longest_notes: int
    ) -> tuple[tuple[Episode, ...], bool]:
        """One page of a feed's episodes, of those with these words where there are any, and whether there are more.

        A page behind the last is the last.
        """
        asked = reading_messages.ListFeed(
            search=search[:LONGEST_SEARCH], page=page, size=size, longest_notes=longest_notes
        )
        found, _ = await self._read(asked, feed.packed, reading_messages.FeedListed)
        return found.episodes, found.more

    async def matching(
        self, feed: OpenFeed, *, guid: str = "", audio: str = "", link: str = "", title: str = "", slug: str = ""
    ) -> Episode | None:
        """The episode that these mean; see `core.interviews.podcast.formats.matching`."""
        asked = reading_messages.MatchFeed(guid=guid, audio=audio, link=link, title=title, slug=slug)
        found, _ = await self._read(asked, feed.packed, reading_messages.FeedMatched)
        return found.episode

    async def catalogue(self, body: bytes, episode: str) -> tuple[str, Episode | None]:
        """What Apple's catalogue says: the feed's address, and the episode with this number."""
        found, _ = await self._read(
            reading_messages.ReadCatalogue(episode=episode), body, reading_messages.CatalogueRead
        )
        return found.feed, found.episode

    async def card(self, body: bytes) -> tuple[str, str]:
        """Title and author of a service's card; either may be empty."""
        found, _ = await self._read(reading_messages.ReadCard(), body, reading_messages.CardRead)
        return found.title, found.author

    async def _read(
        self, request: reading_messages.Request, body: bytes, expected: type[_Expected]
    ) -> tuple[_Expected, bytes]:
        reply, more = await self.readers.read(request, body, person=self.person)
        if not isinstance(reply, expected):
            raise Unreadable("The reader answered out of turn.")
        return reply, more


LONGEST_SEARCH = 1_000
"""Characters of what somebody looks for in a feed."""
