"""Codes of errors: the log and the ledger know errors by them."""

from __future__ import annotations

import pytest

from core.contracts.errors import AudioError, ModelMisread, ModelUnavailable, NoAudio, RaconteurError
from core.llm.metered import OutOfTime
from core.readers.source_errors import Slow


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (RaconteurError, "internal"),
        (ModelMisread, "model-misread"),
        (AudioError, "audio"),
        (NoAudio, "no-audio"),
        (OutOfTime, ModelUnavailable.code),
        (Slow, "source-slow"),
    ],
)
def test_an_error_has_the_code_of_its_name_unless_it_gives_another(kind: type[RaconteurError], code: str) -> None:
    assert kind.code == code
