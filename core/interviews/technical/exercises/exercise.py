"""Exercises, and the reading of their files."""

from __future__ import annotations

import difflib
import json
import keyword
import math
import re
import tomllib
from collections import Counter
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
_PLAIN = ("int", "float", "str", "bool", "rows")


class Compare(StrEnum):
    EXACT = "exact"
    UNORDERED = "unordered"
    CLOSE = "close"
    """Numbers may differ by a millionth."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """int, float, str, bool, or a list or dict of `inner`; the keys of a dict are texts. rows: the result of a query, a
    list of lists of numbers, texts and nothing.
    """

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
        return self.name not in {"dict", "rows"} and (self.inner is None or self.inner.typed)


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
        case "rows":
            return type(value) is list and all(type(row) is list and all(map(_is_cell, row)) for row in value)
    inner = kind.element
    if kind.name == "list":
        return type(value) is list and all(matches_type(each, inner) for each in value)
    return type(value) is dict and all(matches_type(each, inner) for each in value.values())


def _is_cell(value: Any) -> bool:
    return value is None or type(value) in {int, float, str}


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
        case Compare.UNORDERED if kind.name == "rows":
            return Counter(map(_row, got)) == Counter(map(_row, expected))
        case Compare.UNORDERED:
            return sorted(map(json.dumps, got)) == sorted(map(json.dumps, expected))
        case Compare.CLOSE:
            return _close(got, expected)
    if kind.name == "rows":
        return [*map(_row, got)] == [*map(_row, expected)]
    return bool(got == expected)


def _row(cells: list[Any]) -> tuple[Any, ...]:
    """Return a row to compare: sums of decimals differ in their last digits."""
    return tuple(round(each, 6) if isinstance(each, float) else each for each in cells)


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
FEWEST_CASES = 2
FEWEST_STAGES = 3
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
Points = Annotated[tuple[Text, ...], Field(min_length=1, strict=False)]
TEXTS: Final = "texts"


def gather_texts(data: Any) -> Any:
    """Return a file's data with its tables for languages collected under `TEXTS`."""
    if not isinstance(data, Mapping):
        return data
    texts = {tag: data[tag] for tag in LANGUAGES if tag in data}
    if data.get("work") == "sql":
        data = {"function": "query", "parameters": [{"name": "data", "type": "str"}], "returns": "rows", **data}
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
    DATABASES = "databases"
    INTERFACES = "interfaces"
    SYSTEMS = "systems"
    MAINTENANCE = "maintenance"


class ExerciseLevel(StrEnum):
    JUNIOR = "junior"
    MIDDLE = "middle"
    SENIOR = "senior"


class Work(StrEnum):
    """The kind of work that an exercise asks for."""

    WRITE = "write"
    DEBUG = "debug"
    """The code to begin with is wrong; the candidate finds out why and mends it."""
    READ = "read"
    """The candidate reviews the code to begin with, in words; `faults` lists what there is to find."""
    REFACTOR = "refactor"
    """The code to begin with is right; the candidate makes it better under the same tests."""
    SQL = "sql"
    """The candidate writes one query for SQLite; each case is run on tables filled by its first argument."""
    DESIGN = "design"
    """The candidate designs a class or a small interface; `adapter` drives it through a script of calls."""
    SYSTEM = "system"
    """The candidate designs a system in `stages`, in words and numbers."""
    REPOSITORY = "repository"
    """The candidate works on several files, with a patch that an assistant proposes."""


IN_WORDS: Final = frozenset({Work.READ, Work.SYSTEM})
"""Work whose answer is words; code is welcome, but not waited for."""
WITH_CODE_GIVEN: Final = frozenset({Work.DEBUG, Work.READ, Work.REFACTOR})


class Programming(StrEnum):
    """The languages that solutions are written in, by their names for the sandbox."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    CPP = "cpp"
    JAVA = "java"
    GO = "go"
    SQL = "sql"
    """Only for exercises on tables: nobody takes it as the language of a whole interview."""


GENERAL: Final = tuple(each for each in Programming if each is not Programming.SQL)
"""The languages in which somebody can be interviewed."""
PROGRAMMING: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "programming.toml").read_text(encoding="utf-8")
)


def _name(value: str) -> str:
    if keyword.iskeyword(value):
        raise ValueError(f"{value} is a word of Python's own; take another name")
    return value


Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$"), AfterValidator(_name)]
FunctionName = Annotated[str, Field(pattern=r"^([a-z][a-z0-9]*(_[a-z0-9]+)*)?$"), AfterValidator(_name)]
"""Empty where the answer is words."""
ReturnType = Annotated[str, AfterValidator(lambda value: value and str(value_type(value)))]
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
    sql: str = ""
    files: Mapping[str, str] = {}
    """Whole files by their path, which replace those of a repository; the other fields are empty then."""

    def each(self) -> Iterator[tuple[Programming, str]]:
        """Yield every solution as it would be handed in."""
        if self.files:
            yield Programming.PYTHON, write_files(self.files)
        yield from ((name, code) for name in Programming if (code := getattr(self, name)))


class WrongCode(CodeByLanguage):
    """A solution that somebody could hand in, and that a case has to catch."""

    why: Text


class Fault(_Frozen):
    """Something wrong in the code that a candidate reviews."""

    at: Text
    """A line of the code, letter for letter but for its indentation."""
    says: Annotated[Said, Field(strict=False)]
    """What is wrong there and what it does to whom, in one or two sentences."""


class DesignStage(_Frozen):
    """A step of a design in words."""

    asks: Annotated[Said, Field(strict=False)]
    """The question, as the interviewer puts it."""
    looks_for: Annotated[Mapping[str, Points], Field(strict=False)]
    """What a good answer has, by language: three to six short points, numbers among them."""


class Patch(_Frozen):
    """A change that an assistant proposes for a repository."""

    files: Annotated[Mapping[str, str], Field(min_length=1)]
    """The files that it changes, whole, by their path."""
    right: bool
    """True where it can be taken as it is."""
    why: Annotated[Said, Field(strict=False)]
    """What is wrong with it, or why it can be taken; the candidate is told in the report."""
    questions: Annotated[Mapping[str, Points], Field(strict=False)]
    """Two to four questions about it, by language."""


def written_diff(files: Mapping[str, str], changed: Mapping[str, str]) -> str:
    """Write a change of some files as people read it in a review, in the unified format."""
    lines: list[str] = []
    for path, after in changed.items():
        before = files.get(path, "").strip("\n").splitlines()
        lines += difflib.unified_diff(before, after.strip("\n").splitlines(), path, path, lineterm="")
    return "\n".join(lines)


class Case(_Frozen):
    args: Annotated[tuple[Any, ...], Field(strict=False)]
    expected: Any
    shown: bool = False
    about: Annotated[Said, Field(strict=False)] = {}
    """Said when a hidden one fails: what it is about, and nothing of its values."""
    remark: Annotated[Said, Field(strict=False)] = {}
    """A hint to think about when it fails, for a review without a model."""


class Exercise(_Frozen):
    """An exercise as its file has it. Which fields it has beyond the first seven depends on `work`."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    work: Annotated[Work, Field(strict=False)] = Work.WRITE
    topic: Annotated[ExerciseTopic, Field(strict=False)]
    level: Annotated[ExerciseLevel, Field(strict=False)]
    minutes: Annotated[int, Field(ge=1, le=120)]
    function: FunctionName = ""
    """Written with underscores; `spell_name` adapts it to other languages."""
    parameters: Annotated[tuple[Parameter, ...], Field(max_length=8, strict=False)] = ()
    returns: ReturnType = ""
    compare: Annotated[Compare, Field(strict=False)] = Compare.EXACT
    keeps_arguments: bool = False
    """A solution that changes a list it was given fails; checked in Python, JavaScript and TypeScript."""
    texts: Annotated[Mapping[str, ExerciseWording], Field(strict=False)]
    """The wording in each human language; in a file each has a table of its own, such as [en]."""
    starter: CodeByLanguage = CodeByLanguage()
    """Code to begin with, where the signature's is not enough."""
    reference: CodeByLanguage = CodeByLanguage()
    wrong: Annotated[tuple[WrongCode, ...], Field(strict=False)] = ()
    cases: Annotated[tuple[Case, ...], Field(max_length=MOST_CASES, strict=False)] = ()
    adapter: CodeByLanguage = CodeByLanguage()
    """Code behind the candidate's that defines `function` by what they wrote; the candidate sees the cases alone."""
    tables: str = ""
    """The statements that create the tables of a query."""
    faults: Annotated[tuple[Fault, ...], Field(strict=False)] = ()
    stages: Annotated[tuple[DesignStage, ...], Field(strict=False)] = ()
    files: Mapping[str, str] = {}
    """The files of a repository by their path, Python modules among them."""
    patch: Patch | None = None
    second: Annotated[Said, Field(strict=False)] = {}
    """A second part, asked in words when the first one is solved."""

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
        """The languages it can be solved in; all of them where the answer is words."""
        match self.work:
            case Work.SYSTEM:
                return GENERAL
            case Work.SQL:
                return (Programming.SQL,)
            case Work.REPOSITORY:
                return (Programming.PYTHON,)
            case Work.DESIGN:
                return tuple(language for language, _ in self.adapter.each())
            case Work.DEBUG | Work.READ | Work.REFACTOR:
                return tuple(language for language, _ in self.starter.each())
        typed = all(each.typed for each in (*self.takes, self.gives))
        return GENERAL if typed else (Programming.PYTHON, Programming.JAVASCRIPT, Programming.TYPESCRIPT)


_FILE_HEAD: Final = re.compile(r"^(?:#|//) ?file: *(?P<path>[\w./-]+) *$", re.MULTILINE)


def write_files(files: Mapping[str, str]) -> str:
    """Write several files into one text, as people hand them in: a line `# file: shop/cart.py` before each."""
    return "\n".join(f"# file: {path}\n{text.strip(chr(10))}\n" for path, text in files.items())


def read_files(source: str) -> dict[str, str]:
    """Return the files of a text by their path; none where no line names one."""
    heads = [*_FILE_HEAD.finditer(source)]
    ends = [*(head.start() for head in heads[1:]), len(source)]
    return {head["path"]: source[head.end() : end].strip("\n") + "\n" for head, end in zip(heads, ends, strict=True)}


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
    if exercise.work is Work.SYSTEM:
        yield from _mistakes_in_stages(exercise)
        return
    if not (exercise.function and exercise.parameters and exercise.returns):
        yield "function: it is missing, or its parameters, or returns"
        return
    yield from _mistakes_of_work(exercise)
    if exercise.compare is Compare.UNORDERED and exercise.gives.name not in {"list", "rows"}:
        yield "compare: only lists and rows are unordered; leave it out"
    if len(exercise.cases) < FEWEST_CASES:
        yield "cases: there are too few"
    if not any(exercise.reference.each()):
        yield "reference: it is empty; give a solution that is right, in python for one"
    if not {language for language, _ in exercise.reference.each()} <= {*exercise.languages}:
        allowed = ", ".join(each.value for each in exercise.languages)
        yield f"reference: it can be solved in {allowed or 'no language at all'} alone"
    for number, wrong in enumerate(exercise.wrong, 1):
        if not any(wrong.each()):
            yield f"wrong.{number}: it has no code; give it, in python for one"
    if len({case.shown for case in exercise.cases}) != 2:
        yield "cases: some have to be shown (shown = true), and some not"
    for number, case in enumerate(exercise.cases, 1):
        yield from _unsaid(f"cases.{number}.about", case.about, exercise, wanted=not case.shown)
        yield from _unsaid(f"cases.{number}.remark", case.remark, exercise, wanted=False)


