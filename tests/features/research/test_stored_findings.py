"""What was found in the interviews of a study, by all stores: it is replaced whole, and goes with its interview."""

from __future__ import annotations

from core.features.research.findings import (
    CodingRow,
    NameRow,
    RulingRow,
    codings_of_study,
    names_of_study,
    put_codings,
    put_names,
    put_rulings,
    rulings_of_study,
)
from core.features.research.rows import put_study
from core.store.erasing import erase_session
from core.store.store import Connection, Store
from tests.fakes.stores import NOW, begin

OPEN = RulingRow(kind="person", number=1, ruling="open", replacement="")
RULED = RulingRow(kind="person", number=1, ruling="replaced", replacement="Vera")


def _name(session_id: str, form: str) -> NameRow:
    return NameRow(session_id=session_id, kind="person", number=1, form=form)


def _code(answer: int, code: str, coder: str = "anna", session_id: str = "s1") -> CodingRow:
    return CodingRow(session_id=session_id, answer=answer, coder=coder, code=code, quote="a door", start=2)


def _begun(c: Connection) -> None:
    put_study(c, "voices", kind="life-story", quota=0, now=NOW)
    begin(c)


async def test_names_are_replaced_by_interview_and_go_with_it_but_rulings_stay(store: Store) -> None:
    await store.write(_begun)
    first, gone, second = _name("s1", "Rosa"), _name("gone", "Otto"), _name("s1", "Karl")
    await store.write(lambda c: put_names(c, "voices", ["s1", "gone"], [first, gone]))
    assert await store.read(lambda c: names_of_study(c, "voices")) == (first,)
    await store.write(lambda c: (put_names(c, "voices", ["s1"], [second]), put_names(c, "voices", [], [])))
    assert await store.read(lambda c: (names_of_study(c, "voices"), names_of_study(c, "others"))) == ((second,), ())
    await store.write(lambda c: (put_rulings(c, "voices", [OPEN]), put_rulings(c, "voices", [RULED])))
    await store.write(lambda c: erase_session(c, "s1"))
    assert await store.read(lambda c: (names_of_study(c, "voices"), rulings_of_study(c, "voices"))) == ((), (RULED,))


async def test_codes_of_an_answer_are_replaced_by_those_of_the_same_coder_alone(store: Store) -> None:
    await store.write(_begun)
    others = [_code(2, "food"), _code(1, "food", "boris")]
    await store.write(lambda c: put_codings(c, "voices", [_code(1, "loss"), *others, _code(1, "x", session_id="gone")]))
    await store.write(lambda c: put_codings(c, "voices", [_code(1, ""), _code(1, "joy")]))
    assert await store.read(lambda c: codings_of_study(c, "voices")) == (*others, _code(1, ""), _code(1, "joy"))
    await store.write(lambda c: erase_session(c, "s1"))
    assert await store.read(lambda c: codings_of_study(c, "voices")) == ()
