"""No process of ours looks up a name or dials an address that is not configured."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import environment
from tests.fakes.effort import tries
from tests.fakes.voice_clips import VILLAGE, clip
from tests.fakes.watched import hindrance, watched

pytestmark = [
    pytest.mark.skipif(bool(hindrance()), reason=hindrance()),
    pytest.mark.timeout(900),  # the weights may have to be fetched
]
TRANSCRIPT = "1\n00:00:00,000 --> 00:00:04,000\nWe speak about attention and about bread.\n"
OUTWARD = """
import socket
for address in (("example.org", 443), ("192.0.2.1", 7)):
    try:
        socket.create_connection(address)
    except OSError:
        pass
"""
REPORTING = "import onnxruntime, sys; sys.stdin.read()"
"""What reports to onnxruntime's maker, some ten seconds after it was started, where it does: not on every machine."""
REPORTS_WITHIN = tries(1, soak=25)
"""Seconds that are waited for that: in the usual run the program is watched for as long as it talks."""


def test_whoever_goes_out_is_seen(tmp_path: Path) -> None:
    with watched(sys.executable, "-c", OUTWARD, folder=tmp_path, env=environment()) as outward:
        assert outward.ended() == 0
        assert outward.found == {"example.org", "192.0.2.1:7"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A house with ears and no token."""
    its = pytest.importorskip("tests.features.transcription.weights")
    try:
        weights = its.whisper_folder()
    except its.Unavailable as reason:
        pytest.skip(str(reason))
    voice = f"[voice]\nengine = 'whisper'\nmodel = '{its.MODEL}'\nmodels_dir = '{weights}'\n"
    (tmp_path / "config.toml").write_text(voice)
    (tmp_path / "config.toml").chmod(0o600)
    (tmp_path / "said.wav").write_bytes(clip(VILLAGE))
    (tmp_path / "episode.srt").write_text(TRANSCRIPT)
    return tmp_path


def test_the_whole_program_keeps_to_itself(folder: Path) -> None:
    """With the processes that hear and that read, for as long as onnxruntime would need to report, left to itself."""
    env = {name: value for name, value in environment().items() if name != "ORT_DISABLE_TELEMETRY"}
    hearing = {**env, "RACONTEUR__VOICE__ENGINE": "whisper"}
    with watched(sys.executable, "-m", "bot", "run", folder=folder, env=hearing) as bot:
        log = folder / "data" / "raconteur.log"
        bot.until(lambda: log.exists() and "transcriber-ready" in log.read_text())
        with watched(sys.executable, "-c", REPORTING, folder=folder, env=env) as reporting:
            for typed, answer in (
                ("Anna", "Which interview would you like to begin?"),
                ("2", "Do you agree?"),
                ("1", "Which episode would you like to talk about?"),
                (str(folder / "episode.srt"), "How would you like to talk about it?"),
                ("1", "I’ve read the transcript"),
                (str(folder / "said.wav"), "in a small village by the river"),
            ):
                bot.type(typed)
                bot.until_said(answer)
            reporting.found_within(REPORTS_WITHIN)
        bot.type("/done")
        assert bot.ended() == 0, bot.said
        assert bot.found == set()
