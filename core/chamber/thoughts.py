"""Taking the thoughts out of what a model wrote. (In the making: signatures.)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from core.chamber.messages import Public


class Aside(StrEnum):
    CODE = "code"
    QUOTES = "quotes"


class TagConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    tag: str
    not_in: tuple[Aside, ...] = ()


class RegexConfig(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    regex: str
    flags: str = ""
    not_in: tuple[Aside, ...] = ()


PatternConfig = str | TagConfig | RegexConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    public: Public
    thoughts: str
    warnings: tuple[str, ...] = ()
    failed: bool = False


class Patterns:
    @classmethod
    def of(cls, configs: Sequence[PatternConfig]) -> Patterns:
        return cls()


def extract(text: str, patterns: Patterns) -> Extraction:
    return Extraction(public=Public(text), thoughts="")
