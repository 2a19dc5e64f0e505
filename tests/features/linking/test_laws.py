"""Whatever two chats of one person have said before they are joined, and say after it: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.session import Role, Status
from core.store.schema import mailbox, outbox, persons
from core.store.store import Connection
from tests.fakes.app import Running, running
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.features.linking.linking_kit import YES, code_of

COMMANDS = ("/skip", "/undo", "/back", "/pause", "/resume", "/status", "/now")
DEEDS = st.one_of(st.just("say"), st.just("say"), st.just("edit"), st.just("wait"), st.sampled_from(COMMANDS))
HISTORY = st.lists(st.tuples(st.sampled_from([0, 1]), DEEDS), max_size=9)


@dataclass(slots=True)
class Talk:
    r: Running
    chats: tuple[FakePerson, FakePerson]
    said: list[tuple[str, FakePerson]] = field(default_factory=list)
    """Everything that was written, in its order."""
    refs: list[tuple[str, FakePerson]] = field(default_factory=list)

    async def do(self, history: list[tuple[int, str]]) -> None:
        for which, deed in history:
            chat = self.chats[which]
            if deed == "wait":
                await self.r.settled()
            elif deed == "say":
                text = f"There were {len(self.said) + 100} pear trees behind the house."
                self.said.append((text, chat))
                self.refs.append((await chat.write(text), chat))
            elif deed == "edit":
                await self._edit(chat)
            else:
                await chat.write(deed)
        await self.r.settled()

    async def _edit(self, chat: FakePerson) -> None:
        number = next((n for n, (_, where) in enumerate(self.refs) if where is chat), None)
        if number is not None:
            await chat.edit(self.refs[number][0], f"{self.said[number][0]} Or more.")

    async def join(self, *, maker: int) -> None:
        made, other = self.chats[maker], self.chats[1 - maker]
        code = await code_of(self.r, made)
        await self.r.says(other, f"/link {code}")
        await other.press(YES)

    async def check(self) -> None:
        records = [await self.r.record(number) for number in range(len(await self.r.sessions()))]
        told = [(e.revisions[0].text, e.address) for whole in records for e in whole.entries if e.role is Role.PERSON]
        assert sorted(text for text, _ in told) == sorted(text for text, _ in self.said)
        where = dict(told)
        assert all(where[text] == chat.address for text, chat in self.said)
        order = [text for text, _ in self.said]
        for whole in records:
            for chat in self.chats:
                # What was written at one moment in two chats may be put to two questions, whichever is asked first.
                own = [e for e in whole.entries if e.role is Role.PERSON and e.address == chat.address]
                mine = [order.index(e.revisions[0].text) for e in own]
                assert mine == sorted(mine)
        sessions = [whole.session for whole in records]
        assert sum(session.status is Status.ACTIVE for session in sessions) <= 1
        assert len({session.person_id for session in sessions}) == 1
        assert len({session.address for session in sessions}) == 1
        assert await self.r.store.read(_left_over) == (1, 0, 0)
        keys = [message.key for message in self.r.platform.sent]
        assert len(set(keys)) == len(keys)


def _left_over(c: Connection) -> tuple[int, int, int]:
    """People, mail that nobody has handled, and letters that were not delivered."""
    people = len(c.execute(persons.select()).all())
    mail = len(c.execute(mailbox.select().where(mailbox.c.done_at.is_(None))).all())
    letters = len(c.execute(outbox.select().where(outbox.c.sent_at.is_(None))).all())
    return people, mail, letters


@given(before=HISTORY, meanwhile=HISTORY, after=HISTORY, maker=st.sampled_from([0, 1]))
@settings(max_examples=tries(6, soak=300), deadline=None)
def test_of_two_chats_that_are_joined_nothing_is_lost_or_doubled(
    before: list[tuple[int, str]], meanwhile: list[tuple[int, str]], after: list[tuple[int, str]], maker: int
) -> None:
    async def tell() -> None:
        # With more questions than anybody answers here: words behind the end are no answer.
        async with running(kinds={"plain": PlainInterview(questions=40)}) as r:
            talk = Talk(r, (await r.beginning("1"), await r.beginning("2")))
            await talk.do(before)
            await talk.join(maker=maker)
            await talk.do(meanwhile)
            await talk.do(after)
            await talk.check()

    asyncio.run(tell())
