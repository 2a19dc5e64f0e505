"""Exercises, and the reading of their files."""

from __future__ import annotations

import json
import keyword
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.contracts.errors import ConfigurationError
from core.languages import FALLBACK, LANGUAGES

MOST_ELEMENTS = 500_000
"""Elements of one argument, letters of a text counted too."""
LARGEST = 2**53 - 1
"""The largest whole number that JavaScript stores exactly."""
TOLERANCE = 1e-6
_PLAIN = ("int", "float", "str", "bool")


class Compare(StrEnum):
    EXACT = "exact"
    UNORDERED = "unordered"
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


BANK = Path(__file__).parent / "bank"
MOST_CASES = 40
LONGEST_ANSWER = 30_000  # characters of JSON
_MENDS = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such key",
    "string_type": "it has to be a text in quotation marks",
    "string_too_short": "it is empty",
    "too_short": "there are too few",
    "too_long": "there are too many",
    "bool_type": "it has to be true or false, without quotation marks",
    "int_type": "it has to be a whole number without quotation marks",
    "tuple_type": "it has to be a list in square brackets",
    "dict_type": 'it has to be a table, as in { en = "..." }',
    "model_type": "it has to be a table",
}
"""The mend for a mistake, by pydantic's name for it; others are said in pydantic's words."""
Text = Annotated[str, Field(min_length=1)]
Said = Mapping[str, Text]
"""The same in each language of the exercise."""
TEXTS: Final = "texts"


def gather_texts(data: Any) -> Any:
    """Return a file's data with its tables for languages collected under `TEXTS`."""
    if not isinstance(data, Mapping):
        return data
    texts = {tag: data[tag] for tag in LANGUAGES if tag in data}
    return {TEXTS: texts, **{key: value for key, value in data.items() if key not in texts}}


def choose_language(texts: Mapping[str, Any], language: str) -> str:
    """Return the wanted language if there is a text in it, else English, else the first one that there is."""
    return next((tag for tag in (language, FALLBACK) if tag in texts), next(iter(texts), FALLBACK))


def key_name(place: Iterable[str | int]) -> str:
    """Write the place of a mistake as a key, counted from 1 where there are several."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in place if part not in {"[key]", TEXTS})


class ExerciseTopic(StrEnum):
    ARRAYS = "arrays"
    HASHING = "hashing"
    GRAPHS = "graphs"
    RECURSION = "recursion"
    SIMULATION = "simulation"


class ExerciseLevel(StrEnum):
    JUNIOR = "junior"
    MIDDLE = "middle"
    SENIOR = "senior"


class Programming(StrEnum):
    """The languages that solutions are written in, by their names for the sandbox."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    CPP = "cpp"
    JAVA = "java"
    GO = "go"


PROGRAMMING: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "programming.toml").read_text(encoding="utf-8")
)


def _name(value: str) -> str:
    if keyword.iskeyword(value):
        raise ValueError(f"{value} is a word of Python's own; take another name")
    return value


Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$"), AfterValidator(_name)]
TypeName = Annotated[str, AfterValidator(lambda value: str(value_type(value)))]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ExerciseWording(_Frozen):
    title: Text
    statement: Text
    """Markdown, without examples: those are the cases that are shown."""
    hints: Annotated[tuple[Text, ...], Field(min_length=1, strict=False)]
    """The first is a nudge, the last nearly the step."""


class Parameter(_Frozen):
    name: Name
    type: TypeName


class CodeByLanguage(_Frozen):
    """The code in each programming language; empty where there is none."""

    python: str = ""
    javascript: str = ""
    typescript: str = ""
    cpp: str = ""
    java: str = ""
    go: str = ""

    def each(self) -> Iterator[tuple[Programming, str]]:
        return ((name, code) for name in Programming if (code := getattr(self, name)))


class WrongCode(CodeByLanguage):
    """A solution that somebody could hand in, and that a case has to catch."""

    why: Text


class Case(_Frozen):
    args: Annotated[tuple[Any, ...], Field(strict=False)]
    expected: Any
    shown: bool = False
    about: Annotated[Said, Field(strict=False)] = {}
    """Said when a hidden one fails: what it is about, and nothing of its values."""
    remark: Annotated[Said, Field(strict=False)] = {}
    """A hint to think about when it fails, for a review without a model."""


