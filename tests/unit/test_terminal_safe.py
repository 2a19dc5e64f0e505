"""Nothing that a terminal would obey is ever printed, and no word goes with it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.terminal.safe import storable_text, visible_spans, visible_text
from core.contracts.messages import Span, Style

_HOSTILE = st.text(
    alphabet=st.sampled_from("ab \n\t\r\0\x07\x1b\x7f\x85\x90\x9b\x9c\x9d[]0;?m\\H\u202e\u2028\ud800я👵")
)


@pytest.mark.parametrize(
    ("hostile", "seen"),
    [
        ("before\x1b[2J\x1b[1;1Hafter", "beforeafter"),
        ("\x1b]0;new title\x07words", "words"),
        ("\x1b]52;c;c3RvbGVu\x1b\\words", "words"),
        ("\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("\x1bPpayload\x1b\\words", "words"),
        ("\x1b]0;a title without an end, and the only telling", "]0;a title without an end, and the only telling"),
        ("overprinted\rwords", "overprinted\nwords"),
        ("two\r\nlines", "two\nlines"),
        ("half \ud83d of one", "half \ufffd of one"),
        ("Бабушка 👩‍👩‍👧‍👦 said:\n\t«é»", "Бабушка 👩‍👩‍👧‍👦 said:\n\t«é»"),
    ],
)
def test_escape_sequences_go_and_words_stay(hostile: str, seen: str) -> None:
    assert visible_text(hostile) == seen


@given(st.text() | _HOSTILE)
def test_nothing_visible_is_a_control(text: str) -> None:
    shown = visible_text(text)
    assert [c for c in shown if unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t"] == []
    assert visible_text(shown) == shown


@given(_HOSTILE, st.integers(0, 30), st.integers(0, 30))
def test_spans_keep_covering_the_same_words(text: str, one: int, other: int) -> None:
    first, second = sorted((min(one, len(text)), min(other, len(text))))
    cuts = [(0, first), (first, second), (second, len(text))]
    shown, spans = visible_spans(text, [Span(start=a, end=b, style=Style.BOLD) for a, b in cuts])
    assert "".join(shown[span.start : span.end] for span in spans) == shown == visible_text(text)
    for (start, end), span in zip(cuts, spans, strict=True):
        rest = iter(text[start:end])
        assert all(c in rest for c in shown[span.start : span.end] if c.isalnum())


def test_a_span_behind_an_escape_sequence_moves_with_its_word() -> None:
    text = "\x1b[31mYou said\x1b[0m: I was a «child»"
    start = text.index("«")
    shown, (span,) = visible_spans(text, [Span(start=start, end=len(text), style=Style.QUOTE)])
    assert shown[span.start : span.end] == "«child»"


def test_what_is_kept_loses_only_what_no_database_takes() -> None:
    assert storable_text("one\r\ntwo\0 \udcff \x1b[31m[b]é") == "one\ntwo \ufffd \x1b[31m[b]é"
