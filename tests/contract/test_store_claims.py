"""Whatever several processes try, in whatever order, and however long each of them is away: one at a time works on a
row, its work is done once, and who has lost it writes nothing."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from core.contracts.commits import Commit
from core.contracts.errors import Stale
from core.contracts.messages import Receipt, Voice
from core.features.chamber import chamber_rows
from core.features.chamber.runs import RunStatus, Why
from core.store import claims
from core.store.changes import commit, commit_step
from core.store.chore_rows import Chore, ask_for_chore, due_chore, finish, take_chore
from core.store.claims import LEASE, LETTERS, PEOPLE, Claim
from core.store.mailbox_rows import look_at_mailbox
from core.store.outbox import (
    mark_sent,
    next_letter,
    postpone_message,
    put_letter,
    retry_in_doubt,
    take_following,
    take_letter,
)
from core.store.recording_rows import StoredRecording, save_unheard, take_recording
from core.store.store import Connection, MemoryStore, Result, Unit
from tests.fakes.chamber import new_run, setup
from tests.fakes.effort import tries
from tests.fakes.stores import HERE, NOW, arrive, begin, event, letter

WORKERS = ("app.a", "app.b", "web.c")
SEATS = {owner: owner.partition(".")[0] for owner in WORKERS}


class Kind(ABC):
    """How one kind of row is taken and finished; a worker remembers what it has seen."""

    def __init__(self) -> None:
        self.seen: dict[str, object] = {}

    @abstractmethod
    def put(self, c: Connection) -> None: ...

    @abstractmethod
    def take(self, c: Connection, claim: Claim) -> bool: ...

    @abstractmethod
    def finish(self, c: Connection, claim: Claim) -> bool:
        """Whether the work was written down."""

    @abstractmethod
    def renew(self, c: Connection, claim: Claim) -> bool: ...


class Mail(Kind):
    def put(self, c: Connection) -> None:
        arrive(c, event("words"))

    def take(self, c: Connection, claim: Claim) -> bool:
        return PEOPLE.take(c, claim, "p1")

    def renew(self, c: Connection, claim: Claim) -> bool:
        return PEOPLE.renew(c, claim, "p1")

    def finish(self, c: Connection, claim: Claim) -> bool:
        seen = look_at_mailbox(c, "p1")
        assert seen is not None
        if not seen.items:
            raise Stale("It is done.")
        done = tuple(item.id for item in seen.items)
        return not commit_step(c, Commit(person_id="p1", done=done), claim)


class Letters(Kind):
    def put(self, c: Connection) -> None:
        put_letter(c, letter("words"), now=NOW)

    def take(self, c: Connection, claim: Claim) -> bool:
        return take_letter(c, HERE, claim) is not None

    def renew(self, c: Connection, claim: Claim) -> bool:
        waiting = next_letter(c, HERE)
        return waiting is not None and LETTERS.renew(c, claim, waiting.id)

    def finish(self, c: Connection, claim: Claim) -> bool:
        waiting = next_letter(c, HERE)
        if waiting is None or not LETTERS.renew(c, claim, waiting.id):
            raise Stale("It is another's.")
        mark_sent(c, waiting.id, Receipt(), now=claim.now)
        return True


class Chores(Kind):
    def put(self, c: Connection) -> None:
        ask_for_chore(c, "s1", "notes", due_at=NOW)

    def take(self, c: Connection, claim: Claim) -> bool:
        found = take_chore(c, "s1", "notes", claim)
        if found is not None:
            self.seen[claim.owner] = found
        return found is not None

    def renew(self, c: Connection, claim: Claim) -> bool:
        return claims.CHORES.renew(c, claim, "s1", "notes")

    def finish(self, c: Connection, claim: Claim) -> bool:
        chore = self.seen.get(claim.owner)
        if not isinstance(chore, Chore):
            raise Stale("It was never taken.")
        finish(c, chore)
        return due_chore(c, "s1", "notes", now=claim.now) is None


class Recordings(Kind):
    def put(self, c: Connection) -> None:
        arrive(c, event("spoken", Voice(file_ref="f")))

    def take(self, c: Connection, claim: Claim) -> bool:
        found = take_recording(c, "spoken", claim)
        if found is not None:
            self.seen[claim.owner] = found
        return found is not None

    def renew(self, c: Connection, claim: Claim) -> bool:
        return claims.RECORDINGS.renew(c, claim, "spoken")

    def finish(self, c: Connection, claim: Claim) -> bool:
        which = self.seen.get(claim.owner)
        if not isinstance(which, StoredRecording) or save_unheard(c, which, trouble="silent", due_at=None) is None:
            raise Stale("It is another's, or was never taken.")
        return True


class Runs(Kind):
    def put(self, c: Connection) -> None:
        chamber_rows.put_run(c, new_run(setup()))

    def take(self, c: Connection, claim: Claim) -> bool:
        return chamber_rows.RUNS.take(c, claim, "r1")

    def renew(self, c: Connection, claim: Claim) -> bool:
        return chamber_rows.RUNS.renew(c, claim, "r1")

    def finish(self, c: Connection, claim: Claim) -> bool:
        chamber_rows.settle_run(c, claim, "r1", RunStatus.ENDED, Why.TURNS, spent=1.0)
        return True


WHO = st.sampled_from(WORKERS)


class Working(RuleBasedStateMachine):
    """One row of a kind, three processes, and beside it whose the row should be."""

    made_of: type[Kind] = Mail

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = MemoryStore()
        self.now = NOW
        self.owner, self.until = "", 0.0
        self.times = 0
        """How often the work was written down."""

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()

    @initialize()
    def put(self) -> None:
        self.kind = self.made_of()
        self._run(lambda c: begin(c))
        self._run(lambda c: commit(c, Commit(person_id="p1", done=_all_mail(c)), now=NOW))
        self._run(self.kind.put)

    @rule(seconds=st.sampled_from([1.0, LEASE / 2, LEASE - 1, LEASE, 10 * LEASE]))
    def later(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: not self.times)
    @rule(who=WHO)
    def take(self, who: str) -> None:
        free = self.owner in {"", who} or self.until <= self.now
        assert self._run(lambda c: self.kind.take(c, self._claim(who))) == free
        if free:
            self.owner, self.until = who, self.now + LEASE

    @precondition(lambda self: not self.times)
    @rule(who=WHO)
    def renew(self, who: str) -> None:
        assert self._run(lambda c: self.kind.renew(c, self._claim(who))) == (self.owner == who)
        if self.owner == who:
            self.until = self.now + LEASE

    @rule(who=WHO)
    def finish(self, who: str) -> None:
        if self.owner == who and not self.times:
            assert self._run(lambda c: self.kind.finish(c, self._claim(who)))
            self.times += 1
            return
        with pytest.raises(Stale):
            self._run(lambda c: self.kind.finish(c, self._claim(who)))

    @precondition(lambda self: not self.times)
    @rule(who=WHO)
    def die_and_begin_anew(self, who: str) -> None:
        """Another process in its seat takes over what was the seat's, and only that."""
        seat = SEATS[who]
        self._run(lambda c: claims.take_over(c, Claim(f"{seat}.new", self.now), seat))
        if self.owner and SEATS[self.owner] == seat:
            self.owner = ""

    def _claim(self, who: str) -> Claim:
        return Claim(who, self.now)

    def _run(self, unit: Unit[Result]) -> Result:
        return self.runner.run(self.store.write(unit))


