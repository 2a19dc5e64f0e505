"""What a form of the proof changes: each function returns the new decisions, and changes nothing that was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.contracts.errors import RaconteurError
from core.contracts.session import Entry
from core.documents.exchanges import answers_of
from core.features.book.at_hand import BookAtHand
from core.features.book.decisions import (
    COLOURS,
    BookFront,
    BookState,
    BookStep,
    PassageWording,
    PhotoPlace,
    fingerprint,
)
from core.features.book.documents.display import on_one_line, split_paragraphs
from core.features.book.documents.gathering import editable_words
from core.features.book.review import own_wording

LONGEST_LINE = 120
LONGEST_DEDICATION = 600
LONGEST_PASSAGE = 200_000
"""Characters."""

Fields = Mapping[str, str]


class TooLate(RaconteurError):
    """A form came too late. Its text is the name of the notice that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change that can be undone for as long as nothing else has changed the same."""

    before: BookStep
    after: BookStep
    at: str
    """The place on the page where it was made."""


def change_words(found: BookAtHand, fields: Fields) -> Change:
    """Give a passage other words, and a photograph another place."""
    before, answer = _own_passage(found, fields)
    if fields.get("words") != fingerprint(editable_words(answer)):
        raise TooLate("changed")
    words = "\n".join(split_paragraphs(fields.get("text", "")[:LONGEST_PASSAGE]))
    after = before
    if words != fields.get("shown"):
        after = own_wording(before, answer, words)
    if answer.photo and (place := fields.get("place", "")) in set(PhotoPlace):
        after = replace(after, place="" if place == PhotoPlace.WIDE else place)
    return _of_passage(found, before, after)


def restore_words(found: BookAtHand, fields: Fields) -> Change:
    """Have a passage stand as it was told."""
    before, answer = _own_passage(found, fields)
    return _of_passage(found, before, own_wording(before, answer, ""))


def leave_out(found: BookAtHand, fields: Fields, *, withheld: bool = True) -> Change:
    """Take a passage out of the book, or put it back."""
    seq = passage_number(fields)
    if seq not in found.told:
        raise TooLate("changed")
    before = found.wordings.get(seq) or PassageWording(seq=seq)
    return _of_passage(found, before, replace(before, withheld=withheld))


def change_front(found: BookAtHand, fields: Fields, *, usual_title: str) -> Change:
    """Set what stands on the cover and before the first chapter."""
    title, name = _line(fields, "title"), _line(fields, "name")
    colour, photo = fields.get("colour", ""), fields.get("photo", "0")
    front = BookFront(
        title="" if title == usual_title else title,
        name="" if name == on_one_line(found.whole.person.name) else name,
        years=_line(fields, "years"),
        dedication="\n".join(split_paragraphs(fields.get("dedication", "")[:LONGEST_DEDICATION])),
        colour=colour if colour in COLOURS else "",
        photo=int(photo) if photo.isascii() and photo.isdecimal() else 0,
    )
    return _of_state(found, replace(found.state, front=front), "front")


def choose_cover(found: BookAtHand, fields: Fields) -> Change:
    """Put a photograph on the cover."""
    _, answer = _own_passage(found, fields)
    if not answer.photo:
        raise TooLate("changed")
    return _of_state(found, replace(found.state, front=replace(found.state.front, photo=answer.seq)), "front")


def toggle_questions(found: BookAtHand, _: Fields) -> Change:
    return _of_state(found, replace(found.state, questions=not found.state.questions), "end")


def undo(found: BookAtHand, change: Change) -> BookStep:
    """Return the step that takes a change back. Raises TooLate."""
    state = None
    if change.before.state is not None and change.after.state is not None:
        if _decided(found.state) != _decided(change.after.state):
            raise TooLate("changed")
        was = change.before.state
        state = replace(found.state, front=was.front, questions=was.questions)
    for after in change.after.wordings:
        if found.wordings.get(after.seq) != after:
            raise TooLate("changed")
    return BookStep(session_id=found.session.id, state=state, wordings=change.before.wordings)


def passage_number(fields: Fields) -> int:
    """Return the `seq` of the passage that a form is about; 0 for none."""
    written = fields.get("seq", "")
    return int(written) if written.removeprefix("-").isdecimal() and written.isascii() else 0


def _decided(state: BookState) -> tuple[BookFront, bool]:
    return state.front, state.questions


def _own_passage(found: BookAtHand, fields: Fields) -> tuple[PassageWording, Entry]:
    answer = answers_of(found.whole).get(passage_number(fields))
    if answer is None:
        raise TooLate("changed")
    return found.wordings.get(answer.seq) or PassageWording(seq=answer.seq), answer


def _of_passage(found: BookAtHand, before: PassageWording, after: PassageWording) -> Change:
    step = BookStep(session_id=found.session.id)
    earlier, later = replace(step, wordings=(before,)), replace(step, wordings=(after,))
    return Change(before=earlier, after=later, at=f"p{after.seq}")


def _of_state(found: BookAtHand, state: BookState, at: str) -> Change:
    step = BookStep(session_id=found.session.id)
    return Change(before=replace(step, state=found.state), after=replace(step, state=state), at=at)


def _line(fields: Fields, name: str) -> str:
    return on_one_line(fields.get(name, ""))[:LONGEST_LINE]
