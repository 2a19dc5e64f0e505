"""What an operator sets for technical interviews, and the rubric: criteria with what each level looks like."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationError, model_validator

from core.contracts.errors import ConfigurationError
from core.contracts.frozen import Strict
from core.interviews.technical.exercises.exercise import (
    BANK,
    TEXTS,
    Exercise,
    choose_language,
    gather_texts,
    key_name,
    load_exercises,
)
from core.interviews.technical.harness import CPU_SECONDS
from core.languages import LANGUAGES

LEVELS: Final = 5
Evidence = Literal["answers", "code"]


class CriterionWords(Strict):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    levels: Annotated[tuple[str, ...], Field(min_length=LEVELS, max_length=LEVELS)]


class RubricCriterion(Strict):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$", max_length=40)]
    evidence: Annotated[tuple[Evidence, ...], Field(min_length=1)]
    texts: Mapping[str, CriterionWords]

    _gathered = model_validator(mode="before")(gather_texts)

    @model_validator(mode="after")
    def _told(self) -> RubricCriterion:
        if not self.texts:
            raise ValueError("it is told in no language; add a table named after one, such as [criteria.en]")
        return self

    def words(self, language: str) -> CriterionWords:
        return self.texts[choose_language(self.texts, language)]


class TechnicalRubric(Strict):
    criteria: Annotated[tuple[RubricCriterion, ...], Field(min_length=1, max_length=12)]

    @model_validator(mode="after")
    def _different(self) -> TechnicalRubric:
        if len({each.id for each in self.criteria}) != len(self.criteria):
            raise ValueError("two criteria have the same id")
        return self


def load_rubric(file: Path | None = None) -> TechnicalRubric:
    """Load ours, or a file's. Raises ConfigurationError: a line for each thing that is wrong, with file and key."""
    path = file or Path(__file__).parent / "rubric.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        if file is None:
            from core.languages.messages import say  # loads Fluent, which a quick command has no use for

            for criterion in data["criteria"]:
                key = f"technical-rubric-{criterion['id'].replace('_', '-')}"
                criterion[TEXTS] = {
                    tag: {"name": say(tag, key), "levels": [say(tag, f"{key}-{level + 1}") for level in range(LEVELS)]}
                    for tag in LANGUAGES
                }
        return TechnicalRubric.model_validate(data)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    except ValidationError as error:
        told = (
            f"{path}: {key_name(each['loc'])}: {each['msg'].removeprefix('Value error, ')}." for each in error.errors()
        )
        raise ConfigurationError("\n".join(told)) from None
    except ValueError as error:
        raise ConfigurationError(f"{path} is not valid TOML in UTF-8: {error}.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalSettings:
    exercises_dir: Path | None = None
    rubric_file: Path | None = None
    seconds: float = CPU_SECONDS
    """Processor time that the sandbox gives a program: the cases of an exercise share it."""

    def exercises(self) -> Mapping[str, Exercise]:
        return load_exercises(BANK, *(() if self.exercises_dir is None else (self.exercises_dir,)))

    def rubric(self) -> TechnicalRubric:
        return load_rubric(self.rubric_file)
