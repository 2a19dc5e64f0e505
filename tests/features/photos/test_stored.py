"""Photographs in the tables, on both stores: whatever happens first, one is where its answer is, or nowhere."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from core.contracts.messages import Photo
from core.contracts.session import PHOTO_NOT_HERE
from core.features.photos import rows as units
from core.features.photos.rows import StoredPhoto
from core.store.erasing import erase_person, erase_session
from core.store.file_rows import photo_orphans
from core.store.records import load_record
from core.store.schema import photos
from core.store.store import Connection, Store
from tests.fakes.stores import (
    NOW,
    answer,
    append,
    arrive,
    begin,
    claim_at,
    count,
    edit,
    event,
    new_session,
    question,
    revise,
    stored,
)

NAME = f"{'a' * 64}.jpg"
Step = Callable[[Connection], object]


def _taken(c: Connection) -> StoredPhoto | None:
    return units.take_photo(c, "e1", claim_at(NOW))


def _kept(c: Connection) -> None:
    if (which := _taken(c)) is not None:
        units.settle_photo(c, which, name=NAME)


def _bound(c: Connection) -> None:
    units.bind_photo(c, "e1", "s1", 2)


def _dropped(c: Connection) -> None:
    append(c, stored(c, "s1"), (), effects=revise("s1", (2, edit("", withdrawn=True))))


STEPS: dict[str, Step] = {"kept": _kept, "bound": _bound, "dropped": _dropped}


def _begun(c: Connection) -> None:
    arrive(c, event("e1", Photo(file_ref="file-1"), ref="7"))
    session = begin(c, new_session("s1"))
    append(c, session, [question(1), answer(2, 1).model_copy(update={"photo": PHOTO_NOT_HERE})])


@pytest.mark.parametrize("order", list(itertools.permutations(STEPS)), ids="-".join)
async def test_once_its_answer_is_taken_back_nothing_needs_the_file(store: Store, order: tuple[str, ...]) -> None:
    await store.write(_begun)
    for name in order:
        if name == "dropped" and "bound" not in order[: order.index("dropped")]:
            continue  # an answer is taken back when it is there
        await store.write(STEPS[name])
    taken_back = order.index("dropped") > order.index("bound")
    entries = (await store.read(lambda c: load_record(c, "s1")))[0].entries
    assert entries[1].photo == (PHOTO_NOT_HERE if taken_back else NAME)
    assert await store.read(lambda c: photo_orphans(c, [NAME])) == ([NAME] if taken_back else [])
    assert await store.read(lambda c: count(c, photos)) == 0


@pytest.mark.parametrize("erase", [lambda c: erase_session(c, "s1"), lambda c: erase_person(c, "p1")])
async def test_what_is_deleted_needs_no_file(store: Store, erase: Step) -> None:
    await store.write(_begun)
    for step in (_kept, _bound, erase):
        await store.write(step)
    assert await store.read(lambda c: photo_orphans(c, [NAME])) == [NAME]


async def test_who_has_lost_the_claim_writes_nothing(store: Store) -> None:
    await store.write(_begun)
    which = await store.write(_taken)
    assert which is not None
    await store.write(lambda c: units.take_photo(c, "e1", claim_at(NOW + 1_000, owner="another")))
    assert not await store.write(lambda c: units.settle_photo(c, which, name=NAME))
