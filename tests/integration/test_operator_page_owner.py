"""Whoever sits at this computer owns the program: their conversation's key opens the operator's page, nobody else's."""

from __future__ import annotations

from datetime import UTC, datetime

from yarl import URL

from adapters.web.operator.frame import HOME, SETUP
from adapters.web.security import key_digest
from core.contracts.messages import Address, Command, Incoming, Sender
from core.contracts.page_lines import PageUpdate
from tests.fakes.operator_page import Operator, token, words


async def _at_home(o: Operator) -> None:
    """Open the link that was printed at the start."""
    async with o.http.get(o.home_link, headers=o.headers, allow_redirects=False) as answer:
        assert answer.status == 200


async def test_the_link_of_this_computer_opens_people_and_settings(stranger: Operator) -> None:
    await _at_home(stranger)
    assert (await stranger.get(HOME))[0] == 200
    setup = await stranger.see(SETUP)
    assert "Back to the conversation" in words(setup)
    assert "/operator/leave" not in setup, "who sits here always has the page"
    sent = await stranger.post(f"{HOME}/people", form=token(setup), person="telegram:7", rule="allow")
    assert sent.status == 303


async def test_what_comes_through_a_proxy_is_nobody_at_this_computer(stranger: Operator) -> None:
    await _at_home(stranger)
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert (await stranger.get(HOME, **{header: "203.0.113.7"}))[0] == 403


async def test_a_guests_key_opens_no_settings(stranger: Operator) -> None:
    guest, key = Address(platform="web", chat="0f3a5c7e9b1d2f4a6c8e"), "B" * 43
    event = Incoming(
        event_id="web:in:guest",
        address=guest,
        sender=Sender(id=guest.chat, language="en"),
        content=Command(name="start"),
        sent_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    await stranger.inbox.shown.accept(event, PageUpdate(digest=key_digest(key), device="Firefox"))
    port = stranger.origin.rpartition(":")[2]
    stranger.http.cookie_jar.update_cookies({f"raconteur_{port}": key}, response_url=URL(stranger.origin))
    assert (await stranger.get("/"))[0] == 200
    assert "/operator" not in (await stranger.get("/"))[1]
    for path in (HOME, SETUP, f"{HOME}/doors", f"{HOME}/figures"):
        assert (await stranger.get(path))[0] == 403, path
