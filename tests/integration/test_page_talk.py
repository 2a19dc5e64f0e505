"""Talking hands free on the page, in Chromium with a fake microphone: one press, and then only speaking and pausing."""

from __future__ import annotations

import asyncio
import wave
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from core.contracts.messages import Choice, Outgoing, SendVoice
from core.features.transcription.local import LocalTranscriber
from tests.fakes.live_ears import LiveEars
from tests.fakes.voice_clips import RATE, VILLAGE, WINTER, np, silence, spoken, wrapped
from tests.fakes.waiting import until
from tests.fakes.web_client import HERE
from tests.features.transcription.ears import listening
from tests.integration.page_kit import LOOKS, Alone, Tab, alone, barriers, fits, looking, needs_browser
from tests.integration.test_page_microphone import ALLOWED, FAKE, heard

pytestmark = needs_browser
SAID = np.concatenate([spoken(VILLAGE, gap=0.1), silence(0.8), spoken(WINTER, gap=0.1)])
QUESTION = "Where did your grandmother live?"


@pytest.fixture(scope="module")
def microphone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A WAV that a fake microphone hears again and again: two sentences, and a long silence."""
    return written(tmp_path_factory.mktemp("talk") / "talk.wav", SAID)


def written(path: Path, said: Any) -> Path:
    """A WAV of a silence, what is said, and a long silence."""
    samples = np.concatenate([silence(3.0), said, silence(14.0)]).astype(np.int16)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


class Talk:
    """Somebody who talks hands free."""

    def __init__(self, there: Alone, tab: Tab, ears: LiveEars) -> None:
        self.there, self.tab, self.page, self.ears = there, tab, tab.page, ears

    async def until(self, state: str) -> None:
        await self.page.locator(f"#hands-free[data-state={state}]").wait_for()

    async def until_said(self, words: str) -> None:
        await self.page.locator("#hands-free .state", has_text=words).wait_for()

    async def speech_in(self, sound: bytes) -> float:
        """The seconds of speech in a recording."""
        await self.ears.unfollow("some")
        return (await self.ears.follow("some", sound)).speech

    async def is_whole(self, sound: bytes) -> bool:
        """Whether nothing that was said is missing."""
        said = await self.speech_in(wrapped(SAID, "webm"))
        return await self.speech_in(sound) > said - 0.35


@asynccontextmanager
async def talking(folder: Path, microphone: Path, *choices: Choice, **options: Any) -> AsyncIterator[Talk]:
    """Somebody who has been asked a question, and has pressed the one button."""
    flags = (ALLOWED, FAKE, f"--use-file-for-fake-audio-capture={microphone}")
    async with listening(folder / "ears") as transcriber, alone(folder) as there:
        await transcriber.warm_up()
        ears = LiveEars(transcriber)
        await warmed(transcriber)
        there.inbox.live = ears
        async with looking(there.link, *flags, **options) as tab:
            talk = Talk(there, tab, ears)
            await there.say(QUESTION, *choices, asks=True)
            await tab.until_shown(QUESTION)
            await tab.page.click("#talk-with-me")
            await tab.page.locator("#hands-free[open] .asked", has_text=QUESTION).wait_for()
            yield talk


async def warmed(transcriber: LocalTranscriber) -> None:
    """Have the process that follows speech begin before anything is measured."""
    await transcriber.follow("warm", wrapped(silence(1.0), "webm"), max_seconds=60.0)
    await transcriber.unfollow("warm")


async def test_an_answer_ends_by_itself_and_the_next_question_is_listened_to(tmp_path: Path, microphone: Path) -> None:
    async with talking(tmp_path, microphone) as talk:
        await talk.until("listening")
        assert talk.ears.talking == {HERE}
        await talk.page.locator("#hands-free .so-far p.words", has_text="en:").wait_for()
        await talk.until_said("when the ring is full")
        await talk.until("sending")
        _, sound = await heard(talk.there)
        assert await talk.is_whole(sound)
        await talk.there.say("And your grandfather?", asks=True)
        await talk.page.locator("#hands-free .asked", has_text="And your grandfather?").wait_for()
        await talk.until("listening")
        await talk.page.click("#hands-free .stop")
        await talk.page.locator("#hands-free").wait_for(state="hidden")
        await until(lambda: not talk.ears.talking)
        assert len(talk.there.inbox.accepted) == 1
        assert await talk.page.locator("#lines .me .length").count() == 1


async def test_a_connection_that_is_cut_loses_no_second(tmp_path: Path, microphone: Path) -> None:
    async with talking(tmp_path, microphone) as talk:
        await talk.until("listening")
        await talk.until_said("I’m listening.")
        await talk.page.locator("#hands-free .so-far p.words", has_text="en:").wait_for()
        await talk.page.context.set_offline(True)
        await talk.until_said("everything you say is saved")
        await asyncio.sleep(3)
        assert talk.there.inbox.accepted == []
        await talk.page.context.set_offline(False)
        voice, sound = await heard(talk.there)
        assert voice.seconds is not None
        assert abs((await talk.ears.follow("cut", sound)).seconds - voice.seconds) < 0.7
        assert await talk.is_whole(sound)


async def test_words_so_far_that_fail_harm_nothing(tmp_path: Path, microphone: Path) -> None:
    async with talking(tmp_path, microphone) as talk:
        talk.ears.fails = True
        await talk.until("sending")
        _, sound = await heard(talk.there)
        assert await talk.speech_in(sound) > 2
        assert await talk.page.locator("#hands-free .so-far").is_hidden()


async def test_who_is_not_done_is_waited_for_and_who_is_done_need_not_wait(tmp_path: Path) -> None:
    microphone = written(tmp_path / "one.wav", spoken(VILLAGE, gap=0.1))
    async with talking(tmp_path, microphone) as talk:
        await talk.page.wait_for_function(
            "() => parseInt(document.querySelector('#hands-free .wait').getAttribute('stroke-dasharray')) >= 30"
        )
        await talk.page.click("#hands-free .more")
        await asyncio.sleep(5)
        assert await talk.page.get_attribute("#hands-free", "data-state") == "listening"
        assert await talk.page.get_attribute("#hands-free .wait", "stroke-dasharray") == "0 100"
        await talk.page.click("#hands-free .done")
        await talk.until("sending")
        _, sound = await heard(talk.there)
        assert await talk.speech_in(sound) > 2


async def test_speaking_over_the_question_stops_it_and_loses_no_syllable(tmp_path: Path, microphone: Path) -> None:
    flags = (ALLOWED, FAKE, f"--use-file-for-fake-audio-capture={microphone}")
    async with listening(tmp_path / "ears") as transcriber, alone(tmp_path) as there:
        await warmed(transcriber)
        ears = there.inbox.live = LiveEars(transcriber, speaks=True)
        long = wrapped(np.concatenate([spoken(VILLAGE)] * 8), "ogg")
        voice = SendVoice(of="k1", body=long, seconds=30.0, waveform=b"\xff")
        async with looking(there.link, *flags) as tab:
            talk = Talk(there, tab, ears)
            await there.say(QUESTION, asks=True)
            await there.platform.send(Outgoing(key="k1/voice", address=HERE, saying=voice))
            await tab.page.locator("audio.sound").wait_for(state="attached")
            await tab.page.click("#talk-with-me")
            await talk.until("reading")
            await talk.until("listening")
            await talk.until("sending")
            _, sound = await heard(there)
            assert await talk.is_whole(sound)


async def test_what_was_said_is_offered_to_whoever_stops(tmp_path: Path, microphone: Path) -> None:
    async with talking(tmp_path, microphone) as talk:
        await talk.page.locator("#hands-free .so-far p.words", has_text="en:").wait_for()
        await talk.page.keyboard.press("Escape")
        await talk.page.locator("#recorder .left").wait_for()
        await talk.page.click("#recorder .send")
        _, sound = await heard(talk.there)
        assert await talk.speech_in(sound) > 1


async def test_skipping_asks_for_the_next_question(tmp_path: Path, microphone: Path) -> None:
    skip = Choice(label="Skip", data="skip@s.4")
    async with talking(tmp_path, microphone, skip) as talk:
        await talk.until("listening")
        await talk.page.click("#hands-free .next >> text=Skip")
        await talk.until("sending")
        [button] = await talk.there.until_heard(1)
        assert button.data == "skip@s.4"


async def test_where_nothing_hears_there_is_no_button(tmp_path: Path) -> None:
    async with alone(tmp_path) as there, looking(there.link) as tab:
        await there.say(QUESTION, asks=True)
        await tab.until_shown(QUESTION)
        assert await tab.page.locator("#talk-with-me, #hands-free").count() == 0


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_state_of_it_has_a_barrier(tmp_path: Path, microphone: Path, width: int, scheme: str) -> None:
    screen = {"viewport": {"width": width, "height": 740}, "color_scheme": scheme, "reduced_motion": "reduce"}
    async with talking(tmp_path, microphone, **screen) as talk:
        assert await barriers(talk.page) == [], "listening"
        assert await fits(talk.page)
        await talk.page.locator("#hands-free .so-far p.words", has_text="en:").wait_for()
        assert await barriers(talk.page) == [], "words"
        await talk.until("sending")
        assert await barriers(talk.page) == [], "sending"
        await talk.page.click("#hands-free .stop")
        await talk.page.locator("#hands-free").wait_for(state="hidden")
        assert await barriers(talk.page) == [], "left"
        assert await fits(talk.page)
