"""The second file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.documents.readings_file import readings_markdown
from tests.fakes.records import Conversation, record_of
from tests.fakes.rendering import Block, rendered, told

NAMES = (
    "reflection-psychologist",
    "reflection-economist",
    "reflection-political-scientist",
    "reflection-demographer",
)


def _blocks(findings: dict[str, str], language: str = "en") -> list[Block]:
    return rendered(readings_markdown(record_of(Conversation(), findings=findings, language=language), NAMES))


def test_findings_come_in_the_order_asked_for_and_missing_ones_are_named() -> None:
    blocks = _blocks(
        {"reflection-demographer": "Seven children.", "reflection-psychologist": "A calm voice.\n\nAnd so on."}
    )
    assert blocks[0] == Block("h1", "The story of Maria’s life: reflections")
    assert blocks[1].style == "italic"
    assert blocks[2:] == [
        Block("h2", "A psychologist’s reading"),
        Block("plain", "A calm voice."),
        Block("plain", "And so on."),
        Block("h2", "A demographer’s reading"),
        Block("plain", "Seven children."),
        Block("italic", "Not written yet: An economist’s reading, A political scientist’s reading."),
    ]


def test_nothing_is_missing_when_all_are_there() -> None:
    blocks = _blocks(dict.fromkeys(NAMES, "Готово."), "ru")
    assert [b.text for b in blocks if b.style == "h2"] == [
        "Взгляд психолога",
        "Взгляд экономиста",
        "Взгляд политолога",
        "Взгляд демографа",
    ]
    assert len([b for b in blocks if b.style == "italic"]) == 1


@given(text=st.text() | st.sampled_from(["# A demographer’s reading", "![x](http://a.b/c)", "<img src=x>"]))
def test_what_a_model_wrote_is_no_markup(text: str) -> None:
    blocks = _blocks({"reflection-economist": text})
    assert [b.text for b in blocks if b.style == "plain"] == told(text)
    assert len([b for b in blocks if b.style == "h2"]) == (1 if told(text) else 0)
