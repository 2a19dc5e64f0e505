"""Which engines there are, and what they need. Light: none of them is imported for it."""

from __future__ import annotations

import importlib.util
import os

from core.contracts.errors import VoiceAbsent

MODULES = {
    "whisper": "core.transcription.recognition.whisper_engine",
    "faster-whisper": "core.transcription.recognition.faster_engine",
}
"""The engines by the names that the configuration knows."""
_PACKAGES = {"whisper": ("torch", "whisper"), "faster-whisper": ("faster_whisper",)}
_EVERY_ENGINE = ("av", "numpy", "onnxruntime", "silero_vad")


def require(engine: str) -> None:
    """Raise VoiceAbsent unless the packages of this engine are installed; imports none of them."""
    wanted = (*_EVERY_ENGINE, *_PACKAGES[engine])
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    if missing:
        raise VoiceAbsent(f"to hear voices, {', '.join(missing)} must be installed: run `make voice`")


def threads() -> int:
    """Threads for a model: one core is left for the conversation."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)
