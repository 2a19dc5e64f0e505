"""The ears and their worker process: turns, limits, cancelling, and nobody's words in another's answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import (
    AudioTooLong,
    AudioTruncated,
    AudioUnreadable,
    HearingBusy,
    HearingUnavailable,
    LanguageUnheard,
    NoAudio,
    VoiceAbsent,
    WeightsAbsent,
)
from core.contracts.ports import HearingProgress, Recording
from core.features.transcription.local import HearingOptions, LocalTranscriber
from tests.fakes import voice_clips as clips
from tests.fakes.effort import tries
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import until
from tests.fakes.worker_processes import has_open, recording
from tests.features.transcription import engine, hostile
from tests.features.transcription.ears import listening


@pytest.fixture
async def transcription(tmp_path: Path) -> AsyncIterator[LocalTranscriber]:
    async with listening(tmp_path) as ears:
        yield ears


def long_clip(text: str, *, seconds: float = 60) -> bytes:
    return clips.long_wav(clips.spoken(text), seconds=seconds)


async def test_two_people_at_once_never_hear_each_others_words(tmp_path: Path, transcription: LocalTranscriber) -> None:
    notes = {
        ("anna", "long"): long_clip(clips.VILLAGE, seconds=45),
        ("anna", "short"): clips.clip(clips.VILLAGE, "ogg"),
        ("boris", "long"): long_clip(clips.WINTER, seconds=45),
        ("boris", "short"): clips.clip(clips.WINTER, "mp3"),
    }
    alone = {key: await transcription.hear(recording(audio, key[0])) for key, audio in notes.items()}
    assert len(alone["anna", "long"].text.split()) > 1
    assert len({heard.text for heard in alone.values()}) == len(notes)
    for number in range(tries(15, soak=50)):
        length = "long" if number % 10 == 0 else "short"
        both = [("anna", length), ("boris", "short" if number % 3 else length)]
        heard = await asyncio.gather(*(transcription.hear(recording(notes[key], key[0])) for key in both))
        assert heard == [alone[key] for key in both]


async def test_a_short_note_does_not_wait_for_the_end_of_a_long_one(tmp_path: Path) -> None:
    ended: list[str] = []
    async with listening(tmp_path) as transcription:

        async def heard(audio: bytes, person: str) -> None:
            await transcription.hear(recording(audio, person))
            ended.append(person)

        long = asyncio.create_task(heard(long_clip(clips.VILLAGE, seconds=90), "anna"))
        await asyncio.sleep(0)
        await asyncio.gather(long, heard(clips.clip(clips.WINTER), "boris"))
    assert ended == ["boris", "anna"]


async def test_one_persons_notes_are_heard_in_their_order(tmp_path: Path) -> None:
    ended: list[int] = []
    async with listening(tmp_path) as transcription:

        async def heard(number: int, audio: bytes) -> None:
            await transcription.hear(recording(audio))
            ended.append(number)

        sounds = [long_clip(clips.VILLAGE), clips.clip(clips.WINTER), clips.clip(clips.VILLAGE)]
        await asyncio.gather(*(heard(number, audio) for number, audio in enumerate(sounds)))
    assert ended == [0, 1, 2]


async def test_progress_rises_and_the_place_in_the_line_falls(tmp_path: Path) -> None:
    told: dict[str, list[HearingProgress]] = {"anna": [], "boris": [], "clara": []}
    async with listening(tmp_path) as transcription:
        await asyncio.gather(
            *(transcription.hear(recording(long_clip(clips.VILLAGE), who), progress=told[who].append) for who in told)
        )
    for hearings in told.values():
        assert [each.done for each in hearings] == sorted(each.done for each in hearings)
        assert 0.3 < hearings[-1].done <= 1
    assert told["clara"][0].ahead == 2
    assert [each.ahead for each in told["clara"]] == sorted((each.ahead for each in told["clara"]), reverse=True)
    assert {each.ahead for each in told["anna"]} == {0}


async def test_silence_is_heard_as_nothing(tmp_path: Path) -> None:
    async with listening(tmp_path) as transcription:
        heard = await transcription.hear(recording(clips.wrapped(clips.silence(4), "ogg")))
    assert heard.text == ""
    assert heard.speech_seconds == 0
    assert heard.seconds == pytest.approx(4, abs=0.05)


async def test_a_language_is_detected_only_where_it_is_awaited_and_sure(
    tmp_path: Path, transcription: LocalTranscriber
) -> None:
    sound = clips.long_wav(clips.spoken(clips.VILLAGE), seconds=40)
    for likely, among, expected in [
        ({"ru": 0.9}, ("en", "ru"), "ru"),
        ({"ru": 0.5}, ("en", "ru"), "ru"),
        ({"ru": 0.45, "fr": 0.4}, ("en", "ru"), "en"),
        ({"fr": 0.9, "ru": 0.1}, ("en", "ru"), "en"),
        ({"ru": 0.9}, (), "en"),
        ({}, ("en", "ru"), "en"),
    ]:
        engine.seem(tmp_path, likely)
        heard = await transcription.hear(recording(sound, among=among))
        assert heard.language == expected
        assert {word.partition(":")[0] for word in heard.text.split()} == {expected}
        assert len(heard.text.split()) > 1


async def test_names_reach_the_engine(tmp_path: Path) -> None:
    async with listening(tmp_path) as transcription:
        heard = await transcription.hear(recording(clips.clip(clips.VILLAGE), names="Agafya"))
    assert heard.text.startswith("en+Agafya:")


async def test_a_language_that_the_model_does_not_know_is_said_so(
    tmp_path: Path, transcription: LocalTranscriber
) -> None:
    spoken = Recording(audio=clips.clip(clips.VILLAGE), person="anna", language="de")
    with pytest.raises(LanguageUnheard):
        await transcription.hear(spoken)


async def test_what_cannot_be_heard_is_refused_with_its_reason(tmp_path: Path, transcription: LocalTranscriber) -> None:
    whole = clips.clip(clips.VILLAGE, "ogg")
    await transcription.warm_up()
    worker = transcription.worker_pid
    with pytest.raises(AudioTruncated) as cut:
        await transcription.hear(recording(whole[: len(whole) // 2], declared_seconds=5.0))
    assert cut.value.declared == 5.0
    assert 1.5 < cut.value.decoded < 4
    with pytest.raises(AudioTruncated) as empty:
        await transcription.hear(recording(whole[:200], declared_seconds=5.0))
    assert (empty.value.decoded, empty.value.declared) == (0.0, 5.0)
    with pytest.raises(AudioUnreadable):
        await transcription.hear(recording(b"no sound"))
    with pytest.raises(AudioUnreadable):
        await transcription.hear(recording(tmp_path / "not there.ogg"))
    with pytest.raises(AudioUnreadable):
        await transcription.hear(recording(Path("/dev/zero")))
    with pytest.raises(NoAudio):
        await transcription.hear(recording(hostile.wav_with(clips.clip(clips.VILLAGE), size=10)))
    with pytest.raises(AudioTooLong) as long:
        await transcription.hear(recording(long_clip(clips.VILLAGE), max_seconds=30))
    assert long.value.limit == 30
    assert (await transcription.hear(recording(whole, declared_seconds=5.0))).text
    assert transcription.worker_pid == worker, "nothing of this has hurt the worker"


async def test_a_declared_length_over_the_limit_costs_no_work(tmp_path: Path, transcription: LocalTranscriber) -> None:
    with pytest.raises(AudioTooLong):
        await transcription.hear(recording(b"", declared_seconds=901))
    assert transcription.worker_pid is None


async def test_the_line_is_bounded_and_one_person_cannot_fill_it(tmp_path: Path) -> None:
    sound = clips.clip(clips.VILLAGE)
    async with listening(tmp_path, waiting=3, waiting_of_one=2) as transcription:
        waiting = [asyncio.create_task(transcription.hear(recording(sound))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(HearingBusy) as busy:
            await transcription.hear(recording(sound))
        assert busy.value.retryable
        waiting.append(asyncio.create_task(transcription.hear(recording(sound, "boris"))))
        await asyncio.sleep(0)
        with pytest.raises(HearingBusy):
            await transcription.hear(recording(sound, "clara"))
        assert len({heard.text for heard in await asyncio.gather(*waiting)}) == 1
        assert (await transcription.hear(recording(sound, "clara"))).text


async def test_a_cancelled_note_is_let_go_and_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "long.wav"
    file.write_bytes(long_clip(clips.VILLAGE, seconds=300))
    told: list[HearingProgress] = []
    begun = asyncio.Event()

    def progress(hearing: HearingProgress) -> None:
        told.append(hearing)
        if hearing.done:
            begun.set()

    async with listening(tmp_path) as transcription:
        alone = await transcription.hear(recording(clips.clip(clips.WINTER)))
        long = asyncio.create_task(transcription.hear(recording(file), progress=progress))
        await begun.wait()
        long.cancel()
        assert await transcription.hear(recording(clips.clip(clips.WINTER), "boris")) == alone
        worker = transcription.worker_pid
        assert worker is not None
        await until(lambda: not has_open(worker, file))
    assert told[-1].done < 1
    assert long.cancelled()


async def test_a_note_cancelled_in_the_line_is_never_begun(tmp_path: Path, transcription: LocalTranscriber) -> None:
    first = asyncio.create_task(transcription.hear(recording(clips.clip(clips.VILLAGE))))
    second = asyncio.create_task(transcription.hear(recording(clips.clip(clips.WINTER))))
    await asyncio.sleep(0)
    second.cancel()
    assert (await first).text
    assert second.cancelled()


async def test_closing_tells_those_who_wait(tmp_path: Path, transcription: LocalTranscriber) -> None:
    waiting = asyncio.create_task(transcription.hear(recording(long_clip(clips.VILLAGE))))
    await asyncio.sleep(0)
    await transcription.close()
    with pytest.raises(HearingUnavailable):
        await waiting
    with pytest.raises(HearingUnavailable):
        await transcription.hear(recording(b""))


async def test_warming_up_tells_what_the_ears_can_do(tmp_path: Path) -> None:
    async with listening(tmp_path, clock=ManualClock()) as transcription:
        capabilities, again = await asyncio.gather(transcription.warm_up(), transcription.warm_up())
    assert capabilities == again
    assert capabilities.languages == {"en", "ru", "fr"}
    assert capabilities.device == "cpu"


async def test_a_mistake_in_the_callback_is_the_callers_own(tmp_path: Path, transcription: LocalTranscriber) -> None:
    def progress(_: HearingProgress) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await transcription.hear(recording(long_clip(clips.VILLAGE)), progress=progress)
    assert (await transcription.hear(recording(clips.clip(clips.WINTER)))).text


@pytest.mark.parametrize("engine_name", ["whisper", "faster-whisper"])
async def test_missing_weights_are_a_sentence_that_says_what_to_put_where(tmp_path: Path, engine_name: str) -> None:
    options = HearingOptions(engine=engine_name, model="tiny.en", folder=tmp_path)
    transcription = LocalTranscriber(options, clock=ManualClock())
    try:
        with pytest.raises(WeightsAbsent, match=str(tmp_path)):
            await transcription.hear(recording(clips.clip(clips.VILLAGE)))
    finally:
        await transcription.close()


async def test_without_the_packages_it_says_how_to_install_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", _nothing_but(()))
    transcription = LocalTranscriber(HearingOptions(folder=tmp_path), clock=ManualClock())
    with pytest.raises(VoiceAbsent, match="make voice"):
        await transcription.warm_up()
    await transcription.close()


def _nothing_but(names: tuple[str, ...]) -> Callable[[str], Any]:
    return lambda name: name if name in names else None
