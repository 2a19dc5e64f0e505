"""Talking hands free, as the server sees it: parts are answered with the speech so far, and heard while they come."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from core.contracts.errors import HearingUnavailable
from core.contracts.live_hearing import SpeechSoFar
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import until
from tests.fakes.web_app import page_app
from tests.fakes.web_client import Browser
from tests.integration.test_web_page import asked, begun, told


class FollowingTranscriber(FakeTranscriber):
    """Takes a letter for a second of speech, and a dot for one of silence."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: dict[str, bytes] = {}
        self.failures = 0
        self.is_supplied = True

    async def follow(self, recording: str, piece: bytes, *, max_seconds: float) -> SpeechSoFar:
        if self.failures:
            self.failures -= 1
            self.followed.pop(recording, None)
            raise HearingUnavailable("it fails")
        so_far = self.followed[recording] = self.followed.get(recording, b"") + piece
        silence = len(so_far) - len(so_far.rstrip(b"."))
        return SpeechSoFar(seconds=len(so_far), speech=len(so_far) - so_far.count(b"."), silence=silence)

    async def unfollow(self, recording: str) -> None:
        self.followed.pop(recording, None)


class Speaker:
    """Somebody whose recording is sent part by part."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.place = f"/recordings/{uuid4()}"

    async def part(self, number: int, data: bytes) -> dict[str, float]:
        status, answer = await self._browser.part(f"{self.place}/parts/{number}?live=1", data)
        assert status == 200
        found: dict[str, float] = answer
        return found

    async def end(self, parts: int) -> None:
        fields = {"parts": parts, "seconds": 9.0, "type": "audio/webm;codecs=opus"}
        status, _ = await self._browser.post(f"{self.place}/end", fields)
        assert status == 200


async def test_each_part_is_answered_with_the_speech_so_far_and_the_words_come_meanwhile(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        speaker = Speaker(anna)
        assert await speaker.part(0, b"We") == {"seconds": 2, "speech": 2, "silence": 0}
        assert await speaker.part(1, b".lived..") == {"seconds": 10, "speech": 7, "silence": 2}
        await until(lambda: anna.overheard == "We.lived..")
        assert transcriber.recordings[-1].is_partial
        assert (await speaker.part(2, b"here."))["speech"] == 11
        await speaker.end(3)
        await asked(anna, 2)
        await until(lambda: not anna.overheard)
        assert transcriber.followed == {}
        assert not transcriber.recordings[-1].is_partial
        assert (await told(whole))[0][1] == ["We.lived..here."]


async def test_parts_count_in_their_order_and_once(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        speaker = Speaker(anna)
        assert await speaker.part(1, b"cd") == {}
        assert (await speaker.part(0, b"ab"))["seconds"] == 4
        assert (await speaker.part(0, b"ab"))["seconds"] == 4
        assert list(transcriber.followed.values()) == [b"abcd"]


async def test_what_follows_may_fail_and_begins_again(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        speaker = Speaker(anna)
        await speaker.part(0, b"ab")
        transcriber.failures = 1
        assert await speaker.part(1, b"cd") == {}
        assert (await speaker.part(2, b"ef"))["seconds"] == 6
        await speaker.end(3)
        await asked(anna, 2)
        assert (await told(whole))[0][1] == ["abcdef"]


async def test_a_recording_that_is_thrown_away_is_followed_no_more(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        speaker = Speaker(anna)
        await speaker.part(0, b"ab..")
        async with anna.session.delete(f"{anna.origin}{speaker.place}", headers=anna.own_headers()) as answer:
            assert answer.status == 200
        assert transcriber.followed == {}
        await until(lambda: not anna.overheard)


async def test_the_button_is_there_only_where_somebody_can_be_followed(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        assert 'id="talk-with-me"' in (await anna.get("/"))[1]
        assert await anna.post("/talk", {"on": True}) == (200, {"hears": True, "speaks": False})
        assert await anna.post("/talk", {"on": False}) == (200, {"hears": True, "speaks": False})
        transcriber.is_supplied = False
        assert 'id="talk-with-me"' not in (await anna.get("/"))[1]
        assert await anna.post("/talk", {"on": True}) == (200, {"hears": False, "speaks": False})
        assert await Speaker(anna).part(0, b"ab") == {}
    async with page_app(tmp_path / "deaf", transcriber=FakeTranscriber()) as whole, begun(whole) as anna:
        assert 'id="talk-with-me"' not in (await anna.get("/"))[1]


async def test_it_is_said_before_speaking_that_nothing_can_be_heard_yet(tmp_path: Path) -> None:
    transcriber = FollowingTranscriber()
    transcriber.is_supplied = False
    async with page_app(tmp_path, transcriber=transcriber) as whole, begun(whole) as anna:
        _, page = await anna.get("/")
        assert 'id="speak-hint"' in page
        assert "data-hears" not in page
        transcriber.is_supplied = True
        _, page = await anna.get("/")
        assert 'id="speak-hint"' not in page
        assert 'data-hears="yes"' in page
