"""Learn from earlier interviews of a kind for the next one: wishes that the books noted, and counted questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pydantic import Field

from core.contracts.lessons import Lessons, QuestionCount
from core.contracts.script import Script
from core.contracts.session import QUESTIONS, EntryKind, Record
from core.interviews.scripted_base.books import MOST_WISHES, FilledIn, Texts, normalize_quote
from core.text.substance import is_substantive

_FOLLOW_UPS = ""


class _Noted(FilledIn):
    """The wishes in a session's state, whatever else any version keeps there."""

    wishes: Texts = Field(default_factory=list)


def lessons(earlier: Iterable[Record], script: Script) -> Lessons:
    """Return what the interviews show, the one begun first first; questions that the script has no more don't count."""
    wishes: dict[str, str] = {}
    at_length: Counter[str] = Counter()
    unanswered: Counter[str] = Counter()
    for record in earlier:
        for wish in _Noted.model_validate(record.session.state).wishes:
            wishes.pop(normalize_quote(wish), None)
            wishes[normalize_quote(wish)] = wish
        told: dict[int | None, str] = {}
        for entry in record.entries:
            if entry.kind is EntryKind.ANSWER and not entry.withdrawn:
                told[entry.answers] = f"{told.get(entry.answers, '')}\n{entry.text}"
        asked = [entry for entry in record.entries if entry.kind in QUESTIONS and not entry.withdrawn]
        begun: set[str] = set()
        for entry in asked:
            place, follows = script.by_id.get(entry.question_id), entry.question_id in begun
            begun.add(entry.question_id)
            # The last question of all was not passed over: the interview ended with it.
            if place is None or entry.kind is EntryKind.ROOM or (entry is asked[-1] and entry.seq not in told):
                continue
            chapter = _FOLLOW_UPS if follows else place.chapter.title
            if entry.seq not in told:
                unanswered[chapter] += 1
            elif is_substantive(told[entry.seq]):
                at_length[chapter] += 1
    kinds = (*(chapter.title for chapter in script.chapters), _FOLLOW_UPS)
    counts = (QuestionCount(chapter=each, at_length=at_length[each], unanswered=unanswered[each]) for each in kinds)
    return Lessons(
        wishes=tuple(wishes.values())[-MOST_WISHES:],
        questions=tuple(each for each in counts if each.at_length or each.unanswered),
    )


def as_notes(found: Lessons, wishes: Iterable[str]) -> Iterator[str]:
    """Yield the lines for the talk; `wishes`: those of this interview, which it is told already."""
    known = set(map(normalize_quote, wishes))
    if earlier := [each for each in found.wishes if normalize_quote(each) not in known]:
        yield f"In earlier interviews they wished: {'; '.join(earlier)}."
    if found.questions:
        counts = "; ".join(
            f"{each.chapter or 'follow-up questions'}: {each.at_length} answered at length, {each.unanswered} left "
            "unanswered"
            for each in found.questions
        )
        yield f"How they took questions in earlier interviews: {counts}."
