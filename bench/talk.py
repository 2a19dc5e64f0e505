"""(t) Talking hands free: from the end of speech to the first sound of the next question."""

from __future__ import annotations

import asyncio
import importlib.util
import io
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp

from bench.children import start, told
from bench.figures import Row, median
from bench.page import Reader
from bench.steady_ears import COST
from bench.voice import NEEDED

LATENCY = 1.0
TURNS = 5
EVERY = 0.4
"""Seconds of a part, as in talk.js."""
QUIET = 2.5
"""Seconds of silence that end an answer, as in talk.js."""
SENTENCES = (
    "My grandmother was born in a small village by the river. In winter we walked to school over the frozen lake."
)


@dataclass(slots=True)
class Talker(Reader):
    """A browser in which somebody talks hands free."""

    sounds: int = 0
    """Questions whose sound is there."""
    _sounded: set[int] = field(default_factory=set)

    async def talks(self) -> None:
        await self.post("/talk", on=True)
        await self._until(lambda: self.sounds > 0)

    async def answers(self, parts: list[bytes], end_of_speech: float) -> tuple[float, float]:
        """Say something in real time.

        Return the seconds until the next question's sound is here: from the end of speech, and from that of the answer.
        """
        await self.post("/talk", on=True)
        place, before, began = f"/recordings/{uuid4()}", self.sounds, time.perf_counter()
        sent = 0
        for number, part in enumerate(parts):
            await asyncio.sleep(max(0.0, began + EVERY * (number + 1) - time.perf_counter()))
            report = await self._part(f"{place}/parts/{number}?live=1", part)
            sent += 1
            if report.get("speech", 0) >= 1 and report["silence"] >= QUIET:
                break
        ended = time.perf_counter()
        await self.post(f"{place}/end", parts=sent, seconds=round(ended - began, 1), type="audio/webm;codecs=opus")
        await self._until(lambda: self.sounds > before)
        heard = time.perf_counter()
        return heard - began - end_of_speech, heard - ended

    async def _part(self, path: str, data: bytes) -> dict[str, float]:
        own = {"Origin": self.origin, "X-Raconteur": "1"}
        async with self.session.post(f"{self.origin}{path}", data=io.BytesIO(data), headers=own) as answer:
            answer.raise_for_status()
            found: dict[str, float] = await answer.json()
            return found

    def read(self, line: dict[str, Any]) -> None:
        if line.get("speech") and line["asks"] and line["n"] not in self._sounded:
            self._sounded.add(line["n"])
            self.sounds += 1
        Reader.read(self, line)


async def measure(folder: Path) -> list[Row]:
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        return [Row(part="t", what="talking hands free", measured=f"not measured: {', '.join(missing)} not installed")]
    parts, end_of_speech = await asyncio.to_thread(_spoken)
    rows: list[Row] = []
    for ears, name in (("steady", f"a look costs {COST} s"), ("whisper", "openai-whisper, tiny.en")):
        from_speech, from_end = await _measured(folder / ears, ears, parts, end_of_speech)
        rows += [
            Row(
                part="t",
                what=f"end of speech to the sound of the next question, {name}",
                measured=f"{median(from_speech):.1f} s",
                ratio=f"{QUIET} s of it waiting, L = {LATENCY:.0f} s",
            ),
            Row(
                part="t",
                what="the same from the end of the answer on",
                aim="≤ 3 s",
                measured=f"{median(from_end):.1f} s",
                ratio=f"longest {max(from_end):.1f} s",
            ),
        ]
    return rows


async def _measured(
    place: Path, ears: str, parts: list[bytes], end_of_speech: float
) -> tuple[list[float], list[float]]:
    process = await start("bench.page_server", str(place), str(LATENCY), ears)
    where = await told(process)
    async with AsyncExitStack() as stack:
        stack.callback(process.kill)
        jar = aiohttp.CookieJar(unsafe=True)
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
        talker = Talker(session, where["origin"])
        await talker.come_in(where["code"])
        listening = asyncio.create_task(talker.listen())
        await talker.begins()
        await talker.talks()
        # The first one waits for processes that begin.
        waits = [await talker.answers(parts, end_of_speech) for _ in range(TURNS + 1)][1:]
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    await process.wait()
    return [wait for wait, _ in waits], [wait for _, wait in waits]


def _spoken() -> tuple[list[bytes], float]:
    """Return an answer and a long silence as parts of a recording, and the second in which the speech ends."""
    import av
    import numpy as np

    from tests.fakes.voice_clips import RATE, silence, spoken, wrapped

    said = np.concatenate([silence(1.0), spoken(SENTENCES, gap=0.0)])
    sound = wrapped(np.concatenate([said, silence(6.0)]), "webm")
    cuts = [0]
    with av.open(io.BytesIO(sound), "r") as container:
        for packet in container.demux(audio=0):
            if packet.pts is None or packet.time_base is None or packet.pos is None:
                continue
            if float(packet.pts * packet.time_base) >= EVERY * len(cuts):
                cuts.append(packet.pos)
    return [sound[a:b] for a, b in zip(cuts, [*cuts[1:], len(sound)], strict=True)], len(said) / RATE
