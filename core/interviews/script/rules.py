"""Check the rules of a script apart from its form: for each mistake say where it is, and how to mend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from math import prod
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
from core.contracts.script import QuestionRef, Script, ScriptQuestion
from core.contracts.script_files import At
from core.interviews.script.values import is_beyond
from core.text.text import count_question_marks, count_words

MOST_QUESTIONS = 500
MOST_POINTS = 11
"""Points of a scale: as many buttons as fit into a row or two."""
LONGEST = 30
"""Words of a question."""

_MOST = 20_000
"""Ways through that are tried; of a question on which more depends than this, nothing is said."""
_FEW = 6
"""Options of which all combinations are tried."""

Fault = tuple[At, str]


def script_faults(script: Script) -> Iterator[Fault]:
    """Yield everything that is wrong, in no order."""
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
    """Return what is wrong between a test and the question that it is about."""
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
    """Yield what is wrong with the words of a question: too many of them, or two questions."""
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
