"""What the program asks of a reader process, and what it hears back, in the frames of `core.processes.frames`.

The body of a request is what is to be read; the body of a reply is only ever passed on to a reader again. What a reader
says after it has read a stranger's file is itself a stranger's word: it is checked, and bounded.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.interviews.podcast.sources.material import Episode, Material, WebPage
from core.processes.frames import Frame

LONGEST_REQUEST = 1 << 20
LONGEST_REPLY = 12 << 20
LONGEST_BODY = 32 << 20
"""Bytes, in both directions."""

# --- requests -----------------------------------------------------------------------------------------------------


class Begin(Frame):
    """Load what reads. Replied by Begun."""

    kind: Literal["begin"] = "begin"


class ReadFile(Frame):
    """A transcript in whatever form, or an Inkwell folder as a ZIP. Replied by FileRead."""

    kind: Literal["file"] = "file"
    media_type: str = ""
    name: str = ""


class ReadFeed(Frame):
    """A podcast's feed. Replied by FeedRead, with what is kept of it in the body."""

    kind: Literal["feed"] = "feed"
    url: str
    charset: str = ""


class ListFeed(Frame):
    """Some of a feed's episodes, newest first or those that were looked for. Replied by FeedListed."""

    kind: Literal["list"] = "list"
    search: str = ""
    page: int = Field(default=0, ge=0)
    size: int = Field(gt=0, le=100)
    longest_notes: int = Field(ge=0)


class MatchFeed(Frame):
    """Which episode of a feed is meant. Replied by FeedMatched."""

    kind: Literal["match"] = "match"
    guid: str = ""
    audio: str = ""
    link: str = ""
    title: str = ""
    slug: str = ""
    """The readable part of an address; where it is given the others are not looked at."""


class ReadPage(Frame):
    """A web page. Replied by PageRead."""

    kind: Literal["page"] = "page"
    url: str
    charset: str = ""


class ReadCatalogue(Frame):
    """An answer of Apple's catalogue. Replied by CatalogueRead."""

    kind: Literal["catalogue"] = "catalogue"
    episode: str = ""
    """The catalogue's number of the episode; empty where a whole podcast is meant."""


class ReadCard(Frame):
    """The card (oEmbed) of a service. Replied by CardRead."""

    kind: Literal["card"] = "card"


# --- replies ------------------------------------------------------------------------------------------------------


class Begun(Frame):
    kind: Literal["begun"] = "begun"


class FileRead(Frame):
    kind: Literal["file-read"] = "file-read"
    material: Material


class FeedRead(Frame):
    kind: Literal["feed-read"] = "feed-read"
    url: str
    title: str
    audible: bool
    """There is an episode with a recording."""


class FeedListed(Frame):
    kind: Literal["feed-listed"] = "feed-listed"
    episodes: tuple[Episode, ...] = Field(max_length=100)
    more: bool


class FeedMatched(Frame):
    kind: Literal["feed-matched"] = "feed-matched"
    episode: Episode | None


class PageRead(Frame):
    kind: Literal["page-read"] = "page-read"
    page: WebPage


class CatalogueRead(Frame):
    kind: Literal["catalogue-read"] = "catalogue-read"
    feed: str
    """Empty for what only Apple's own subscribers can hear."""
    episode: Episode | None
    """None when the link names none, or an old one that the catalogue does not list."""


class CardRead(Frame):
    kind: Literal["card-read"] = "card-read"
    title: str
    author: str


class ReadingRefused(Frame):
    """It cannot be read: `code` is that of an error in `core.readers.source_errors`."""

    kind: Literal["refused"] = "refused"
    code: str
    reason: str
    """For the operator; never anything of what was read."""


class ReadingBroke(Frame):
    """A parser stumbled, or brought its process down."""

    kind: Literal["broke"] = "broke"
    error: str
    """The name of the exception's class, or of the signal."""


Request = Begin | ReadFile | ReadFeed | ListFeed | MatchFeed | ReadPage | ReadCatalogue | ReadCard
Reply = (
    Begun
    | FileRead
    | FeedRead
    | FeedListed
    | FeedMatched
    | PageRead
    | CatalogueRead
    | CardRead
    | ReadingRefused
    | ReadingBroke
)
REQUESTS: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="kind")])
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])
