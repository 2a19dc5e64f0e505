"""Gifts and families, row by row: who comes in, what may go out, that nothing goes twice, and what goes with whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from core.contracts.chore import ChoreResult
from core.contracts.commits import Commit, EraseSession, Mark, Revise
from core.contracts.errors import Stale
from core.contracts.messages import Address, Photo, Say
from core.contracts.session import PHOTO_NOT_HERE, EntryKind, Timing
from core.contracts.turn import OthersAsked
from core.features.gift.family import (
    Asks,
    Come,
    Family,
    FamilyQuestion,
    FamilyStep,
    InviteRole,
    NewGift,
    NewInvitation,
    SharingAnswered,
    SharingConsent,
    TellerInformed,
    Tells,
    Thanked,
)
from core.features.gift.family import MemberLeft as Removed
from core.features.gift.letters import share_message
from core.features.gift.rows import (
    families_due,
    family_news,
    family_of,
    members_of,
    memberships,
    question_at,
    questions_to_ask,
    questions_waiting,
    share_of,
    tellings_of,
)
from core.features.gift.sending import put_parcels, withdraw_withheld
from core.features.gift.sharing import Sharing, find_shares
from core.features.gift.steps import join_families, put_family_invite
from core.features.gift.withheld import answers_awaiting_release
from core.store.changes import commit
from core.store.chore_rows import save_learned_notes
from core.store.claims import Claim
from core.store.file_rows import photo_orphans
from core.store.letter_hooks import SendingMoment
from core.store.outbox import next_letter
from core.store.rows import to_datetime
from core.store.schema import invites, outbox
from core.store.schema_families import families, members, shares
from core.store.store import Connection, Store
from core.timing.rules import Cadence, TimerRules
from tests.fakes.stores import (
    HERE,
    NOW,
    answer,
    append,
    arrive,
    begin,
    count,
    edit,
    event,
    question,
    revise,
    stored,
)

MASHA, PETYA = Address(platform="there", chat="7"), Address(platform="there", chat="8")
HOW = Sharing(
    grace=timedelta(minutes=10),
    weekly=Cadence(frozenset({6}), to_datetime(NOW).time().replace(hour=10)),
    rules=TimerRules(),
)
RIPE = NOW + 700


def step(c: Connection, who: str, *steps: FamilyStep, now: float = NOW) -> None:
    commit(c, Commit(person_id=who, effects=steps), now=now)


def gift(c: Connection) -> None:
    """Masha gives, and Nina has come."""
    arrive(c, event("hello masha", address=MASHA), person_id="masha")
    begin(c)
    family = Family(
        id="f",
        person_id=None,
        session_id=None,
        name="Nina",
        language="en",
        kind="life-story",
        rhythm="",
        giver="Masha",
        leave=SharingConsent.NOT_SAID,
        leave_at=None,
    )
    step(c, "masha", NewGift(family=family, member_id="m1", address=MASHA))
    step(c, "masha", NewInvitation(family_id="f", part=InviteRole.TELLER, digest="d", expires_at=None))
    step(c, "p1", Come(family_id="f", digest="d", part=InviteRole.TELLER, address=HERE))


def shared(c: Connection) -> None:
    """She tells with leave."""
    gift(c)
    session = stored(c)
    c.execute(families.update().values(session_id=session.id))
    step(c, "p1", SharingAnswered(family_id="f", leave=SharingConsent.YES), now=NOW - 1000)
    c.execute(members.update().values(known_at=NOW - 1000))
    append(c, session, [question(1), answer(2, 1, "In the garden.", ref="r")])
    read_by_the_books(c)


def read_by_the_books(c: Connection) -> None:
    """Nothing goes to a family that the books have not read."""
    save_learned_notes(c, "s1", ChoreResult(), caught_up=True, now=NOW)


def put(c: Connection, now: float = RIPE) -> list[Address]:
    looked = find_shares(c, "f", HOW, to_datetime(now))
    assert looked is not None
    parcels = [(parcel, [share_message(parcel)]) for parcel in looked.parcels]
    return put_parcels(c, "f", parcels, seen=looked.revision, due_at=looked.due_at, now=to_datetime(now))


async def test_an_invitation_is_used_once_by_whoever_comes_first(store: Store) -> None:
    await store.write(gift)
    family = await store.read(lambda c: family_of(c, "f"))
    assert family is not None
    assert family.person_id == "p1"
    with pytest.raises(Stale):
        await store.write(
            lambda c: step(c, "masha", Come(family_id="f", digest="d", part=InviteRole.TELLER, address=MASHA))
        )
    assert await store.read(lambda c: c.execute(sa.select(invites.c.uses_left)).scalars().all()) == [0]


async def test_a_newer_link_to_a_gift_takes_the_place_of_the_one_before(store: Store) -> None:
    def unit(c: Connection) -> list[tuple[str, int]]:
        gift(c)
        c.execute(families.update().values(person_id=None))
        for digest in ("first", "second"):
            put_family_invite(
                c, NewInvitation(family_id="f", part=InviteRole.TELLER, digest=digest, expires_at=None), None, now=NOW
            )
        rows = c.execute(sa.select(invites.c.digest, invites.c.uses_left).order_by(invites.c.digest))
        return [(row.digest, row.uses_left) for row in rows]

    assert await store.write(unit) == [("d", 0), ("first", 0), ("second", 1)]


async def test_nobody_invites_or_removes_who_may_not(store: Store) -> None:
    await store.write(gift)
    await store.write(lambda c: arrive(c, event("hello petya", address=PETYA), person_id="petya"))
    code = NewInvitation(family_id="f", part=InviteRole.MEMBER, digest="e", expires_at=None)
    for forbidden in (
        code,
        Removed(family_id="f", member_id="m1"),
        SharingAnswered(family_id="f", leave=SharingConsent.YES),
    ):
        with pytest.raises(Stale):
            await store.write(lambda c, forbidden=forbidden: step(c, "petya", forbidden))
    assert len(await store.read(lambda c: members_of(c, "f"))) == 1


async def test_an_answer_goes_out_once_however_often_it_is_looked_at(store: Store) -> None:
    await store.write(shared)
    assert await store.read(lambda c: families_due(c, now=NOW)) == ["f"]
    assert await store.write(lambda c: put(c, NOW + 60)) == []
    assert await store.read(lambda c: families_due(c, now=NOW + 60)) == []
    assert await store.read(lambda c: families_due(c, now=RIPE)) == ["f"]
    assert await store.write(put) == [MASHA]
    assert await store.write(put) == []
    assert await store.read(lambda c: (count(c, shares), count(c, outbox))) == (1, 1)


async def test_a_question_that_asks_further_comes_with_the_one_it_belongs_to(store: Store) -> None:
    await store.write(shared)
    further = question(3, "What else belongs to it?").model_copy(update={"kind": EntryKind.FOLLOW_UP})
    await store.write(lambda c: append(c, stored(c), [further, answer(4, 3, "The gate.", ref="r4")]))
    await store.write(read_by_the_books)
    for words in (["In the garden."], ["What else belongs to it?", "The gate."]):
        looked = await store.read(lambda c: find_shares(c, "f", HOW, to_datetime(RIPE)))
        assert looked is not None
        page = share_message(looked.parcels[0]).saying
        assert isinstance(page, Say)
        assert [line for line in page.text.splitlines() if line][1:] == [question(1).text, *words]
        await store.write(put)


async def test_two_looks_at_the_same_moment_put_it_once(store: Store) -> None:
    await store.write(shared)
    looked = await store.read(lambda c: find_shares(c, "f", HOW, to_datetime(RIPE)))
    assert looked is not None
    parcels = [(parcel, [share_message(parcel)]) for parcel in looked.parcels]
    for expected in ([MASHA], []):
        found = await store.write(
            lambda c: put_parcels(c, "f", parcels, seen=looked.revision, due_at=None, now=to_datetime(RIPE))
        )
        assert found == expected


async def test_until_the_books_have_read_all_only_the_tellers_button_sends(store: Store) -> None:
    await store.write(shared)
    late = question(3).model_copy(update={"kind": EntryKind.FOLLOW_UP})
    await store.write(lambda c: append(c, stored(c), [late, answer(4, 3, "Between us: I pushed him.", ref="r4")]))
    assert await store.write(put) == []
    family = await store.read(lambda c: family_of(c, "f"))
    assert family is not None
    waiting = await store.read(lambda c: answers_awaiting_release(c, family))
    assert [[entry.seq for entry in answers] for answers in waiting] == [[2], [4]]


async def test_what_was_found_is_not_put_where_it_has_changed_since(store: Store) -> None:
    await store.write(shared)
    looked = await store.read(lambda c: find_shares(c, "f", HOW, to_datetime(RIPE)))
    assert looked is not None
    await store.write(lambda c: commit(c, Commit(person_id="p1", effects=(Revise("s1", 2, edit("No.")),)), now=NOW))
    parcels = [(parcel, [share_message(parcel)]) for parcel in looked.parcels]
    put_now = await store.write(
        lambda c: put_parcels(c, "f", parcels, seen=looked.revision, due_at=None, now=to_datetime(RIPE))
    )
    assert put_now == []
    assert await store.read(lambda c: count(c, outbox)) == 0


async def test_what_an_interview_has_met_as_distress_waits_until_it_is_let_go(store: Store) -> None:
    await store.write(shared)

    def timed(c: Connection, timing: Timing) -> None:
        met = stored(c).model_copy(update={"timing": timing})
        commit(c, Commit(person_id="p1", session=met), now=NOW)

    await store.write(lambda c: timed(c, Timing(apart=(1,))))
    assert await store.write(put) == []
    family = await store.read(lambda c: family_of(c, "f"))
    assert family is not None
    waiting = await store.read(lambda c: answers_awaiting_release(c, family))
    assert [[entry.seq for entry in answers] for answers in waiting] == [[2]]
    await store.write(lambda c: timed(c, Timing(apart=(1,), released=(2,))))
    assert await store.read(lambda c: answers_awaiting_release(c, family)) == ()
    assert await store.write(put) == [MASHA]


@pytest.mark.parametrize("why", ["kept", "edited", "distress", "leave", "removed", "nothing"])
async def test_right_before_it_is_sent_it_is_looked_at_once_more(store: Store, why: str) -> None:
    await store.write(shared)
    await store.write(put)

    def happens(c: Connection) -> None:
        match why:
            case "kept":
                session = stored(c)
                commit(c, Commit(person_id="p1", session=session, effects=(Mark(seq=2, kept_back=True),)), now=NOW)
            case "edited":
                commit(c, Commit(person_id="p1", effects=(Revise("s1", 2, edit("A field.")),)), now=NOW)
            case "distress":
                met = stored(c).model_copy(update={"timing": Timing(apart=(1,))})
                commit(c, Commit(person_id="p1", session=met), now=NOW)
            case "leave":
                c.execute(families.update().values(leave="no"))
            case "removed":
                c.execute(members.delete())
            case _:
                pass

    await store.write(happens)
    waiting = await store.read(lambda c: next_letter(c, MASHA))
    assert waiting is not None
    moment = SendingMoment(rules=TimerRules(), now=to_datetime(RIPE), once=False)
    assert await store.write(lambda c: withdraw_withheld(c, waiting, moment)) == (why != "nothing")
    left = 1 if why == "nothing" else 0
    assert await store.read(lambda c: (count(c, shares), count(c, outbox))) == (left, left)


async def test_no_leave_and_removal_take_back_what_waits(store: Store) -> None:
    await store.write(shared)
    await store.write(put)
    await store.write(lambda c: step(c, "p1", SharingAnswered(family_id="f", leave=SharingConsent.NO)))
    assert await store.read(lambda c: (count(c, shares), count(c, outbox))) == (0, 0)
    assert await store.read(lambda c: find_shares(c, "f", HOW, to_datetime(RIPE))) is None
    await store.write(lambda c: step(c, "p1", SharingAnswered(family_id="f", leave=SharingConsent.YES)))
    assert await store.write(lambda c: put(c, RIPE + 1000)) == []  # what was told before it


async def test_a_question_waits_is_asked_and_waits_again_when_it_is_taken_back(store: Store) -> None:
    await store.write(shared)
    asks = FamilyQuestion(id="q", family_id="f", person_id="masha", asker="", text="And then?")
    await store.write(lambda c: step(c, "masha", Asks(question=asks)))
    assert [each.text for each in await store.read(lambda c: questions_to_ask(c, "f", "s1", 1))] == ["And then?"]

    def asked(c: Connection) -> None:
        session = stored(c).model_copy(update={"family_id": "f"})
        change = Commit(
            person_id="p1",
            session=session.model_copy(update={"last_seq": 3, "open_question": 3}),
            entries=(question(3, "Masha asks: And then?"),),
            effects=(OthersAsked(question_id="q", session_id="s1", seq=3),),
        )
        commit(c, change, now=NOW)

    await store.write(asked)
    assert await store.read(lambda c: question_at(c, "s1", 3)) is not None
    assert await store.read(lambda c: (questions_to_ask(c, "f", "s1", 3), questions_waiting(c, "f"))) == ((), ())
    taken_back = ((3, edit("Masha asks: And then?", withdrawn=True)),)
    await store.write(
        lambda c: commit(c, Commit(person_id="p1", session=stored(c), effects=revise("s1", *taken_back)), now=NOW)
    )
    assert len(await store.read(lambda c: questions_waiting(c, "f"))) == 1


@pytest.mark.parametrize("first", ["question", "file"])
async def test_a_picture_finds_its_question_whichever_is_first(store: Store, first: str) -> None:
    rows = pytest.importorskip("core.features.photos.rows")
    await store.write(gift)
    photo = event("photo", Photo(file_ref="file"), address=MASHA)
    await store.write(lambda c: arrive(c, photo, person_id="masha"))
    asks = FamilyQuestion(id="q", family_id="f", person_id="masha", asker="", text="Who is that?")
    name = f"{'a' * 64}.jpg"

    def kept(c: Connection) -> None:
        which = rows.photo_of(c, "photo") if first == "file" else rows.take_photo(c, "photo", Claim("test.me", NOW))
        assert which is not None
        assert rows.settle_photo(c, which, name=name)

    def asked(c: Connection) -> None:
        step(c, "masha", Asks(question=asks, event_id="photo", ref="r"))

    both = (kept, asked) if first == "file" else (asked, kept)
    await store.write(both[0])
    if first == "question":
        (waits,) = await store.read(lambda c: questions_waiting(c, "f"))
        assert waits.photo == PHOTO_NOT_HERE
        assert await store.read(lambda c: questions_to_ask(c, "f", "s1", None)) == ()
    await store.write(both[1])
    (found,) = await store.read(lambda c: questions_to_ask(c, "f", "s1", None))
    assert found.photo == name
    assert await store.read(lambda c: (rows.photo_of(c, "photo"), photo_orphans(c, [name]))) == (None, [])


async def test_thanks_and_new_members_are_news_until_they_were_heard(store: Store) -> None:
    await store.write(shared)
    await store.write(put)
    await store.write(lambda c: step(c, "masha", Thanked(session_id="s1", seq=2)))
    await store.write(lambda c: step(c, "masha", Thanked(session_id="s1", seq=2)))
    news = await store.read(lambda c: family_news(c, "f"))
    assert len(news.thanks) == 1
    heard = TellerInformed(shares=tuple(share for share, _ in news.thanks))
    await store.write(lambda c: step(c, "p1", heard))
    assert not await store.read(lambda c: family_news(c, "f"))


async def test_what_others_tell_stands_by_its_question_and_can_be_taken_away(store: Store) -> None:
    await store.write(shared)
    await store.write(put)
    assert await store.read(lambda c: share_of(c, "s1", 2, "p1")) is None
    await store.write(lambda c: step(c, "masha", Tells(session_id="s1", seq=2, text="It was a yard.")))
    (told,) = await store.read(lambda c: tellings_of(c, "f", "s1"))
    assert (told.seq, told.text) == (1, "It was a yard.")
    await store.write(lambda c: step(c, "masha", Tells(session_id="s1", seq=2, text="")))
    assert await store.read(lambda c: tellings_of(c, "f", "s1")) == ()


async def test_what_somebody_told_who_is_no_member_any_more_stands_nowhere(store: Store) -> None:
    await store.write(shared)
    await store.write(put)
    await store.write(lambda c: step(c, "masha", Tells(session_id="s1", seq=2, text="It was a yard.")))
    (told,) = await store.read(lambda c: tellings_of(c, "f", "s1"))
    (masha,) = await store.read(lambda c: memberships(c, "masha"))
    await store.write(lambda c: step(c, "masha", Removed(family_id="f", member_id=masha.id)))
    assert (told.person_id, await store.read(lambda c: tellings_of(c, "f", "s1"))) == ("masha", ())


async def test_who_is_one_by_now_is_a_member_once_and_never_of_their_own(store: Store) -> None:
    def unit(c: Connection) -> None:
        shared(c)
        arrive(c, event("hello petya", address=PETYA), person_id="petya")
        code = NewInvitation(family_id="f", part=InviteRole.MEMBER, digest="e", expires_at=None)
        step(c, "masha", code)
        step(c, "petya", Come(family_id="f", digest="e", part=InviteRole.MEMBER, address=PETYA, member_id="m2"))
        c.execute(members.update().values(known_at=NOW - 1000))
        put(c)
        join_families(c, "masha", "petya")

    await store.write(unit)
    assert [each.id for each in await store.read(lambda c: members_of(c, "f"))] == ["m1"]
    assert await store.read(lambda c: memberships(c, "petya")) == ()
    await store.write(lambda c: join_families(c, "p1", "masha"))
    assert await store.read(lambda c: members_of(c, "f")) == ()


async def test_an_interview_that_is_deleted_takes_its_family_and_what_waits(store: Store) -> None:
    await store.write(shared)
    await store.write(put)
    await store.write(lambda c: commit(c, Commit(person_id="p1", effects=(EraseSession("s1"),)), now=NOW))
    for table in (families, members, shares, outbox):
        assert await store.read(lambda c, table=table: count(c, table)) == 0
