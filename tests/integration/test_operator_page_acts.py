"""What is done on the operator's page: deleting, invitations, people."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from adapters.web import WebSection
from adapters.web.operator.site import HOME
from core.languages.messages import say
from core.store.access import access_list
from core.store.records import session_ids
from tests.fakes.operator_page import ONE, Operator, settings_in, talk, token, words
from tests.fakes.stores import NOW


async def test_deleting_wants_the_name(o: Operator) -> None:
    await talk(o)
    refused = await o.act(f"{ONE}/delete", name="Mario")
    assert refused.status == 409
    assert await o.store.read(session_ids) == ("s1",)
    done = await o.act(f"{ONE}/delete", name=" maria ")
    assert (done.status, done.headers["Location"]) == (303, HOME)
    assert await o.store.read(session_ids) == ()
    assert (await o.get(ONE))[0] == 404


async def test_deleting_somebody_without_a_name_wants_the_id(o: Operator) -> None:
    await talk(o, name="")
    assert (await o.act(f"{ONE}/delete", name="")).status == 409
    assert (await o.act(f"{ONE}/delete", name="s1")).status == 303


async def test_an_invitation_is_shown_once_and_withdrawn(o: Operator) -> None:
    page = await o.see(f"{HOME}/doors")
    fields = {"form": token(page), "kind": "life-story", "uses": "2", "days": "3"}
    async with o.http.post(
        f"{o.origin}{HOME}/invitations", data=fields, headers=o.headers | {"Origin": o.origin}
    ) as made:
        assert "The code is" in words(await made.text())
    [there] = (await o.store.read(lambda c: access_list(c, now=NOW))).invites
    assert (there.kind, there.uses_left) == ("life-story", 2)
    assert there.expires_at == NOW + timedelta(days=3).total_seconds()
    assert "The code is" not in words(await o.see(f"{HOME}/doors"))
    assert (await o.act(f"{HOME}/invitations/withdraw", digest=there.digest)).status == 303
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()
    assert (await o.act(f"{HOME}/invitations/withdraw", digest=there.digest)).status == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "", "uses": "0", "days": "1"},
        {"kind": "", "uses": "x", "days": "1"},
        {"kind": "", "uses": "1", "days": "-1"},
        {"kind": "no-such", "uses": "1", "days": "1"},
        {},
    ],
)
async def test_what_no_invitation_can_be_made_of_makes_none(o: Operator, fields: dict[str, str]) -> None:
    assert (await o.act(f"{HOME}/invitations", **fields)).status == 400
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()


async def test_no_invitation_is_made_where_nobody_could_come_in_with_one(o: Operator, tmp_path: Path) -> None:
    o.house.settings = settings_in(tmp_path, web=WebSection(enabled=True, port=0))
    o.language = "ru"
    fields = {"form": token(await o.see(f"{HOME}/doors")), "kind": "", "uses": "1", "days": "7"}
    async with o.http.post(
        f"{o.origin}{HOME}/invitations", data=fields, headers=o.headers | {"Origin": o.origin}
    ) as refused:
        seen = words(await refused.text())
    assert refused.status == 409
    assert say("ru", "operator-no-way-in") in seen
    assert "only opens on this computer" not in seen
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()


async def test_people_are_let_in_and_kept_out(o: Operator) -> None:
    assert (await o.act(f"{HOME}/people", person=" telegram:7 ", rule="allow")).status == 303
    seen = words(await o.see(f"{HOME}/doors"))
    assert "telegram:7 let in" in seen
    assert f"telegram:5 {say('en', 'operator-named')}" in seen
    assert (await o.act(f"{HOME}/people", person="telegram:7", rule="deny")).status == 303
    assert "telegram:7 kept out" in words(await o.see(f"{HOME}/doors"))
    assert (await o.act(f"{HOME}/people", person="nobody", rule="deny")).status == 400
    assert (await o.act(f"{HOME}/people", person="telegram:7", rule="burn")).status == 400
