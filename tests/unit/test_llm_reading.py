"""Reading answers of models that do and that do not keep to the form."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from core.contracts.errors import ModelMisread
from core.llm.chat_provider import read_answer


class Reply(BaseModel):
    say: str = Field(min_length=1)
    score: int = 0


class Optional(BaseModel):
    notes: list[str] = []


GOOD = '{"say": "And then?", "score": 3}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here it is:\n\n{GOOD}\n\nI hope that helps {{you}}.",
        f'<think>\nMaybe {{"say": "no"}}?\n</think>\n{GOOD}',
        f"It could be {{nothing}} yet.\n</think>\n\n```json\n{GOOD}\n```",
        f'{{"type": "object", "properties": {{}}}}\n{GOOD}',
        f'Draft: {{"say": "Why?", "score": 1}}\nFinal: {GOOD}',
    ],
)
def test_the_answer_is_found(text: str) -> None:
    assert read_answer(text, Reply) == Reply(say="And then?", score=3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I am sorry, I would rather talk about the weather.",
        '{"say": "cut in the mid',
        '{"say": ""}',
        '{"say": 7, "score": []}',
        "{" * 50_000,
        '{"a":' * 50_000,
        "x" * 300_000,
    ],
)
def test_what_is_no_answer_is_a_misread(text: str) -> None:
    with pytest.raises(ModelMisread):
        read_answer(text, Reply)


@pytest.mark.parametrize("text", ["{}", '{"error": "overloaded"}', 'Sorry: {"error": "no"}'])
def test_an_object_without_the_fields_is_not_taken_for_their_defaults(text: str) -> None:
    with pytest.raises(ModelMisread):
        read_answer(text, Optional)


def test_the_message_quotes_nothing_of_the_answer() -> None:
    with pytest.raises(ModelMisread) as caught:
        read_answer('{"say": ["my mother died in May"], "score": "many"}', Reply)
    assert "mother" not in str(caught.value)
    assert "many" not in str(caught.value)
    assert caught.value.__cause__ is None


@settings(deadline=None)
@given(say=st.text(min_size=1), before=st.text(), after=st.text())
def test_any_words_survive_the_way_through_prose_and_thoughts(say: str, before: str, after: str) -> None:
    surround = str.maketrans("", "", "{}")
    text = before.translate(surround) + json.dumps({"say": say}) + after.translate(surround)
    assume("</think>" not in after + say)
    assert read_answer(text, Reply).say == say
