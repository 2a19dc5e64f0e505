"""Scripts: the questions of an interview with their objectives, one file for each language, all of the same shape.

A session is bound to the set it began with (stored under its digest): a change of the files changes none under way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Literal, Self

from pydantic import Field, model_validator

from core.contracts.closed_questions import Bound, Condition, Option, QuestionType
from core.contracts.frozen import Strict

ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
MOST_MINUTES = 600


def primary_language(tag: str) -> str:
    """Return the primary part of a BCP 47 tag: "pt-BR" is "pt"."""
    return tag.strip().lower().replace("_", "-").split("-")[0]


class Probe(Strict):
    """A follow-up that somebody wrote for one question; it makes sense after any answer to it."""

    text: str = Field(min_length=1)
    after: Literal["any", "short", "long"] = "any"
    """The answers it fits: one of a few words, one that tells something at length, or any."""

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, data: object) -> object:
        """Accept a bare text, as older scripts and scripts in Markdown have it."""
        return {"text": data} if isinstance(data, str) else data


class ScriptQuestion(Strict):
    """One question of a script, and what it is after."""

    id: str = Field(pattern=ID)
    text: str = Field(min_length=1)
    objective: str = ""
    follow_ups: int = Field(default=3, ge=0, le=3)
    """How often an answer may be asked further, in a kind that counts it."""
    probes: tuple[Probe, ...] = ()
    """Follow-ups for when no model is connected."""
    light: bool = False
    """Safe and pleasant: for somebody who asks for something lighter."""
    type: QuestionType = QuestionType.OPEN
    options: tuple[Option, ...] = ()
    """Of a choice."""
    other: bool = False
    """A choice may also be answered in words of their own, which then count as `other`."""
    min: Bound | None = None
    """The least that a scale, a number or a date can be; of a scale 1 where it is left out."""
    max: Bound | None = None
    """The most; of a scale 5."""
    unit: str = ""
    """Of a number: what is counted."""
    labels: tuple[str, ...] = ()
    """Of a scale: what its two ends mean."""
    required: bool = False
    """Asked also where the time or the number of questions is used up."""
    when: Condition | None = None
    """It is asked only if this is so."""

    @property
    def closed(self) -> bool:
        """Return whether its answer is read by rules, and not by a model."""
        return self.type is not QuestionType.OPEN

    @property
    def chooses(self) -> bool:
        return self.type in {QuestionType.CHOICE, QuestionType.CHOICES}

    @property
    def points(self) -> range:
        """Return all points of a scale; none for any other type."""
        low = int(self.min) if isinstance(self.min, float) else 1
        high = int(self.max) if isinstance(self.max, float) else 5
        return range(low, high + 1) if self.type is QuestionType.SCALE else range(0)

    @model_validator(mode="before")
    @classmethod
    def _of_before(cls, data: object) -> object:
        """Scripts of interviews under way may still have a budget of minutes, which steers nothing any more."""
        return {name: value for name, value in data.items() if name != "minutes"} if isinstance(data, dict) else data


class Chapter(Strict):
    id: str = Field(pattern=ID)
    title: str = Field(min_length=1)
    intro: str = ""
    """One sentence that says where the interview has come to."""
    objective: str = ""
    when: Condition | None = None
    """Its questions are asked only if this is so."""
    questions: tuple[ScriptQuestion, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class QuestionRef:
    """A question's place in its script."""

    index: int
    """0 for the first question."""
    chapter: Chapter
    question: ScriptQuestion


class InterviewLimits(Strict):
    """Limits of an interview; 0 for none."""

    questions: int = Field(default=0, ge=0, le=500)
    """Of the script, without those that follow up."""
    minutes: int = Field(default=0, ge=0, le=MOST_MINUTES)
    """Of answering."""
    follow_ups: int = Field(default=2, ge=0, le=3)
    """Of each question that says nothing of its own."""


