"""Checks a Bot API request against the machine-readable description of the API, where that file is at hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SPEC = Path(__file__).resolve().parents[2].parent / "shared" / "specs" / "telegram_api.json"
_ARRAY = "Array of "
_SIMPLE: Mapping[str, tuple[type, ...]] = {
    "Integer": (int,),
    "Float": (int, float),
    "String": (str,),
    "Boolean": (bool,),
    "True": (bool,),
    "InputFile": (str,),
}


class ApiSpec:
    """Methods with their parameters, and the types of what is sent as JSON."""

    def __init__(self, path: Path = SPEC) -> None:
        described = json.loads(path.read_text(encoding="utf-8"))
        self._methods: dict[str, Any] = {name.lower(): method for name, method in described["methods"].items()}
        self._types: dict[str, Any] = described["types"]

    @classmethod
    def at_hand(cls) -> ApiSpec | None:
        return cls() if SPEC.exists() else None

    def violations(self, method: str, params: Mapping[str, str], files: Mapping[str, object]) -> list[str]:
        """What is wrong with a request; parameters are as they came, strings."""
        if method.lower() not in self._methods:
            return [f"{method}: no such method"]
        fields = {field["name"]: field for field in self._methods[method.lower()].get("fields", ())}
        found = [f"{method}: no parameter {name}" for name in params if name not in fields]
        for name, field in fields.items():
            if name in params:
                value = _decoded(params[name], field["types"])
                if not self._fits_any(value, field["types"]):
                    found.append(f"{method}.{name}: {params[name][:80]!r} is none of {field['types']}")
            elif field["required"] and name not in files:
                found.append(f"{method}: {name} is missing")
        return found

    def _fits_any(self, value: Any, types: list[str]) -> bool:
        return any(self._fits(value, name) for name in types)

    def _fits(self, value: Any, name: str) -> bool:
        if name.startswith(_ARRAY):
            return isinstance(value, list) and all(self._fits(item, name.removeprefix(_ARRAY)) for item in value)
        if name in _SIMPLE:
            return type(value) in _SIMPLE[name]
        described = self._types[name]
        if "subtypes" in described:
            return self._fits_any(value, described["subtypes"])
        return isinstance(value, dict) and self._has_fields(value, described.get("fields", []))

    def _has_fields(self, value: dict[str, Any], fields: list[dict[str, Any]]) -> bool:
        known = {field["name"]: field for field in fields}
        return (
            all(name in known and self._fits_any(item, known[name]["types"]) for name, item in value.items())
            and not {name for name, field in known.items() if field["required"]} - value.keys()
        )


def _decoded(text: str, types: list[str]) -> Any:
    """A form's string as the value it stands for."""
    if "Integer" in types and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "Float" in types and re.fullmatch(r"-?\d+(\.\d+)?", text):
        return float(text)
    if "Boolean" in types and text.lower() in {"true", "false"}:
        return text.lower() == "true"
    if "String" in types or "InputFile" in types:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
