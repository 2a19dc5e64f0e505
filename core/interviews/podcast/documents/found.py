"""What is found in an interview about an episode, as the model is asked for it and as it is kept."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Found(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Point(_Found):
    """A sentence of the person in which they came to see something, or mean to do something."""

    quote: str = ""
    """Their own words."""
    entry: int = 0
    """`seq` of the answer that they stand in."""


class Theme(_Found):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = []
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = []


class Insights(_Found):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[Point] = []
    actions: list[Point] = []
    themes: list[Theme] = []


class NarrativeSentence(_Found):
    """One sentence of the person, and the answer in which it stands."""

    text: str = ""
    entries: list[int] = []


class Narrative(_Found):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = []
    """What of the answers a short account is made of."""
