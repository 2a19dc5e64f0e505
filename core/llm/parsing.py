"""Reading what a model answered: JSON, or JSON in a fence, amid prose, or behind the thoughts of the model."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pydantic import ValidationError

from core.contracts.errors import ModelMisread
from core.contracts.ports import Answer

_LONGEST = 200_000
_MOST_STARTS = 100
_THOUGHT_END = "</think>"


def read_answer(text: str, schema: type[Answer]) -> Answer:
    """The answer in a text, the last that fits: drafts come first. Raises ModelMisread, which quotes nothing."""
    if len(text) > _LONGEST:
        raise ModelMisread(f"The answer is {len(text)} characters long; none of ours is.")
    try:
        return _with_content(schema.model_validate_json(text))
    except ValueError as error:
        complaint = _complaint(error)
    found: Answer | None = None
    for candidate in _objects(text.rpartition(_THOUGHT_END)[2]):
        try:
            found = _with_content(schema.model_validate(candidate))
        except ValueError as error:
            complaint = _complaint(error)
    if found is None:
        raise ModelMisread(f"The model's answer is no {schema.__name__}: {complaint}.")
    return found


def _with_content(answer: Answer) -> Answer:
    """A schema with nothing but defaults fits every object, also one that has none of its fields."""
    if not answer.model_fields_set:
        raise ValueError("none of the fields")
    return answer


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The JSON objects that stand side by side in a text."""
    decoder = json.JSONDecoder()
    position = text.find("{")
    starts = 0
    while position >= 0 and starts < _MOST_STARTS:
        starts += 1
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            yield value
        position = text.find("{", end)


def _complaint(error: ValueError) -> str:
    """The kinds of errors, without the values: those are a person's words."""
    if not isinstance(error, ValidationError):
        return str(error)
    kinds = sorted({detail["type"] for detail in error.errors(include_url=False, include_input=False)})
    return ", ".join(kinds)
