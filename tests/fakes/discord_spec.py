"""Holds the fake Discord and its clients to Discord's own description of its API, where that file is at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.fakes.discord_wire import Json, Request

SPEC = Path(__file__).resolve().parents[2].parent / "shared" / "specs" / "discord_openapi.json"
_WAYS = ("asked", "answered")
_TOLERATED = {"tts", "nsfw"}
"""What discord.py always sends and the real server takes, though the description has it in other places only."""


_FORM_ERROR: Json = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
    "required": ["code", "message"],
}
"""The description calls the code a number; it is a word such as "BASE_TYPE_MAX_LENGTH"."""


class ApiSpec:
    """The routes with what goes in and out of them."""

    def __init__(self, path: Path = SPEC) -> None:
        asked, answered = (json.loads(path.read_text(encoding="utf-8")) for _ in _WAYS)
        self._paths: dict[str, Any] = answered["paths"]
        asked["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
        answered["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = _FORM_ERROR
        answered["components"]["schemas"]["MessageReferenceType"] = {"enum": [0, 1]}  # 1: a forwarded message
        for described in (asked, answered):
            _close(described["components"]["schemas"])
        named = zip(_WAYS, (asked, answered), strict=True)
        self._registry: Registry[Any] = Registry().with_resources(
            (f"urn:{name}", DRAFT202012.create_resource(described)) for name, described in named
        )
        self._validators: dict[str, Draft202012Validator] = {}

    def request(self, request: Request) -> list[str]:
        """What is wrong with a request."""
        item = self._paths.get(request.route)
        operation = (item or {}).get(request.method.lower())
        if item is None or operation is None:
            return [f"{request.method} {request.route}: not in the description of the API"]
        told = f"{request.method} {request.route}"
        declared = [*item.get("parameters", ()), *operation.get("parameters", ())]
        found = [f"{told}: {problem}" for problem in self._parameters(request, declared)]
        if "requestBody" not in operation:
            return found + ([f"{told}: a body where none belongs"] if request.json is not None else [])
        where = f"#/paths/{_pointer(request.route)}/{request.method.lower()}/requestBody/content"
        if request.json is not None:
            schema = f"{where}/application~1json/schema"
            found += [f"{told}: {problem}" for problem in self._problems("asked", schema, request.json)]
        elif operation["requestBody"].get("required"):
            found.append(f"{told}: no body")
        return found

    def answer(self, request: Request, status: int, body: Any) -> list[str]:
        """What is wrong with an answer of the fake."""
        operation = self._paths.get(request.route, {}).get(request.method.lower(), {})
        responses = operation.get("responses", {})
        told = f"{status} to {request.method} {request.route}"
        if status >= 400:
            name = "RatelimitedResponse" if status == 429 else "ErrorResponse"
            return [f"{told}: {problem}" for problem in self.named(name, body)]
        if str(status) not in responses:
            return [f"{told}: no such answer in the description of the API"]
        if "content" not in responses[str(status)]:
            return [] if body is None else [f"{told}: a body where none belongs"]
        where = f"#/paths/{_pointer(request.route)}/{request.method.lower()}/responses/{status}"
        schema = f"{where}/content/application~1json/schema"
        return [f"{told}: {problem}" for problem in self._problems("answered", schema, body)]

    def event(self, name: str, data: Json) -> list[str]:
        """What is wrong with an event of the gateway, as far as the description reaches."""
        if name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return []
        return [f"{name}: {problem}" for problem in self.named("MessageResponse", data)]

    def named(self, schema: str, value: Any) -> list[str]:
        """What is wrong with something that the server says."""
        return self._problems("answered", f"#/components/schemas/{schema}", value)

    def _parameters(self, request: Request, declared: list[Json]) -> Iterator[str]:
        known = {entry["name"]: entry for entry in declared}
        given = {"path": request.params, "query": request.query}
        for place, values in given.items():
            for name, text in values.items():
                entry = known.get(name)
                if entry is None or entry["in"] != place:
                    yield f"no parameter {name} in the {place}"
                    continue
                problems = self._check(_read(text, entry["schema"]), entry["schema"])
                yield from (f"{name}: {problem}" for problem in problems)
        for name, entry in known.items():
            if entry.get("required") and name not in given[entry["in"]]:
                yield f"{name} is missing"

    def _check(self, value: Any, schema: Json) -> list[str]:
        if "$ref" in schema:
            return self._problems("asked", schema["$ref"], value)
        error = best_match(Draft202012Validator(schema).iter_errors(value))
        return [] if error is None else [error.message]

    def _problems(self, way: str, pointer: str, value: Any) -> list[str]:
        reference = f"urn:{way}{pointer}"
        if reference not in self._validators:
            self._validators[reference] = Draft202012Validator({"$ref": reference}, registry=self._registry)
        error = best_match(self._validators[reference].iter_errors(value))
        if error is None:
            return []
        return [f"{'.'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:300]}"]


@cache
def at_hand() -> ApiSpec | None:
    return ApiSpec() if SPEC.exists() else None


def _close(schemas: dict[str, Json]) -> None:
    """Say of every plain object that it has no other fields than those described."""
    inherited = {
        part["$ref"].rpartition("/")[2]
        for schema in schemas.values()
        for part in schema.get("allOf", ())
        if "$ref" in part
    }
    for name, schema in schemas.items():
        if name not in inherited and "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
            for tolerated in _TOLERATED - schema["properties"].keys():
                schema["properties"][tolerated] = {"type": "boolean"}


def _pointer(route: str) -> str:
    return route.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _read(text: str, schema: Json) -> Any:
    """A parameter's text as the value it stands for."""
    if schema.get("type") == "integer" and text.lstrip("-").isdecimal():
        return int(text)
    if schema.get("type") == "boolean" and text.lower() in ("0", "1", "true", "false"):
        return text.lower() in ("1", "true")
    return text
