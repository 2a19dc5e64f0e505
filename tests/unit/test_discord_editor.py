"""What the button of an editor carries, and what becomes of what was written in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.editor import custom_id, editor_label, submitted_text
from core.contracts.fences import fenced_passages
from core.contracts.messages import Text, Unusable, UnusableKind
from core.delivery.fitting import utf16_length


def submitted(code: object) -> dict[str, object]:
    field = {"type": 4, "id": 2, "custom_id": "code", "value": code}
    return {"custom_id": "e:Your code", "components": [{"type": 18, "id": 1, "component": field}]}


@given(label=st.text(max_size=200))
def test_a_button_carries_all_that_its_dialog_needs(label: str) -> None:
    known = custom_id(label)
    assert utf16_length(known) <= 100
    field = editor_label({"custom_id": known})
    assert 1 <= utf16_length(field) <= 45
    assert custom_id(field) == known


@pytest.mark.parametrize("data", [{}, {"custom_id": "r:skip~keep"}, {"custom_id": "r:menu:0"}, {"custom_id": "e:"}])
def test_what_is_no_editor_opens_none(data: dict[str, object]) -> None:
    assert editor_label(data) == ""


@given(code=st.text(min_size=1, alphabet=st.characters(codec="utf-8", exclude_characters="\r")))
def test_what_was_written_stands_between_fences(code: str) -> None:
    content = submitted_text(submitted(code))
    if isinstance(content, Unusable):
        return
    [passage] = fenced_passages(content.text)
    assert passage.is_code
    assert passage.text.removesuffix("\n") == code.removesuffix("\n")


@pytest.mark.parametrize("data", [submitted(" \n"), submitted(None), {"custom_id": "e:Your code"}])
def test_nothing_written_is_an_empty_message(data: dict[str, object]) -> None:
    assert submitted_text(data) == Unusable(kind=UnusableKind.EMPTY)


def test_words_that_look_like_a_command_are_code() -> None:
    assert submitted_text(submitted("/done")) == Text(text="```\n/done\n```")
