"""What the interviewer quotes back stands in a document only as long as the words stand."""

from __future__ import annotations

from datetime import UTC, datetime

from core.documents.echoes import Echoes
from core.session import Entry, EntryKind, Reason, Revision, Role

AT = datetime(2026, 3, 1, tzinfo=UTC)


def answer(*texts: str, withdrawn: bool = False) -> Entry:
    last = len(texts) - 1
    revisions = tuple(
        Revision(number=n, text=text, withdrawn=withdrawn and n == last, at=AT, reason=Reason.EDIT)
        for n, text in enumerate(texts)
    )
    return Entry(seq=2, role=Role.PERSON, kind=EntryKind.ANSWER, answers=1, at=AT, revisions=revisions)


def test_an_echo_of_words_that_stand_stays() -> None:
    text = "You said: “my uncle was a spy”.\n\nNow to your school years."
    assert Echoes([answer("I think that my uncle was a spy.")]).faded(text) == text


def test_an_echo_of_what_was_deleted_goes_alone() -> None:
    gone = answer("I think that My uncle\nwas a spy.", withdrawn=True)
    assert Echoes([gone]).faded("You said: “my uncle was a spy”.\n\nNow to school.") == "Now to school."
    assert Echoes([gone]).faded("Вы сказали: «my uncle was a spy».") == ""


def test_an_echo_of_what_was_changed_goes_unless_it_still_stands_somewhere() -> None:
    changed = answer("my uncle was a spy", "my uncle was a baker")
    echo = "You said: “my uncle was a spy”."
    assert Echoes([changed]).faded(echo) == ""
    assert Echoes([changed, answer("yes: my uncle was a spy, really")]).faded(echo) == echo


def test_quotations_of_others_stay() -> None:
    text = "As they say: “all's well that ends well”."
    assert Echoes([answer("something else", withdrawn=True)]).faded(text) == text
