"""The types of arguments and answers, values of them written short, and whether two answers are the same."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MOST_ELEMENTS = 500_000
"""Elements of one argument, letters of a text counted too."""
LARGEST = 2**53 - 1
"""The largest whole number that JavaScript stores exactly."""
TOLERANCE = 1e-6
_PLAIN = ("int", "float", "str", "bool")


class Compare(StrEnum):
    """How an answer is compared with the expected one."""

    EXACT = "exact"
    UNORDERED = "unordered"
    """A list in any order."""
    CLOSE = "close"
    """Numbers may differ by a millionth."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """int, float, str, bool, or a list or dict of `inner`; the keys of a dict are texts."""

    name: str
    inner: ValueType | None = None

    def __str__(self) -> str:
        match self.name:
            case "list":
                return f"list[{self.inner}]"
            case "dict":
                return f"dict[str, {self.inner}]"
        return self.name

    @property
    def element(self) -> ValueType:
        """The type of the elements of a list or a dict."""
        if self.inner is None:
            raise TypeError(f"{self.name} is made of nothing else")
        return self.inner

    @property
    def typed(self) -> bool:
        """True for types that C++, Java and Go are given."""
        return self.name != "dict" and (self.inner is None or self.inner.typed)


def value_type(text: str) -> ValueType:
    """Read a type as an exercise writes it. Raises ValueError with the mend."""
    written = text.strip()
    if written in _PLAIN:
        return ValueType(written)
    if found := re.fullmatch(r"list\[(.+)\]", written):
        return ValueType("list", value_type(found[1]))
    if found := re.fullmatch(r"dict\[str, ?(.+)\]", written):
        return ValueType("dict", value_type(found[1]))
    raise ValueError(f"there is no type {text!r}; there are int, float, str, bool, list[...] and dict[str, ...]")


def matches_type(value: Any, kind: ValueType) -> bool:
    """Tell whether a value out of JSON is of a type. True is no number here, and 2.0 no whole one."""
    match kind.name:
        case "int":
            return type(value) is int
        case "float":
            return type(value) in {int, float}
        case "str":
            return type(value) is str
        case "bool":
            return type(value) is bool
    inner = kind.element
    if kind.name == "list":
        return type(value) is list and all(matches_type(each, inner) for each in value)
    return type(value) is dict and all(matches_type(each, inner) for each in value.values())


def build_value(raw: Any, kind: ValueType) -> Any:
    """Build a value that an exercise writes plainly or short, where lists and texts may be tables:
    `{ repeat = [1, 2], times = 500 }`, `{ range = [0, 1000, 2] }` and `{ join = ["a", { repeat = "b", times = 9 }] }`.

    Raises ValueError with what is wrong.
    """
    value = _built(raw, kind)
    if _size(value) > MOST_ELEMENTS:
        raise ValueError(f"it has more than {MOST_ELEMENTS} elements; make it smaller")
    return value


def _built(raw: Any, kind: ValueType) -> Any:
    if isinstance(raw, dict) and kind.name in {"list", "str"}:
        return _from_table(raw, kind)
    if kind.name == "list" and isinstance(raw, list):
        return [_built(each, kind.element) for each in raw]
    if kind.name == "dict" and isinstance(raw, dict):
        return {key: _built(each, kind.element) for key, each in raw.items()}
    if not matches_type(raw, kind):
        raise ValueError(f"{json.dumps(raw, default=str, ensure_ascii=False)[:60]} is no {kind}")
    if kind.name == "int" and abs(raw) > LARGEST:
        raise ValueError(f"{raw} is larger than what every language holds ({LARGEST})")
    return float(raw) if kind.name == "float" else raw


def _from_table(table: dict[str, Any], kind: ValueType) -> Any:
    match table:
        case {"repeat": part, "times": int(times), **others} if not others and 0 <= times <= MOST_ELEMENTS:
            one = _built(part, kind)
            if _size(one) * times > MOST_ELEMENTS:
                raise ValueError(f"it has more than {MOST_ELEMENTS} elements; make it smaller")
            return one * times
        case {"range": [int(), int(), *_] as bounds, **others} if not others and kind == ValueType(
            "list", ValueType("int")
        ):
            try:
                numbers = range(*bounds)
            except (TypeError, ValueError):
                mend = "range is [from, to] or [from, to, step], where the last number is not reached"
                raise ValueError(mend) from None
            if len(numbers) > MOST_ELEMENTS:
                raise ValueError(f"it has more than {MOST_ELEMENTS} elements; make it smaller")
            return list(numbers)
        case {"join": [*parts], **others} if not others:
            made = [_built(part, kind) for part in parts]
            return "".join(made) if kind.name == "str" else [each for part in made for each in part]
    raise ValueError(
        f"a table in the place of a {kind} is one of repeat with times, range (of whole numbers), and join"
    )


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return 1 + sum(map(_size, value))
    if isinstance(value, dict):
        return 1 + sum(map(_size, value.values()))
    return 1


def values_match(got: Any, expected: Any, kind: ValueType, compare: Compare) -> bool:
    """Tell whether a solution gave back what was expected; a value of another type never is."""
    if not matches_type(got, kind):
        return False
    match compare:
        case Compare.UNORDERED:
            return sorted(map(json.dumps, got)) == sorted(map(json.dumps, expected))
        case Compare.CLOSE:
            return _close(got, expected)
    return bool(got == expected)


def _close(got: Any, expected: Any) -> bool:
    if isinstance(got, list):
        return len(got) == len(expected) and all(map(_close, got, expected))
    if isinstance(got, dict):
        return got.keys() == expected.keys() and all(_close(got[key], expected[key]) for key in got)
    if isinstance(got, int | float) and not isinstance(got, bool):
        return math.isclose(got, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(got == expected)
