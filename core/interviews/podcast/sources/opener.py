"""Ask readers (`formats.episode_readings`) about an episode, and check what they reply: it is a stranger's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, Field, ValidationError

from core.contracts.frozen import Frozen
from core.contracts.tools import Readers
from core.interviews.podcast.sources.material import Episode, Material, WebPage
from core.readers.source_errors import Unreadable

MODULE = "core.interviews.podcast.formats.episode_readings"
"""Loaded in the reader processes alone, by its name."""
FILE, FEED, LIST, MATCH = "podcast-file", "podcast-feed", "podcast-list", "podcast-match"
PAGE, CATALOGUE, CARD = "podcast-page", "podcast-catalogue", "podcast-card"
_Expected = TypeVar("_Expected", bound=BaseModel)
LONGEST_SEARCH = 1_000


class FileAsked(Frozen):
    """A transcript in whatever form, or an Inkwell folder as a ZIP; see `Material`."""

    media_type: str = ""
    name: str = ""


class AddressAsked(Frozen):
    """A feed, see `FeedRead`, or a web page, see `WebPage`."""

    url: str
    charset: str = ""


class ListAsked(Frozen):
    """Some of a feed's episodes, newest first or those that were looked for; see `FeedListed`."""

    search: str = ""
    page: int = Field(default=0, ge=0)
    size: int = Field(gt=0, le=100)
    longest_notes: int = Field(ge=0)


class MatchAsked(Frozen):
    """The marks of one episode of a feed; see `FeedMatched`."""

    guid: str = ""
    audio: str = ""
    link: str = ""
    title: str = ""
    slug: str = ""
    """The readable part of an address; where it is given the others are not looked at."""


class CatalogueAsked(Frozen):
    """An answer of Apple's catalogue; see `CatalogueRead`."""

    episode: str = ""
    """The catalogue's number of the episode; empty where a whole podcast is meant."""


class FeedRead(Frozen):
    """A feed's summary; the whole feed comes packed with it, see `OpenFeed`."""

    title: str
    audible: bool


class FeedListed(Frozen):
    episodes: tuple[Episode, ...] = Field(max_length=100)
    more: bool


class FeedMatched(Frozen):
    episode: Episode | None


class CatalogueRead(Frozen):
    feed: str
    """Empty for what only Apple's own subscribers can hear."""
    episode: Episode | None
    """None when the link names none, or an old one that the catalogue does not list."""


class CardRead(Frozen):
    """The card (oEmbed) of a service; either field may be empty."""

    title: str
    author: str


class OpenFeed(FeedRead):
    """A feed that was read. Its episodes stay packed: there may be thousands, and they are strangers' words."""

    packed: bytes = Field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """Opens what strangers send, for one person. Whatever it raises is a SourceError."""

    readers: Readers
    person: str

    async def file(self, body: bytes, media_type: str = "", name: str = "") -> Material:
        """Read a transcript in whatever form (its title is empty), or an Inkwell folder as a ZIP."""
        return (await self._read(FILE, FileAsked(media_type=media_type, name=name), body, Material))[0]

    async def page(self, body: bytes, url: str, charset: str = "") -> WebPage:
        return (await self._read(PAGE, AddressAsked(url=url, charset=charset), body, WebPage))[0]

    async def feed(self, body: bytes, url: str, charset: str = "") -> OpenFeed:
        found, packed = await self._read(FEED, AddressAsked(url=url, charset=charset), body, FeedRead)
        return OpenFeed(title=found.title, audible=found.audible, packed=packed)

    async def listed(self, feed: OpenFeed, *, search: str, page: int, size: int, longest_notes: int) -> FeedListed:
        """Return one page of a feed's episodes, of those with these words if any; past the end, the last page."""
        asked = ListAsked(search=search[:LONGEST_SEARCH], page=page, size=size, longest_notes=longest_notes)
        return (await self._read(LIST, asked, feed.packed, FeedListed))[0]

    async def matching(
        self, feed: OpenFeed, *, guid: str = "", audio: str = "", link: str = "", title: str = "", slug: str = ""
    ) -> Episode | None:
        """Return the episode that these mean; see `match_episode` in `core.interviews.podcast.formats.feeds`."""
        asked = MatchAsked(guid=guid, audio=audio, link=link, title=title, slug=slug)
        return (await self._read(MATCH, asked, feed.packed, FeedMatched))[0].episode

    async def catalogue(self, body: bytes, episode: str) -> CatalogueRead:
        return (await self._read(CATALOGUE, CatalogueAsked(episode=episode), body, CatalogueRead))[0]

    async def card(self, body: bytes) -> CardRead:
        return (await self._read(CARD, None, body, CardRead))[0]

    async def _read(
        self, what: str, asked: BaseModel | None, body: bytes, expected: type[_Expected]
    ) -> tuple[_Expected, bytes]:
        said = {} if asked is None else asked.model_dump(mode="json")
        value, more = await self.readers.read(what, body, said, person=self.person)
        try:
            return expected.model_validate(value), more
        except ValidationError:
            raise Unreadable("The reader answered out of turn.") from None
