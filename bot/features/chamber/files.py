"""From the files that people write to a `Setup`, and back to the keys, which are never kept."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.features.chamber.keys import KEY, KEY_FILE, KeyMistake, key_for
from bot.features.chamber.mending import validation_mistakes
from bot.features.chamber.written import FileMistake, Mistakes, Place, SetupFile, read_setup_file, setting_key
from core.contracts.errors import ConfigurationError
from core.features.chamber.messages import Speaker
from core.features.chamber.setup import WITH_SECRETS, ModelService, Pattern, Setup, SidePatterns
from core.features.chamber.thought_patterns import Patterns
from core.features.chamber.thoughts import extract_thoughts

OF_RULES = ("rules", "rubric", "judges", "guest", "thought_patterns")
"""Parts that a file of rules alone may have."""
PARTS = ("prime", "candidate", *OF_RULES, "interview", "person", "people_model")
_FILES = frozenset({"prime", "candidate", "rubric", "thought_patterns"})
"""Parts in whose place the path of a file may stand."""
_PATTERN: TypeAdapter[Pattern] = TypeAdapter(Pattern)

_USED = re.compile(r"\$(?P<escaped>\$\{)|\$\{(?P<name>[^}\n]*)(?P<end>\}?)")
_WRITTEN_WRONG = "behind ${ comes the name of a variable and }, as in ${OPENAI_API_KEY}; for the characters write $${"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Some = TypeVar("Some", bound=ModelService)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLineRun:
    """The description of a run on the command line, which overrides what a file says."""

    setup: Path | None = None
    """One file of everything."""
    rules: Path | None = None
    prime: Path | None = None
    candidate: Path | None = None
    rubric: Path | None = None
    thought_patterns: Path | None = None
    """Those of all sides."""
    interview: str = ""
    person: str = ""
    people_model: bool = False
    max_turns: int | None = None
    opening: str | None = None
    budget: Decimal | None = None
    called: str = ""
    """The run's name where its rules give none; else it is called by its files."""

    def name(self) -> str:
        if self.called:
            return self.called
        if self.setup and not (self.prime or self.candidate):
            return self.setup.stem
        sides = (self.interview or (self.prime or self.setup or Path()).stem, self.person)
        return " and ".join(filter(None, (sides[0], sides[1] or (self.candidate or self.setup or Path()).stem)))


def read_setup(named: CommandLineRun) -> Setup:
    """Return the described run with its keys. Raises Mistakes with everything that is wrong in any of the files."""
    reading = _Reading()
    for file, parts in ((named.setup, PARTS), (named.rules, OF_RULES)):
        if file:
            reading.take_whole(file, parts)
    for part in ("prime", "candidate", "rubric", "thought_patterns"):
        if file := getattr(named, part):
            reading.take_part(part, file)
    reading.say(named)
    return reading.made()


def with_patterns(setup: Setup, file: Path) -> Setup:
    """Return a run as it is kept with the patterns of a file, which take the place of all that it had.

    Raises Mistakes.
    """
    reading = _Reading()
    reading.take_part("thought_patterns", file)
    return reading.with_patterns(setup)


def resolve_keys(setup: Setup) -> Setup:
    """Return a stored setup with its keys, read where they were before, and with its variables replaced.

    Raises ConfigurationError.
    """
    parts: dict[str, Any] = {"judges": tuple(_keyed(each, setup, "judges", n) for n, each in enumerate(setup.judges))}
    if setup.prime is not None:
        parts["prime"] = _keyed(setup.prime, setup, "prime")
    if setup.candidate is not None:
        parts["candidate"] = _keyed(setup.candidate, setup, "candidate")
    return setup.model_copy(update=parts)


