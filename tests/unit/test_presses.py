"""What a button carries: the way there and back, the limit, and what comes back forged."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.messages import LIMIT, Button, decode_button, encode_button

ids = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=16)
words = st.text(string.ascii_lowercase, min_size=1, max_size=16)
buttons = st.one_of(
    st.builds(Button, command=words, argument=st.one_of(st.just(""), ids)),
    st.builds(Button, command=words, session_id=ids, seq=st.integers(0, 999_999_999)),
)


@given(buttons)
def test_what_is_written_is_read_back(button: Button) -> None:
    data = encode_button(button)
    assert decode_button(data) == button
    assert len(data.encode("ascii")) <= LIMIT


@given(st.text())
def test_reading_takes_anything(data: str) -> None:
    button = decode_button(data)
    assert button is None or button.command.isascii()


@given(st.builds(Button, command=st.text(max_size=80), argument=st.text(max_size=80), session_id=st.text(max_size=40)))
def test_what_is_written_always_fits_or_is_refused(button: Button) -> None:
    try:
        data = encode_button(button)
    except ValueError:
        return
    assert len(data.encode()) <= LIMIT
    assert data.isascii()


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "SKIP",
        "skip@abc",
        "skip@abc.-1",
        "skip@abc.1 OR 1=1",
        "skip@abc.٣",
        "skip@abc.9999999999",
        "skip@abc.1\n",
        "resume~" + "a" * 100,
        "a" * 100_000,
    ],
)
def test_forged_data_is_no_button(forged: str) -> None:
    assert decode_button(forged) is None
