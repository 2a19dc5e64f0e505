"""The logs on a real disk: written as a run goes on, made whole after anything, and never at the run's cost."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from core.contracts.errors import NotFound
from core.features.chamber import chamber_rows as rows
from core.features.chamber.logs import LOG_FILES, keeping_logs, merge_in_order, run_stamp
from core.features.chamber.messages import SideNote, Speaker, Utterance
from core.features.chamber.runs import Why
from core.store.claims import Claim
from core.store.store import MemoryStore, Store
from tests.fakes.chamber import AT, OWNER, Chamber, hold_run, in_turn, new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.stores import NOW
from tests.fakes.waiting import until

ME = Claim(OWNER, NOW)
SAID = tuple(
    said_by(Speaker.CANDIDATE if seq % 2 == 0 else Speaker.PRIME, seq, f"Words {seq}.", thinking="Hm.")
    for seq in range(1, 7)
)
NOTES = {
    seq: SideNote(at=AT, seq=seq, speaker=Speaker.CANDIDATE, kind="failed", text=f"It failed before {seq}.")
    for seq in (2, 4)
}


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    made = MemoryStore()
    await made.write(lambda c: hold_run(c, new_run(setup()), ME))
    yield made
    await made.close()


class Told:
    """What was said of trouble."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def __call__(self, sentence: str) -> None:
        self.sentences.append(sentence)

    async def sentence(self, number: int) -> str:
        """The one of this number, from 1."""
        await until(lambda: len(self.sentences) >= number)
        return self.sentences[number - 1]


async def keep(store: Store, said: Utterance) -> tuple[SideNote, ...]:
    notes = tuple(note for seq, note in NOTES.items() if seq == said.seq)
    await store.write(lambda c: rows.save_utterance(c, ME, "r1", said, notes, spent=0.0))
    return notes


async def written(store: Store, folder: Path, said: tuple[Utterance, ...], told: Told | None = None) -> None:
    """Have these said in the run, with its logs in the folder."""
    async with keeping_logs(store, "r1", folder, trouble=told or _no_trouble) as files:
        for each in said:
            for note in await keep(store, each):
                files.noted(note)
            files.said(each)


def _no_trouble(sentence: str) -> None:
    raise AssertionError(sentence)


async def whole(store: Store, run_id: str = "r1") -> dict[str, bytes]:
    """The files as they should be, by what is kept."""
    run, said, notes = await store.read(
        lambda c: (rows.run_by_id(c, run_id), rows.utterances_of(c, run_id), rows.notes_of(c, run_id))
    )
    assert run is not None
    return {file.name(run_stamp(run)): file.whole(run, merge_in_order(said, notes)) for file in LOG_FILES}


def there(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- as it goes on ----------------------------------------------------------------------------------------------------


async def test_a_run_that_is_held_has_its_logs(store: Store, tmp_path: Path) -> None:
    chamber = Chamber(store, setup(), in_turn("Where?", "Why?", "And?"), in_turn("Riga.", "War.", "Then home."))
    folder = tmp_path / "new" / "logs"
    async with keeping_logs(store, "r1", folder, trouble=_no_trouble) as files:
        chamber.follower = files  # type: ignore[assignment]
        run = await chamber.hold()
    assert run.why is Why.TURNS
    assert there(folder) == await whole(store)
    assert set(files.paths) == set(folder.iterdir())
    assert b"PRIME:\nAnd?\n\n" in there(folder)["shared_transcript_20260504_100000.txt"]


async def test_only_their_owner_reads_them(store: Store, tmp_path: Path) -> None:
    await written(store, tmp_path / "logs", SAID[:2])
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "logs").iterdir()} == {0o600}
    assert stat.S_IMODE((tmp_path / "logs").stat().st_mode) == 0o700


async def test_a_run_that_is_gone_has_none(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        async with keeping_logs(store, "r2", tmp_path, trouble=_no_trouble):
            pass


# --- going on ---------------------------------------------------------------------------------------------------------


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 5)


def _append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"[2026-05-04T10:00:00+00:00] PRI")


@pytest.mark.parametrize("damage", [_cut, _append, Path.unlink, lambda path: os.truncate(path, 0)])
async def test_when_a_run_goes_on_its_logs_are_made_whole(store: Store, tmp_path: Path, damage: object) -> None:
    await written(store, tmp_path, SAID[:3])
    for path in _names(tmp_path)[::2]:
        damage(path)  # type: ignore[operator]
    await written(store, tmp_path, SAID[3:])
    assert there(tmp_path) == await whole(store)