def _all_mail(c: Connection) -> tuple[int, ...]:
    seen = look_at_mailbox(c, "p1")
    return () if seen is None else tuple(item.id for item in seen.items)


class WorkingOnLetters(Working):
    made_of = Letters


class WorkingOnChores(Working):
    made_of = Chores


class WorkingOnRecordings(Working):
    made_of = Recordings


class WorkingOnRuns(Working):
    made_of = Runs


OFTEN = settings(max_examples=tries(12, soak=500), stateful_step_count=15, deadline=None)
TestMail, TestLetters = Working.TestCase, WorkingOnLetters.TestCase
TestChores, TestRecordings = WorkingOnChores.TestCase, WorkingOnRecordings.TestCase
TestRuns = WorkingOnRuns.TestCase
for case in (TestMail, TestLetters, TestChores, TestRecordings, TestRuns):
    case.settings = OFTEN
del case


# --- letters ------------------------------------------------------------------------------------------------------


async def test_what_another_may_have_sent_is_in_doubt() -> None:
    store = MemoryStore()
    dead, living = Claim("app.dead", NOW), Claim("web.living", NOW + LEASE)
    for key in ("first", "second"):
        await store.write(lambda c, key=key: put_letter(c, letter(key), now=NOW, claim=dead))  # type: ignore[misc]
    assert await store.write(lambda c: take_letter(c, HERE, Claim("web.living", NOW + LEASE - 1))) is None
    first = await store.write(lambda c: take_letter(c, HERE, living))
    assert first is not None
    assert (first.outgoing.key, first.in_doubt) == ("first", True)

    def settled(c: Connection) -> bool | None:
        mark_sent(c, first.id, Receipt(), now=living.now)
        second = take_following(c, HERE, living)
        return None if second is None else second.in_doubt

    assert await store.write(settled) is False
    assert await store.read(lambda c: living.holds(next_letter(c, HERE)))  # type: ignore[arg-type]
    await store.close()


@pytest.mark.parametrize("being_sent", [False, True])
async def test_a_letter_put_off_is_in_doubt_only_when_sent_again(being_sent: bool) -> None:
    store = MemoryStore()
    dead = Claim("app.dead", NOW)

    def put_off(c: Connection) -> None:
        put_letter(c, letter("first"), now=NOW, claim=dead)
        waiting = next_letter(c, HERE)
        assert waiting is not None
        postpone_message(c, waiting.id, not_before=NOW, error="try-later")
        if being_sent:
            retry_in_doubt(c, waiting.id)

    await store.write(put_off)
    taken = await store.write(lambda c: take_letter(c, HERE, Claim("web.living", NOW + LEASE)))
    assert taken is not None
    assert taken.in_doubt is being_sent
    await store.close()
