"""The schema on the wire."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from core.contracts.errors import ModelError
from core.llm.chat_provider import provider_schema
from tests.fakes.model_schemas import checked_schema, example_of


class Action(StrEnum):
    NEXT = "next"
    CLOSE = "close"


class Note(BaseModel):
    key: str = Field(pattern=r"^[a-z_]+$", max_length=40)
    value: str
    told: date | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: Annotated[int, Field(ge=1, le=9)] = 9


class Dog(BaseModel):
    kind: Literal["dog"]


class Tree(BaseModel):
    name: str
    children: list[Tree] = []


class Decision(BaseModel):
    """What to do."""

    model_config = ConfigDict(extra="forbid", title="The decision")

    action: Action = Field(description="What comes next")
    other: Action = Action.NEXT
    say: str = Field(min_length=1, max_length=300, description="The words to say")
    notes: list[Note] = Field(default_factory=list, max_length=5)
    animal: Annotated[Cat | Dog, Field(discriminator="kind")] | None = None
    family: Tree | None = None
    scores: list[float] = []


def test_it_is_what_strict_servers_take() -> None:
    checked_schema(provider_schema(Decision))


def test_limits_are_told_in_words_and_kept_by_the_model() -> None:
    say = provider_schema(Decision)["properties"]["say"]
    assert say == {"type": "string", "description": "The words to say (at least 1 characters, at most 300 characters)"}


def test_every_property_is_required_in_the_order_of_the_fields() -> None:
    assert provider_schema(Decision)["required"] == list(Decision.model_fields)


def test_a_described_enum_keeps_its_description() -> None:
    action = provider_schema(Decision)["properties"]["action"]
    assert action["enum"] == ["next", "close"]
    assert action["description"] == "What comes next"


def test_an_example_of_the_schema_is_read_by_the_model() -> None:
    class Plain(BaseModel):
        action: Action
        words: str | None
        tree: Tree
        rating: Literal[3]

    Plain.model_validate(example_of(provider_schema(Plain)))


class Mapped(BaseModel):
    notes: dict[str, str]


class Free(BaseModel):
    anything: Any


class Pair(BaseModel):
    pair: tuple[int, str]


class Loose(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


@pytest.mark.parametrize("schema", [Mapped, Free, Pair, Loose])
def test_what_providers_cannot_fill_in_is_refused_by_name(schema: type[BaseModel]) -> None:
    with pytest.raises(ModelError, match=schema.__name__):
        provider_schema(schema)
