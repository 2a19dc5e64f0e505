"""Read answers to questions with set answers by rules, from their words, so that nothing else has to be kept.

Whoever reads the words again, after an edit for example, gets the value again. An answer that cannot be read has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.contracts.closed_questions import OTHER, QuestionType, Value
from core.contracts.script import ScriptQuestion
from core.interviews.script.choices_told import chosen_options
from core.interviews.script.dates_told import parse_answer_date
from core.interviews.script.numbers_told import normalized_words, parse_numbers
from core.languages.lexicon import languages_with, lexicon


def parse_value(question: ScriptQuestion, messages: Sequence[str], *, language: str) -> Value | None:
    """Return what was answered in these messages, the oldest first; None where nothing was said.

    The newest that can be read counts; of any options, what all of them name. Of an open question the value is empty.
    """
    told = [text for text in messages if text.strip()]
    if not told:
        return None
    read = [_read(question, text, language) for text in told]
    if question.type is QuestionType.CHOICES:
        found = {each for value in read for each in value.options}
        known = (*(option.id for option in question.options), OTHER)
        return Value(options=tuple(each for each in known if each in found))
    return next((value for value in reversed(read) if value), Value())


def _read(question: ScriptQuestion, text: str, language: str) -> Value:
    match question.type:
        case QuestionType.CHOICE | QuestionType.CHOICES:
            ids = chosen_options(text, question.options, several=question.type is QuestionType.CHOICES)
            return Value(options=ids or ((OTHER,) if question.other else ()))
        case QuestionType.SCALE:
            ends = zip(question.labels, (question.points[0], question.points[-1]), strict=False)
            said = normalized_words(text)
            for label, point in ends:
                if said == normalized_words(label):
                    return Value(number=float(point))
            found = _only(question, parse_numbers(text, out_of=float(question.points[-1])))
            return Value(number=found if found is None or found.is_integer() else None)
        case QuestionType.NUMBER:
            return Value(number=_only(question, parse_numbers(text)))
        case QuestionType.DATE:
            # A date begins with the day almost everywhere.
            day_first = language not in languages_with("dates") or bool(lexicon("dates", language)["day_first"])
            told = parse_answer_date(text, day_first=day_first)
            low, high = (str(each) if each is not None else "" for each in (question.min, question.max))
            before = told[: len(low)] < low[: len(told)]
            return Value(date="" if before or (high and told[: len(high)] > high[: len(told)]) else told)
        case QuestionType.OPEN:
            return Value()


def _only(question: ScriptQuestion, told: Sequence[float]) -> float | None:
    """Return the one number of an answer that can be meant."""
    points = question.points
    least = points[0] if points else question.min
    most = points[-1] if points else question.max
    fitting = {each for each in told if not is_beyond(each, least, most)}
    return fitting.pop() if len(fitting) == 1 else None


def is_beyond(number: float, least: object, most: object) -> bool:
    """Return whether a number is less than the least or more than the most, where these are numbers."""
    below = isinstance(least, int | float) and number < least
    return below or (isinstance(most, int | float) and number > most)
