"""Who comes in to the operator's page, and what is refused there."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yarl import URL

from adapters.web.operator.site import HOME
from adapters.web.security import GUESSES, SLOWLY
from core.store.access import access_list
from core.store.records import session_ids
from tests.fakes.effort import tries
from tests.fakes.operator_page import Operator, talk, token
from tests.fakes.stores import NOW
from tests.fakes.waiting import until


async def test_a_link_lets_one_browser_in_and_then_nobody(stranger: Operator) -> None:
    link = await stranger.link()
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter(link) == 303
    assert (await stranger.get(HOME))[0] == 200
    assert await stranger.enter(link) == 403


async def test_looking_at_a_link_uses_nothing_up(stranger: Operator) -> None:
    """Programs look at links before people do."""
    link = await stranger.link()
    for _ in range(3):
        assert (await stranger.get(link))[0] == 200
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter(link) == 303


async def test_a_link_is_good_for_its_hour(stranger: Operator) -> None:
    link = await stranger.link(minutes=60)
    stranger.clock.advance(3_600)
    assert await stranger.enter(link) == 403


async def test_the_cookie_is_for_this_page_alone_and_no_script_reads_it(stranger: Operator) -> None:
    async with stranger.http.get(stranger.origin + await stranger.link(), headers=stranger.headers) as answer:
        [cookie] = answer.cookies.values()
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/operator", True, "Strict")
    assert cookie.key.startswith("raconteur_operator_")


async def test_an_interviewees_cookie_opens_nothing_here(stranger: Operator) -> None:
    """Nor does this page's open a conversation."""
    jar = stranger.http.cookie_jar
    key = "A" * 43
    port = stranger.origin.rpartition(":")[2]
    jar.update_cookies({f"raconteur_{port}": key, f"raconteur_operator_{port}": key}, response_url=URL(stranger.origin))
    assert (await stranger.get(HOME))[0] == 403
    assert await stranger.enter() == 303
    assert (await stranger.get("/"))[0] == 403


async def test_every_view_and_every_act_is_closed_to_strangers(stranger: Operator) -> None:
    await talk(stranger)
    views = ("", "/sessions/s1", "/sessions/s1/events", "/sessions/s1/calls", "/figures", "/doors")
    files = (
        "/sessions/s1/kept/2",
        "/sessions/s1/transcript",
        "/sessions/s1/archive",
        "/sessions/s1/export",
    )
    for path in (*views, *files):
        assert (await stranger.get(f"{HOME}{path}"))[0] == 403, path
    for path in ("/find", "/sessions/s1/delete", "/invitations", "/invitations/withdraw", "/people", "/leave"):
        assert (await stranger.post(f"{HOME}{path}", form="0" * 64)).status == 403, path
    assert await stranger.store.read(session_ids) == ("s1",)


async def test_signing_out_closes_the_page(o: Operator) -> None:
    assert (await o.act(f"{HOME}/leave")).status == 200
    assert (await o.get(HOME))[0] == 403


async def test_a_cookie_ends_after_its_month(o: Operator) -> None:
    o.clock.advance(31 * 86_400)
    assert (await o.get(HOME))[0] == 403


async def test_guessing_links_is_slowed(stranger: Operator) -> None:
    right = await stranger.link()
    for number in range(GUESSES):
        assert (await stranger.get(f"{HOME}/in/wrong{number}"))[0] == 403
    assert SLOWLY not in stranger.clock.asked
    slow = asyncio.create_task(stranger.get(f"{HOME}/in/wrong"))
    await until(lambda: SLOWLY in stranger.clock.asked)
    assert await stranger.enter(right) == 303, "a right link waits for nothing"
    stranger.clock.advance(SLOWLY)
    assert (await slow)[0] == 403


@pytest.mark.parametrize("act", ["/find", "/sessions/s1/delete", "/invitations", "/people", "/leave"])
async def test_no_other_site_acts_in_the_operators_name(o: Operator, act: str) -> None:
    await talk(o)
    good = token(await o.see(HOME))
    fields = {"name": "Maria", "words": "x", "uses": "1", "days": "1", "person": "telegram:7", "rule": "deny"}
    for origin, form in (("https://evil.example", good), (o.origin, "0" * 64), (o.origin, ""), ("null", good)):
        assert (await o.post(f"{HOME}{act}", origin=origin, form=form, **fields)).status == 403
    async with o.http.post(
        o.origin + HOME + act, json=fields, headers={"Origin": o.origin, "X-Raconteur": "1"}
    ) as sent:
        assert sent.status == 415
    assert await o.store.read(session_ids) == ("s1",)
    assert await o.store.read(lambda c: access_list(c, now=NOW)) == await o.store.read(
        lambda c: access_list(c, now=NOW + 1)
    )


async def test_a_form_that_is_too_large_is_refused(o: Operator) -> None:
    assert (await o.act(f"{HOME}/find", words="x" * 20_000)).status == 413


async def test_every_answer_forbids_scripts_of_others_and_being_kept(o: Operator) -> None:
    async with o.http.get(o.origin + HOME, headers=o.headers) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Frame-Options"] == "DENY"


# --- whatever is asked --------------------------------------------------------------------------------------------


_TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(15, soak=600))
@given(
    path=st.sampled_from(
        ["", "/sessions/s1", "/sessions/s1/calls", "/find", "/invitations", "/people", "/doors", "/setup", "/x"]
    ),
    query=st.dictionaries(st.sampled_from(["behind", "status", "kind", "pulse", "x"]), _TEXT, max_size=3),
    fields=st.dictionaries(
        st.sampled_from(["words", "status", "kind", "behind", "uses", "days", "person", "rule", "name"]),
        _TEXT,
        max_size=5,
    ),
    posts=st.booleans(),
)
async def test_whatever_is_asked_is_answered_in_peace(
    o: Operator, path: str, query: dict[str, str], fields: dict[str, str], posts: bool
) -> None:
    if posts:
        status = (await o.act(HOME + path, **fields)).status
    else:
        async with o.http.get(o.origin + HOME + path, params=query, headers=o.headers) as answer:
            status = answer.status
            assert "Traceback" not in await answer.text()
    assert 200 <= status < 500
