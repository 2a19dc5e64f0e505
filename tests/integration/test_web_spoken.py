"""Answers that are spoken on the page, with the whole app behind it: heard, shown beside their line, and corrected."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bot.config import Settings
from bot.sections import VoiceSection
from core.contracts.errors import StorageError, VoiceAbsent
from core.contracts.ports import HearingProgress
from core.languages.messages import say
from tests.fakes.manual_clock import ManualClock
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import until
from tests.fakes.web_app import page_app
from tests.fakes.web_client import Browser
from tests.integration.test_web_page import asked, begun, settled, told

RIVER = b"We lived by the river."


def spoken(browser: Browser) -> list[Mapping[str, Any]]:
    return [line for _, line in sorted(browser.lines.items()) if line["kind"] == "voice"]


async def test_a_recording_is_an_answer_with_its_words_beside_it(tmp_path: Path) -> None:
    transcriber = FakeTranscriber()
    gate = transcriber.gate(RIVER)
    transcriber.steps[RIVER] = [HearingProgress(ahead=0, done=0.5, words="We lived")]
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await until(lambda: "We lived" in anna.listening)
        assert [line["heard"] for line in spoken(anna)] == [""]
        gate.set()
        await asked(anna, 2)
        await until(lambda: [line["heard"] for line in spoken(anna)] == [RIVER.decode()])
        assert (await told(whole))[0][1] == [RIVER.decode()]
        async with anna.tab() as second:
            await until(lambda: [line["heard"] for line in spoken(second)] == [RIVER.decode()])
        assert (tmp_path / "web-uploads").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("keep", [True, False])
async def test_it_can_be_heard_on_its_line_where_it_is_kept_and_nowhere_else(tmp_path: Path, *, keep: bool) -> None:
    voice = VoiceSection(keep_audio=keep)
    settings = Settings(voice=voice)
    async with page_app(tmp_path, transcriber=FakeTranscriber(), settings=settings) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await asked(anna, 2)
        number = spoken(anna)[0]["n"]
        href = f"/speech/{number}"
        await until(lambda: spoken(anna)[0]["speech"] == (href if keep else None))
        assert ("<audio" in spoken(anna)[0]["html"]) is keep
        assert (await heard_at(anna, href)) == ((200, "audio/webm", RIVER) if keep else (404, "", b""))
        async with anna.tab() as second:
            await until(lambda: [line["speech"] for line in spoken(second)] == [href if keep else None])


async def heard_at(browser: Browser, href: str) -> tuple[int, str, bytes]:
    async with browser.session.get(f"{browser.origin}{href}") as answer:
        return (answer.status, answer.content_type, await answer.read()) if answer.status == 200 else (404, "", b"")


async def test_what_was_heard_is_corrected_like_what_was_written(tmp_path: Path) -> None:
    async with page_app(tmp_path, transcriber=FakeTranscriber()) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await asked(anna, 2)
        anna.edit("We lived by the sea.")
        await until(lambda: any(line["edited"] for line in spoken(anna)))
        assert [line["heard"] for line in spoken(anna)] == ["We lived by the sea."]
        await settled(whole)
        assert (await told(whole))[0][1] == ["We lived by the sea."]


async def test_what_was_not_heard_yet_has_no_words_to_correct(tmp_path: Path) -> None:
    transcriber = FakeTranscriber()
    gate = transcriber.gate(RIVER)
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await transcriber.begun(RIVER)
        await until(lambda: len(spoken(anna)) == 1)
        wish = {"id": str(uuid4()), "line": spoken(anna)[0]["n"], "text": "We lived by the sea."}
        assert (await anna.post("/edit", wish))[0] == 400
        gate.set()
        await asked(anna, 2)
        assert (await told(whole))[0][1] == [RIVER.decode()]
        assert (await anna.post("/edit", wish))[0] == 200
        await settled(whole)
        assert (await told(whole))[0][1] == ["We lived by the sea."]


async def test_words_that_were_heard_late_are_corrected_too(tmp_path: Path) -> None:
    transcriber = FakeTranscriber()
    transcriber.troubles[RIVER] = [VoiceAbsent("Not yet.")]
    clock = ManualClock()
    async with page_app(tmp_path, transcriber=transcriber, clock=clock) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await until(lambda: len(anna.spoken) > 1 and "I’ll keep yours" in anna.spoken[-1]["text"])
        clock.advance(3600.0)
        await whole.app.tick()
        await until(lambda: [line["heard"] for line in spoken(anna)] == [RIVER.decode()])
        await settled(whole)
        assert [RIVER.decode()] in [answers for _, answers in await told(whole)]
        anna.edit("We lived by the sea.")
        await until(lambda: any(line["edited"] for line in spoken(anna)))
        await settled(whole)
        assert ["We lived by the sea."] in [answers for _, answers in await told(whole)]


async def test_an_answer_that_was_heard_late_and_edited_is_left_out_and_put_back(tmp_path: Path) -> None:
    transcriber = FakeTranscriber()
    transcriber.troubles[RIVER] = [VoiceAbsent("Not yet.")]
    clock = ManualClock()
    async with page_app(tmp_path, transcriber=transcriber, clock=clock) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        await until(lambda: len(anna.spoken) > 1 and "I’ll keep yours" in anna.spoken[-1]["text"])
        clock.advance(3600.0)
        await whole.app.tick()
        await until(lambda: [line["heard"] for line in spoken(anna)] == [RIVER.decode()])
        await settled(whole)
        anna.edit("We lived by the sea.")
        await until(lambda: any(line["edited"] for line in spoken(anna)))
        await settled(whole)
        number = spoken(anna)[0]["n"]
        assert (await anna.post("/leave-out", {"id": "leave-out-0001", "line": number}))[0] == 200
        await until(lambda: spoken(anna)[0]["left_out"])
        assert say("en", "private-not-there") not in [line["text"] for line in anna.spoken]
        assert (await anna.post("/put-back", {"id": "put-back-00001", "line": number}))[0] == 200
        await until(lambda: not spoken(anna)[0]["left_out"])


async def test_where_nothing_hears_it_is_kept_and_said_so(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, begun(whole) as anna:
        anna.speak(RIVER, seconds=4.0)
        sentence = say("en", "voice-absent").partition(".")[0]
        await until(lambda: any(sentence in line["text"] for line in anna.spoken))
        await settled(whole)
        recordings = tmp_path / "recordings"
        await until(lambda: [path.read_bytes() for path in recordings.glob("*.webm")] == [RIVER])


async def test_what_a_crash_keeps_from_the_book_is_sent_again_and_heard_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk refuses once between the joining and the commit; the browser asks again, as it does after a death."""
    async with page_app(tmp_path, transcriber=FakeTranscriber()) as whole, begun(whole) as anna:
        write, refusals = type(whole.store).write, [1]

        async def refusing(self: Any, unit: Any, **more: Any) -> Any:
            if refusals and any((tmp_path / "web-uploads").rglob("*.sound")):
                refusals.pop()
                raise StorageError("The disk is full.")
            return await write(self, unit, **more)

        monkeypatch.setattr(type(whole.store), "write", refusing)
        anna.speak(RIVER, seconds=4.0)
        await asked(anna, 2)
        assert refusals == []
        assert (await told(whole))[0][1] == [RIVER.decode()]
        assert len(spoken(anna)) == 1