class Exercise(_Frozen):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    topic: Annotated[ExerciseTopic, Field(strict=False)]
    level: Annotated[ExerciseLevel, Field(strict=False)]
    minutes: Annotated[int, Field(ge=1, le=120)]
    function: Name
    """Written with underscores; `spell_name` adapts it to other languages."""
    parameters: Annotated[tuple[Parameter, ...], Field(min_length=1, max_length=8, strict=False)]
    returns: TypeName
    compare: Annotated[Compare, Field(strict=False)] = Compare.EXACT
    keeps_arguments: bool = False
    """A solution that changes a list it was given fails; checked in Python, JavaScript and TypeScript."""
    texts: Annotated[Mapping[str, ExerciseWording], Field(strict=False)]
    """The wording in each human language; in a file each has a table of its own, such as [en]."""
    starter: CodeByLanguage = CodeByLanguage()
    """Code to begin with, where the signature's is not enough."""
    reference: CodeByLanguage
    wrong: Annotated[tuple[WrongCode, ...], Field(strict=False)] = ()
    cases: Annotated[tuple[Case, ...], Field(min_length=2, max_length=MOST_CASES, strict=False)]

    _gathered = model_validator(mode="before")(gather_texts)

    def spoken_in(self, language: str) -> str:
        """Return the language in which somebody who speaks `language` is given it."""
        return choose_language(self.texts, language)

    def wording(self, language: str) -> ExerciseWording:
        return self.texts[self.spoken_in(language)]

    @cached_property
    def takes(self) -> tuple[ValueType, ...]:
        return tuple(value_type(each.type) for each in self.parameters)

    @cached_property
    def gives(self) -> ValueType:
        return value_type(self.returns)

    @cached_property
    def languages(self) -> tuple[Programming, ...]:
        """The languages it can be solved in."""
        typed = all(each.typed for each in (*self.takes, self.gives))
        return tuple(Programming) if typed else (Programming.PYTHON, Programming.JAVASCRIPT, Programming.TYPESCRIPT)


