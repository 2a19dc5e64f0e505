"""What is found in an interview about an episode, as the model is asked for it and as it is kept."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Found(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Insight(_Found):
    """Something that the person came to see."""

    text: str = ""
    quote: str = ""
    """The person's own words that it rests on."""
    entry: int = 0
    """`seq` of the answer that they stand in."""


class Action(_Found):
    """Something that the person means to do."""

    text: str = ""
    quote: str = ""
    entry: int = 0


class Theme(_Found):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = []
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = []


class Insights(_Found):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[Insight] = []
    actions: list[Action] = []
    themes: list[Theme] = []


class NarrativeSentence(_Found):
    """One sentence of the narrative, and the entries that it rests on."""

    text: str = ""
    entries: list[int] = []


class Narrative(_Found):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = []
