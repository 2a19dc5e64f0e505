"""Read the scripts of a folder, in TOML or Markdown, for one or several languages; docs/scripts.md has the grammar."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from math import prod
from pathlib import Path
from typing import Any

from core.contracts.closed_questions import (
    MOST_OPTIONS,
    OTHER,
    Condition,
    QuestionType,
    Value,
    Values,
    is_condition_met,
)
from core.contracts.script import QuestionRef, Script, ScriptQuestion, ScriptSet, find_difference, primary_language
from core.contracts.script_files import (
    At,
    ScriptMistake,
    ScriptMistakes,
    ScriptSource,
    read_script_text,
    script_of,
    toml_source,
)
from core.interviews.script.values import is_beyond
from core.languages.lexicon import any_of
from core.text.text import count_question_marks, count_words

MOST_QUESTIONS = 500
MOST_POINTS = 11
"""Points of a scale: as many buttons as fit into a row or two."""
LONGEST = 30  # words of a question

_MOST = 20_000
"""Ways through that are tried; of a question on which more depends than this, nothing is said."""
_FEW = 6
"""Options of which all combinations are tried."""

Fault = tuple[At, str]


def script_faults(script: Script) -> Iterator[Fault]:
    seen: dict[str, ScriptQuestion] = {}
    for number, chapter in enumerate(script.chapters):
        at: At = ("chapters", number)
        if chapter.when is not None:
            yield from _of_condition(chapter.when, (*at, "when"), seen)
        for place, question in enumerate(chapter.questions):
            here = (*at, "questions", place)
            if question.when is not None:
                yield from _of_condition(question.when, (*here, "when"), seen)
            yield from ((here if key == "" else (*here, key), said) for key, said in _of_question(question))
            seen.setdefault(question.id, question)
    for number, each in enumerate(script.screening):
        yield from _of_condition(each.when, ("screening", number, "when"), seen)
    if len(script.places) > MOST_QUESTIONS:
        yield ("chapters",), f"there are more than {MOST_QUESTIONS} questions: make two scripts of it"
    for ref in unreachable_questions(script):
        yield question_location(script, ref), f"`{ref.question.id}` is never asked: no answers meet its `when`"


def question_location(script: Script, place: QuestionRef) -> At:
    number = next(n for n, chapter in enumerate(script.chapters) if chapter is place.chapter)
    return ("chapters", number, "questions", place.chapter.questions.index(place.question))


def duplicate_ids(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield ids that occur twice, in what was read of a file and may be no script."""
    known: set[tuple[str, str]] = set()
    chapters = data.get("chapters")
    for number, chapter in enumerate(chapters if isinstance(chapters, list) else []):
        questions = chapter.get("questions") if isinstance(chapter, dict) else None
        here: At = ("chapters", number)
        asked = enumerate(questions if isinstance(questions, list) else [])
        for kind, at, each in (
            ("chapter", here, chapter),
            *(("question", (*here, "questions", n), q) for n, q in asked),
        ):
            own = each.get("id") if isinstance(each, dict) else None
            if isinstance(own, str) and (kind, own) in known:
                yield (*at, "id"), f"there is a {kind} `{own}` already: give this one another id"
            known.add((kind, str(own)))


# --- conditions -----------------------------------------------------------------------------------------------------


def _of_condition(when: Condition, at: At, seen: dict[str, ScriptQuestion]) -> Iterator[Fault]:
    forms = sum(map(bool, (when.question or when.tests, when.all_, when.any_, when.not_)))
    if forms != 1:
        yield at, "a condition has one of: `question` with a test, `all`, `any`, `not`"
        return
    for part in when.parts:
        yield from _of_condition(part, at, seen)
    if when.parts:
        return
    asked = seen.get(when.question)
    if asked is None:
        yield at, f"there is no question `{when.question}` before this one"
    elif when.tests != 1:
        yield at, "a condition has one test: `is`, `any_of`, `at_least`, `at_most` or `answered`"
    elif said := _does_not_fit(when, asked):
        yield at, said


def _does_not_fit(when: Condition, asked: ScriptQuestion) -> str:
    bounds = [each for each in (when.is_, *when.any_of, when.at_least, when.at_most) if each is not None]
    if when.answered is not None:
        return ""
    if not asked.closed:
        return f"`{asked.id}` is an open question: only `answered` can be asked of it"
    if asked.chooses:
        known = [option.id for option in asked.options] + ([OTHER] if asked.other else [])
        unknown = [each for each in bounds if each not in known]
        if when.at_least is not None or when.at_most is not None:
            return f"`{asked.id}` is a choice: ask whether it `is` one of its options"
        return f"`{asked.id}` has no option `{unknown[0]}`; there are: {', '.join(known)}" if unknown else ""
    dated = asked.type is QuestionType.DATE
    if any(isinstance(each, str) is not dated for each in bounds):
        kind, form = ("date", 'as in "1990-05"') if dated else ("number", "without quotation marks")
        return f"`{asked.id}` is a {kind}: compare it with one, {form}"
    return ""


# --- questions ------------------------------------------------------------------------------------------------------


def _of_question(question: ScriptQuestion) -> Iterator[tuple[str, str]]:
    """Yield (key, what is wrong); an empty key is the question itself."""
    yield from _of_words("text", question.text)
    for probe in question.probes:
        yield from _of_words("probes", probe.text)
    if question.chooses:
        yield from _of_options(question)
    elif question.options:
        yield "options", 'only a choice has options: add `type = "choice"`, or leave them out'
    if question.other and not question.chooses:
        yield "other", "only a choice can be answered by something other"
    if question.type is QuestionType.SCALE:
        if not 2 <= len(question.points) <= MOST_POINTS:
            yield "max", f"a scale has 2 to {MOST_POINTS} points, such as 1 to 5 or 0 to 10"
        if len(question.labels) not in {0, 2}:
            yield "labels", "a scale has two labels, for its least and its most"
    elif question.labels:
        yield "labels", "only a scale has labels"
    if question.unit and question.type is not QuestionType.NUMBER:
        yield "unit", "only a number has a unit"
    yield from _of_ends(question)
    if question.closed and question.probes:
        yield "probes", "a question with set answers is not asked further: make an open one behind it"


def _of_words(key: str, text: str) -> Iterator[tuple[str, str]]:
    if (words := count_words(text)) > LONGEST:
        yield key, f"a question has {LONGEST} words at most, and this one {words}: shorten it"
    if count_question_marks(text) > 1:
        yield key, "these are two questions: make two of it"


def _of_options(question: ScriptQuestion) -> Iterator[tuple[str, str]]:
    if len(question.options) < 2 - question.other:
        yield "options", "a choice has two options at least"
    if len(question.options) > MOST_OPTIONS:
        yield "options", f"a choice has {MOST_OPTIONS} options at most"
    for name in ("id", "text"):
        often = Counter(str(getattr(option, name)).casefold() for option in question.options)
        yield from (("options", f"two options have the {name} `{each}`") for each, times in often.items() if times > 1)
    if question.other and any(option.id == OTHER for option in question.options):
        yield "options", f"`{OTHER}` is what an answer of their own counts as: give the option another id"


def _of_ends(question: ScriptQuestion) -> Iterator[tuple[str, str]]:
    low, high = question.min, question.max
    ends = {name: each for name, each in (("min", low), ("max", high)) if each is not None}
    if ends and question.type not in {QuestionType.SCALE, QuestionType.NUMBER, QuestionType.DATE}:
        yield next(iter(ends)), "only a scale, a number and a date have a least and a most"
        return
    dated = question.type is QuestionType.DATE
    for name, each in ends.items():
        if isinstance(each, str) is not dated:
            yield name, 'is a date, as in "1900-01-01"' if dated else "is a number, without quotation marks"
        elif question.type is QuestionType.SCALE and each != int(each):
            yield name, "the ends of a scale are whole numbers"
    if low is not None and high is not None and type(low) is type(high) and low >= high:  # type: ignore[operator]
        yield "max", "the most is more than the least"


# --- which questions can be asked: every kind of answers is tried that the conditions tell apart --------------------


def is_asked(script: Script, place: QuestionRef, values: Values) -> bool:
    return all(is_condition_met(when, values) for when in script.conditions_of(place))


def unreachable_questions(script: Script) -> Iterator[QuestionRef]:
    by_id = {place.question.id: place for place in reversed(script.places)}
    for place in script.places:
        if not any(script.conditions_of(place)):
            continue
        # Those on which it depends whether this one is asked, and on which those depend.
        found: dict[int, QuestionRef] = {}
        left = [place]
        while left:
            ids = chain.from_iterable(when.questions for when in script.conditions_of(left.pop()))
            new = [by_id[each] for each in ids if each in by_id and by_id[each].index not in found]
            new = [each for each in new if each.index < place.index]
            found.update((each.index, each) for each in new)
            left.extend(new)
        before = [found[index] for index in sorted(found)]
        leaves = [leaf for each in (*before, place) for when in script.conditions_of(each) for leaf in when.leaves()]
        kinds = [
            _answers(one.question, [each for each in leaves if each.question == one.question.id]) for one in before
        ]
        is_tried = all(kinds) and prod(map(len, kinds)) <= _MOST
        if is_tried and not any(_is_way(script, place, before, way) for way in product(*kinds)):
            yield place


def _is_way(script: Script, place: QuestionRef, before: Sequence[QuestionRef], way: Sequence[Value | None]) -> bool:
    """Return whether these answers can be given, in the order of the script, and lead to the question."""
    values: dict[str, Value] = {}
    for each, value in zip(before, way, strict=True):
        if value is not None:
            if not is_asked(script, each, values):
                return False
            values[each.question.id] = value
    return is_asked(script, place, values)


def _answers(question: ScriptQuestion, tests: Sequence[Condition]) -> list[Value | None]:
    """Return an answer of each kind that the tests can tell apart; empty where there are too many."""
    nothing: list[Value | None] = [None, Value()]
    if question.chooses:
        ids = [*(option.id for option in question.options), *([OTHER] if question.other else [])]
        if question.type is QuestionType.CHOICE:
            return [*nothing, *(Value(options=(each,)) for each in ids)]
        if len(ids) > _FEW:
            return []
        sets = chain.from_iterable(combinations(ids, size) for size in range(1, len(ids) + 1))
        return [*nothing, *(Value(options=each) for each in sets)]
    bounds = [b for test in tests for b in (test.is_, *test.any_of, test.at_least, test.at_most) if b is not None]
    if question.type is QuestionType.DATE:
        dates = {each for bound in bounds if isinstance(bound, str) for each in (bound, "0001", "9999")}
        return [*nothing, *(Value(date=each) for each in sorted(dates))]
    numbers = {near for bound in bounds if isinstance(bound, float) for near in (bound - 1, bound, bound + 1)}
    least, most = (points[0], points[-1]) if (points := question.points) else (question.min, question.max)
    kept = sorted(n for n in numbers if not is_beyond(n, least, most))
    return [*nothing, *(Value(number=each) for each in kept)]


_OWN_WORDS = frozenset({"...", "…"})
_KEYS = "objective|scale|number|date|when|follow-ups|light|required"
_KEY = re.compile(rf"({_KEYS})\b(?:\s*:\s*(.*))?\Z", re.IGNORECASE)
_END = r"(-?\d+(?:\.\d+)?|\d{4}(?:-\d\d){0,2})"
_ENDS = re.compile(rf"{_END}\s*(?:{any_of('numbers', 'to')}|[-–—]|\.\.\.?)\s*{_END}")
_TEST = re.compile(
    r"(?P<not>not\s+)?(?P<question>[a-z0-9-]+)\s+"
    r"(?:(?P<no>not\s+)?(?P<answered>answered)|(?P<test>is|>=|<=)\s+(?P<than>.+))"
)
_WHEN = "a condition is written as in `first-job is yes`, `first-job is yes or no`, `children >= 2`, `town answered`"


def markdown_source(text: str, file: str) -> ScriptSource:
    """Read a script in Markdown. Raises ScriptMistakes."""
    from markdown_it import MarkdownIt

    text = text.replace("\r\n", "\n").replace("\x00", "\ufffd")
    head = re.match(r"\A\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", text, re.DOTALL | re.MULTILINE)
    top = toml_source("\n" + head[1], file) if head is not None else ScriptSource(file=file, data={}, lines=dict)
    start = head[0].count("\n") if head is not None else 0
    body = text[head.end() :] if head is not None else text
    made = _Making(file, start)
    made.lines.update(top.lines())
    for token in MarkdownIt("zero").enable(["heading", "list"]).parse(body):
        made.take(token)
    if made.mistakes:
        raise ScriptMistakes(sorted(dict.fromkeys(made.mistakes)))
    return ScriptSource(file=file, data={**made.data, **top.data, "chapters": made.chapters}, lines=lambda: made.lines)


class _Making:
    def __init__(self, file: str, start: int) -> None:
        self.data: dict[str, Any] = {}
        self.chapters: list[dict[str, Any]] = []
        self.lines: dict[At, int] = {}
        self.mistakes: list[ScriptMistake] = []
        self._file, self._start = file, start
        self._within: list[str] = []
        self._line = 0
        self._begun = False
        """Something stands in the open item of a list already."""

    def take(self, token: Any) -> None:
        if token.map is not None:
            self._line = self._start + token.map[0] + 1
        if token.type.endswith("_open"):
            self._within.append(token.tag)
            self._begun = self._begun and token.tag != "li"
        elif token.type.endswith("_close"):
            self._within.pop()
        elif token.type == "inline" and "li" in self._within and self._begun:
            self._wrong("a question, and what belongs to it, is one paragraph each")
        elif token.type == "inline":
            self._begun = True
            self._words(" ".join(token.content.split()))

    def _words(self, text: str) -> None:
        lists = [tag for tag in self._within if tag in {"ol", "ul"}]
        heading = next((tag for tag in self._within if tag.startswith("h")), "")
        if heading == "h1":
            self._once(("title",), self.data, text)
        elif heading:
            title, own = _with_id(text)
            self.chapters.append({"id": own or f"chapter-{len(self.chapters) + 1}", "title": title, "questions": []})
            self.lines[self._at()] = self._line
        elif lists == ["ol"] and not self.chapters:
            self._wrong("a question stands in a chapter: write `## A title` before it")
        elif lists == ["ol"]:
            words, own = _with_id(text)
            chapter = self.chapters[-1]
            number = len(chapter["questions"]) + 1
            chapter["questions"].append({"id": own or f"{chapter['id']}-{number}", "text": words})
            self.lines[self._at_question()] = self._line
        elif lists == ["ol", "ul"]:
            self._bullet(text)
        elif lists:
            self._wrong("questions are numbered (1.), and what belongs to one stands under it with a hyphen")
        elif self.chapters:
            self._once(("intro",), self.chapters[-1], text)
        else:
            self._once(("about",), self.data, text)

    def _wrong(self, text: str) -> None:
        self.mistakes.append(ScriptMistake(self._file, self._line, text))

    def _once(self, key: At, into: dict[str, Any], text: str) -> None:
        name = str(key[0])
        self.lines.setdefault(key if into is self.data else (*self._at(), name), self._line)
        into[name] = f"{into[name]} {text}" if name in into else text

    def _at(self) -> At:
        return ("chapters", len(self.chapters) - 1)

    def _at_question(self) -> At:
        return (*self._at(), "questions", len(self.chapters[-1]["questions"]) - 1)

    # --- what belongs to a question ---------------------------------------------------------------------------------

    def _bullet(self, text: str) -> None:
        if not self.chapters or not self.chapters[-1]["questions"]:
            return
        question = self.chapters[-1]["questions"][-1]
        if (box := re.match(r"(?P<one>\( ?\))|(?P<any>\[ ?\])", text)) is not None:
            kind, option = "choice" if box["one"] else "choices", text[box.end() :].strip()
            if question.setdefault("type", kind) != kind:
                self._wrong("`( )` stands for one of several, `[ ]` for any of them: a question has one kind")
            if option in _OWN_WORDS:
                question["other"] = True
            else:
                words, own = _with_id(option)
                question.setdefault("options", []).append({"id": own, "text": words} if own else words)
        elif (key := _KEY.fullmatch(text)) is not None:
            self.lines[(*self._at_question(), key[1].casefold().replace("-", "_"))] = self._line
            self._key(question, key[1].casefold(), (key[2] or "").strip())
        else:
            question.setdefault("probes", []).append(text)

    def _key(self, question: dict[str, Any], key: str, said: str) -> None:
        if key in {"scale", "number", "date"}:
            question["type"] = key
            # "0 to 10 (not at all, very much)", "kilometres, 0 to 500", "1900 to 2010".
            rest = said
            if (ends := _ENDS.search(said)) is not None:
                question["min"], question["max"] = (each if key == "date" else float(each) for each in ends.groups())
                rest = said[: ends.start()] + said[ends.end() :]
            rest = rest.strip(" ,()")
            if key == "scale" and rest:
                question["labels"] = [part.strip() for part in rest.split(",")]
            elif key == "number" and rest:
                question["unit"] = rest
        elif key in {"light", "required"}:
            question[key] = True
        elif key == "follow-ups":
            question["follow_ups"] = int(said) if said.isdecimal() and len(said) < 3 else said
        elif key == "objective":
            question["objective"] = said
        elif (when := parse_condition(said)) is None:
            self._wrong(_WHEN)
        else:
            question["when"] = when


def _with_id(text: str) -> tuple[str, str]:
    """Return a text, and the id behind it in braces."""
    found = re.search(r"\s*\{#([^{}\s]*)\}\s*\Z", text)
    return (text, "") if found is None else (text[: found.start()], found[1])


def parse_condition(text: str) -> dict[str, Any] | None:
    """Parse a condition in words; None for any other text."""
    parts = [_test(part.strip()) for part in re.split(r"\s+and\s+", text)]
    known = [part for part in parts if part is not None]
    if len(known) != len(parts):
        return None
    return known[0] if len(known) == 1 else {"all": known}


def _test(text: str) -> dict[str, Any] | None:
    found = _TEST.fullmatch(text)
    if found is None:
        return None
    test: dict[str, Any] = {"question": found["question"]}
    if found["answered"]:
        test["answered"] = not found["no"]
    elif found["test"] == "is":
        wanted = [_bound(each) for each in re.split(r"\s+or\s+", found["than"])]
        test |= {"is": wanted[0]} if len(wanted) == 1 else {"any_of": wanted}
    else:
        test["at_least" if found["test"] == ">=" else "at_most"] = _bound(found["than"])
    return {"not": test} if found["not"] else test


def _bound(text: str) -> float | str:
    return float(text) if re.fullmatch(r"-?\d+(?:\.\d+)?", text) else text.strip('"')


