"""Find questions that nobody can be asked, by trying every kind of answers that the conditions tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from math import prod

from core.contracts.closed_questions import OTHER, Condition, QuestionType, Value, Values, is_condition_met
from core.contracts.script import QuestionRef, Script, ScriptQuestion
from core.interviews.script.values import is_beyond

_MOST = 20_000
"""Ways through that are tried; of a question on which more depends than this, nothing is said."""
_FEW = 6
"""Options of which all combinations are tried."""


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
