"""Schemas as strict servers take them, and what fits one."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

FORBIDDEN_KEYWORDS = frozenset(
    {
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "default",
        "title",
        "examples",
        "oneOf",
        "allOf",
        "prefixItems",
        "patternProperties",
        "discriminator",
    }
)


class Unfit(Exception):
    """No strict server takes this schema."""


def checked_schema(schema: object) -> Json:
    """A schema that strict servers take, or Unfit."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise Unfit("schema: must be an object with type object")
    definitions = schema.get("$defs", {})
    for name, node in definitions.items():
        _check_node(node, definitions, f"$defs.{name}")
    _check_node({key: value for key, value in schema.items() if key != "$defs"}, definitions, "schema")
    return schema


def _check_node(node: Json, definitions: Json, place: str) -> None:
    forbidden = FORBIDDEN_KEYWORDS & node.keys()
    if forbidden:
        raise Unfit(f"{place}: unsupported keywords {sorted(forbidden)}")
    if "$ref" in node:
        if len(node) > 1 or str(node["$ref"]).removeprefix("#/$defs/") not in definitions:
            raise Unfit(f"{place}: bad $ref")
    elif not node.keys() & {"type", "anyOf", "enum", "const"}:
        raise Unfit(f"{place}: takes anything")
    for variant in node.get("anyOf", []):
        _check_node(variant, definitions, f"{place}.anyOf")
    if node.get("type") == "array":
        _check_node(node.get("items", {}), definitions, f"{place}[]")
    if node.get("type") == "object":
        _check_object(node, definitions, place)


def _check_object(node: Json, definitions: Json, place: str) -> None:
    properties = node.get("properties", {})
    if node.get("additionalProperties") is not False:
        raise Unfit(f"{place}: additionalProperties must be false")
    if sorted(node.get("required", [])) != sorted(properties):
        raise Unfit(f"{place}: every property must be required")
    for name, child in properties.items():
        _check_node(child, definitions, f"{place}.{name}")


def example_of(schema: Json, definitions: Json | None = None) -> Any:
    """A plain value that fits a schema."""
    definitions = schema.get("$defs", {}) if definitions is None else definitions
    if "$ref" in schema:
        return example_of(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], definitions)
    if "enum" in schema or "const" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if schema.get("type") == "object":
        return {name: example_of(child, definitions) for name, child in schema.get("properties", {}).items()}
    plain = {"string": "Tell me more.", "integer": 1, "number": 0.5, "boolean": False, "array": [], "null": None}
    return plain[schema["type"]]
