"""What a server's error becomes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.contracts.errors import ModelError, ModelRefused, ModelUnavailable
from core.llm.failures import error_code, from_status, retry_after
from tests.fakes.manual_clock import ManualClock


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_unavailable(status: int) -> None:
    error = from_status(status, {"retry-after": "7"}, None, ManualClock())
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after == 7


@pytest.mark.parametrize(("status", "named"), [(401, "llm.api_key"), (403, "llm.api_key"), (404, "llm.model")])
def test_what_the_operator_must_mend_is_not_repeated_and_names_the_key(status: int, named: str) -> None:
    error = from_status(status, {}, {"error": {"type": "some_error"}}, ManualClock())
    assert type(error) is ModelError
    assert not error.retryable
    assert named in str(error)
    assert "some_error" in str(error)


@pytest.mark.parametrize("status", [400, 418, 422])
def test_other_rejections_are_not_repeated(status: int) -> None:
    assert not from_status(status, {}, "no", ManualClock()).retryable


def test_a_rejection_names_the_parameter_that_it_is_about_and_none_of_its_words() -> None:
    body = {"error": {"message": "max_tokens: 9000 > 4096, for a woman born in Tula", "type": "invalid_request_error"}}
    told = str(from_status(400, {}, body, ManualClock()))
    assert told.endswith("(HTTP 400, invalid_request_error; it speaks of max_tokens)")


def test_a_content_filter_is_a_refusal() -> None:
    error = from_status(400, {}, {"code": "content_filter", "message": "…"}, ManualClock())
    assert isinstance(error, ModelRefused)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3600", 3600.0),
        ("0.5", 0.5),
        ("Thu, 01 Jan 2026 00:00:30 GMT", 30.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
        ("Thu, 01 Jan 2026 00:00:30 -0000", None),
        ("soon", None),
    ],
)
def test_retry_after_comes_in_seconds_or_as_a_date(value: str, seconds: float | None) -> None:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    assert retry_after({"retry-after": value}, clock) == seconds


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"error": {"type": "overloaded_error"}}, "overloaded_error"),
        ({"error": {"code": "model_not_found", "type": "invalid_request_error"}}, "model_not_found"),
        ({"error": {"code": "the key sk-1 is wrong"}}, ""),
        ({"error": {"type": "sk-ant-0123"}}, ""),
        (None, ""),
    ],
)
def test_only_a_plain_code_is_passed_on(body: object, code: str) -> None:
    assert error_code(body) == code