class Screening(Strict):
    """A condition under which the interview ends at once, since it is not meant for this person."""

    when: Condition
    say: str = Field(min_length=1)
    """In place of the closing."""


class Script(Strict):
    """All questions of an interview in one language."""

    kind: str
    language: str
    version: int = Field(default=1, ge=1)
    title: str = Field(min_length=1, max_length=80)
    about: str = ""
    """What it is and what comes of it, for somebody who chooses between interviews."""
    opening: str = ""
    closing: str = ""
    consent: str = ""
    """What people are told and asked to agree to, beside what is said before every interview."""
    objectives: tuple[str, ...] = ()
    """What the whole is to find out; for the model."""
    voice: str = Field(default="", max_length=600)
    """How the interviewer speaks; for the model."""
    listed: bool = True
    """Whether it is offered to everybody, or only to those whom a link leads to it."""
    limits: InterviewLimits = InterviewLimits()
    screening: tuple[Screening, ...] = ()
    chapters: tuple[Chapter, ...] = Field(min_length=1)

    @cached_property
    def places(self) -> tuple[QuestionRef, ...]:
        """Return every question in order."""
        flat = [(chapter, question) for chapter in self.chapters for question in chapter.questions]
        return tuple(QuestionRef(n, chapter, question) for n, (chapter, question) in enumerate(flat))

    @cached_property
    def by_id(self) -> dict[str, QuestionRef]:
        return {p.question.id: p for p in self.places}

    def conditions_of(self, place: QuestionRef) -> Iterator[Condition]:
        """Yield the conditions on which it depends whether a question is asked."""
        return (each for each in (place.chapter.when, place.question.when) if each is not None)

    @cached_property
    def looked_at(self) -> frozenset[str]:
        """Return the ids of the questions on whose answers others depend."""
        conditions = [when for place in self.places for when in self.conditions_of(place)]
        return frozenset().union(*(when.questions for when in (*conditions, *(each.when for each in self.screening))))

    @model_validator(mode="after")
    def _unique_ids(self) -> Self:
        if len(self.by_id) != len(self.places):
            raise ValueError("two questions have the same id")
        return self


class ScriptSet(Strict):
    """One interview's script in all its languages."""

    kind: str
    scripts: dict[str, Script] = Field(min_length=1)

    @model_validator(mode="after")
    def _same_shape(self) -> Self:
        first = next(iter(self.scripts.values()))
        for lang, script in self.scripts.items():
            if (place := find_difference(first, script)) is not None:
                raise ValueError(
                    f"the {lang} script differs from the others, in ids, their order or what is asked, at {place}"
                )
        return self

    def speak(self, language: str) -> Script:
        """Return the script in `language`, a BCP 47 tag, else in English, else in the first language there is."""
        return (
            self.scripts.get(primary_language(language)) or self.scripts.get("en") or next(iter(self.scripts.values()))
        )

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of the content, in hexadecimal: the set's name in the database."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


def find_difference(one: Script, other: Script) -> str | None:
    """Return the id of the first chapter or question in which two languages of a script differ; None if none does."""
    if (one.limits, one.listed) != (other.limits, other.listed):
        return "limits or listed"
    if [each.when for each in one.screening] != [each.when for each in other.screening]:
        return "screening"
    for mine, theirs in zip_longest(one.chapters, other.chapters):
        if mine is None or theirs is None or (mine.id, mine.when) != (theirs.id, theirs.when):
            return _id_of(theirs, mine)
        for question, same in zip_longest(mine.questions, theirs.questions):
            if question is None or same is None or _shape(question) != _shape(same):
                return _id_of(same, question)
    return None


def _id_of(*parts: Chapter | ScriptQuestion | None) -> str:
    return next((part.id for part in parts if part is not None), "")


def _shape(one: ScriptQuestion) -> tuple[object, ...]:
    """Return everything about a question that has to be the same in every language."""
    options = tuple(each.id for each in one.options)
    return (one.id, one.follow_ups, one.type, options, one.other, one.min, one.max, one.required, one.when)
