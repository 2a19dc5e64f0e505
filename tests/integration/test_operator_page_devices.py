"""Which browsers are signed in, on the operator's page and from the command line."""

from __future__ import annotations

import re
from pathlib import Path

from adapters.web.operator.devices_view import DEVICES
from adapters.web.security import key_digest
from core.contracts.messages import Address
from core.languages.messages import say
from core.store.device_rows import device_id, holder_of_key, put_key
from core.store.reports import write_direct
from core.store.store import Connection
from tests.fakes.command_line import keep, raconteur
from tests.fakes.operator_page import Operator, words
from tests.fakes.stores import HERE, NOW, arrive, event
from tests.fakes.web_app import visiting

PHONE = key_digest("the phone's key")


def _phone(c: Connection, *, now: float = NOW) -> None:
    arrive(c, event("hello"))
    put_key(c, PHONE, HERE, now=now, device="Safari, iPhone")


async def test_the_operator_sees_every_browser_and_signs_one_out(o: Operator) -> None:
    now = o.clock.now().timestamp()
    await o.store.write(lambda c: _phone(c, now=now))
    text = await o.see(DEVICES)
    assert ("Safari on an iPhone" in text, str(HERE) in text) == (True, True)
    assert text.count(say("en", "page-device-here")) == 1
    listed = re.findall(r'name="device" value="([0-9a-f]{16})"', text)
    assert (len(listed), listed[-1]) == (2, device_id(PHONE)), "the operator's own browser first"
    asked = await o.act(f"{DEVICES}/sign-out", device=listed[-1])
    assert say("en", "operator-sign-out-sure") in words(await asked.text())
    assert (await o.act(f"{DEVICES}/sign-out", device=listed[-1], sure="1")).status == 303
    assert say("en", "operator-signed-out") in words(await o.see(f"{DEVICES}?out=1"))
    assert await o.store.read(lambda c: holder_of_key(c, PHONE, now=now)) is None
    assert (await o.act(f"{DEVICES}/sign-out", device=listed[-1], sure="1")).status == 404
    assert (await o.act(f"{DEVICES}/sign-out", device=listed[0], sure="1")).status == 303
    assert (await o.get(DEVICES))[0] == 403


async def test_the_link_of_this_computer_is_renewed(o: Operator) -> None:
    now, home = o.clock.now().timestamp(), key_digest("a key at home")

    def at_home(c: Connection) -> None:
        here = Address(platform="web", chat="local")
        arrive(c, event("hello", address=here))
        put_key(c, home, here, now=now)

    await o.store.write(at_home)
    links = []
    for _ in range(2):
        found = re.search(
            rf"{re.escape(o.origin)}/in/[A-Za-z0-9_-]{{43}}", await (await o.act(f"{DEVICES}/home")).text()
        )
        assert found
        links.append(found[0])
    assert await o.store.read(lambda c: holder_of_key(c, home, now=now)) is None
    async with visiting() as session:
        for link, status in zip(links, (403, 200), strict=True):
            async with session.get(link) as answer:
                assert answer.status == status


def test_the_command_lists_browsers_and_signs_them_out(tmp_path: Path) -> None:
    database = tmp_path / "data" / "raconteur.db"
    assert raconteur("devices", folder=tmp_path).out == "No browser is signed in to the page.\n"
    keep(database)
    write_direct(database, lambda c: _phone(c, now=4_000_000_000.0))
    listed = raconteur("devices", folder=tmp_path).out
    assert f"{device_id(PHONE)}  {HERE}" in listed
    assert "Safari, iPhone" in listed
    assert PHONE not in listed
    assert "1 signed out" in raconteur("devices", "--sign-out", device_id(PHONE), folder=tmp_path).out
    again = raconteur("devices", "--sign-out", str(HERE), folder=tmp_path)
    assert (again.code, "No browser is signed in" in again.err) == (2, True)
