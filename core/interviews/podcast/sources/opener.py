"""What is read for somebody, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from core.contracts.tools import Readers
from core.interviews.podcast.sources import read_requests
from core.interviews.podcast.sources.material import Episode, Material, WebPage
from core.readers.source_errors import Unreadable

_Expected = TypeVar("_Expected", bound=BaseModel)
LONGEST_SEARCH = 1_000
"""Characters of what somebody looks for in a feed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFeed:
    """A feed that was read. Its episodes stay packed: there may be thousands, and they are strangers' words."""

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
        asked = read_requests.FileAsked(media_type=media_type, name=name)
        return (await self._read(read_requests.FILE, asked, body, Material))[0]

    async def page(self, body: bytes, url: str, charset: str = "") -> WebPage:
        asked = read_requests.AddressAsked(url=url, charset=charset)
        return (await self._read(read_requests.PAGE, asked, body, WebPage))[0]

    async def feed(self, body: bytes, url: str, charset: str = "") -> OpenFeed:
        asked = read_requests.AddressAsked(url=url, charset=charset)
        found, packed = await self._read(read_requests.FEED, asked, body, read_requests.FeedRead)
        return OpenFeed(title=found.title, audible=found.audible, packed=packed)

    async def listed(
        self, feed: OpenFeed, *, search: str, page: int, size: int, longest_notes: int
    ) -> tuple[tuple[Episode, ...], bool]:
        """One page of a feed's episodes, of those with these words where there are any, and whether there are more.

        A page behind the last is the last.
        """
        asked = read_requests.ListAsked(
            search=search[:LONGEST_SEARCH], page=page, size=size, longest_notes=longest_notes
        )
        found, _ = await self._read(read_requests.LIST, asked, feed.packed, read_requests.FeedListed)
        return found.episodes, found.more

    async def matching(
        self, feed: OpenFeed, *, guid: str = "", audio: str = "", link: str = "", title: str = "", slug: str = ""
    ) -> Episode | None:
        """The episode that these mean; see `core.interviews.podcast.formats.matching`."""
        asked = read_requests.MatchAsked(guid=guid, audio=audio, link=link, title=title, slug=slug)
        return (await self._read(read_requests.MATCH, asked, feed.packed, read_requests.FeedMatched))[0].episode

    async def catalogue(self, body: bytes, episode: str) -> tuple[str, Episode | None]:
        """What Apple's catalogue says: the feed's address, and the episode with this number."""
        asked = read_requests.CatalogueAsked(episode=episode)
        found, _ = await self._read(read_requests.CATALOGUE, asked, body, read_requests.CatalogueRead)
        return found.feed, found.episode

    async def card(self, body: bytes) -> tuple[str, str]:
        """Title and author of a service's card; either may be empty."""
        found, _ = await self._read(read_requests.CARD, None, body, read_requests.CardRead)
        return found.title, found.author

    async def _read(
        self, what: str, asked: BaseModel | None, body: bytes, expected: type[_Expected]
    ) -> tuple[_Expected, bytes]:
        said = {} if asked is None else asked.model_dump(mode="json")
        value, more = await self.readers.read(what, body, said, person=self.person)
        try:
            return expected.model_validate(value), more
        except ValidationError:
            raise Unreadable("The reader answered out of turn.") from None
