"""How a text is cut into messages: in the right places, within the limit, and no character apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.delivery.fitting import replace_surrogates, split_text, utf16_length
from tests.fakes.writing import limits, written_texts


def boundaries(written: list[str]) -> set[int]:
    """Where one character ends for a reader and another begins."""
    edges, at = {0}, 0
    for cluster in written:
        at += len(cluster)
        edges.add(at)
        if (cluster.isspace() and cluster != "\r\n") or cluster == "word":
            edges.update(range(at - len(cluster), at))
    return edges


def gaps(text: str, found: list[tuple[int, int]]) -> list[str]:
    """What is left out: before, between and after the pieces."""
    edges = [0, *(edge for piece in found for edge in piece), len(text)]
    return [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]


@given(written_texts, limits)
def test_pieces_keep_every_word_and_every_character_whole(written: list[str], limit: int) -> None:
    text = "".join(written)
    found = split_text(text, limit)
    assert all(utf16_length(text[start:end]) <= limit for start, end in found)
    assert "".join(gaps(text, found)).strip() == ""
    for start, end in found:
        assert text[start:end] == text[start:end].strip() != ""
        assert {start, end} <= boundaries(written)


@given(st.text(), st.integers(2, 30))
def test_any_text_at_all_is_cut_within_the_limit(text: str, limit: int) -> None:
    found = split_text(text, limit)
    assert all(0 < utf16_length(text[start:end]) <= limit for start, end in found)
    assert "".join(gaps(text, found)).strip() == ""
    assert "".join("".join(text[start:end] for start, end in found).split()) == "".join(text.split())


def test_a_heap_of_accents_longer_than_a_message_is_still_cut() -> None:
    text = "a" + "\u0301" * 100
    assert [end - start for start, end in split_text(text, 40)] == [40, 40, 21]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One two three. Four five.\n\nSix. Seven eight", "One two three. Four five."),
        ("One two three. Four five.\nSix. Seven eight", "One two three. Four five."),
        ("One two three four five? Six seven eight nine", "One two three four five?"),
        ("He said “one two three four.” Then six seven ate", "He said “one two three four.”"),
        ("one two three four five six seven eight nine", "one two three four five six seven eight"),
        ("Hi,\n\nonetwothreefourfivesixseveneightnineteneleven", "Hi,"),
        ("onetwothreefourfivesixseveneightnineteneleventwelve", "onetwothreefourfivesixseveneightnineten"),
    ],
    ids=["paragraph", "line", "sentence", "quoted-sentence", "word", "early-space", "no-space"],
)
def test_the_cut_is_where_a_reader_pauses(text: str, first: str) -> None:
    [start, end], *rest = split_text(text, 40 if " " in text else 39)
    assert text[start:end] == first
    assert rest


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_a_broken_character_is_replaced_one_for_one(text: str) -> None:
    mended = replace_surrogates(text)
    mended.encode()
    assert len(mended) == len(text)
    assert all(a == b or b == "\ufffd" for a, b in zip(text, mended, strict=True))
