"""Who runs the bot is told by the platform's own id of whoever sent something."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.contracts.messages import Address, Command, Content, Incoming, Sender, Timer
from core.contracts.session import Person
from core.conversation.context import Context
from core.conversation.runtime import Runtime
from core.store.desk_reads import MailItem, View
from core.store.store import MemoryStore
from tests.fakes.manual_clock import ManualClock

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("platform", "chat", "sender", "content", "admin"),
    [
        ("fake", "7", "7", Command(name="stats"), True),
        ("fake", "1", "7", Command(name="stats"), True),
        ("fake", "7", "8", Command(name="stats"), False),
        ("other", "7", "7", Command(name="stats"), False),
        ("fake", "7", "", Timer(session_id="s1"), False),
    ],
)
async def test_an_admin_is_whoever_is_named_as_one(
    platform: str, chat: str, sender: str, content: Content, admin: bool
) -> None:
    store = MemoryStore()
    runtime = Runtime(
        store=store,
        clock=ManualClock(),
        interviews={},
        new_id=lambda: "1",
        owner="test.me",
        offline=True,
        admins=frozenset({"fake:7"}),
    )
    incoming = Incoming(
        event_id="1",
        address=Address(platform=platform, chat=chat),
        sender=Sender(id=sender, name="fake:7"),
        content=content,
        sent_at=NOW,
    )
    view = View(Person(id="p1", created_at=NOW), (), None, None)
    context = Context(runtime=runtime, view=view, item=MailItem(1, incoming, True), now=NOW)
    assert context.is_admin is admin
    await store.close()
