"""Notes on the script's questions besides their words: `bank.toml`, the same for all languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.interviews.technical.subject import Seniority
from core.languages import LANGUAGES
from core.languages.lexicon import own_lexicon


class Aspect(StrEnum):
    """The side of the candidate's work that a question is about."""

    CHALLENGE = "challenge"
    IMPACT = "impact"
    DESIGN = "design"
    TRADE_OFF = "trade-off"
    IMPLEMENTATION = "implementation"


class QuestionNote(BaseModel):
    """A note on one question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    aspect: Aspect
    levels: Annotated[tuple[Seniority, ...], Field(min_length=1)]
    words: tuple[str, ...] = ()
    """Skills and subjects that it has to do with, in every language, folded."""


@cache
def load_question_bank() -> Mapping[str, QuestionNote]:
    """Return the notes by the question's id. Raises ValueError or OSError when the file is wrong."""
    data = tomllib.loads((Path(__file__).parent / "bank.toml").read_text(encoding="utf-8"))
    notes = TypeAdapter(dict[str, QuestionNote]).validate_python(data)
    skills = [own_lexicon("technical", tag).get("skills", {}) for tag in LANGUAGES]
    return {
        name: note.model_copy(update={"words": tuple(word for each in skills for word in each.get(name, ()))})
        for name, note in notes.items()
    }
