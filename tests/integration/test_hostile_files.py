"""Files by which one person could hold up everybody: each is read or refused by what it is, and others go on."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from core.contracts.messages import Attachment
from core.interviews.podcast.sources.opener import MODULE, Opener
from core.languages.messages import say
from core.readers.pool import SECONDS, ReaderPool
from tests.fakes import reader_process as told
from tests.fakes.app import until
from tests.fakes.effort import some
from tests.fakes.hostile import READ, SAMPLES, opened
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import SRT, does, talking

OUTCOMES = {
    "merge.md": READ,
    "spans.html": READ,
    "words.xml": READ,
    "one-name.zip": "source-unreadable",
    "times.txt": "source-heavy",
    "laughs.md": READ,
    "brackets.md": READ,
    "many-names.zip": "source-unreadable",
    "zips.zip": READ,
    "charset.txt": "source-unreadable",
    "deep.html": READ,
    "tables.html": READ,
    "attributes.html": READ,
    "data.html": READ,
    "deep.json": "source-heavy",
    "nothing.json": "source-heavy",
    "digits.json": READ,
    "segments.json": "source-heavy",
    "laughs.xml": "source-unreadable",
    "items.xml": "source-heavy",
    "title.xml": READ,
    "notes.xml": READ,
    "deep.xml": READ,
    "broken.xml": READ,
    "digits.srt": "source-heavy",
    "captions.srt": "source-heavy",
    "voices.vtt": "source-heavy",
    "marks.md": "source-heavy",
    "blanks.txt": READ,
    "colons.txt": "source-heavy",
}


async def test_each_kind_is_read_or_refused_before_it_costs_anything() -> None:
    """Nobody turns this clock: a reader that needed its limits of processor or memory would be in the log."""
    assert {*OUTCOMES} == {*SAMPLES}
    # Two of each format are enough where there is little time.
    formats = sorted({name.partition(".")[2] for name in OUTCOMES})
    few = [name for each in formats for name in [one for one in OUTCOMES if one.endswith(f".{each}")][:2]]
    tried = some(few, soak=list(OUTCOMES))
    pool = ReaderPool(ManualClock(), reads=(MODULE,))
    opener = Opener(readers=pool, person="anna")
    try:
        with capture_logs() as lines:
            found = {name: await opened(opener, SAMPLES[name], SAMPLES[name].make()) for name in tried}
    finally:
        await pool.close()
    assert lines == []
    assert found == {name: OUTCOMES[name] for name in tried}


async def _sends(anna: FakePerson, body: bytes, name: str = "talk.srt") -> None:
    await anna.tell(Attachment(file_ref=anna.platform.keep(body), name=name, size=len(body)))


async def test_while_an_endless_file_is_read_others_go_on() -> None:
    clock = ManualClock()
    pool = ReaderPool(clock, reads=(MODULE,), module=told.MODULE)
    async with talking(readers=pool, clock=clock) as (app, anna, _web):
        boris = app.platform.person("2", name="Boris")
        await does(app, anna, "[Creative]")
        await _sends(anna, told.HANG)
        await until(lambda: SECONDS in clock.asked)
        clock.asked.clear()
        await boris.begin("podcast")
        await boris.press("Analytical")
        await boris.next_where(say("en", "intake-source-now", template="Analytical").partition(":")[0])
        await _sends(boris, SRT.encode())
        await boris.next_where("I’ve read the transcript")
        await boris.says("I think that a walk in the woods is worth more than an idea, and I will take one.")
        assert not any("could not" in each for each in anna.said)
        clock.advance(SECONDS)
        await anna.next_where(say("en", "source-laborious"))


@pytest.mark.parametrize(
    ("body", "sentence"), [(told.GROW, "source-heavy"), (told.CRASH, "source-unreadable")], ids=["grows", "crashes"]
)
async def test_whoever_sent_what_brings_a_reader_down_gets_a_sentence(body: bytes, sentence: str) -> None:
    async with talking(readers=ReaderPool(ManualClock(), reads=(MODULE,), module=told.MODULE)) as (
        app,
        anna,
        _web,
    ):
        await does(app, anna, "[Creative]")
        await _sends(anna, body)
        await anna.next_where(say("en", sentence))
        await asyncio.sleep(0)
        await _sends(anna, SRT.encode())
        await anna.next_where("I’ve read the transcript")
