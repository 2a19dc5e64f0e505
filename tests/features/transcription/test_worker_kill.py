"""The worker process dies, hangs or goes wrong: each note is heard once in the end, or said to have failed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.contracts.errors import HearingFailed, HearingUnavailable
from core.contracts.ports import Recognised
from core.features.transcription.engines import MODULES
from core.features.transcription.local import LocalTranscriber
from core.processes.process import ROOT
from tests.fakes import voice_clips as clips
from tests.fakes.effort import some
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import until
from tests.fakes.worker_processes import has_open, is_gone, recording
from tests.features.transcription import engine
from tests.features.transcription.ears import ENGINE, listening

PROC = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into other processes through /proc")


async def heard_alone(transcription: LocalTranscriber) -> list[Recognised]:
    """What a village note and a winter note are heard as when nothing goes wrong."""
    return [await transcription.hear(recording(clips.clip(text))) for text in (clips.VILLAGE, clips.WINTER)]


@pytest.mark.parametrize("fault", some([engine.DIE], soak=[engine.DIE, engine.BREAK, engine.MUMBLE, engine.GROW]))
async def test_after_a_fault_the_note_is_heard_at_the_second_try(tmp_path: Path, fault: str) -> None:
    async with listening(tmp_path) as transcription:
        alone = await heard_alone(transcription)
        first = transcription.worker_pid
        (tmp_path / fault).touch()
        both = await asyncio.gather(
            transcription.hear(recording(clips.clip(clips.VILLAGE), "anna")),
            transcription.hear(recording(clips.clip(clips.WINTER), "boris")),
        )
        assert list(both) == alone
        assert transcription.worker_pid != first
        assert not (tmp_path / fault).exists()


async def test_a_long_note_goes_on_where_the_worker_died(tmp_path: Path) -> None:
    sound = clips.long_wav(clips.spoken(clips.VILLAGE), seconds=100)
    async with listening(tmp_path) as transcription:
        alone = await transcription.hear(recording(sound))

        def progress(_: object) -> None:
            if not told:
                (tmp_path / engine.DIE).touch()
            told.append(_)

        told: list[object] = []
        heard = await transcription.hear(recording(sound), progress=progress)
    assert not (tmp_path / engine.DIE).exists(), "it did die"
    words, expected = heard.text.split(), alone.text.split()
    assert words[0] == expected[0], "what was heard before is kept"
    assert len(words) == len(set(words)) == len(expected), "nothing twice, nothing missing"
    assert heard.speech_seconds == pytest.approx(alone.speech_seconds, abs=2)


@PROC
async def test_killed_while_decoding_the_note_is_heard_once(tmp_path: Path) -> None:
    file = tmp_path / "long.wav"
    file.write_bytes(clips.long_wav(clips.spoken(clips.VILLAGE), seconds=120))
    async with listening(tmp_path) as transcription:
        alone = await transcription.hear(recording(file))
        worker = transcription.worker_pid
        assert worker is not None
        again = asyncio.create_task(transcription.hear(recording(file)))
        await until(lambda: has_open(worker, file))
        os.kill(worker, signal.SIGKILL)
        assert await again == alone


@PROC
async def test_killed_while_idle_no_note_is_charged_for_it(tmp_path: Path) -> None:
    async with listening(tmp_path) as transcription:
        alone = await heard_alone(transcription)
        worker = transcription.worker_pid
        assert worker is not None
        os.kill(worker, signal.SIGKILL)
        await until(lambda: os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None)
        (tmp_path / engine.DIE).touch()
        assert await transcription.hear(recording(clips.clip(clips.VILLAGE))) == alone[0]


async def test_a_note_that_always_kills_the_worker_fails_and_others_do_not(tmp_path: Path) -> None:
    async with listening(tmp_path) as transcription:
        await transcription.warm_up()
        (tmp_path / f"{engine.ALWAYS}{engine.DIE}").touch()
        with pytest.raises(HearingFailed):
            await transcription.hear(recording(clips.clip(clips.VILLAGE)))
        (tmp_path / f"{engine.ALWAYS}{engine.DIE}").unlink()
        assert (await transcription.hear(recording(clips.clip(clips.WINTER)))).text


async def test_a_note_that_always_kills_the_worker_takes_no_other_with_it(tmp_path: Path) -> None:
    (tmp_path / f"{engine.ALWAYS}{engine.DIE}").touch()
    async with listening(tmp_path) as transcription:
        poison = asyncio.create_task(transcription.hear(recording(clips.clip(clips.VILLAGE), "anna")))
        innocent = asyncio.create_task(
            transcription.hear(recording(clips.wrapped(clips.silence(200), "flac"), "boris"))
        )
        with pytest.raises(HearingFailed):
            await poison
        assert (await innocent).seconds == pytest.approx(200, abs=0.1)


async def test_what_hangs_is_killed_after_its_time_and_tried_again(tmp_path: Path) -> None:
    clock = ManualClock()
    (tmp_path / engine.HANG).touch()
    async with listening(tmp_path, clock=clock, least_seconds=60.0, times_its_length=10.0) as transcription:
        await transcription.warm_up()
        hanging = transcription.worker_pid
        assert hanging is not None
        note = asyncio.create_task(transcription.hear(recording(clips.clip(clips.VILLAGE), declared_seconds=5.0)))
        await until(lambda: not (tmp_path / engine.HANG).exists())
        clock.advance(109)
        await asyncio.sleep(0)
        assert transcription.worker_pid == hanging, "60 s, and 10 times the 5 s that it lasts"
        clock.advance(1)
        assert (await note).text
        assert transcription.worker_pid != hanging
        with pytest.raises(ProcessLookupError):
            os.kill(hanging, 0)


async def test_what_hangs_twice_fails(tmp_path: Path) -> None:
    clock = ManualClock()
    async with listening(tmp_path, clock=clock) as transcription:
        await transcription.warm_up()
        note = asyncio.create_task(transcription.hear(recording(clips.clip(clips.VILLAGE))))
        for _ in range(2):
            (tmp_path / engine.HANG).touch()
            await until(lambda: not (tmp_path / engine.HANG).exists())
            clock.advance(10_000)
        with pytest.raises(HearingFailed):
            await note


async def test_a_model_that_does_not_load_is_an_outage_and_not_the_notes_fault(tmp_path: Path) -> None:
    (tmp_path / engine.NOT_LOADING).touch()
    async with listening(tmp_path) as transcription:
        with pytest.raises(HearingUnavailable) as outage:
            await transcription.hear(recording(clips.clip(clips.VILLAGE)))
        assert outage.value.retryable
        (tmp_path / engine.NOT_LOADING).unlink()
        assert (await transcription.hear(recording(clips.clip(clips.VILLAGE)))).text


async def test_closing_ends_the_worker_in_the_middle_of_a_piece(tmp_path: Path) -> None:
    (tmp_path / engine.HANG).touch()
    async with listening(tmp_path) as transcription:
        note = asyncio.create_task(transcription.hear(recording(clips.clip(clips.VILLAGE))))
        await until(lambda: not (tmp_path / engine.HANG).exists())
        worker = transcription.worker_pid
        assert worker is not None
        await transcription.close()
        with pytest.raises(HearingUnavailable):
            await note
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


PARENT = """
import asyncio, sys
from pathlib import Path
from tests.fakes.worker_processes import recording
from tests.features.transcription.ears import listening

