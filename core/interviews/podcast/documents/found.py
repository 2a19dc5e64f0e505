"""What is found in an interview about an episode, as the model is asked for it and as it is kept."""

from __future__ import annotations

from pydantic import Field

from core.interviews.scripted_base.decision import FilledIn


class Point(FilledIn):
    """A sentence of the person in which they came to see something, or mean to do something."""

    quote: str = ""
    """Their own words."""
    entry: int = 0
    """`seq` of the answer that they stand in."""


class Theme(FilledIn):
    """Something that comes back in several answers."""

    name: str = ""
    entries: list[int] = Field(default_factory=list)
    """`seq` of the answers in which it comes up."""
    quotes: list[str] = Field(default_factory=list)


class Insights(FilledIn):
    """The finding "insights"; told to the model in `core/interviews/podcast/prompts/insights.md`."""

    insights: list[Point] = Field(default_factory=list)
    actions: list[Point] = Field(default_factory=list)
    themes: list[Theme] = Field(default_factory=list)


class NarrativeSentence(FilledIn):
    """One sentence of the person, and the answer in which it stands."""

    text: str = ""
    entries: list[int] = Field(default_factory=list)


class Narrative(FilledIn):
    """The finding "narrative"; told to the model in `core/interviews/podcast/prompts/narrative.md`."""

    sentences: list[NarrativeSentence] = Field(default_factory=list)
    """What of the answers a short account is made of."""
