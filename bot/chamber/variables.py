"""`${NAME}` in a configuration: the environment's variable NAME. `$${` stands for `${` itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.chamber.written import Place

_USED = re.compile(r"\$(?P<escaped>\$\{)|\$\{(?P<name>[^}\n]*)(?P<end>\}?)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def expand_variables(value: Any, environment: Mapping[str, str], place: Place = ()) -> tuple[Any, dict[Place, str]]:
    """A value with all variables in its texts replaced, and by place what was wrong; there the text is as it was."""
    wrong: dict[Place, str] = {}
    return _replaced(value, environment, place, wrong), wrong


def _replaced(value: Any, environment: Mapping[str, str], place: Place, wrong: dict[Place, str]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(each, environment, (*place, key), wrong) for key, each in value.items()}
    if isinstance(value, list):
        return [_replaced(each, environment, (*place, number), wrong) for number, each in enumerate(value)]
    if not isinstance(value, str):
        return value
    if mistakes := list(_mistakes(value, environment)):
        wrong[place] = "; ".join(dict.fromkeys(mistakes))
        return value
    return _USED.sub(lambda found: "${" if found["escaped"] else environment[found["name"]], value)


def _mistakes(text: str, environment: Mapping[str, str]) -> Iterator[str]:
    for found in _USED.finditer(text):
        if found["escaped"]:
            continue
        name = found["name"]
        if not (found["end"] and _NAME.fullmatch(name)):
            # What stands there may be the key itself.
            yield "behind ${ comes the name of a variable and }, as in ${OPENAI_API_KEY}; for the characters write $${"
        elif name not in environment:
            yield f"the environment variable {name} is not set"
        elif any("\ud800" <= character <= "\udfff" for character in environment[name]):
            yield f"the environment variable {name} is not text in UTF-8"
