"""The JSON schema of an answer, in the words that every provider understands.

Providers take closed objects with every property required, no limits, and nothing beside a `$ref`. What is taken out
stays a rule, because the answer is validated by the full model; limits are also told in the description.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError

from core.contracts.errors import ModelError, ModelMisread
from core.contracts.ports import Answer

JsonSchema = dict[str, Any]

_KEPT = ("type", "enum", "const", "$ref", "description")
_LIMITS = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "pattern": "matching {}",
    "format": "in the form of a {}",
}
_LONGEST = 200_000
_MOST_STARTS = 100
_THOUGHT_END = "</think>"


@lru_cache(maxsize=64)
def provider_schema(schema: type[BaseModel]) -> JsonSchema:
    """Return the schema for the wire, which is shared and must not be changed.

    Raises ModelError for what providers cannot fill in: a mapping with free keys, a tuple, a field that takes anything.
    """
    full = schema.model_json_schema()
    definitions: JsonSchema = full.pop("$defs", {})
    simple = _simplified(full, definitions, schema.__name__)
    if definitions:
        simple["$defs"] = {name: _simplified(definition, definitions, name) for name, definition in definitions.items()}
    return simple


def _simplified(node: JsonSchema, definitions: JsonSchema, place: str) -> JsonSchema:
    if "$ref" in node:
        # A reference may have no other keys, so a described enum is written out; its description would be lost.
        target: JsonSchema = definitions[node["$ref"].rpartition("/")[2]]
        if "description" in node and "enum" in target:
            return _simplified({**target, "description": node["description"]}, definitions, place)
        return {"$ref": node["$ref"]}
    simple = {key: node[key] for key in _KEPT if key in node}
    limits = [words.format(node[key]) for key, words in _LIMITS.items() if key in node]
    if limits:
        told = [simple["description"]] if "description" in simple else []
        simple["description"] = " ".join([*told, f"({', '.join(limits)})"])
    variants = node.get("anyOf") or node.get("oneOf")
    if variants:
        simple["anyOf"] = [_simplified(each, definitions, place) for each in variants]
    elif node.get("type") == "object":
        if node.get("additionalProperties") or "properties" not in node:
            raise ModelError(f"{place} cannot be asked of a model: it has free keys.")
        properties = {
            name: _simplified(each, definitions, f"{place}.{name}") for name, each in node["properties"].items()
        }
        simple.update({"properties": properties, "required": list(properties), "additionalProperties": False})
    elif node.get("type") == "array":
        items = node.get("items")
        if not isinstance(items, dict):
            raise ModelError(f"{place} cannot be asked of a model: its items have no form.")
        simple["items"] = _simplified(items, definitions, place)
    elif not simple.keys() & {"type", "enum", "const"}:
        raise ModelError(f"{place} cannot be asked of a model: it takes anything.")
    return simple


def read_answer(text: str, schema: type[Answer]) -> Answer:
    """Return the answer in a text, the last that fits: drafts come first. Raises ModelMisread, which quotes nothing."""
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
    """Refuse an object with no field of a schema that has nothing but defaults, and so fits every object.

    A schema whose `may_be_empty` is true means it: nothing has changed.
    """
    if not answer.model_fields_set and not getattr(answer, "may_be_empty", False):
        raise ValueError("none of the fields")
    return answer


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the JSON objects of a text."""
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
    """Return the kinds of errors, without the values: those are a person's words."""
    if not isinstance(error, ValidationError):
        return str(error)
    kinds = sorted({detail["type"] for detail in error.errors(include_url=False, include_input=False)})
    return ", ".join(kinds)
