"""Which engines there are, what they need, and where their weights lie. Light: none of them is imported for it."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from core.contracts.errors import ConfigurationError, VoiceAbsent, WeightsAbsent

WHISPER = "whisper"
OFF = "off"
"""In place of an engine, where none is wanted."""
MODULES = {
    WHISPER: "core.features.transcription.recognition.whisper_engine",
    "faster-whisper": "core.features.transcription.recognition.faster_engine",
}
"""The engines by the names that the configuration knows."""
_PACKAGES = {"whisper": ("torch", "whisper"), "faster-whisper": ("faster_whisper",)}
_EVERY_ENGINE = ("av", "numpy", "onnxruntime", "silero_vad")


def missing_packages(engine: str) -> list[str]:
    """Return the packages of this engine that are not installed; imports none of them."""
    return [name for name in (*_EVERY_ENGINE, *_PACKAGES[engine]) if importlib.util.find_spec(name) is None]


def require(engine: str) -> None:
    """Raise VoiceAbsent unless the packages of this engine are installed."""
    if missing := missing_packages(engine):
        raise VoiceAbsent(f"to hear voices, {', '.join(missing)} must be installed: run `make voice`")


def thread_count() -> int:
    """Return the number of threads for a model: one core is left for the conversation."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


MEMORY = {"tiny": 0.6, "base": 0.75, "small": 1.35, "turbo": 3.5, "large-v3-turbo": 3.5}
"""Gigabytes that openai-whisper takes on a processor, by model; faster-whisper takes half."""
FASTER_FILES = ("config.json", "model.bin", "tokenizer.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A file of weights, as openai-whisper's own table has it."""

    url: str
    sha256: str
    file: str
    """Its name in the folder of weights."""

    def by_hand(self, folder: Path) -> str:
        return f"fetch {self.url} on another machine or in a browser, and put the file at {folder / self.file}"


def whisper_table() -> dict[str, Weights]:
    """openai-whisper's models. Its source is read and not imported, which would load torch. Raises VoiceAbsent."""
    package = importlib.util.find_spec("whisper")
    if package is None or package.origin is None:
        raise VoiceAbsent("openai-whisper is missing; install it with `make voice`")
    for node in ast.parse(Path(package.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_MODELS":
            urls: dict[str, str] = ast.literal_eval(node.value)
            table = {}
            for name, url in urls.items():
                # The address ends with the hash and the name of the file.
                *_, sha256, file = urlsplit(url).path.split("/")
                table[name] = Weights(url=url, sha256=sha256, file=file)
            return table
    raise VoiceAbsent("this openai-whisper has no table of models; install it with `make voice`")


def whisper_model(model: str) -> Weights:
    table = whisper_table()
    if model not in table:
        raise ConfigurationError(f"voice.model: there is no {model!r}; choose one of {', '.join(table)}")
    return table[model]


def weights_file(engine: str, model: str, folder: Path) -> Path:
    """Return where an engine's weights are, after checking them: seconds for a large model. Blocks.

    Raises WeightsAbsent, whose sentence says what to put where, and ConfigurationError for a model that there is not.
    """
    find = whisper_weights if engine == WHISPER else faster_weights
    try:
        return find(model, folder)
    except OSError as error:
        raise WeightsAbsent(f"the weights in {folder} cannot be read: {error.strerror}") from error


def whisper_weights(model: str, folder: Path) -> Path:
    """Return the file, after a look at every byte of it. Raises WeightsAbsent."""
    weights = whisper_model(model)
    path = folder / weights.file
    if not path.is_file():
        raise WeightsAbsent(f"the weights of {model} are missing: {weights.by_hand(folder)}")
    if sha256_of(path) != weights.sha256:
        raise WeightsAbsent(f"the weights of {model} are damaged: {weights.by_hand(folder)}")
    return path


def faster_weights(model: str, folder: Path) -> Path:
    """Return the folder that faster-whisper wants. Raises WeightsAbsent."""
    path = folder / f"faster-whisper-{model}"
    missing = [name for name in FASTER_FILES if not (path / name).is_file()]
    if not any(path.glob("vocabulary.*")):
        missing.append("vocabulary.txt or vocabulary.json")
    if missing:
        raise WeightsAbsent(
            f"the weights of {model} for faster-whisper are missing: put {', '.join(missing)} "
            f"of the model Systran/faster-whisper-{model} into {path}"
        )
    return path


def memory_needed(engine: str, model: str) -> float | None:
    """Return the gigabytes of memory that it takes; None where nobody has measured it."""
    whole = MEMORY.get(model.removesuffix(".en"))
    return whole / 2 if whole is not None and engine == "faster-whisper" else whole


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
