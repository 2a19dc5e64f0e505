"""What is wrong with a setup, in plain words."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bot.config import MENDS
from bot.features.chamber.written import Place
from bot.features.chamber.yaml_file import redact_key
from core.features.chamber.setup import FORMS, ChamberRubric, Participant, Prime, RunRules, Setup, SidePatterns

_FORMS = {"text", *FORMS}
"""How pydantic calls the forms of a pattern, where it tells of a place in one."""
_SAID = {
    **MENDS,
    **dict.fromkeys(("model_type", "dict_type", "model_attributes_type"), "it has to be a table of keys and values"),
    "missing": "it is missing",
    "string_too_short": "it is empty",
    "string_type": "it has to be a text; put it in quotation marks",
    "tuple_type": "it has to be a list, one item on each line or in brackets",
    "too_short": "there are too few of them",
    "string_pattern_mismatch": "it is made of small letters, digits and single hyphens, as in follow-up",
}
_HOMES: dict[str, type[BaseModel]] = {
    "[rules]": RunRules,
    "the rubric": ChamberRubric,
    "[prime] or [candidate]": Participant,
    "what describes Prime": Prime,
    "the file of a whole run (--setup)": Setup,
    "the file of all thought patterns (--thought-patterns)": SidePatterns,
}
_BESIDE = {"api_key": "api_key_file"}
"""Keys that are taken out before the setup is made."""


def validation_mistakes(error: ValidationError, whole: type[BaseModel] = Setup) -> Iterator[tuple[Place, str]]:
    """Yield where in a setup, or in another whole, something is wrong, and what."""
    meant: set[Place] = set()
    found = error.errors(include_url=False)
    for each in sorted(found, key=lambda each: each["type"] == "missing"):
        place = _place(each["loc"])
        if each["type"] == "too_short" and sum(_place(other["loc"])[: len(place)] == place for other in found) > 1:
            continue  # pydantic does not count those that are wrong themselves
        if not place:
            # What is between several keys begins with the one that it is about.
            key, _, what = _plain(each).partition(": ")
            yield (key,), what
        elif each["type"] == "extra_forbidden":
            name, what = _unknown(each["loc"], whole)
            meant.add((*place[:-1], name))
            yield (*place[:-1], redact_key(str(place[-1]))), what
        elif each["type"] != "missing" or place not in meant:
            what, written = _plain(each), each["input"]
            if each["type"] == "pattern":
                what = 'a pattern is a text such as "<thinking>", or {regex: "...", flags: "is"}'
                if isinstance(written, list) and len(written) == 1 and isinstance(written[0], str):
                    tag = written[0] if written[0].isalpha() else "reasoning"
                    what = f'[{tag}] without quotation marks is a list; write "[{tag}]"'
            yield place, what


def _place(loc: tuple[str | int, ...]) -> Place:
    """Return the place in the file: without the name of a pattern's form, which pydantic puts after its number."""
    return tuple(
        part
        for before, part in zip((None, *loc), loc, strict=False)
        if not (isinstance(before, int) and part in _FORMS)
    )


def _plain(error: ErrorDetails) -> str:
    said = error["msg"].removeprefix("Value error, ").replace("Input should be", "it has to be")
    return _SAID.get(error["type"], said)


def _unknown(loc: tuple[str | int, ...], whole: type[BaseModel]) -> tuple[str, str]:
    """Return, for a key that does not exist, the one that may have been meant, if any, and what to say."""
    *above, key = loc
    models: list[type[BaseModel]] = [whole]
    for part in above:
        if isinstance(part, int) or not models:
            continue
        if part in _FORMS and len(models) > 1:
            models = [model for model in models if part in model.model_fields]
            continue
        field = models[0].model_fields.get(part)
        models = [] if field is None else list(_models_in(field.annotation))
    model = models[0] if models else None
    known = [] if model is None else [name for name in model.model_fields if not (model is Setup and name == "files")]
    known += [_BESIDE[name] for name in known if name in _BESIDE]
    if home := next((home for home, other in _HOMES.items() if key in other.model_fields), ""):
        return "", f"it does not belong here, but into {home}"
    plain = {name.replace("_", ""): name for name in known}
    written = "".join(filter(str.isalpha, str(key).lower()))
    if near := difflib.get_close_matches(written, plain, n=1, cutoff=0.75):
        name = plain[near[0]]
        return name, f"there is no such key; did you mean {name}?"
    return "", f"there is no such key; there are {', '.join(known)}" if known else "there is no such key"


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
