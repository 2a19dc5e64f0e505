"""The protocol between `MeteredProvider` and the services that answer, and the JSON schema in which they answer.

Providers take closed objects with every property required, no limits, and nothing beside a `$ref`. What is taken out
stays a rule, because the answer is validated by the full model; limits are also told in the description.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from core.contracts.chat import ChatLine, ChatRequest, Piece, Stop
from core.contracts.errors import ModelError, ModelMisread, ModelUnavailable
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


Heard = Callable[[Piece], None]
_SILENCE = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that a call took. The three kinds of prompt tokens do not overlap."""

    input_tokens: int = 0  # read afresh
    cached_tokens: int = 0  # read from the provider's cache
    written_tokens: int = 0  # read and written into the cache
    output_tokens: int = 0

    @property
    def prompt_tokens(self) -> int:
        return self.input_tokens + self.cached_tokens + self.written_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A reply as it came. `usage` is None where the service counts nothing; the rest is as in `ChatReply`."""

    text: str
    thinking: str = ""
    blocks: str = ""
    stop: Stop
    usage: Usage | None
    left_out: tuple[str, ...] = ()


class Interrupted(ModelUnavailable):
    """The request was sent and its end is unknown, so it may have cost as much as it could."""

    code = ModelUnavailable.code


class ChatProvider(Protocol):
    """A service that speaks. It holds no budget, repeats nothing and waits for no turn."""

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        """Return one reply, in at most `request.max_tokens` tokens, those of its thinking included.

        `heard` gets the pieces in order: joined, they are `thinking` and `text`. Raises `ModelUnavailable` for what
        may pass, `Interrupted` where it may have cost nevertheless, `ModelRefused` for what was declined before it was
        answered, and `ModelError` for what the operator must mend. None of their messages holds a key or anybody's
        words.
        """

    async def warm_up(self) -> None:
        """Load what the first request needs; it would be loaded then anyway."""

    async def close(self) -> None:
        """Close the connections."""


def line_text(line: ChatLine) -> str:
    """Return the text of a line, with a sign in place of a blank one, which services do not take."""
    return line.text if line.text.strip() else _SILENCE


def encodable(text: str) -> str:
    """Replace half of a surrogate pair, which a platform may let through and nothing can send, by a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class StreamListener:
    """A reply as it comes in, passed on piece by piece."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._text: list[str] = []
        self._thinking: list[str] = []
        self._new_thought = False
        self.begun = False  # whether anything of the answer has come

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def thinking(self) -> str:
        return "".join(self._thinking)

    def say(self, text: str) -> None:
        if text:
            self._text.append(text)
            self._heard(Piece(text=text))

    def new_thought(self) -> None:
        """Set the next thought apart from the ones before."""
        self._new_thought = bool(self._thinking)

    def think(self, text: str) -> None:
        if not text:
            return
        if self._new_thought:
            text, self._new_thought = f"\n\n{text}", False
        self._thinking.append(text)
        self._heard(Piece(text=text, thinking=True))