class _Reading:
    """Files on their way to a setup."""

    def __init__(self) -> None:
        self._data: dict[str, Any] = {}
        self._origins: dict[str, tuple[SetupFile, Place]] = {}
        """By part: its file, and where in it the part is."""
        self._whole: SetupFile | None = None
        """The file of which parts are tables, where there is one."""
        self._written: dict[str, Any] = {}
        """As `Setup.written`."""
        self._mistakes: list[FileMistake] = []
        self._wrong: set[Place] = set()
        """Where something is wrong that was told, so that what follows from it is not told too."""

    def take_whole(self, file: Path, parts: tuple[str, ...]) -> None:
        """Take a file in which parts are tables."""
        document = self._read(file)
        if document is None:
            self._wrong |= {(part,) for part in parts}
            return
        self._whole = self._whole or document
        for key, value in document.data.items():
            if key in PARTS and key not in parts:
                self._mistakes.append(document.mistake((key,), "it belongs into the file of the whole run (--setup)"))
            elif key in _FILES and isinstance(value, str):
                self.take_part(key, document.file.parent / Path(value).expanduser())
            else:
                self._take(key, document, (key,), value)

    def take_part(self, part: str, file: Path) -> None:
        """Take a file that is a part."""
        document = self._read(file)
        if document is None:
            self._wrong.add((part,))
        else:
            self._take(part, document, (), document.data)

    def say(self, named: CommandLineRun) -> None:
        """Take what the command line says in addition to files."""
        if named.interview:
            self._data.pop("prime", None)
            self._written = {place: text for place, text in self._written.items() if not place.startswith("prime.")}
            self._data["interview"] = named.interview
        if named.prime:
            self._data.pop("interview", None)
        if named.person:
            self._data["person"] = named.person
        if named.people_model:
            self._data["people_model"] = True
        said = {"max_turns": named.max_turns, "opening": named.opening, "budget": named.budget}
        rules = self._data.get("rules", {})
        if isinstance(rules, dict):
            given = {key: value for key, value in said.items() if value is not None}
            self._data["rules"] = {"name": named.name(), **rules, **given}

    def with_patterns(self, setup: Setup) -> Setup:
        """Raises Mistakes."""
        self._check_patterns("thought_patterns", *SidePatterns.model_fields)
        try:
            patterns = SidePatterns.model_validate(self._data.get("thought_patterns", {}))
        except ValidationError as error:
            for place, what in validation_mistakes(error, SidePatterns):
                self._mistaken(("thought_patterns", *place), what)
        if self._mistakes:
            raise Mistakes(sorted(self._mistakes, key=lambda each: (each.file, each.line)))
        return setup.model_copy(update={"thought_patterns": patterns})

    def made(self) -> Setup:
        """Raises Mistakes."""
        setup: Setup | None = None
        files = {part: str(document.file.resolve()) for part, (document, _) in self._origins.items()}
        for part in ("prime", "candidate"):
            self._check_patterns(part, "thought_patterns")
        self._check_patterns("thought_patterns", *SidePatterns.model_fields)
        try:
            setup = Setup.model_validate({**self._data, "files": files, "written": self._written})
        except ValidationError as error:
            for place, what in validation_mistakes(error):
                self._mistaken(place, what)
        if setup is not None and not self._mistakes:
            opening, prime = setup.rules.opening, setup.prime
            if prime is not None and extract_thoughts(opening, setup.patterns(Speaker.PRIME)).thoughts:
                what = "a pattern of Prime's takes words of it for thoughts, and it is said to the Candidate as it is"
                self._mistaken(("rules", "opening"), what)
        if self._mistakes or setup is None:
            raise Mistakes(sorted(self._mistakes, key=lambda each: (each.file, each.line)))
        return setup

    def _read(self, file: Path) -> SetupFile | None:
        try:
            document = read_setup_file(file)
        except Mistakes as error:
            self._mistakes += error.found
            return None
        self._mistakes += document.mistakes
        return document

    def _take(self, part: str, document: SetupFile, inside: Place, value: Any) -> None:
        self._origins[part] = (document, inside)
        written = value
        value, wrong = expand_variables(written, os.environ, (part,))
        for place, what in wrong.items():
            self._mistaken(place, what)
        self._written = {place: text for place, text in self._written.items() if place.split(".")[0] != part}
        self._written |= _with_variables(part, written, value)
        folder = document.file.parent
        if part in {"prime", "candidate"} and isinstance(value, dict):
            value = self._with_key((part,), value, folder)
        if part == "judges" and isinstance(value, list):
            value = [
                self._with_key((part, number), each, folder) if isinstance(each, dict) else each
                for number, each in enumerate(value)
            ]
        self._data[part] = value

    def _with_key(self, place: Place, table: dict[str, Any], folder: Path) -> dict[str, Any]:
        without = {name: value for name, value in table.items() if name != KEY_FILE}
        if self._wrong & {(*place, KEY), (*place, KEY_FILE), (*place, "base_url")}:
            return without
        try:
            return {**without, KEY: key_for(table, folder)}
        except KeyMistake as error:
            self._mistaken((*place, error.at), error.what)
            return without

    def _check_patterns(self, part: str, *lists: str) -> None:
        """Make each pattern of a part by itself, so that it is told which one cannot be used."""
        table = self._data.get(part)
        for name in lists:
            patterns = table.get(name) if isinstance(table, dict) else None
            for number, each in enumerate(patterns if isinstance(patterns, list) else ()):
                try:
                    Patterns.of((_PATTERN.validate_python(each),))
                except ValidationError:
                    continue  # the whole is looked at below, and says so
                except ConfigurationError as error:
                    self._mistaken((part, name, number), str(error).removesuffix("."))

    def _mistaken(self, place: Place, what: str) -> None:
        if any(place[:length] in self._wrong for length in range(1, len(place) + 1)):
            return
        self._wrong.add(place)
        part = str(place[0])
        if part in self._origins:
            document, inside = self._origins[part]
            self._mistakes.append(document.mistake((*inside, *place[1:]), what))
        elif self._whole is not None:
            self._mistakes.append(self._whole.mistake(place, what))
        else:
            self._mistakes.append(FileMistake(key=setting_key(place), what=what))


