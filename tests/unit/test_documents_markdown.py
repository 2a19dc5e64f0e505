"""What people write renders to exactly their words, whatever they write."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.documents import markdown
from tests.fakes.rendering import LAVISH, STRICT, Block, rendered, told

SIGNIFICANT = st.text(alphabet="#-+=*_`~<>&[](){}!|:;.)1234567890 \n\t\\\"'^$/@aЯ\u00a0\u2028", max_size=60)
TEXTS = SIGNIFICANT | st.text(max_size=120) | st.lists(SIGNIFICANT | st.text(max_size=10)).map("".join)
READERS = pytest.mark.parametrize("reader", [STRICT, LAVISH], ids=["commonmark", "extended"])


@READERS
@given(text=TEXTS)
@example(text="# Chapter\n\n**Who are you?**\n> quoted\n1. one\n- two\n---\n===")
@example(text="one\n---\ntwo\n==\na | b\n:-|-:\n:-:")
@example(text="```\ncode\n```\n    indented\n~~~ x")
@example(text="<script>&lt;&#42;&copy;</script> <!-- a --> [a](b) ![c][d] <https://a.b>\n[d]: e")
@example(text="snake_case _em_ __strong__ a_ _b 2*3*4 \\* \\")
@example(text="ends with two spaces  \nand a backslash\\\nthen more")
def test_a_block_renders_to_its_words(reader: MarkdownIt, text: str) -> None:
    expected = [Block("plain", paragraph) for paragraph in told(text)]
    assert rendered(markdown.markdown_paragraphs(text), reader) == expected


@READERS
@given(text=TEXTS)
def test_bold_and_italic_cover_every_paragraph_and_nothing_else(reader: MarkdownIt, text: str) -> None:
    for style, make in (("bold", markdown.bold), ("italic", markdown.italic)):
        expected = [Block(style, paragraph) for paragraph in told(text)]
        assert rendered(make(text), reader) == expected


@READERS
@given(text=TEXTS.filter(lambda t: "```" not in t), data=st.data())
def test_passages_in_italics_leave_every_word_where_it_is(reader: MarkdownIt, text: str, data: st.DataObject) -> None:
    edges = st.integers(0, len(text))
    spans = data.draw(st.lists(st.tuples(edges, edges), max_size=3))
    written = markdown.text_with_asides(text, [text[min(span) : max(span)] for span in spans])
    blocks = rendered(written, reader)
    assert [block.text.split() for block in blocks] == [paragraph.split() for paragraph in told(text)]
    assert {block.style for block in blocks} <= {"plain", "italic", "mixed"}
    whole = rendered(markdown.text_with_asides(text, [text]), reader)
    assert {block.style for block in whole} <= {"italic"}


def test_italics_cover_whole_words_and_stop_at_code() -> None:
    text = "So (is this *kept*?) he asked.\n- Who\nreads it? Nobody.\n```\nx = 1\n```\nDone."
    assert markdown.text_with_asides(text, ["is this *kept*?", "Who\nreads it?", "x = 1"]) == (
        "So *(is this \\*kept\\*?)* he asked.  \n\\- *Who*  \n*reads it?* Nobody.\n\n```\nx = 1\n```\n\nDone."
    )


@given(text=TEXTS)
def test_a_heading_is_one_line_with_all_words(text: str) -> None:
    words = " ".join(" ".join(told(text)).split())
    assert rendered(markdown.heading(2, text)) == [Block("h2", words)]


@given(text=TEXTS.filter(lambda t: told(t) != []))
def test_a_fact_is_one_item_with_all_words(text: str) -> None:
    words = " ".join(" ".join(told(text)).split())
    assert rendered(markdown.fact_line("Name", text)) == [Block("item", f"Name: {words}")]


@pytest.mark.parametrize(
    "text",
    [
        "I was born in 1931 - a cold winter, they said; -30 and snow (a metre of it!).",
        "Мама звала меня «Лёля» — так и осталось: 100% & больше.",
        "Write to anna_maria@example.org, it costs $5 > 4 #1 + 1 = 2.",
    ],
)
def test_ordinary_sentences_are_not_cluttered_with_backslashes(text: str) -> None:
    assert markdown.markdown_paragraphs(text) == text


def test_what_no_file_can_hold_is_left_out() -> None:
    assert markdown.markdown_paragraphs("a\x00b\ud83d c\x1b[31m") == "ab c\\[31m"
