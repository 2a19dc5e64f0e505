"""What a judge answers, and what of it is borne out: to the letter by the Candidate's public words. Pure."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final

from pydantic import BeforeValidator

from core.contracts.chat import ChatReply, Stop
from core.contracts.errors import ModelMisread
from core.documents.quotations import find_quotation
from core.features.chamber.messages import Public
from core.features.chamber.rubrics import CriterionScore, TrueQuote, Without
from core.features.chamber.setup import ChamberCriterion
from core.interviews.scripted_base.books import FilledIn
from core.llm.chat_provider import read_answer
from core.text.quoting import cut_to_line
from core.text.text import count_beginning_words

FEWEST_QUOTED: Final = 3
"""Words of a quote, but of an utterance that has fewer."""
_MOST_QUOTES: Final = 5
_MOST_LOOKED_UP: Final = 10
_LONGEST_WHY: Final = 500


# --- what a judge answers -----------------------------------------------------------------------------------------


def _whole(value: object) -> object:
    """Return 3, "3" and 3.0 as the number; anything else as None."""
    if isinstance(value, str):
        digits = value.strip().lstrip("#n")
        return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 10 else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if value == value // 1 else None


def _quotes(value: object) -> object:
    """Accept a bare text as a quote without a turn."""
    found: Iterable[object] = value if isinstance(value, list) else [value]
    return [{"quote": each} if isinstance(each, str) else each for each in found if isinstance(each, str | dict)]


def _entries(value: object) -> object:
    """Accept a mapping by id in place of the list."""
    if isinstance(value, dict):
        value = [{"criterion": key, **each} for key, each in value.items() if isinstance(each, dict)]
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _text(value: object) -> object:
    return value if isinstance(value, str) else ""


_Words = Annotated[str, BeforeValidator(_text)]


class _QuoteGiven(FilledIn):
    n: Annotated[int | None, BeforeValidator(_whole)] = None
    quote: _Words = ""


class _CriterionGiven(FilledIn):
    criterion: _Words = ""
    score: object = None
    quotes: Annotated[tuple[_QuoteGiven, ...], BeforeValidator(_quotes)] = ()
    why: _Words = ""


class JudgeSaid(FilledIn):
    """The answer of a judge."""

    scores: Annotated[tuple[_CriterionGiven, ...], BeforeValidator(_entries)] = ()


# --- what of it is true -------------------------------------------------------------------------------------------


def true_quote(quote: str, seq: int | None, answers: Mapping[int, Public]) -> TrueQuote | None:
    """Return the words of the Candidate's utterance `seq` that a quote means; None where they are not in it.

    White space, and the kinds of quotation marks and dashes, may differ. A word or two are no quote, unless there are
    no more.
    """
    if seq is None or seq not in answers:
        return None
    text = answers[seq].text
    # The transcript is shown with "&lt;" for "<".
    found = find_quotation(quote, text) or find_quotation(html.unescape(quote), text)
    if found is None or count_beginning_words(found) < min(FEWEST_QUOTED, count_beginning_words(text)):
        return None
    return TrueQuote(seq=seq, text=found)


def check_criterion_score(
    given: _CriterionGiven | None, criterion: ChamberCriterion, answers: Mapping[int, Public]
) -> CriterionScore:
    """Return what a judge gave for a criterion, as far as it is borne out."""
    if given is None:
        return CriterionScore(without=Without.NO_ANSWER)
    why = cut_to_line(given.why, _LONGEST_WHY)
    if given.score is None:
        return CriterionScore(why=why, without=Without.NOT_SHOWN)
    score = _whole(given.score)
    if not isinstance(score, int) or score not in {each.score for each in criterion.levels}:
        return CriterionScore(why=why, without=Without.NO_LEVEL)
    found = [true_quote(each.quote, each.n, answers) for each in given.quotes[:_MOST_LOOKED_UP]]
    quotes = tuple(dict.fromkeys(each for each in found if each is not None))[:_MOST_QUOTES]
    struck = found.count(None)
    if not quotes:
        return CriterionScore(why=why, without=Without.NO_QUOTE, struck=struck)
    return CriterionScore(score=score, quotes=quotes, why=why, struck=struck)


def describe_rejection(criterion: ChamberCriterion, found: CriterionScore) -> str:
    """Return what was wrong, for the judge."""
    if found.without is Without.NO_LEVEL:
        return f"- {criterion.id}: its score is none of {', '.join(str(each.score) for each in criterion.levels)}."
    if found.without is Without.NO_QUOTE:
        return (
            f"- {criterion.id}: none of its quotes stands letter for letter, with at least three words, in the "
            "<candidate> whose n was given."
        )
    return f"- {criterion.id}: no entry for it could be read."


def read_verdict(
    reply: ChatReply, criteria: Sequence[ChamberCriterion], answers: Mapping[int, Public]
) -> dict[str, CriterionScore]:
    """Return what a reply says of each of these criteria, checked."""
    try:
        given = read_answer(reply.text, JudgeSaid).scores if reply.stop is not Stop.REFUSED else ()
    except ModelMisread:
        given = ()
    by_id = {}
    for each in reversed(given):
        words = each.criterion.strip().lower().replace("_", " ").replace("-", " ").split()
        by_id["-".join(words)] = each
    return {each.id: check_criterion_score(by_id.get(each.id), each, answers) for each in criteria}
