"""Several processes serve one person, each of which may stand still over an answer: no word is lost or doubled."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.commits import Commit
from core.contracts.errors import Stale
from core.contracts.messages import Text
from core.store.changes import commit_step
from core.store.claims import LEASE, PEOPLE, Claim
from core.store.mailbox_rows import MailboxView, look_at_mailbox
from core.store.outbox import next_letter
from core.store.postgres import PostgresStore
from core.store.records import load_record
from core.store.store import Connection
from tests.contract.test_store_interleaving import PROCESSES, WHO, Step, at_once, processes
from tests.fakes.effort import tries
from tests.fakes.postgres import ABSENT, server
from tests.fakes.stores import HERE, NOW, answer, append, arrive, begin, event, letter, question

pytestmark = pytest.mark.skipif(server() is None, reason=ABSENT)
OFTEN = settings(max_examples=tries(6, soak=300), deadline=None)
TURN = LEASE * 0.6
"""Seconds from one step to the next: who has stood still for two has lost what it had claimed."""


@dataclass
class _Desk:
    """What one process has seen of the person, and has not answered yet."""

    number: int
    seen: MailboxView | None = None
    claim: Claim = field(default_factory=lambda: Claim("nobody", NOW))

    def looks(self, at: int) -> Step:
        async def run(store: PostgresStore) -> None:
            claim = Claim(f"app-{self.number}.me", NOW + at * TURN)

            def taken(c: Connection) -> MailboxView | None:
                return look_at_mailbox(c, "p1") if PEOPLE.take(c, claim, "p1") else None

            seen = await store.write(taken)
            if seen is not None and seen.items:
                self.seen, self.claim = seen, claim

        return run

    def answers(self) -> Step:
        """By one entry for each message, and a letter, as it has seen the session."""

        async def run(store: PostgresStore) -> None:
            seen, self.seen = self.seen, None
            if seen is None or seen.session is None:
                return
            session = seen.session
            told = [(item.id, item.incoming.content) for item in seen.items]
            added = [
                answer(session.last_seq + place, 1, content.text)
                for place, (_, content) in enumerate(told, start=1)
                if isinstance(content, Text)
            ]
            change = Commit(
                person_id="p1",
                session=session.model_copy(update={"last_seq": session.last_seq + len(added)}),
                entries=tuple(added),
                done=tuple(item for item, _ in told),
                letters=(letter(f"after {told[-1][0]}", "I see."),),
            )
            try:
                await store.write(lambda c: commit_step(c, change, self.claim))
            except Stale:
                return

        return run


STEPS = st.lists(st.tuples(WHO, st.sampled_from(["say", "look", "answer"])), min_size=6, max_size=30)


def _says(number: int) -> Step:
    return lambda store: store.write(lambda c: arrive(c, event(f"e{number}"), now=NOW + number * TURN))


def _step(desk: _Desk, what: str, at: int) -> Step:
    match what:
        case "say":
            return _says(at)
        case "look":
            return desk.looks(at)
        case _:
            return desk.answers()


@given(steps=STEPS)
@OFTEN
def test_each_word_is_in_one_answer_whoever_serves(steps: list[tuple[int, str]]) -> None:
    async def through() -> None:
        async with processes() as stores:
            await stores[0].write(lambda c: append(c, begin(c), [question(1)]))
            desks = [_Desk(number) for number in range(PROCESSES)]
            todo = [(who, _step(desks[who], what, at)) for at, (who, what) in enumerate(steps)]
            await at_once(stores, todo)
            last = _Desk(PROCESSES)
            await last.looks(len(steps) + 2)(stores[0])
            await last.answers()(stores[0])

            whole, _ = await stores[0].read(lambda c: load_record(c, "s1"))
            told = [entry.text for entry in whole.entries[1:]]
            said = [f"words of e{at}" for at, (_, what) in enumerate(steps) if what == "say"]
            assert sorted(told) == sorted(["words of hello", *said])
            assert [entry.seq for entry in whole.entries] == list(range(1, len(told) + 2))
            # What one process took in, one after the other, stands there in that order, too.
            for who in range(PROCESSES):
                own = [f"words of e{at}" for at, step in enumerate(steps) if step == (who, "say")]
                assert [words for words in told if words in own] == own
            assert whole.session.last_seq == len(told) + 1
            assert await stores[0].read(lambda c: next_letter(c, HERE)) is not None

    asyncio.run(through())
