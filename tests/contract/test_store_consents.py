"""What people agreed to, and what they told before: kept, read again, and taken out."""

from __future__ import annotations

from functools import partial

from core.contracts.commits import BlankMail, Commit, Consent
from core.contracts.messages import Edit, Text
from core.contracts.session import Awaited
from core.store.changes import commit
from core.store.consents import agreements_of, has_agreed, kept_mail
from core.store.mailbox_rows import look_at_mailbox
from core.store.records import load_record, put_record
from core.store.rows import to_datetime
from core.store.schema import mailbox
from core.store.store import Connection, Store
from tests.fakes.records import small_record, small_scripts
from tests.fakes.stores import NOW, arrive, event, waiting_ids


def _agree(c: Connection, digest: str, text: str, *, person_id: str = "p1", now: float = NOW) -> None:
    consent = Consent(digest=digest, language="en", text=text)
    commit(c, Commit(person_id=person_id, effects=(consent,)), now=now)


async def test_blanked_mail_has_no_words_and_never_comes_back(store: Store) -> None:
    told = event("told", Text(text="A secret."), ref="7")
    mended = event("mended", Edit(ref="7", text="A greater secret."), ref="7")
    for incoming in (told, mended, event("other")):
        await store.write(partial(arrive, incoming=incoming))
    ids = await store.read(waiting_ids)
    change = Commit(person_id="p1", done=tuple(ids[:2]), effects=(BlankMail(tuple(ids[:2])),))
    await store.write(lambda c: commit(c, change, now=NOW))
    payloads = await store.read(lambda c: [row.payload for row in c.execute(mailbox.select().order_by(mailbox.c.id))])
    assert not any("secret" in payload for payload in payloads)
    assert "words of other" in payloads[2]
    await store.write(partial(arrive, incoming=told))
    seen = await store.read(lambda c: look_at_mailbox(c, "p1"))
    assert seen is not None
    assert [item.incoming.event_id for item in seen.items] == ["other"]


async def test_nobody_can_blank_the_mail_of_another(store: Store) -> None:
    await store.write(partial(arrive, incoming=event("mine")))
    [item] = await store.read(waiting_ids)
    await store.write(lambda c: commit(c, Commit(person_id="p2", effects=(BlankMail((item,)),)), now=NOW))
    assert [i.content for i in await store.read(lambda c: kept_mail(c, "p1", (item,)))] == [Text(text="words of mine")]


async def test_every_text_is_kept_with_its_moment(store: Store) -> None:
    await store.write(partial(arrive, incoming=event("hello")))
    await store.write(lambda c: _agree(c, "d1", "The first text."))
    await store.write(lambda c: _agree(c, "d2", "The second text.", now=NOW + 60))
    found = await store.read(lambda c: agreements_of(c, "p1"))
    assert [(a.text, a.at) for a in found] == [
        ("The first text.", to_datetime(NOW)),
        ("The second text.", to_datetime(NOW + 60)),
    ]
    assert await store.read(lambda c: [has_agreed(c, "p1", digest) for digest in ("d1", "d2", "d3")]) == [
        True,
        True,
        False,
    ]
    assert not await store.read(lambda c: has_agreed(c, "p2", "d1"))


async def test_handled_mail_is_found_again_in_its_order_and_only_by_its_owner(store: Store) -> None:
    for name in ("one", "two", "three"):
        await store.write(partial(arrive, incoming=event(name)))
    first, second, third = await store.read(waiting_ids)
    await store.write(lambda c: commit(c, Commit(person_id="p1", done=(first, third)), now=NOW))
    found = await store.read(lambda c: kept_mail(c, "p1", (third, first)))
    assert [item.event_id for item in found] == ["one", "three"]
    assert await store.read(lambda c: kept_mail(c, "p2", (first, second))) == ()


async def test_an_import_waits_for_nothing_of_another_database(store: Store) -> None:
    whole = small_record()
    person = whole.person.model_copy(update={"awaits": Awaited(kind="life-story", mail=(1, 2)), "agreed": "d1"})
    await store.write(lambda c: put_record(c, whole.model_copy(update={"person": person}), small_scripts()))
    kept, _ = await store.read(lambda c: load_record(c, whole.session.id))
    assert (kept.person.awaits, kept.person.agreed) == (None, "d1")
