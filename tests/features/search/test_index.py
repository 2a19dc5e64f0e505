"""Words to be searched by: found alike on both databases, only one's own, and gone with what they are of."""

from __future__ import annotations

from pathlib import Path

from core.contracts.commits import Commit
from core.contracts.messages import Address
from core.contracts.session import Reason, Revision
from core.features.search.index import find_answers, index_answers, unindexed_answers
from core.features.search.matching import search_groups, search_words
from core.store.changes import commit
from core.store.erasing import erase_person, erase_session
from core.store.schema import told_words
from core.store.store import Connection, Store
from tests.fakes.stores import AT, NOW, answer, append, begin, count, new_session, opened, question, revise, stored

TOLD = (
    "My brother had a goat, and the goat had a bell.",
    "Мы с братом уехали из Казани.",
    "I'd say it's a well-known place: €5, 3½ and Zürich’s.",
    "兄がいました。",
    "AND OR NOT NEAR told brother* \"quoted\" 'single' & | ! <->",
)


async def told_by(store: Store, person: str, *texts: str) -> str:
    """Somebody who has told this; the session."""
    session_id = f"{person}-told"

    def unit(c: Connection) -> None:
        address = Address(platform="there", chat=person)
        session = begin(c, new_session(session_id, person_id=person, address=address), event_id=f"hello {person}")
        lines = [answer(n, 1, text, ref=f"{person}-{n}") for n, text in enumerate(texts, start=2)]
        append(c, session, [question(1, "Tell me."), *lines])

    await store.write(unit)
    return session_id


async def read_up(store: Store, person: str) -> None:
    while rows := await store.read(lambda c: unindexed_answers(c, person)):
        await store.write(lambda c, rows=rows: index_answers(c, [(row, search_words(row.text)) for row in rows]))  # type: ignore[misc]


async def looked_for(store: Store, person: str, query: str) -> list[int]:
    return [entry.seq for _, entry in await store.read(lambda c: find_answers(c, person, search_groups(query)))]


async def test_each_word_of_whatever_is_told_finds_it(store: Store) -> None:
    await told_by(store, "anna", *TOLD)
    await read_up(store, "anna")
    assert await looked_for(store, "anna", "brothers") == [2, 6]
    assert await looked_for(store, "anna", "брат, Казань") == [3]
    assert await looked_for(store, "anna", "brother Казань") == []
    for seq, text in enumerate(TOLD, start=2):
        for word in search_words(text):
            rows = await store.read(lambda c, word=word: find_answers(c, "anna", [frozenset({word})]))  # type: ignore[misc]
            assert seq in [entry.seq for _, entry in rows], word


async def test_nobody_finds_what_somebody_else_has_told(store: Store) -> None:
    for person in ("anna", "boris"):
        await told_by(store, person, f"My brother knew {person}.")
        await read_up(store, person)
    rows = await store.read(lambda c: find_answers(c, "boris", search_groups("brother")))
    assert [(session_id, entry.text) for session_id, entry in rows] == [("boris-told", "My brother knew boris.")]
    assert await looked_for(store, "nobody", "brother") == []


async def test_an_edit_is_read_anew_and_what_is_taken_back_has_no_words(store: Store) -> None:
    session_id = await told_by(store, "anna", "My brother sang.", "A goat.")
    await read_up(store, "anna")
    revisions = (
        (2, Revision(number=0, text="My sister sang.", reason=Reason.EDIT, at=AT)),
        (3, Revision(number=0, text="A goat.", reason=Reason.UNDO, withdrawn=True, at=AT)),
    )
    change = Commit(
        person_id="anna",
        session=await store.read(lambda c: stored(c, session_id)),
        effects=revise(session_id, *revisions),
    )
    await store.write(lambda c: commit(c, change, now=NOW))
    await read_up(store, "anna")
    assert await looked_for(store, "anna", "brother") == []
    assert await looked_for(store, "anna", "sister") == [2]
    assert await looked_for(store, "anna", "goat") == []


async def test_words_of_an_interview_that_is_deleted_meanwhile_are_not_kept(store: Store) -> None:
    session_id = await told_by(store, "anna", "My brother sang.")
    rows = await store.read(lambda c: unindexed_answers(c, "anna"))
    await store.write(lambda c: erase_session(c, session_id))
    await store.write(lambda c: index_answers(c, [(row, search_words(row.text)) for row in rows]))
    assert await store.read(lambda c: count(c, told_words)) == 0


async def test_the_file_holds_no_word_of_what_was_deleted(tmp_path: Path) -> None:
    async with opened("sqlite", tmp_path) as store:
        await told_by(store, "boris", "Zebrafinch and quagmire.")
        await told_by(store, "anna", *(f"Rhododendron {n} and paradiddle." for n in range(300)))
        for person in ("boris", "anna"):
            await read_up(store, person)
        assert held(tmp_path, "paradiddl"), "it is there to be found"
        await store.write(lambda c: erase_session(c, "anna-told"))
        await store.scrub()
        assert not held(tmp_path, "paradiddl")
        assert not held(tmp_path, "hododendron")
        assert await looked_for(store, "boris", "quagmire") == [2]
        await store.write(lambda c: erase_person(c, "boris"))
        await store.scrub()
        assert not held(tmp_path, "quagmir")


def held(folder: Path, word: str) -> bool:
    """Whether a word stands in any file of the database; of the index only the first letters it shares are missing."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return any(word[part:].encode() in content for content in files for part in (0, 1, 2))
