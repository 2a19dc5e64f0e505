"""Evaluation adds nothing to the engine; its command line does all there is."""

from __future__ import annotations

from core.features.registration import Feature

FEATURE = Feature(name="evaluation")
