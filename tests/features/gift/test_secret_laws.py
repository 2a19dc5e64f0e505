"""Whatever somebody tells, in whatever rhythm, with and without a model, and whenever the process goes: what they keep
back is in nothing that leaves."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as laws
from hypothesis import strategies as st

from core.contracts.errors import ModelUnavailable
from core.contracts.messages import Say
from core.contracts.ports import Prompt
from tests.fakes.discreet import discreet
from tests.fakes.effort import tries
from tests.fakes.gifts import START, Around, family
from tests.fakes.leaving import read_by_others
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import Reply, ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database

# A family gets books, too: without them there is another law.
bound = pytest.importorskip("tests.features.book.bindery").bound
EXAMPLES = int(os.environ.get("RACONTEUR_HISTORIES", tries(4, soak=30)))
SECRET = re.compile(r"secret[a-z]+")
STEPS = st.one_of(
    st.sampled_from(["tell", "send", "secret", "part", "edited", "afterwards", "at once"]),
    st.sampled_from(["/skip", "/pause", "/resume", "/done"]),
    st.sampled_from(["books fail", "books answer", "restart", "without a model", "with a model", "masha asks"]),
    st.sampled_from(["book", "masha tells", "lena tells"]),
    st.tuples(st.just("wait"), st.integers(1, 60 * 24 * 9)),
)


@dataclass(slots=True)
class History:
    """A family whose teller says and keeps back what the steps have her say."""

    rhythm: str
    path: str
    clock: ManualClock = field(default_factory=lambda: ManualClock(START))
    platform: FakePlatform = field(init=False)
    around: Around = field(init=False)
    offline: bool = False
    failing: bool = False
    told: int = 0
    """Stories and secrets so far."""
    asked: set[str] = field(default_factory=set)
    """Secrets that were told with a model: they are in no file either."""
    prompts: list[Prompt] = field(default_factory=list)
    """All that models got to read."""
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __post_init__(self) -> None:
        self.platform = FakePlatform(self.clock)

    async def begin(self) -> None:
        self.platform.up.clear()
        model = ScriptedModel(talk=_curious, books=self._books, offline=self.offline)
        model.prompts = self.prompts
        opened = family(model=model, store=store_at(self.path), clock=self.clock, platform=self.platform)
        self.around = await self._stack.enter_async_context(opened)
        bound(self.around.r)

    async def end(self) -> None:
        await self._stack.aclose()

    def _books(self, prompt: Prompt) -> Reply:
        return ModelUnavailable("Down.", retry_after=None) if self.failing else discreet(prompt)

    async def live(self, steps: list[str | tuple[str, int]]) -> None:
        await self.around.opens(await self.around.gives(rhythm=self.rhythm))
        for step in steps:
            self.clock.advance(1)
            match step:
                case ("wait", int(minutes)):
                    await self.around.passes(timedelta(minutes=minutes))
                case "books fail" | "books answer":
                    self.failing = step == "books fail"
                case "restart" | "without a model" | "with a model":
                    self.offline = self.offline if step == "restart" else step == "without a model"
                    await self.end()
                    await self.begin()
                case "masha asks":
                    await self.around.writes(self.around.masha, "/family")
                    await self.around.presses(self.around.masha, "button-family-ask", teller="Grandma Nina")
                    await self.around.writes(self.around.masha, "What became of the mill?")
                case "book":
                    await self._makes_a_book()
                case "masha tells":
                    await self._tells_too(self.around.masha, "/interview life-story")
                case "lena tells":
                    code = await self.around.gives("Aunt Lena")
                    await self._tells_too(self.around.lena, f"/start {code}")
                case str():
                    await self._says(step)

    async def _makes_a_book(self) -> None:
        """Of what was told so far, for the family; as far as there is anything to press."""
        await self.around.writes(self.around.nina, "/book")
        for key in ("told", "stay", "go", "ours"):
            label = self.around.word(f"book-button-{key}", last="yes")
            if label in self.around.buttons(self.around.nina):
                await self.around.r.handled(self.around.nina.press(label))

    async def _tells_too(self, person: FakePerson, coming: str) -> None:
        """A story of their own."""
        await self.around.writes(person, coming)
        for key in ("agree", "leave-yes"):
            if (label := self.around.word(f"button-{key}")) in self.around.buttons(person):
                await self.around.r.handled(person.press(label))
        await self.around.writes(person, "We had a boat.", "It was green.")

    async def _says(self, step: str) -> None:
        around, nina = self.around, self.around.nina
        self.told += 1
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(self.told))
        secret = f"secret{letters}"
        if step in {"secret", "part", "edited", "afterwards", "at once"} and not self.offline:
            self.asked.add(secret)
        match step:
            case "tell":
                await around.writes(nina, f"Story {letters}.")
            case "send":
                await around.writes(nina, "/skip")
                seen = len(nina.received)
                await around.writes(nina, f"Story {letters}.")
                said = [m.saying for m in nina.received[seen:] if isinstance(m.saying, Say)]
                if any(choice.label == around.word("button-share") for each in said for choice in each.choices):
                    await around.presses(nina, "button-share")
            case "secret":
                await around.writes(nina, f"Please keep this between us: {secret}.")
            case "part":
                await around.writes(nina, f"Bread {letters} was baked. It was {secret}. Leave that part out.")
            case "edited":
                ref = await nina.write(f"It was {secret}.")
                await around.r.settled()
                await nina.edit(ref, f"Please keep this between us: it was {secret}.")
                await around.r.settled()
            case "afterwards":
                await around.writes(nina, f"It was {secret}.", "My last words: keep that to yourself.")
            case "at once":
                # Nobody has read it when the process is gone.
                await nina.write(f"Please keep this between us: {secret}.")
                await self.end()
                await self.begin()
                await self.around.r.settled()
            case command:
                await around.writes(nina, command)


def _curious(prompt: Prompt) -> str:
    """Ask about the very words that may be a secret."""
    found = SECRET.findall(prompt.user)
    return f"What else of {found[-1] if found else 'that'} do you see on day {crc32(prompt.user.encode())}?"


def _read_by(*people: FakePerson) -> str:
    """All that came to them, books too."""
    return "\n".join(
        text
        for each in people
        for text in (*each.said, *(file.body.decode(errors="replace") for file in each.documents))
    )


@asynccontextmanager
async def lived(rhythm: str, steps: list[str | tuple[str, int]]) -> AsyncIterator[History]:
    with tempfile.TemporaryDirectory() as folder:
        history = History(rhythm, new_database(Path(folder)))
        await history.begin()
        try:
            await history.live(steps)
            await history.around.passes(timedelta(days=3))
            yield history
        finally:
            await history.end()


@laws(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["once", "daily", "twice", "weekly"]), st.lists(STEPS, max_size=12))
async def test_nothing_kept_back_is_in_anything_that_leaves(rhythm: str, steps: list[str | tuple[str, int]]) -> None:
    async with lived(rhythm, steps) as history:
        around = history.around
        # What was told without a model, and read before the yes, is in the book.
        said = "\n".join((*around.masha.said, *around.lena.said))
        assert not SECRET.findall(said), "it has reached the family"
        files = _read_by(around.masha, around.lena)
        assert not history.asked.intersection(SECRET.findall(files)), "it is in a file of the family"
        own = (await around.r.record()).session.id
        others = "\n".join(str(prompt) for prompt in history.prompts if prompt.session_id != own)
        assert not SECRET.findall(others), "a model has read it for somebody else"
        for name, text in (await read_by_others(around.r.store, history.clock, Path(history.path).parent)).items():
            assert not history.asked.intersection(SECRET.findall(text)), f"it is in {name}"


async def test_a_question_about_the_message_before_the_last_gives_nothing_away() -> None:
    async with lived("daily", ["afterwards", "/skip", "send"]) as history:
        around = history.around
        assert not SECRET.findall("\n".join(around.masha.said))
        found = await read_by_others(around.r.store, history.clock, Path(history.path).parent)
        assert [name for name, text in found.items() if SECRET.findall(text)] == []


async def test_what_is_not_kept_back_leaves() -> None:
    steps: list[str | tuple[str, int]] = ["tell", "secret", ("wait", 60), "without a model", "send"]
    async with lived("once", steps) as history:
        reached = "\n".join(history.around.masha.said)
        assert "Story b." in reached
        assert "Story d." in reached


async def test_only_the_teller_and_the_book_have_a_part_of_such_an_answer() -> None:
    steps: list[str | tuple[str, int]] = ["part", "tell", ("wait", 600), "book"]
    async with lived("once", steps) as history:
        around = history.around
        assert "Bread b was baked. […] Leave that part out." in _read_by(around.masha).partition("<!DOCTYPE html>")[2]
        assert "Bread" not in "\n".join(around.masha.said)
        found = await read_by_others(around.r.store, history.clock, Path(history.path).parent)
        assert [name for name, text in found.items() if "Bread" in text or SECRET.findall(text)] == []


async def test_others_read_what_is_not_kept_back() -> None:
    steps: list[str | tuple[str, int]] = ["tell", "secret", "masha tells", "lena tells", ("wait", 600), "book"]
    async with lived("once", steps) as history:
        around = history.around
        assert "Story b." in _read_by(around.masha).partition("<!DOCTYPE html>")[2]
        found = await read_by_others(around.r.store, history.clock, Path(history.path).parent)
        assert [name for name, text in found.items() if "Story b." not in text or "We had a boat." not in text] == []
        own = [session.id for session in await around.r.sessions()]
        assert len(own) == 3
        assert set(own) <= {prompt.session_id for prompt in history.prompts if "We had a boat." in str(prompt)} | {
            own[0]
        }