def load_exercise(file: Path) -> Exercise:
    """Load an exercise. Raises ConfigurationError: a line for each mistake, with the file, the key and the mend."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{file} is not text in UTF-8; save it as UTF-8.") from None
    except ValueError as error:
        raise ConfigurationError(f"{file} is not valid TOML: {error}.") from None
    try:
        exercise, found = _completed(Exercise.model_validate(data))
    except ValidationError as error:
        found = []
        for each in error.errors(include_url=False):
            words = each["msg"].removeprefix("Value error, ").replace("Input should be", "it has to be")
            found.append(f"{key_name(each['loc'])}: {_MENDS.get(each['type'], words)}")
    if found:
        raise ConfigurationError("\n".join(f"{file}: {each}." for each in found))
    return exercise


def load_exercises(*folders: Path) -> dict[str, Exercise]:
    """Load every exercise of these folders, by its id. Raises ConfigurationError."""
    found: dict[str, Exercise] = {}
    for folder in folders:
        if not folder.is_dir():
            raise ConfigurationError(f"{folder} is not a folder; exercises are TOML files in a folder.")
        for file in sorted(folder.glob("*.toml")):
            exercise = load_exercise(file)
            if exercise.id in found:
                raise ConfigurationError(f"{file}: id: there is an exercise {exercise.id} already; name it otherwise.")
            found[exercise.id] = exercise
    return found


def _completed(exercise: Exercise) -> tuple[Exercise, list[str]]:
    """Return it with every value as it will be used, and what is wrong beyond single keys."""
    found = [*_mistakes(exercise)]
    cases = []
    for number, case in enumerate(exercise.cases, 1):
        if len(case.args) != len(exercise.parameters):
            found.append(f"cases.{number}.args: it has to be {len(exercise.parameters)} values, one for each parameter")
            continue
        try:
            args = tuple(
                _value(f"args.{n}", *pair) for n, pair in enumerate(zip(case.args, exercise.takes, strict=True), 1)
            )
            expected = _value("expected", case.expected, exercise.gives)
        except ValueError as error:
            found.append(f"cases.{number}.{error}")
            continue
        cases.append(case.model_copy(update={"args": args, "expected": expected}))
    return exercise.model_copy(update={"cases": tuple(cases)}), found


def _value(key: str, raw: Any, kind: ValueType) -> Any:
    try:
        value = build_value(raw, kind)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
    if key == "expected" and len(json.dumps(value)) > LONGEST_ANSWER:
        raise ValueError(f"{key}: it is too long; let the solution give back a number, or less of it")
    return value


def _mistakes(exercise: Exercise) -> Iterator[str]:
    if not exercise.texts:
        yield "en: it is missing; an exercise is told in a table named after its language, such as [en]"
    names = [each.name for each in exercise.parameters]
    if len({*names, exercise.function}) <= len(names):
        yield "parameters: two of them, or one and the function, have the same name"
    if exercise.compare is Compare.UNORDERED and exercise.gives.name != "list":
        yield "compare: only lists are unordered; leave it out"
    if not any(exercise.reference.each()):
        yield "reference: it is empty; give a solution that is right, in python for one"
    if not {language for language, _ in exercise.reference.each()} <= {*exercise.languages}:
        yield "reference: with a dict there are python, javascript and typescript alone"
    for number, wrong in enumerate(exercise.wrong, 1):
        if not any(wrong.each()):
            yield f"wrong.{number}: it has no code; give it, in python for one"
    if len({case.shown for case in exercise.cases}) != 2:
        yield "cases: some have to be shown (shown = true), and some not"
    for number, case in enumerate(exercise.cases, 1):
        yield from _unsaid(f"cases.{number}.about", case.about, exercise, wanted=not case.shown)
        yield from _unsaid(f"cases.{number}.remark", case.remark, exercise, wanted=False)


def _unsaid(key: str, said: Said, exercise: Exercise, *, wanted: bool) -> Iterator[str]:
    languages = exercise.texts.keys()
    if (said or wanted) and said.keys() != languages:
        yield f"{key}: say it in {' and '.join(sorted(languages))}"


LONGEST_VALUE = 200  # characters
_NOTHING = {"int": "0", "float": "0", "str": '""', "bool": "false"}


def spell_name(name: str, language: Programming) -> str:
    """Write a name of the exercise as is usual in a language."""
    if not PROGRAMMING[language].get("camel"):
        return name
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


def type_name(kind: ValueType, language: Programming) -> str:
    """Write a type in a language that has types, and as the exercise writes it in the others."""
    types: Mapping[str, str] | None = PROGRAMMING[language].get("types")
    if types is None:
        return str(kind)
    written = types.get(kind.name, "Record<string, {}>")
    return written if kind.inner is None else written.format(type_name(kind.inner, language))


def signature_line(exercise: Exercise, language: Programming) -> str:
    """Return the line that declares the function: `long[] twoSum(long[] numbers, long target)`."""
    generated = _generated_code(exercise, language)
    name = re.escape(spell_name(exercise.function, language))
    declared = next(line for line in generated.splitlines() if re.search(rf"\b{name}\(", line))
    return declared.strip().rstrip("{:").strip()


def starter_code(exercise: Exercise, language: Programming) -> str:
    """Return the code that a candidate begins with."""
    written: str = getattr(exercise.starter, language)
    return written.strip("\n") + "\n" if written else _generated_code(exercise, language)


def _generated_code(exercise: Exercise, language: Programming) -> str:
    parameter, starter = str(PROGRAMMING[language]["parameter"]), str(PROGRAMMING[language]["starter"])
    function = spell_name(exercise.function, language)
    listed = ", ".join(
        parameter.format(name=spell_name(each.name, language), type=type_name(kind, language))
        for each, kind in zip(exercise.parameters, exercise.takes, strict=True)
    )
    gives, nothing = type_name(exercise.gives, language), _nothing(exercise.gives, language)
    return starter.format(function=function, listed=listed, gives=gives, nothing=nothing)


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
