"""What every platform adapter must do with recordings; a part of `PlatformContract`."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from core.contracts.errors import Rejected, TooLarge
from core.contracts.messages import Address, Say, Text, Voice
from tests.contract.platform_kit import HARD_TEXT, PATIENCE, Feature, HarnessedTests, PlatformHarness, squeezed


class SpokenContract(HarnessedTests):
    """Recordings: how they arrive, how they are fetched, and the line that is shown meanwhile."""

    async def spoken(self, harness: PlatformHarness, audio: bytes) -> Voice:
        await harness.speak(audio, seconds=42)
        content = (await harness.inbox.last(1)).content
        assert isinstance(content, Voice)
        return content

    async def test_a_recording_arrives_with_what_is_known_of_it(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.RECORDINGS)
        voice = await self.spoken(harness, b"sound" * 100)
        assert voice.file_ref
        assert voice.seconds == (None if Feature.DURATION in harness.lacks else 42)
        assert voice.size == 500
        assert voice.media_type.startswith(("audio/", "video/"))
        assert (voice.text, voice.trouble, voice.audio, voice.late) == (None, "", "", False)
        event = await harness.inbox.last(1)
        assert event.address == harness.address
        assert event.ref
        assert event.sent_at.utcoffset() == timedelta(0)

    async def test_recordings_and_words_keep_their_order(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.RECORDINGS)
        await harness.write("before")
        await harness.speak(b"sound", seconds=1)
        await harness.write("after")
        events = await harness.inbox.take(3)
        assert [type(event.content) for event in events] == [Text, Voice, Text]
        assert len({event.event_id for event in events}) == len({event.ref for event in events}) == 3
        assert [event.position for event in events] == sorted(event.position for event in events)

    async def test_a_recording_is_fetched_byte_for_byte(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.RECORDINGS)
        sound = bytes(range(256)) * 1_000
        voice = await self.spoken(harness, sound)
        for _ in range(2):
            async with asyncio.timeout(PATIENCE):
                assert await harness.platform.fetch(voice.file_ref, limit=len(sound)) == sound

    async def test_a_recording_over_the_limit_is_too_large(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.RECORDINGS)
        voice = await self.spoken(harness, bytes(100_001))
        with pytest.raises(TooLarge):
            await harness.platform.fetch(voice.file_ref, limit=100_000)

    async def test_a_recording_that_is_not_there_is_rejected(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.RECORDINGS)
        for file_ref in (harness.lost_recording(), "nonsense", "../../etc/passwd", ""):
            with pytest.raises(Rejected):
                await harness.platform.fetch(file_ref, limit=1_000)

    async def test_the_line_of_the_listening_changes_in_place_and_goes(self, harness: PlatformHarness) -> None:
        async with harness.platform.listening(harness.address) as line:
            line.show("Listening…")
            await harness.until_listening("Listening…")
            line.show("Listening… 10 %")
            line.show("Listening… 50 %")
            await harness.until_listening("Listening… 50 %")
            assert not line.lost
        await harness.until_listening("")
        line.show("Listening… 90 %")
        await self.send(harness, Say(text="I have heard you."))
        assert [squeezed(shown.text) for shown in await harness.shown(1)] == [squeezed("I have heard you.")]
        await harness.until_listening("")

    async def test_listening_neither_raises_nor_hides_an_error(self, harness: PlatformHarness) -> None:
        nobody = Address(platform=harness.platform.name, chat="999999999")
        async with harness.platform.listening(nobody) as line:
            line.show("Listening…")
        async with harness.platform.listening(harness.address) as line:
            for words in ("", " \n ", "\ud83d", "x" * 10_000, HARD_TEXT):
                line.show(words)
        with pytest.raises(ZeroDivisionError):
            async with harness.platform.listening(harness.address):
                raise ZeroDivisionError
        await harness.until_listening("")

    async def test_listening_does_not_outlive_the_adapter(self, harness: PlatformHarness) -> None:
        async with harness.platform.listening(harness.address) as line:
            line.show("Listening…")
            await harness.until_listening("Listening…")
            async with asyncio.timeout(PATIENCE):
                await harness.stop()
            line.show("Listening… 50 %")
        await harness.until_listening("")
