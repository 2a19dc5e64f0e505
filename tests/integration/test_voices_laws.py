"""Whatever somebody writes, says, edits, deletes and commands, and whenever they are heard: no other word is lost."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given
from hypothesis import settings as laws
from hypothesis import strategies as st

from core.contracts.session import Entry, Reason, Status
from tests.fakes.effort import tries
from tests.fakes.heard import Scene, scene
from tests.fakes.interview import PlainInterview
from tests.fakes.stores import people_with_mail

EXAMPLES = int(os.environ.get("RACONTEUR_VOICES", tries(12, soak=300)))
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
    st.tuples(st.sampled_from(["hear", "edit", "fail", "delete"]), st.integers(0, 9)),
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
        """The messages that were written."""
        self.spoken: dict[str, str] = {}
        """Those that were spoken."""
        self.edits = 0
        self.struck: set[str] = set()
        """What was an answer when its message was deleted."""
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
                case (str(deed), int(which)):
                    deeds = {"hear": self._hear, "fail": self._fail, "edit": self._edit, "delete": self._delete}
                    await deeds[deed](which)
                case str():
                    await self.s.write(step)
                    if step == "/fix":
                        await self.s.write("/help")  # so that what comes next is no correction

    async def _write(self, text: str) -> None:
        await self.s.later()
        self.refs[text] = await self.s.person.write(text)
        self.sent.append(text)
        await self.s.transcription.settled()

    async def _speak(self, text: str) -> None:
        await self.s.later()
        session = (await self.s.r.sessions())[0]
        if not session.timing.held:
            self.open_then[text] = session.open_question
        self.unheard[await self._note(text)] = text
        self.sent.append(text)
        await self.s.transcription.settled()

    async def _note(self, text: str) -> str:
        """Hand in a note with these words; its event."""
        where = self.s.r.platform.position()
        self.spoken[text] = str(where)
        return await self.s.transcription.speak(self.s.person, seconds=7, position=where)

    async def _burst(self, number: int) -> None:
        """Words and a note at once, before anything is handled."""
        await self.s.later()
        for part in ("a", "b"):
            text = f"burst-{number}{part}"
            self.refs[text] = await self.s.person.write(text)
            self.sent.append(text)
        event = await self._note(f"burst-{number}c")
        self.unheard[event] = f"burst-{number}c"
        self.sent.append(self.unheard[event])
        await self.s.transcription.settled()

    async def _hear(self, which: int) -> None:
        if self.unheard:
            event = list(self.unheard)[which % len(self.unheard)]
            await self.s.hear(event, self.unheard.pop(event))

    async def _fail(self, which: int) -> None:
        """One that cannot be heard has no words."""
        if self.unheard:
            event = list(self.unheard)[which % len(self.unheard)]
            self.sent.remove(self.unheard.pop(event))
            await self.s.transcription.fail(event, "silent")
            await self.s.transcription.settled()

    async def _edit(self, which: int) -> None:
        if self.refs:
            text = list(self.refs)[which % len(self.refs)]
            self.edits += 1
            if text not in self.struck:
                self.newest[text] = f"edited-{self.edits}"
            await self.s.person.edit(self.refs[text], f"edited-{self.edits}")
            await self.s.transcription.settled()

    async def _delete(self, which: int) -> None:
        """Words that wait are not kept at all; those of an answer stay, and are not shown."""
        refs = {**self.refs, **self.spoken}
        if not refs:
            return
        text = list(refs)[which % len(refs)]
        entry = next((e for e in await self.answers() if e.revisions[0].text == text), None)
        await self.s.person.delete(refs[text])
        await self.s.transcription.settled()
        if entry is None:
            self.sent = [words for words in self.sent if words != text]
            self.unheard = {event: words for event, words in self.unheard.items() if words != text}
            self.refs.pop(text, None)
        elif not entry.withdrawn:
            self.struck.add(text)

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
            assert (entry.spoken_seconds > 0) == (first in conversation.spoken)
            assert (entry.newest.reason is Reason.DELETED) == (first in conversation.struck)
        whole = await s.r.record()
        stands = {e.seq for e in whole.entries if not e.withdrawn}
        assert all(e.answers in stands for e in answers if not e.withdrawn), "words below a question that is not shown"
        shown = [e for e in answers if not e.withdrawn]
        assert whole.session.counters.answers == len(shown)
        assert whole.session.status is Status.COMPLETED
        assert await s.r.store.read(people_with_mail) == []