LONGEST_NAME = 24
"""Letters, so that a button can carry it."""
MOST_FILES = 200
USUAL = "en"
_ENDINGS = frozenset({".toml", ".md"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    scripts: Mapping[str, ScriptSet] = field(default_factory=dict)
    mistakes: Mapping[str, tuple[ScriptMistake, ...]] = field(default_factory=dict)


def read_script_folder(folder: Path, *, reserved: Collection[str] = (), openly: Collection[str] = ()) -> Shelf:
    """Every script of a folder. `reserved`: names that interviews have already; `openly`: of interviews that ask
    nothing but open questions, of everybody the same. Raises OSError.
    """
    files = sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS and path.name != "README.md")
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in files[:MOST_FILES]:
        by_name[path.name.split(".")[0]].append(path)
    scripts: dict[str, ScriptSet] = {}
    mistakes: dict[str, tuple[ScriptMistake, ...]] = {}
    for name, paths in by_name.items():
        try:
            if name in reserved:
                raise ScriptMistakes(
                    [ScriptMistake(paths[0].name, 0, f"there is an interview {name} already: rename it")]
                )
            found = read_script_set(paths)
            script = next(iter(found.scripts.values()))
            if name in openly and (script.looked_at or any(place.question.closed for place in script.places)):
                only = "this interview asks open questions alone, without `when`"
                raise ScriptMistakes([ScriptMistake(paths[0].name, 0, only)])
            scripts[name] = found
        except ScriptMistakes as error:
            mistakes[name] = error.mistakes
    return Shelf(scripts=scripts, mistakes=mistakes)


def read_script_set(paths: Iterable[Path]) -> ScriptSet:
    """Return one script in the languages of these files. Raises ScriptMistakes with all that is wrong."""
    read: dict[str, tuple[ScriptSource, Script]] = {}
    wrong: list[ScriptMistake] = []
    for path in paths:
        try:
            source, script = _read(path)
        except ScriptMistakes as error:
            wrong.extend(error.mistakes)
            continue
        if script.language in read:
            wrong.append(ScriptMistake(path.name, 0, f"{read[script.language][0].file} is in {script.language}, too"))
        else:
            read[script.language] = source, script
    # Every language is of the shape of the first.
    in_order = list(read.values())
    for source, script in in_order[1:]:
        first, model = in_order[0]
        if (where := find_difference(model, script)) is not None:
            place = script.by_id.get(where)
            at = question_location(script, place) if place is not None else ("chapters",)
            same = "ids, types, options, limits and `when` are the same in every language"
            wrong.append(source.mistake(at, f"this is not as in {first.file}, at {where}: {same}"))
    if wrong:
        raise ScriptMistakes(wrong)
    scripts = {language: script for language, (_, script) in read.items()}
    names = {script.kind for script in scripts.values()}
    if len(names) != 1:
        raise ScriptMistakes(
            [ScriptMistake("", 0, f"one script was expected, and these are {', '.join(sorted(names))}")]
        )
    return ScriptSet(kind=names.pop(), scripts=scripts)


def _read(path: Path) -> tuple[ScriptSource, Script]:
    named = re.fullmatch(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.(?P<language>[a-z]{2,3}))?\.(?:toml|md)", path.name)
    if named is None or len(named["name"]) > LONGEST_NAME:
        mend = f"call it as in my-questions.toml or my-questions.en.toml, with {LONGEST_NAME} letters at most"
        raise ScriptMistakes([ScriptMistake(path.name, 0, f"this is no name of a script: {mend}")])
    try:
        text = read_script_text(path)
    except OSError as error:
        raise ScriptMistakes([ScriptMistake(path.name, 0, f"it cannot be read: {error.strerror}")]) from error
    source = script_reader(path)(text, path.name)
    language = named["language"] or source.data.get("language") or USUAL
    if primary_language(str(source.data.get("language", language))) != language:
        raise ScriptMistakes([source.mistake(("language",), f"the name of the file says {language}: leave this out")])
    return source, script_from_source(source, kind=named["name"], language=language)


def script_from_source(source: ScriptSource, *, kind: str, language: str) -> Script:
    """Return the script that a file holds. Raises ScriptMistakes."""
    if twice := [source.mistake(at, said) for at, said in duplicate_ids(source.data)]:
        raise ScriptMistakes(twice)
    script = script_of(fill_in_defaults(source), kind=kind, language=language)
    if found := sorted({source.mistake(at, said) for at, said in script_faults(script)}):
        raise ScriptMistakes(found)
    return script


def script_reader(path: Path) -> Callable[[str, str], ScriptSource]:
    return toml_source if path.suffix == ".toml" else markdown_source


def fill_in_defaults(source: ScriptSource) -> ScriptSource:
    """Return the source with what may be left out: short options, and how often questions are asked further."""
    limits = source.data.get("limits")
    usual = limits.get("follow_ups", 2) if isinstance(limits, dict) else 2
    chapters = source.data.get("chapters")
    if not isinstance(chapters, list):
        return source
    filled = [
        {**chapter, "questions": [_question(each, usual) for each in chapter["questions"]]}
        if isinstance(chapter, dict) and isinstance(chapter.get("questions"), list)
        else chapter
        for chapter in chapters
    ]
    return ScriptSource(file=source.file, data={**source.data, "chapters": filled}, lines=source.lines)


def _question(question: object, follow_ups: object) -> object:
    if not isinstance(question, dict):
        return question
    options = question.get("options")
    known = {**question, "options": [*map(option_from_text, options)]} if isinstance(options, list) else question
    return {"follow_ups": 0 if question.get("type", "open") != "open" else follow_ups, **known}


def option_from_text(written: object) -> object:
    """Give an option that is only a text an id made from it."""
    return {"id": id_from_text(written), "text": written} if isinstance(written, str) else written


def id_from_text(text: str, *, most: int = 40) -> str:
    """Make an id from a text: from its Latin letters, else from the numbers of its first letters."""
    words = "-".join(re.findall(r"[a-z0-9]+", text.casefold()))[:most].strip("-")
    return words or "o" + "-".join(f"{ord(each):x}" for each in text[:6] if not each.isspace())
