"""Hold what was found about an episode, and what an interview about it may know. Values without effects."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from core.contracts.about import About
from core.contracts.frozen import Frozen

CONTEXT_LIMIT = 6_000  # characters of a context when it is written into a prompt
BESIDE_INKWELL = "my-notes.md"
"""The notes that are put beside an Inkwell folder: what they say is the person's, and not the episode's."""


class TranscriptLink(Frozen):
    """One `<podcast:transcript>` of a feed's item."""

    url: str
    media_type: str = ""
    language: str = ""


class Episode(Frozen):
    """Public facts about an episode. Everything but the title may be empty."""

    title: str
    show: str = ""
    guid: str = ""
    link: str = ""
    feed: str = ""
    audio: str = ""
    seconds: float | None = None
    number: int | None = None
    guests: tuple[str, ...] = ()
    published: datetime | None = None
    language: str = ""
    notes: str = ""
    transcripts: tuple[TranscriptLink, ...] = ()

    @property
    def key(self) -> str:
        """The same for the same episode, however it was found; empty where nothing tells it from others."""
        named = self.guid or self.audio or self.link
        if named:
            return named.strip()
        return f"{self.show.strip().casefold()}|{self.title.strip().casefold()}" if self.title.strip() else ""


class Feed(Frozen):
    url: str
    title: str = ""
    language: str = ""
    episodes: tuple[Episode, ...] = ()
    """Newest first."""


class WebPage(Frozen):
    url: str
    """The address that the page itself names, if it is on its own host; else the one it was fetched from."""
    episode: Episode
    """The episode as the page describes it; its title may be empty, its notes are the page's own description."""
    feeds: tuple[str, ...]
    """Addresses of feeds that it offers, the likeliest first."""
    text: str
    single: bool
    """It is about one thing, and not the home of many."""


class SourcePassage(Frozen):
    text: str
    speaker: str = ""
    start: float | None = None


class Transcript(Frozen):
    passages: tuple[SourcePassage, ...] = ()
    language: str = ""

    @property
    def text(self) -> str:
        """The words alone, passages apart by line breaks."""
        return "\n".join(passage.text for passage in self.passages)


class Quote(Frozen):
    """Words of the episode, letter for letter."""

    text: str
    speaker: str = ""
    time: str = ""
    """The time as the source writes it: "12:34"."""


class Concept(Frozen):
    name: str
    meaning: str = ""


class ContextOrigin(StrEnum):
    """The origin of a context; people are told it."""

    TRANSCRIPT = "transcript"
    AUDIO = "audio"
    INKWELL = "inkwell"
    SHOW_NOTES = "show-notes"
    PAGE = "page"
    MEMORY = "memory"
    TITLE = "title"


class EpisodeContext(Frozen):
    """The facts that an interview about an episode may know; bounded in size."""

    summary: str = ""
    quotes: tuple[Quote, ...] = ()
    """Each stands word for word in the source."""
    concepts: tuple[Concept, ...] = ()
    books: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


class Material(Frozen):
    """Everything that a source gave, before a context is made of it."""

    episode: Episode
    origin: ContextOrigin
    transcript: Transcript | None = None
    memory: str = ""
    """The person's own words, or notes that they pasted."""
    context: EpisodeContext = EpisodeContext()
    """The context that exists already (an Inkwell folder); the model fills empty parts from a transcript."""
    folder: str = ""
    """The operator's Inkwell folder that it was read from; empty for everything that came through a chat."""
    unread: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return what a quote must stand in."""
        return self.transcript.text if self.transcript is not None else "\n".join((self.episode.notes, self.memory))


class SideRemark(Frozen):
    """A remark outside the interview, and the message that it came in."""

    ref: str
    """The platform's id of the message; edits and removals name it."""
    text: str


class Source(Frozen):
    """The subject of a session, as it is kept; stored as JSON under the name "source" among its findings."""

    episode: Episode
    origin: ContextOrigin
    context: EpisodeContext = EpisodeContext()
    memory: str = ""
    """What the person told before the first question; it is read from the transcript (older versions kept it here)."""
    template: str = "reflective"
    guidelines: str = ""
    """The person's wishes for the interview, in their own words."""
    wishes: tuple[SideRemark, ...] = ()
    named_by: str = ""
    """The message that the title was told in, where nothing but that says what the episode is called."""
    questions: int = 5
    """Main questions, 1 to 30; follow-ups do not count."""
    opening: str = ""
    """A first question that was made for this episode; empty: the bank's."""
    folder: str = ""

    @property
    def quotable(self) -> tuple[str, ...]:
        """Return what may stand in quotation marks as the episode's: its words and names, never a summary of them."""
        context = self.context
        about = (self.episode.title, self.episode.show, self.memory, self.guidelines)
        quotes = (*(quote.text for quote in context.quotes), *(quote.speaker for quote in context.quotes))
        named = (*(concept.name for concept in context.concepts), *context.books, *context.tools, *context.people)
        return tuple(filter(None, (*about, *quotes, *named)))

    @property
    def known(self) -> tuple[str, ...]:
        return (*self.quotable, self.context.summary, *(concept.meaning for concept in self.context.concepts))


def source_in(about: About | None) -> Source | None:
    """Return what a session is about, with what the person told of it; None where nothing is known."""
    if about is None:
        return None
    kept = Source.model_validate_json(about.value)
    return kept.model_copy(update={"memory": "\n".join(filter(None, (kept.memory, *about.told)))})
