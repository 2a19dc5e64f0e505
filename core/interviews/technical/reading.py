"""The reading functions of this kind, for the reader processes alone."""

from __future__ import annotations

from core.interviews.technical import documents_reading, measuring
from core.readers.reading import Reading


def prepare() -> None:
    documents_reading.prepare()
    measuring.prepare()


READINGS: dict[str, Reading] = {
    "document-text": documents_reading.document_text,
    "code-metrics": measuring.read_code_metrics,
}
