"""What reads for this kind, in the reader processes alone."""

from __future__ import annotations

from core.interviews.technical import measuring
from core.readers.reading import Reading


def prepare() -> None:
    measuring.prepare()


READINGS: dict[str, Reading] = {"code-metrics": measuring.measure}
