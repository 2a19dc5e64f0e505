"""How a text becomes Telegram messages: counted as Telegram counts, styled as it was; and what its errors mean."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import BadRequest, Conflict, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut

from adapters.telegram.connections import delivery_error, redacted
from adapters.telegram.outbound import CAPTION_LIMIT, caption, keyboard, parts
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.messages import Choice, Say, Span, Style
from core.delivery.fitting import split_text, utf16_length
from tests.fakes.writing import limits, written_texts


@given(written_texts, limits, st.data())
def test_styles_cover_the_same_characters_after_cutting(written: list[str], limit: int, data: st.DataObject) -> None:
    text = "".join(written)
    index = st.integers(0, len(text))
    edges = data.draw(st.lists(st.tuples(index, index, st.sampled_from(Style)), max_size=4))
    spans = tuple(Span(start=min(a, b), end=max(a, b), style=style) for a, b, style in edges)
    messages = parts(Say(text=text, spans=spans), limit=limit)
    styled: set[tuple[int, str]] = set()
    for (start, _), message in zip(split_text(text, limit), messages, strict=True):
        positions = [start + i for i, character in enumerate(message.text) for _ in range(utf16_length(character))]
        for entity in message.entities:
            covered = positions[entity.offset : entity.offset + entity.length]
            assert len(covered) == entity.length > 0
            styled |= {(i, str(entity.type)) for i in covered}
    names = {
        Style.BOLD: "bold",
        Style.ITALIC: "italic",
        Style.CODE: "code",
        Style.QUOTE: "blockquote",
        Style.BLOCK: "pre",
    }
    wanted = {(i, names.get(span.style, span.style.value)) for span in spans for i in range(span.start, span.end)}
    assert {pair for pair in styled if not text[pair[0]].isspace()} == {
        pair for pair in wanted if not text[pair[0]].isspace()
    }


def test_a_span_out_of_bounds_is_cut_to_the_text() -> None:
    [part] = parts(
        Say(text="abc", spans=(Span(start=1, end=99, style=Style.BOLD), Span(start=7, end=9, style=Style.CODE)))
    )
    assert [(entity.offset, entity.length) for entity in part.entities] == [(1, 2)]


def test_white_space_alone_is_no_message_and_no_caption() -> None:
    assert parts(Say(text=" \n\n ")) == []
    assert caption(" " * 5_000) is None


def test_buttons_stand_under_the_last_part_only() -> None:
    say = Say(text="word " * 30, choices=(Choice(label="Go on", data="go"),))
    messages = parts(say, limit=40)
    assert len(messages) > 2
    assert [message.keyboard is not None for message in messages] == [False] * (len(messages) - 1) + [True]


def test_short_buttons_share_a_row_and_long_ones_do_not() -> None:
    labels = ["Skip", "Pause", "Undo", "Help", "Tell the story of a whole life", "Русский", "English"]
    markup = keyboard(Choice(label=label, data=str(number)) for number, label in enumerate(labels))
    assert markup is not None
    assert [[button.text for button in row] for row in markup.inline_keyboard] == [
        ["Skip", "Pause", "Undo"],
        ["Help"],
        ["Tell the story of a whole life"],
        ["Русский", "English"],
    ]
    assert [button.callback_data for row in markup.inline_keyboard for button in row] == list("0123456")


@given(st.text(max_size=50), st.integers(0, 2_000))
def test_a_caption_fits_and_says_when_it_was_cut(end: str, length: int) -> None:
    text = "слово 😀 " * (length // 8) + end
    shown = caption(text)
    if shown is None:
        assert not text.strip()
    else:
        assert 0 < utf16_length(shown) <= CAPTION_LIMIT
        assert shown == text.strip() or (shown.endswith("…") and text.strip().startswith(shown[:-1]))


TOKEN = "123:SECRET-part"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RetryAfter(17), TryLater),
        (TimedOut(), TryLater),
        (Conflict("Conflict: terminated by other getUpdates request"), TryLater),
        (TelegramError("Invalid server response"), TryLater),
        (BadRequest("Bad Request (400). Parsing the server response b'<html>' failed"), TryLater),
        (Forbidden("Forbidden: bot was blocked by the user"), Unreachable),
        (BadRequest("Chat not found"), Unreachable),
        (BadRequest("Bad Request: message is too long"), Rejected),
        (BadRequest("Bad Request: BUTTON_DATA_INVALID"), Rejected),
        (NetworkError("Request Entity Too Large (413). Parsing the server response b'<html>' failed"), TooLarge),
        (BadRequest("Bad Request: file is too big"), TooLarge),
    ],
    ids=lambda value: value.message[:45] if isinstance(value, TelegramError) else value.__name__,
)
def test_an_error_of_telegram_becomes_one_of_ours(error: TelegramError, expected: type[DeliveryError]) -> None:
    ours = delivery_error(error, token=TOKEN)
    assert type(ours) is expected
    assert str(ours)


@pytest.mark.parametrize("seconds", [1, 17, 9_000])
def test_the_wait_that_telegram_asks_for_is_handed_on(seconds: int) -> None:
    for asked in (seconds, timedelta(seconds=seconds)):
        ours = delivery_error(RetryAfter(asked), token=TOKEN)
        assert isinstance(ours, TryLater)
        assert ours.after == seconds


def test_the_token_is_in_no_error_text() -> None:
    error = NetworkError(
        f"httpx.ConnectError: https://api.telegram.org/bot{TOKEN}/getMe and SECRET-part alone " + "x" * 999
    )
    text = redacted(error, token=TOKEN)
    assert "SECRET" not in text
    assert len(text) <= 300
    assert "SECRET" not in str(delivery_error(error, token=TOKEN))
