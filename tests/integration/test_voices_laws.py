"""Whatever somebody writes, says, edits and commands, and whenever what they say is heard: no word is lost."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given
from hypothesis import settings as laws
from hypothesis import strategies as st

from core.session import Entry, Status
from core.store.desk_reads import people_with_mail
from tests.fakes.heard import Scene, scene
from tests.fakes.interview import PlainInterview

EXAMPLES = int(os.environ.get("RACONTEUR_VOICES", "30"))
"""Conversations that are tried."""
COMMANDS = [
    "/skip",
    "/pause",
    "/resume",
    "/undo",
    "/back",
    "/help",
    "/now",
    "/status",
    "/fix",
    "/cadence off",
    "/cadence daily 19:00",
]
STEPS = st.one_of(
    st.sampled_from(["write", "speak", "speak", "burst"]),
    st.tuples(st.sampled_from(["hear", "edit", "fail"]), st.integers(0, 9)),
    st.sampled_from(COMMANDS),
)


class Conversation:
    """Lives through steps, and remembers what was said in which order."""

    def __init__(self, s: Scene) -> None:
        self.s = s
        self.sent: list[str] = []
        """Every first wording that is to be kept."""
        self.newest: dict[str, str] = {}
        """Its newest wording, where that is another."""
        self.refs: dict[str, str] = {}
        self.unheard: dict[str, str] = {}
        """The words of the notes that are not heard yet, by their events."""
        self.open_then: dict[str, int | None] = {}

    async def live(self, steps: list[str | tuple[str, int]]) -> None:
        for number, step in enumerate(steps):
            match step:
                case "write":
                    await self._write(f"text-{number}")
                case "speak":
                    await self._speak(f"voice-{number}")
                case "burst":
                    await self._burst(number)
                case ("hear", which):
                    await self._hear(which)
                case ("fail", which):
                    await self._fail(which)
                case ("edit", which):
                    await self._edit(which, number)
                case str():
                    await self.s.write(step)
                    if step == "/fix":
                        await self.s.write("/help")  # so that what comes next is no correction

    async def _write(self, text: str) -> None:
        await self.s.later()
        self.refs[text] = await self.s.person.write(text)
        self.sent.append(text)
        await self.s.ears.settled()

    async def _speak(self, text: str) -> None:
        await self.s.later()
        session = (await self.s.r.sessions())[0]
        if not session.timing.held:
            self.open_then[text] = session.open_question
        event = await self.s.ears.speak(self.s.person, seconds=7)
        await self.s.ears.settled()
        self.unheard[event] = text
        self.sent.append(text)

    async def _burst(self, number: int) -> None:
        """Words and a note at once, before anything is handled."""
        await self.s.later()
        for part in ("a", "b"):
            text = f"burst-{number}{part}"
            self.refs[text] = await self.s.person.write(text)
            self.sent.append(text)
        event = await self.s.ears.speak(self.s.person, seconds=7)
        self.unheard[event] = f"burst-{number}c"
        self.sent.append(self.unheard[event])
        await self.s.ears.settled()

    async def _hear(self, which: int) -> None:
        if self.unheard:
            event = list(self.unheard)[which % len(self.unheard)]
            await self.s.hear(event, self.unheard.pop(event))

    async def _fail(self, which: int) -> None:
        """One that cannot be heard has no words."""
        if self.unheard:
            event = list(self.unheard)[which % len(self.unheard)]
            self.sent.remove(self.unheard.pop(event))
            await self.s.ears.fail(event, "silent")
            await self.s.ears.settled()

    async def _edit(self, which: int, number: int) -> None:
        if self.refs:
            text = list(self.refs)[which % len(self.refs)]
            self.newest[text] = f"edited-{number}"
            await self.s.person.edit(self.refs[text], self.newest[text])
            await self.s.ears.settled()

    async def end(self) -> None:
        await self.s.write("/done")
        while self.unheard:
            await self._hear(0)

    async def answers(self) -> list[Entry]:
        return [e for e in (await self.s.r.record()).entries if e.answers is not None]


@laws(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=14))
async def test_every_word_is_kept_once_and_in_order(steps: list[str | tuple[str, int]]) -> None:
    async with scene(kinds={"plain": PlainInterview(questions=60)}) as s:
        conversation = Conversation(s)
        await conversation.live(steps)
        await conversation.end()
        answers = await conversation.answers()
        assert [e.revisions[0].text for e in answers] == conversation.sent
        for entry in answers:
            first = entry.revisions[0].text
            assert entry.text == conversation.newest.get(first, first)
            assert entry.answers == conversation.open_then.get(first, entry.answers)
            assert (entry.spoken_seconds > 0) == (first not in conversation.refs)
        whole = await s.r.record()
        stands = {e.seq for e in whole.entries if not e.withdrawn}
        assert all(e.answers in stands for e in answers if not e.withdrawn), "words below a question that is not shown"
        shown = [e for e in answers if not e.withdrawn]
        assert whole.session.counters.answers == len(shown)
        assert whole.session.status is Status.COMPLETED
        assert await s.r.store.read(people_with_mail) == []