async def test_what_stands_in_a_log_already_is_not_written_again(store: Store, tmp_path: Path) -> None:
    await written(store, tmp_path, SAID[:3])
    before = [path.stat().st_ino for path in _names(tmp_path)]
    await written(store, tmp_path, SAID[3:])
    assert [path.stat().st_ino for path in _names(tmp_path)] == before


async def test_what_somebody_does_to_the_files_meanwhile_is_mended(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    async with keeping_logs(store, "r1", folder, trouble=_no_trouble) as files:
        files.said(await _kept(store, SAID[0]))
        await _up_to_date(store, folder)
        _append(files.paths[0])
        files.said(await _kept(store, SAID[1]))
        await _up_to_date(store, folder)
        shutil.rmtree(folder)
        files.said(await _kept(store, SAID[2]))
    assert there(folder) == await whole(store)


async def _up_to_date(store: Store, folder: Path) -> None:
    """Wait until the files have everything that is kept."""
    expected = await whole(store)
    paths = {folder / name: text for name, text in expected.items()}
    await until(lambda: all(path.is_file() and path.read_bytes() == text for path, text in paths.items()))


def _names(folder: Path) -> list[Path]:
    return [folder / file.name(run_stamp(new_run(setup()))) for file in LOG_FILES]


async def test_runs_of_one_second_have_files_of_their_own(store: Store, tmp_path: Path) -> None:
    """And find them again."""
    await store.write(lambda c: hold_run(c, new_run(setup(), "another-run"), ME))
    await written(store, tmp_path, SAID[:2])
    for _ in range(2):
        async with keeping_logs(store, "another-run", tmp_path, trouble=_no_trouble):
            pass
    await written(store, tmp_path, SAID[2:])
    others = {
        name.replace("100000", "100000_another-"): text for name, text in (await whole(store, "another-run")).items()
    }
    assert there(tmp_path) == await whole(store) | others


async def test_runs_of_a_series_are_told_apart_by_their_numbers(store: Store, tmp_path: Path) -> None:
    for number in (1, 2):
        run = replace(new_run(setup(), f"s-{number}"), series="s", number=number)
        await store.write(lambda c, run=run: hold_run(c, run, ME))  # type: ignore[misc]
        async with keeping_logs(store, run.id, tmp_path, trouble=_no_trouble):
            pass
    assert there(tmp_path) == await whole(store, "s-1") | await whole(store, "s-2")


# --- a disk that fails ------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with next to no room."""
    place = tmp_path / "small"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a file system")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


async def test_a_full_disk_is_said_once_and_the_logs_are_whole_in_the_end(store: Store, small_disk: Path) -> None:
    told = Told()
    folder = small_disk / "logs"
    async with keeping_logs(store, "r1", folder, trouble=told) as files:
        files.said(await _kept(store, SAID[0]))
        await _up_to_date(store, folder)
        ballast = small_disk / "ballast"
        _fill(ballast)
        long = said_by(Speaker.CANDIDATE, 2, "Long words. " * 1_000)
        files.said(await _kept(store, long))
        assert "No space left on device" in await told.sentence(1)
        for each in SAID[2:4]:
            files.said(await _kept(store, each))
        ballast.unlink()
        files.said(await _kept(store, SAID[4]))
        assert "are whole" in await told.sentence(2)
        files.said(await _kept(store, SAID[5]))
    assert len(told.sentences) == 2
    assert there(folder) == await whole(store)


async def _kept(store: Store, said: Utterance) -> Utterance:
    await store.write(lambda c: rows.save_utterance(c, ME, "r1", said, (), spent=0.0))
    return said


def _fill(path: Path) -> None:
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(1_024)):
            pass


async def test_a_folder_that_cannot_be_made_is_said_once_and_the_run_goes_on(store: Store, tmp_path: Path) -> None:
    told = Told()
    (tmp_path / "file").write_text("in the way")
    async with keeping_logs(store, "r1", tmp_path / "file" / "logs", trouble=told) as files:
        await told.sentence(1)
        for each in SAID:
            files.said(await _kept(store, each))
    assert len(told.sentences) == 1
    assert files.paths == ()


async def test_one_file_that_fails_keeps_no_other_from_being_written(store: Store, tmp_path: Path) -> None:
    told = Told()
    blocked = _names(tmp_path)[4]
    blocked.mkdir()
    await written(store, tmp_path, SAID, told)
    assert len(told.sentences) == 1
    expected = await whole(store)
    del expected[blocked.name]
    blocked.rmdir()
    assert there(tmp_path) == expected
    await written(store, tmp_path, ())
    assert there(tmp_path) == await whole(store)
