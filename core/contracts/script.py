"""Scripts: the questions of an interview with their objectives, one file for each language, all of the same shape.

A session is bound to the set it began with (stored under its digest): a change of the files changes none under way.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


def primary(tag: str) -> str:
    """The primary part of a BCP 47 tag: "pt-BR" is "pt"."""
    return tag.strip().lower().replace("_", "-").split("-")[0]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScriptQuestion(_Frozen):
    """One question of a script, and what it is after."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    text: str = Field(min_length=1)
    objective: str = Field(min_length=1)
    follow_ups: int = Field(default=3, ge=0, le=3)
    """How often an answer may be asked further, in a kind that counts it."""
    probes: tuple[str, ...] = ()
    """Follow-ups that make sense after any answer, for the offline way."""
    light: bool = False
    """Safe and pleasant: for somebody who asks for something lighter."""

    @model_validator(mode="before")
    @classmethod
    def _of_before(cls, data: object) -> object:
        """Scripts of interviews under way may still have a budget of minutes, which steers nothing any more."""
        return {name: value for name, value in data.items() if name != "minutes"} if isinstance(data, dict) else data


class Chapter(_Frozen):
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    title: str = Field(min_length=1)
    intro: str = ""
    """One sentence that says where the interview has come to."""
    questions: tuple[ScriptQuestion, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question stands in its script."""

    index: int
    """0 for the first question."""
    chapter: Chapter
    question: ScriptQuestion


class Script(_Frozen):
    """All questions of an interview in one language."""

    kind: str
    language: str
    version: int = Field(ge=1)
    title: str
    about: str = ""
    """What it is and what comes of it, for somebody who chooses between interviews."""
    opening: str = ""
    closing: str = ""
    chapters: tuple[Chapter, ...] = Field(min_length=1)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every question in order."""
        flat = [(chapter, question) for chapter in self.chapters for question in chapter.questions]
        return tuple(Place(n, chapter, question) for n, (chapter, question) in enumerate(flat))

    @cached_property
    def by_id(self) -> dict[str, Place]:
        return {p.question.id: p for p in self.places}

    @model_validator(mode="after")
    def _unique_ids(self) -> Self:
        if len(self.by_id) != len(self.places):
            raise ValueError("two questions have the same id")
        return self


class ScriptSet(_Frozen):
    """One interview's script in all its languages."""

    kind: str
    scripts: dict[str, Script] = Field(min_length=1)

    @model_validator(mode="after")
    def _same_shape(self) -> Self:
        shapes = {
            lang: [(c.id, q.id, q.follow_ups) for c in s.chapters for q in c.questions]
            for lang, s in self.scripts.items()
        }
        first = next(iter(shapes.values()))
        for lang, shape in shapes.items():
            if shape != first:
                raise ValueError(f"the {lang} script differs from the others in ids, their order or follow-ups")
        return self

    def speak(self, language: str) -> Script:
        """The script in `language`, a BCP 47 tag, else in English, else in the first there is."""
        return self.scripts.get(primary(language)) or self.scripts.get("en") or next(iter(self.scripts.values()))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content, in hexadecimal: the set's name in the database."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


def load_scripts(folder: Path) -> ScriptSet:
    """Read every `*.toml` of a folder; raises ValueError (or OSError) naming the file that is wrong."""
    scripts: dict[str, Script] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            script = Script.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
        scripts[script.language] = script
    kinds = {s.kind for s in scripts.values()}
    if len(kinds) != 1:
        raise ValueError(f"{folder.name}: one kind of interview was expected, found {sorted(kinds) or 'no script'}")
    return ScriptSet(kind=kinds.pop(), scripts=scripts)
