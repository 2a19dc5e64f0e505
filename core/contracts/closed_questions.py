"""Questions with set answers, and conditions on what was answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from core.contracts.frozen import Strict

OTHER = "other"
"""What an answer in the person's own words counts as, where a question takes one (`ScriptQuestion.other`)."""
SCREENED_OUT = "screened-out"
"""The occurrence by which an interview says that its person is not among those whom it is for."""
MOST_OPTIONS = 20
"""So many buttons every platform has room for, with some to spare."""


class QuestionType(StrEnum):
    OPEN = "open"
    CHOICE = "choice"
    """One of its options."""
    CHOICES = "choices"
    """Any of them."""
    SCALE = "scale"
    """A whole number between two ends."""
    NUMBER = "number"
    DATE = "date"
    """A day, a month or a year."""


class Option(Strict):
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    text: str = Field(min_length=1, max_length=60)
    """What stands on its button."""


def _as_text(value: object) -> object:
    """Turn a day of TOML's own into a text, as the answers that are compared with it are texts."""
    return value.isoformat() if isinstance(value, date) else value


Bound = Annotated[Annotated[float, Field(allow_inf_nan=False)] | str, BeforeValidator(_as_text)]


class Condition(BaseModel):
    """A condition on the answer to one earlier question (with one test beside `question`), or on other conditions."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    question: str = ""
    is_: Bound | None = Field(default=None, alias="is")
    any_of: tuple[Bound, ...] = ()
    at_least: Bound | None = None
    at_most: Bound | None = None
    answered: bool | None = None
    all_: tuple[Condition, ...] = Field(default=(), alias="all")
    any_: tuple[Condition, ...] = Field(default=(), alias="any")
    not_: Condition | None = Field(default=None, alias="not")

    @property
    def tests(self) -> int:
        """Return how many tests it has: one is right."""
        own = (self.is_, self.any_of, self.at_least, self.at_most, self.answered)
        return sum(1 for each in own if each not in (None, ()))

    @property
    def parts(self) -> tuple[Condition, ...]:
        return (*self.all_, *self.any_, *(() if self.not_ is None else (self.not_,)))

    @property
    def questions(self) -> frozenset[str]:
        """Return the ids of the questions that it looks at."""
        return frozenset(each.question for each in self.leaves())

    def leaves(self) -> Iterator[Condition]:
        if self.question:
            yield self
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What was read of an answer. With nothing in it: there is one, in words that stand for themselves."""

    options: tuple[str, ...] = ()
    """Ids, in the order of the script."""
    number: float | None = None
    date: str = ""
    """ISO, as far as it was told: "1961", "1961-03", "1961-03-05"."""

    def __bool__(self) -> bool:
        return bool(self.options or self.date) or self.number is not None


Values = Mapping[str, Value]
"""By the ids of the questions that have an answer."""


def is_condition_met(condition: Condition | None, values: Values) -> bool:
    """Return whether a condition is met. A question without an answer meets only `answered = false`, or a `not`."""
    if condition is None:
        return True
    if condition.all_:
        return all(is_condition_met(each, values) for each in condition.all_)
    if condition.any_:
        return any(is_condition_met(each, values) for each in condition.any_)
    if condition.not_ is not None:
        return not is_condition_met(condition.not_, values)
    value = values.get(condition.question)
    if condition.answered is not None:
        return condition.answered == (value is not None)
    return value is not None and _meets(value, condition)


def _meets(value: Value, test: Condition) -> bool:
    if test.is_ is not None or test.any_of:
        wanted = test.any_of or (test.is_,)
        # A year is met by each of its days.
        return any(
            each in value.options or (value.date != "" and value.date.startswith(each))
            if isinstance(each, str)
            else each is not None and value.number == each
            for each in wanted
        )
    if test.at_least is not None:
        return _compares(value, test.at_least, least=True)
    return test.at_most is not None and _compares(value, test.at_most, least=False)


def _compares(value: Value, bound: float | str, *, least: bool) -> bool:
    if isinstance(bound, str):
        if not value.date:
            return False
        # As far as both tell: "1961" is neither before nor after "1961-03".
        size = min(len(bound), len(value.date))
        return value.date[:size] >= bound[:size] if least else value.date[:size] <= bound[:size]
    if value.number is None:
        return False
    return value.number >= bound if least else value.number <= bound
