"""What readers are asked of an episode and what they reply; `formats.episode_readings` does the reading.

A reply is a stranger's word, as what was read is: it is checked here, and bounded.
"""

from __future__ import annotations

from pydantic import Field

from core.interviews.podcast.sources.material import Episode, Frozen

MODULE = "core.interviews.podcast.formats.episode_readings"
"""Loaded in the reader processes alone, by its name."""
FILE, FEED, LIST, MATCH = "podcast-file", "podcast-feed", "podcast-list", "podcast-match"
PAGE, CATALOGUE, CARD = "podcast-page", "podcast-catalogue", "podcast-card"


# --- what is asked ------------------------------------------------------------------------------------------------


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
    """Which episode of a feed is meant; see `FeedMatched`."""

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


# --- what is replied ----------------------------------------------------------------------------------------------


class FeedRead(Frozen):
    """With the whole feed beside it, packed."""

    title: str
    audible: bool
    """There is an episode with a recording."""


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
    """Of the card (oEmbed) of a service."""

    title: str
    author: str
