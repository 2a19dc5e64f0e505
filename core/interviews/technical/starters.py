"""The code a candidate begins with, and calls and values as each programming language writes them."""

from __future__ import annotations

import json
from typing import Any

from core.interviews.technical.exercises.exercise import Exercise, Programming
from core.interviews.technical.exercises.values import ValueType

LONGEST_VALUE = 200
"""Letters of a value that is shown."""
_CAMEL = {Programming.JAVASCRIPT, Programming.TYPESCRIPT, Programming.JAVA, Programming.GO}
_TYPES = {
    Programming.TYPESCRIPT: {"int": "number", "float": "number", "str": "string", "bool": "boolean"},
    Programming.CPP: {"int": "long long", "float": "double", "str": "std::string", "bool": "bool"},
    Programming.JAVA: {"int": "long", "float": "double", "str": "String", "bool": "boolean"},
    Programming.GO: {"int": "int", "float": "float64", "str": "string", "bool": "bool"},
}
_LISTS = {
    Programming.TYPESCRIPT: "{}[]",
    Programming.CPP: "std::vector<{}>",
    Programming.JAVA: "{}[]",
    Programming.GO: "[]{}",
}
_PARAMETERS = {
    Programming.PYTHON: "{name}: {type}",
    Programming.JAVASCRIPT: "{name}",
    Programming.TYPESCRIPT: "{name}: {type}",
    Programming.CPP: "{type} {name}",
    Programming.JAVA: "{type} {name}",
    Programming.GO: "{name} {type}",
}
_STARTERS = {
    Programming.PYTHON: "def {function}({listed}) -> {gives}:\n    ...\n",
    Programming.JAVASCRIPT: "function {function}({listed}) {{\n}}\n",
    Programming.TYPESCRIPT: "function {function}({listed}): {gives} {{\n  return {nothing};\n}}\n",
    Programming.CPP: (
        "#include <string>\n#include <vector>\n\n{gives} {function}({listed}) {{\n  return {nothing};\n}}\n"
    ),
    Programming.JAVA: "class Solution {{\n  {gives} {function}({listed}) {{\n    return {nothing};\n  }}\n}}\n",
    Programming.GO: "package main\n\nfunc {function}({listed}) {gives} {{\n\treturn {nothing}\n}}\n",
}
_NOTHING = {"int": "0", "float": "0", "str": '""', "bool": "false"}


def spell_name(name: str, language: Programming) -> str:
    """Write a name of the exercise as is usual in a language."""
    if language not in _CAMEL:
        return name
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


def type_name(kind: ValueType, language: Programming) -> str:
    """Write a type in a language that has types, and as the exercise writes it in the others."""
    if language not in _TYPES:
        return str(kind)
    if kind.name == "list":
        return _LISTS[language].format(type_name(kind.element, language))
    if kind.name == "dict":
        return f"Record<string, {type_name(kind.element, language)}>"
    return _TYPES[language][kind.name]


def starter_code(exercise: Exercise, language: Programming) -> str:
    """Return the code that a candidate begins with."""
    written: str = getattr(exercise.starter, language)
    if written:
        return written.strip("\n") + "\n"
    function = spell_name(exercise.function, language)
    listed = ", ".join(
        _PARAMETERS[language].format(name=spell_name(each.name, language), type=type_name(kind, language))
        for each, kind in zip(exercise.parameters, exercise.takes, strict=True)
    )
    gives, nothing = type_name(exercise.gives, language), _nothing(exercise.gives, language)
    return _STARTERS[language].format(function=function, listed=listed, gives=gives, nothing=nothing)


def _nothing(kind: ValueType, language: Programming) -> str:
    if kind.name not in {"list", "dict"}:
        return _NOTHING[kind.name]
    match language:
        case Programming.GO:
            return "nil"
        case Programming.JAVA:
            return f"new {type_name(kind.element, language).replace('[]', '')}[0]{'[]' * (str(kind).count('list') - 1)}"
        case Programming.TYPESCRIPT:
            return "[]" if kind.name == "list" else "{}"
    return "{}"


def shown_value(value: Any, language: Programming) -> str:
    """Write a value for people, cut when it is long."""
    text = repr(value) if language is Programming.PYTHON else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def shown_call(exercise: Exercise, args: tuple[Any, ...], language: Programming) -> str:
    """Write a call for people: `two_sum([2, 7], 9)`."""
    return f"{spell_name(exercise.function, language)}({', '.join(shown_value(each, language) for each in args)})"


def example_lines(exercise: Exercise, language: Programming) -> str:
    """Write a line for each case that is shown: `two_sum([2, 7], 9) → [0, 1]`."""
    return "\n".join(
        f"{shown_call(exercise, case.args, language)} → {shown_value(case.expected, language)}"
        for case in exercise.cases
        if case.shown
    )
