"""Hearing, as the engine is told of it; it gives the engine nothing but the port that the entry points open."""

from __future__ import annotations

from core.features.registration import Feature

FEATURE = Feature(name="transcription")
