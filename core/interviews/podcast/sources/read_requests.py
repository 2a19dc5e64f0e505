"""What readers are asked of an episode and what they reply; `formats.episode_readings` does the reading.

A reply is a stranger's word, as what was read is: it is checked here, and bounded.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from core.interviews.podcast.sources.material import Episode, Material, WebPage

MODULE = "core.interviews.podcast.formats.episode_readings"
"""Loaded in the reader processes alone, by its name."""
FILE, FEED, LIST, MATCH = "podcast-file", "podcast-feed", "podcast-list", "podcast-match"
PAGE, CATALOGUE, CARD = "podcast-page", "podcast-catalogue", "podcast-card"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# --- what is asked ------------------------------------------------------------------------------------------------


class FileAsked(_Frozen):
    """A transcript in whatever form, or an Inkwell folder as a ZIP; see `FileRead`."""

    media_type: str = ""
    name: str = ""


class AddressAsked(_Frozen):
    """A feed, see `FeedRead`, or a web page, see `PageRead`."""

    url: str
    charset: str = ""


class ListAsked(_Frozen):
    """Some of a feed's episodes, newest first or those that were looked for; see `FeedListed`."""

    search: str = ""
    page: int = Field(default=0, ge=0)
    size: int = Field(gt=0, le=100)
    longest_notes: int = Field(ge=0)


class MatchAsked(_Frozen):
    """Which episode of a feed is meant; see `FeedMatched`."""

    guid: str = ""
    audio: str = ""
    link: str = ""
    title: str = ""
    slug: str = ""
    """The readable part of an address; where it is given the others are not looked at."""


class CatalogueAsked(_Frozen):
    """An answer of Apple's catalogue; see `CatalogueRead`."""

    episode: str = ""
    """The catalogue's number of the episode; empty where a whole podcast is meant."""


class CardAsked(_Frozen):
    """The card (oEmbed) of a service; see `CardRead`."""


# --- what is replied ----------------------------------------------------------------------------------------------


class FileRead(_Frozen):
    material: Material


class FeedRead(_Frozen):
    """With the whole feed beside it, packed."""

    url: str
    title: str
    audible: bool
    """There is an episode with a recording."""


class FeedListed(_Frozen):
    episodes: tuple[Episode, ...] = Field(max_length=100)
    more: bool


class FeedMatched(_Frozen):
    episode: Episode | None


class PageRead(_Frozen):
    page: WebPage


class CatalogueRead(_Frozen):
    feed: str
    """Empty for what only Apple's own subscribers can hear."""
    episode: Episode | None
    """None when the link names none, or an old one that the catalogue does not list."""


class CardRead(_Frozen):
    title: str
    author: str