def _mistakes_of_work(exercise: Exercise) -> Iterator[str]:
    if exercise.work in WITH_CODE_GIVEN and not exercise.languages:
        yield f"starter: it is missing; to {exercise.work} there has to be code"
    if exercise.work in {Work.DESIGN, Work.REPOSITORY} and not any(exercise.adapter.each()):
        yield "adapter: it is missing; it defines the function by what the candidate wrote"
    if (exercise.work is Work.SQL) != bool(exercise.tables):
        yield "tables: an exercise has them where its work is sql, and there alone"
    if (exercise.work is Work.SQL) != (exercise.gives.name == "rows"):
        yield "returns: a query returns rows, and nothing else does"
    if (exercise.work is Work.READ) != bool(exercise.faults):
        yield "faults: an exercise has them where its work is read, and there alone"
    given = {line.strip() for _, code in exercise.starter.each() for line in code.splitlines()}
    for number, fault in enumerate(exercise.faults, 1):
        yield from _unsaid(f"faults.{number}.says", fault.says, exercise, wanted=True)
        if fault.at.strip() not in given:
            yield f"faults.{number}.at: there is no such line in the code to begin with"
    if (exercise.work is Work.REPOSITORY) != bool(exercise.files):
        yield "files: an exercise has them where its work is repository, and there alone"
    if (exercise.work is Work.REPOSITORY) != (exercise.patch is not None):
        yield "patch: an exercise has one where its work is repository, and there alone"
    if exercise.patch is not None and not exercise.patch.files.keys() <= exercise.files.keys():
        yield "patch.files: it changes files that are not in the repository"
    if exercise.patch is not None:
        yield from _unsaid("patch.why", exercise.patch.why, exercise, wanted=True)
        if exercise.patch.questions.keys() != exercise.texts.keys():
            yield f"patch.questions: ask them in {' and '.join(sorted(exercise.texts))}"
    yield from _unsaid("second", exercise.second, exercise, wanted=False)


def _mistakes_in_stages(exercise: Exercise) -> Iterator[str]:
    if len(exercise.stages) < FEWEST_STAGES:
        yield f"stages: there are too few; a design has {FEWEST_STAGES} or more"
    for number, stage in enumerate(exercise.stages, 1):
        yield from _unsaid(f"stages.{number}.asks", stage.asks, exercise, wanted=True)
        if stage.looks_for.keys() != exercise.texts.keys():
            yield f"stages.{number}.looks_for: say it in {' and '.join(sorted(exercise.texts))}"


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
    if language is Programming.SQL:
        return shown_rows(value)
    text = repr(value) if language is Programming.PYTHON else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def shown_rows(rows: Any) -> str:
    """Write the result of a query, a line for each row."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return json.dumps(rows, ensure_ascii=False)[:LONGEST_VALUE]
    written = "\n".join(" | ".join("NULL" if cell is None else str(cell) for cell in row) for row in rows)
    return written[: 5 * LONGEST_VALUE] or "(no rows)"


def shown_call(exercise: Exercise, args: tuple[Any, ...], language: Programming) -> str:
    """Write a call for people: `two_sum([2, 7], 9)`; for a query, the rows that the tables are filled with."""
    if language is Programming.SQL:
        return str(args[0]).strip()
    return f"{spell_name(exercise.function, language)}({', '.join(shown_value(each, language) for each in args)})"


def example_lines(exercise: Exercise, language: Programming) -> str:
    """Write a line for each case that is shown: `two_sum([2, 7], 9) → [0, 1]`."""
    if language is Programming.SQL:
        shown = [case for case in exercise.cases if case.shown]
        return "\n\n".join(f"{case.args[0].strip()}\n→\n{shown_rows(case.expected)}" for case in shown)
    return "\n".join(
        f"{shown_call(exercise, case.args, language)} → {shown_value(case.expected, language)}"
        for case in exercise.cases
        if case.shown
    )
