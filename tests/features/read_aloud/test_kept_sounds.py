"""The folder of what was spoken lately."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.config import Settings, StorageSection
from bot.features.read_aloud import KEPT, build_synthesizer
from bot.sections import VoiceSection
from core.contracts.ports import Speech
from core.features.read_aloud.kept_sounds import KeptSounds
from tests.fakes.manual_clock import ManualClock


def speech(size: int = 10, fill: bytes = b"s") -> Speech:
    return Speech(audio=fill * size, seconds=2.5, waveform=bytes(range(256)))


def test_what_was_kept_is_found_whole_and_nothing_else_is(tmp_path: Path) -> None:
    kept = KeptSounds(tmp_path / "spoken")
    said = speech(fill=b"\n{\0")
    assert kept.find("Where?", "en", "v1") is None
    kept.keep("Where?", "en", "v1", said)
    assert kept.find("Where?", "en", "v1") == said
    for other in (("Where", "en", "v1"), ("Where?", "ru", "v1"), ("Where?", "en", "v2")):
        assert kept.find(*other) is None
    assert (tmp_path / "spoken").stat().st_mode & 0o777 == 0o700


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    kept = KeptSounds(tmp_path, limit=4_200)
    for number, text in enumerate("abc"):
        kept.keep(text, "en", "v", speech(700))
        os.utime(next(p for p in tmp_path.iterdir() if p.stat().st_mtime > 1_000), (number, number))
    assert kept.find("a", "en", "v") is not None, "it is used again"
    kept.keep("d", "en", "v", speech(700))
    assert [text for text in "abcd" if kept.find(text, "en", "v") is not None] == ["a", "c", "d"]


@pytest.mark.parametrize("content", [b"", b"{}", b"{}\n", b"{}\nx", b'{"seconds": "x", "waveform": ""}\nx', b"\xff\nx"])
def test_a_damaged_file_is_as_if_it_were_not_there(tmp_path: Path, content: bytes) -> None:
    kept = KeptSounds(tmp_path)
    kept.keep("a", "en", "v", speech())
    next(tmp_path.iterdir()).write_bytes(content)
    assert kept.find("a", "en", "v") is None
    kept.keep("a", "en", "v", speech())
    assert kept.find("a", "en", "v") == speech()


def test_clearing_leaves_nothing_of_it_and_nothing_else_is_touched(tmp_path: Path) -> None:
    kept = KeptSounds(tmp_path)
    kept.clear()
    kept.keep("a", "en", "v", speech())
    (tmp_path / ".half.part").write_bytes(b"words")
    (tmp_path / "letter.txt").write_bytes(b"not ours")
    kept.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "spoken").write_bytes(b"a file in its place")
    kept = KeptSounds(tmp_path / "spoken")
    kept.keep("a", "en", "v", speech())
    assert kept.find("a", "en", "v") is None


@pytest.mark.parametrize("speak", ["off", "asked"])
def test_nothing_of_an_earlier_start_is_left_where_nothing_speaks(tmp_path: Path, speak: str) -> None:
    kept = KeptSounds(tmp_path / KEPT)
    kept.keep("Where did your wife die?", "en", "v", speech())
    voice = VoiceSection.model_validate({"speak": speak})
    build_synthesizer(Settings(storage=StorageSection(data_dir=tmp_path), voice=voice), ManualClock())
    assert list((tmp_path / KEPT).iterdir()) == []