async def main():
    async with listening(Path(sys.argv[1])) as ears:
        await ears.warm_up()
        print(ears.worker_pid, flush=True)
        await ears.hear(recording(Path(sys.argv[2])))

asyncio.run(main())
"""


@PROC
async def test_the_worker_ends_with_the_program_even_when_it_hangs(tmp_path: Path) -> None:
    sound = tmp_path / "note.wav"
    sound.write_bytes(clips.clip(clips.VILLAGE))
    (tmp_path / engine.HANG).touch()
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, str(tmp_path), str(sound), cwd=ROOT, stdout=subprocess.PIPE
    )
    assert program.stdout is not None
    line = await program.stdout.readline()
    while not line.strip().isdigit():
        line = await program.stdout.readline()
    await until(lambda: not (tmp_path / engine.HANG).exists())
    program.kill()
    await program.wait()
    await until(lambda: is_gone(int(line)))


@PROC
async def test_nothing_secret_reaches_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR_TELEGRAM__TOKEN", "123:secret")
    async with listening(tmp_path) as transcription:
        await transcription.hear(recording(clips.clip(clips.VILLAGE), names="Agafya"))
        about = Path(f"/proc/{transcription.worker_pid}")
        assert b"secret" not in (about / "environ").read_bytes()
        assert b"Agafya" not in (about / "cmdline").read_bytes()
        assert os.getpriority(os.PRIO_PROCESS, transcription.worker_pid or 0) > os.getpriority(os.PRIO_PROCESS, 0)


def test_the_engine_of_the_tests_is_no_configuration() -> None:
    assert ENGINE not in MODULES.values()
