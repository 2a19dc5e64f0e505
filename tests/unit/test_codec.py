"""What is written into a column is read back the same, whatever people write."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.errors import StorageError
from core.contracts.messages import (
    Address,
    ChatClosed,
    Choice,
    Command,
    Content,
    Edit,
    Incoming,
    Press,
    Progress,
    Removal,
    Say,
    SendDocument,
    Sender,
    Span,
    Style,
    Text,
    Unusable,
    UnusableKind,
    position_of,
)
from core.store.rows import dump_incoming, dump_saying, load_incoming, load_say, to_datetime

# Until 2200, doubles hold microseconds exactly.
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - naive bounds are asked for
TEXTS = st.text() | st.sampled_from(
    ["", "\x00", "\r\n\t", '"}\\', "Ёлка 🎄", "null", "{}", "' OR 1=1 --", "a\u2028b", "\ufeff", "\uffff", "%s {0} :x"]
)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
CONTENTS = st.one_of(
    st.builds(Text, text=TEXTS),
    st.builds(Command, name=TEXTS, argument=TEXTS),
    st.builds(Press, data=TEXTS),
    st.builds(Edit, ref=TEXTS, text=TEXTS, heard=st.booleans()),
    st.builds(Removal, ref=TEXTS),
    st.builds(Unusable, kind=st.sampled_from(UnusableKind), file_ref=TEXTS),
    st.builds(ChatClosed),
)
EVENTS = st.builds(
    Incoming,
    event_id=TEXTS,
    address=st.builds(Address, platform=TEXTS, chat=TEXTS),
    sender=st.builds(Sender, id=TEXTS, name=TEXTS, language=TEXTS),
    content=CONTENTS,
    sent_at=MOMENTS,
    position=TEXTS,
    ref=TEXTS,
)
CHOICES = st.builds(Choice, label=TEXTS, data=TEXTS, editor=TEXTS)
SAYINGS = st.builds(
    Say,
    text=TEXTS,
    spans=st.lists(st.builds(Span, start=NUMBERS, end=NUMBERS, style=st.sampled_from(Style))).map(tuple),
    choices=st.lists(CHOICES).map(tuple),
    progress=st.none() | st.builds(Progress, done=NUMBERS, total=NUMBERS),
)


@given(incoming=EVENTS, position=NUMBERS)
def test_a_position_that_a_version_before_wrote_as_a_number_is_read(incoming: Incoming, position: int) -> None:
    written = json.dumps({**json.loads(dump_incoming(incoming)), "position": position})
    assert load_incoming(written).position == position_of(position)


@given(numbers=st.lists(st.integers(1, 2**63)))
def test_numbers_sort_as_positions_as_they_sort_as_numbers(numbers: list[int]) -> None:
    assert sorted(map(position_of, numbers)) == [position_of(number) for number in sorted(numbers)]


@given(incoming=EVENTS)
def test_an_event_is_read_as_it_was_written(incoming: Incoming) -> None:
    written = dump_incoming(incoming)
    written.encode()
    assert load_incoming(written) == incoming


@given(saying=SAYINGS)
def test_words_are_read_as_they_were_written(saying: Say) -> None:
    written = json.loads(dump_saying(saying))
    assert written["type"] == "say"
    assert load_say(written["say"]) == saying


@given(caption=TEXTS, body=st.binary())
def test_of_a_document_only_the_caption_is_written(caption: str, body: bytes) -> None:
    document = SendDocument(name="t.md", media_type="text/markdown", body=body, caption=caption)
    assert json.loads(dump_saying(document)) == {"type": "document", "caption": caption}


def _event(content: Content) -> Incoming:
    address = Address(platform="here", chat="1")
    return Incoming(event_id="e", address=address, sender=Sender(id="7"), content=content, sent_at=to_datetime(0))


def test_half_a_pair_of_surrogates_costs_no_message() -> None:
    read = load_incoming(dump_incoming(_event(Text(text="a\ud83cb"))))
    assert read == _event(Text(text="a?b"))


def test_what_nobody_knows_is_not_written() -> None:
    with pytest.raises(StorageError, match="SendDocument"):
        dump_incoming(_event(SendDocument(name="n", media_type="m", body=b"")))  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "hologram"},
        {"content": {"text": ["her words"]}},
        {"content": "her words"},
        {"sent_at": "her words"},
        {"sent_at": 1e300},
        None,
        "no json",
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(changed: object) -> None:
    written = dump_incoming(_event(Text(text="hello")))
    if isinstance(changed, dict):
        written = json.dumps(json.loads(written) | changed)
    elif changed is None:
        written = json.dumps(["her words"])
    else:
        written = '{"text": "her words'
    with pytest.raises(StorageError) as caught:
        load_incoming(written)
    sentence = str(caught.value)
    assert "her words" not in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_a_button_of_a_version_without_editors_is_a_plain_one() -> None:
    data = {"text": "And then?", "choices": [{"label": "Skip", "data": "skip"}]}
    assert load_say(data).choices == (Choice(label="Skip", data="skip"),)


@pytest.mark.parametrize("data", [{}, {"text": ["her words"]}, {"text": "a", "spans": [{"style": "her words"}]}, None])
def test_words_that_cannot_be_read_are_an_error_without_them(data: object) -> None:
    with pytest.raises(StorageError) as caught:
        load_say(data)
    assert "her words" not in str(caught.value)


def test_what_another_version_could_not_take_is_still_read() -> None:
    stored = json.loads(dump_incoming(_event(Unusable(kind=UnusableKind.STICKER))))
    stored["content"]["kind"] = "voice"
    assert load_incoming(json.dumps(stored)).content == Unusable(kind=UnusableKind.OTHER)