def _with_variables(part: str, written: Any, value: Any) -> dict[str, Any]:
    """Return what of a part is in `Setup.written`. `value`: the same with its variables replaced."""
    if isinstance(written, list):
        each = zip(written, value, strict=True)
        found = [_with_variables(f"{part}.{number}", *both) for number, both in enumerate(each)]
        return {place: text for texts in found for place, text in texts.items()}
    if not isinstance(written, dict):
        return {}
    texts = {name: written[name] for name in WITH_SECRETS if name in written and written[name] != value[name]}
    return {f"{part}.{name}": text for name, text in texts.items()}


def _keyed(service: Some, setup: Setup, part: str, number: int | None = None) -> Some:
    """Return a service with its key and its variables replaced. Raises ConfigurationError."""
    kept = {"provider": service.provider, "base_url": service.base_url}
    file = Path(setup.files.get(part, part))
    table = _table(file, part, number) if part in setup.files else kept
    table, wrong = expand_variables({name: table.get(name) for name in (*kept, KEY, KEY_FILE)}, os.environ)
    at = setting_key((part,) if number is None else (part, number))
    for place, what in wrong.items():
        raise ConfigurationError(f"{file}: {at}.{setting_key(place)}: {what}.")
    texts: dict[str, Any] = {}
    for name in WITH_SECRETS:
        if (where := f"{part if number is None else f'{part}.{number}'}.{name}") in setup.written:
            texts[name], wrong = expand_variables(setup.written[where], os.environ)
            for inside, what in wrong.items():
                raise ConfigurationError(f"{setting_key((*where.split('.'), *inside))}: {what}.")
    said = {name: value.strip() if isinstance(value := table[name], str) else value for name in kept}
    if said != kept:
        raise ConfigurationError(f"{file}: {at} has another provider or base_url than when this run began.")
    try:
        made = type(service).model_validate({**service.model_dump(), KEY: key_for(table, file.parent), **texts})
    except KeyMistake as error:
        raise ConfigurationError(f"{file}: {at}.{error.at}: {error.what}.") from None
    except ValidationError:
        raise ConfigurationError(f"{file}: {at}.{KEY} holds a character that no key has.") from None
    return made


def _table(file: Path, part: str, number: int | None) -> dict[str, Any]:
    """Return what a file says of a service, whether it is all of the file or a table in it."""
    try:
        data: Any = read_setup_file(file).data
    except Mistakes as error:
        raise ConfigurationError(f"The keys of this run are read where they were, but: {error.found[0]}") from None
    data = data.get(part, data)
    if number is not None and isinstance(data, list):
        data = data[number] if number < len(data) else {}
    return data if isinstance(data, dict) else {}


# --- `${NAME}`: the environment's variable NAME; `$${` stands for `${` itself -----------------------------------------


def expand_variables(value: Any, environment: Mapping[str, str], place: Place = ()) -> tuple[Any, dict[Place, str]]:
    """Return a value with all variables in its texts replaced, and mistakes by place; there the text is unchanged."""
    wrong: dict[Place, str] = {}
    return _replaced(value, environment, place, wrong), wrong


def _replaced(value: Any, environment: Mapping[str, str], place: Place, wrong: dict[Place, str]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(each, environment, (*place, key), wrong) for key, each in value.items()}
    if isinstance(value, list):
        return [_replaced(each, environment, (*place, number), wrong) for number, each in enumerate(value)]
    if not isinstance(value, str):
        return value
    mistakes: dict[str, None] = {}
    for found in _USED.finditer(value):
        name = found["name"]
        if found["escaped"]:
            continue
        if not (found["end"] and _NAME.fullmatch(name)):
            # What stands there may be the key itself.
            mistakes[_WRITTEN_WRONG] = None
        elif name not in environment:
            mistakes[f"the environment variable {name} is not set"] = None
        elif any("\ud800" <= character <= "\udfff" for character in environment[name]):
            mistakes[f"the environment variable {name} is not text in UTF-8"] = None
    if mistakes:
        wrong[place] = "; ".join(mistakes)
        return value
    return _USED.sub(lambda found: "${" if found["escaped"] else environment[found["name"]], value)
