"""What a server's error becomes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.contracts.errors import ModelError, ModelRefused, ModelUnavailable
from core.llm.sdk_client import CHAT_KEYS, error_code, error_from_status, retry_after_seconds
from tests.fakes.manual_clock import ManualClock


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_unavailable(status: int) -> None:
    error = error_from_status(status, {"retry-after": "7"}, None, ManualClock())
    assert isinstance(error, ModelUnavailable)
    assert error.retry_after == 7


@pytest.mark.parametrize(("status", "named"), [(401, "llm.api_key"), (403, "llm.api_key"), (404, "llm.model")])
def test_what_the_operator_must_mend_is_not_repeated_and_names_the_key(status: int, named: str) -> None:
    error = error_from_status(status, {}, {"error": {"type": "some_error"}}, ManualClock())
    assert type(error) is ModelError
    assert not error.retryable
    assert named in str(error)
    assert "some_error" in str(error)


@pytest.mark.parametrize("status", [400, 418, 422])
def test_other_rejections_are_not_repeated(status: int) -> None:
    assert not error_from_status(status, {}, "no", ManualClock()).retryable


def test_a_rejection_names_the_parameter_that_it_is_about() -> None:
    body = {"error": {"message": "max_tokens: 9000 > 4096, for a woman born in Tula", "type": "invalid_request_error"}}
    assert str(error_from_status(400, {}, body, ManualClock())) == (
        "The model service does not accept the request because of max_tokens; change or remove it. "
        "(HTTP 400, invalid_request_error)"
    )


EXTRA = {"top_k": 0, "thinking": {"type": "enabled", "budget_tokens": 10}, "reasoning_effort": "huge", "type": "x"}
REJECTED = [
    ({"error": {"message": "thinking.budget_tokens: Input should be at least 1024"}}, "extra.thinking.budget_tokens"),
    ({"error": {"message": "no", "param": "reasoning_effort"}}, "extra.reasoning_effort"),
    ({"error": {"message": "seed and `top_k` exclude each other", "param": None}}, "seed"),
    ({"error": {"message": "`top_k` and seed exclude each other"}}, "extra.top_k"),
    ({"detail": [{"loc": ["body", "top_k"], "msg": "Born in Tula"}]}, "extra.top_k"),
    ("temperature is too high for Tula", "temperature"),
]


@pytest.mark.parametrize(("body", "parameter"), REJECTED)
@pytest.mark.parametrize("status", [400, 422])
def test_a_rejection_names_a_parameter_of_the_configuration(status: int, body: object, parameter: str) -> None:
    told = str(error_from_status(status, {}, body, ManualClock(), CHAT_KEYS, EXTRA))
    assert f"because of {parameter}; change or remove it." in told
    assert "Tula" not in told


def test_a_rejection_that_names_nothing_of_ours_quotes_nothing() -> None:
    told = str(error_from_status(400, {}, {"error": {"message": "stop_words are bad, Tula"}}, ManualClock(), CHAT_KEYS))
    assert told == "The model service does not accept the request; see provider and model. (HTTP 400)"


def test_a_content_filter_is_a_refusal() -> None:
    error = error_from_status(400, {}, {"code": "content_filter", "message": "…"}, ManualClock())
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
    assert retry_after_seconds({"retry-after": value}, clock) == seconds


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
