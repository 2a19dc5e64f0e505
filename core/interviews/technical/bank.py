"""What is known of the script's questions beside their words: `load_question_bank.toml`, the same for all languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from core.interviews.technical.subject import Seniority

_FILE = Path(__file__).parent / "bank.toml"


class Aspect(StrEnum):
    """What of the candidate's work a question goes for."""

    CHALLENGE = "challenge"
    IMPACT = "impact"
    DESIGN = "design"
    TRADE_OFF = "trade-off"
    IMPLEMENTATION = "implementation"


class QuestionNote(BaseModel):
    """Of one question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    aspect: Aspect
    levels: Annotated[tuple[Seniority, ...], Field(min_length=1)]
    words: tuple[str, ...] = ()
    """Skills and subjects that it has to do with, in English small letters."""


@cache
def load_question_bank() -> Mapping[str, QuestionNote]:
    """By the question's id. Raises ValueError or OSError when the file is wrong."""
    return TypeAdapter(dict[str, QuestionNote]).validate_python(tomllib.loads(_FILE.read_text(encoding="utf-8")))
