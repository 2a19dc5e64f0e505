"""A decision is read as generously as models write, and one odd field costs none of the others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.scripted_base.decision import Decision
from core.llm.json_schema import provider_schema
from tests.fakes.model_schemas import FORBIDDEN_KEYWORDS

_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6) | st.just("²"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)


def test_a_decision_that_says_nothing_changes_nothing() -> None:
    nothing = Decision()
    assert Decision.model_validate({}) == nothing
    assert Decision.model_validate(dict.fromkeys(Decision.model_fields)) == nothing
    assert (nothing.move, nothing.wants, nothing.distress, nothing.declined) == ("stay", "go_on", False, False)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (3, [3]),
        (" 3 ", [3]),
        (["3", 4], [3, 4]),
        ([], []),
        ("²", []),
        ("9" * 5_000, []),
        (True, []),
        ([None, {"n": 3}, 2.5, 7], [7]),
    ],
)
@pytest.mark.parametrize("field", ["taken", "reopened", "keep_back", "release"])
def test_numbers_however_they_are_written(field: str, given: object, read: list[int]) -> None:
    assert getattr(Decision.model_validate({field: given}), field) == read


@pytest.mark.parametrize(
    ("given", "read"),
    [("the goat", ["the goat"]), (["a", "", "  ", 3, None, "b"], ["a", "b"]), ("", []), (7, []), ({"a": "b"}, [])],
)
@pytest.mark.parametrize("field", ["to_me", "opened", "wishes", "told"])
def test_texts_however_they_are_written(field: str, given: object, read: list[str]) -> None:
    assert getattr(Decision.model_validate({field: given}), field) == read


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("my son", [("my son", "never")]),
        (["my son", {"subject": "the war", "kind": "Not now"}], [("my son", "never"), ("the war", "not_now")]),
        ([{"subject": "my son", "kind": "for all times"}], [("my son", "never")]),
        ([{"subject": None, "kind": "skip"}], [("", "skip")]),
        ([3, None], []),
    ],
)
def test_a_refusal_is_never_lost_to_its_form(given: object, read: list[tuple[str, str]]) -> None:
    decision = Decision.model_validate({"refused": given})
    assert [(each.subject, each.kind) for each in decision.refused] == read
    assert decision.declined == any(subject for subject, _ in read)


@pytest.mark.parametrize(
    ("given", "move", "wants"),
    [
        ({"move": "Hand-Back", "wants": "PAUSE"}, "hand_back", "pause"),
        ({"move": "sing", "wants": "dance"}, "stay", "go_on"),
        ({"move": ["turn"], "wants": {}}, "stay", "go_on"),
    ],
)
def test_words_of_a_list_in_any_form(given: dict[str, object], move: str, wants: str) -> None:
    decision = Decision.model_validate({**given, "message": "And then?"})
    assert (decision.move, decision.wants, decision.message) == (move, wants, "And then?")


@given(field=st.sampled_from(sorted({"to_me", "opened", "taken", "wishes", "reopened", "keep_back", "release", "told",
                                     "wants", "move"})), value=_VALUES)  # fmt: skip
def test_no_value_of_one_of_the_books_spoils_the_message(field: str, value: object) -> None:
    decision = Decision.model_validate({field: value, "message": "And then?", "thoughts": value})
    assert decision.message == "And then?"


def test_every_provider_takes_its_schema() -> None:
    schema = provider_schema(Decision)
    assert set(schema["required"]) == set(Decision.model_fields)
    assert not FORBIDDEN_KEYWORDS & set(_keywords(schema))


def _keywords(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [word for each in schema for word in _keywords(each)]
    if not isinstance(schema, dict):
        return []
    inner = [value for key, value in schema.items() if key != "properties"]
    inner += list(schema.get("properties", {}).values())
    return [*schema, *(word for each in inner for word in _keywords(each))]
