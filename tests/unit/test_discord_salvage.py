"""What a person did, read from what the library cannot build: words outlive what is damaged beside them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import salvage
from core.contracts.messages import (
    Incoming,
    Text,
    Unusable,
    UnusableKind,
    position_of,
)
from tests.unit.discord_kit import ANNA, BOT, CHAT, CLIENT, MESSAGE, only, raw, read, voice


def salvaged(message: Any) -> list[Incoming]:
    return salvage.salvage_events(message, CLIENT.built, bot_id=BOT, chat=CHAT)


def test_what_can_be_built_needs_no_mending() -> None:
    assert salvaged(raw(content="hello")) == read(content="hello")


@pytest.mark.parametrize(
    "damage",
    [
        {"attachments": [{"id": "5"}]},
        {"poll": {}},
        {"author": {"id": "42", "username": "anna1938", "global_name": "Anna"}},
        {"edited_timestamp": "yesterday"},
        {"reactions": "many"},
    ],
)
def test_words_outlive_what_is_damaged_beside_them(damage: dict[str, Any]) -> None:
    [event] = salvaged(raw(content="the only telling") | damage)
    assert event == only(content="the only telling")


def test_a_recording_outlives_what_is_damaged_beside_it() -> None:
    assert salvaged(raw(attachments=[voice()], poll={})) == read(attachments=[voice()])


def test_what_cannot_be_read_at_all_was_still_sent() -> None:
    for damage in ({"content": 7}, {"content": None, "attachments": "none"}):
        [event] = salvaged(raw(content="hello") | damage)
        assert event.content == Unusable(kind=UnusableKind.OTHER)
        assert (event.event_id, event.position, event.sender.id) == (
            f"discord:{BOT}:{MESSAGE}",
            position_of(MESSAGE),
            "42",
        )


def test_nobody_s_message_is_nothing() -> None:
    assert salvaged(raw(content=7, author=ANNA | {"bot": True})) == []
    assert salvaged(raw(author=None)) == []
    assert salvaged(raw(poll={}, type=3)) == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
FIELDS = sorted(
    {*raw(), "poll", "sticker_items", "message_snapshots", "message_reference", "interaction", "components"}
)


@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=4))
def test_no_damage_raises_or_leads_elsewhere(damage: dict[str, Any]) -> None:
    whole = raw(content="the only telling", attachments=[voice()])
    for event in salvaged(whole | damage):
        assert event.event_id.startswith(f"discord:{BOT}:")
        assert event.address.chat == str(CHAT)
    if not damage.keys() & {"id", "author", "content", "type", "message_snapshots"}:
        assert salvaged(whole | damage)[0].content == Text(text="the only telling")
