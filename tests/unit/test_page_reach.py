"""Who reaches the page: names that it goes by, addresses in the home network, and the test of an address."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from adapters.web import WebSection
from adapters.web.account import invitation
from adapters.web.home_network import home_addresses, home_name, page_address
from adapters.web.reaching import PROOF, PROOF_NOTE, PROVEN, Reach, examine_public_address, proves
from adapters.web.security import Doors, key_digest, new_key
from core.contracts.findings import Finding, Verdict
from core.documents.files import write_atomically
from tests.fakes.manual_clock import ManualClock

AT_HOME = "192.168.1.5"
PHONE = "192.168.1.77"


class Connected:
    """A connection between two addresses."""

    def __init__(self, here: str, there: str) -> None:
        self._names = {"sockname": (here, 8765), "peername": (there, 50_000)}

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self._names.get(name, default)

    def is_closing(self) -> bool:
        return False


def asked(host: str, *, here: str, there: str, **headers: str) -> web.Request:
    """A request of the computer `there` to our address `here`."""
    transport = Connected(here, there)
    return make_mocked_request("GET", "/", headers={"Host": host, **headers}, transport=transport)


@pytest.fixture
def doors() -> Doors:
    found = Doors(host="127.0.0.1", port=8765, public_url="", token=new_key(), clock=ManualClock())
    found.open_to("", [AT_HOME, "annas-laptop.local"])
    return found


@pytest.mark.parametrize("name", [AT_HOME, "annas-laptop.local", "ANNAS-LAPTOP.local", "127.0.0.1", "localhost"])
def test_the_page_goes_by_its_names_in_the_home_network(name: str, doors: Doors) -> None:
    assert doors.origin(asked(f"{name}:8765", here=AT_HOME, there=PHONE)) == f"http://{name.lower()}:8765"


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:8765", "192.168.1.6:8765", "other.local:8765", "annas-laptop:8765", "annas-laptop.local"),
        *(AT_HOME, f"{AT_HOME}:80", f"{AT_HOME}.evil.example:8765", f"{AT_HOME}:8765.evil.example", ""),
    ],
)
def test_a_name_that_suddenly_means_this_computer_is_not_ours(host: str, doors: Doors) -> None:
    """The page of an attacker, whose name is pointed at our address later, comes with that name as its Host."""
    assert doors.origin(asked(host, here=AT_HOME, there=PHONE)) == ""


def test_another_device_at_home_is_not_this_computer(doors: Doors) -> None:
    for host in (f"{AT_HOME}:8765", "127.0.0.1:8765", "localhost:8765"):
        request = asked(host, here=AT_HOME, there=PHONE)
        assert not doors.is_loopback(request), host
        assert doors.is_other_at_home(request), host
    assert not doors.is_other_at_home(asked(f"{AT_HOME}:8765", here=AT_HOME, there=AT_HOME))
    assert not doors.is_other_at_home(asked("127.0.0.1:8765", here="127.0.0.1", there="127.0.0.1"))


def test_names_that_were_given_up_are_not_ours_any_more(doors: Doors) -> None:
    doors.open_to("https://talk.example.org")
    assert doors.origin(asked(f"{AT_HOME}:8765", here=AT_HOME, there=PHONE)) == ""
    assert doors.origin(asked("talk.example.org", here="127.0.0.1", there="127.0.0.1")) == "https://talk.example.org"
    assert doors.origin(asked("127.0.0.1:8765", here="127.0.0.1", there="127.0.0.1"))
    assert not doors.is_other_at_home(asked("127.0.0.1:8765", here="127.0.0.1", there=PHONE))


def test_addresses_at_home_are_private_ones() -> None:
    for address in home_addresses():
        socket.inet_aton(address)
        assert not address.startswith("127.")
    assert home_name() == "" or home_name().endswith(".local")


async def test_what_can_be_listened_at_is_reached_and_noted() -> None:
    doors = Doors(host="127.0.0.1", port=8765, public_url="", token=new_key(), clock=ManualClock())
    served: list[list[str]] = []
    noted: list[tuple[str, ...]] = []

    async def listen(places: object) -> None:
        assert isinstance(places, tuple | list)
        served.append([place.getsockname()[0] for place in places])
        for place in places:
            place.close()

    with socket.socket() as other:
        other.bind(("127.0.0.2", 0))
        port = other.getsockname()[1]
    reach = Reach(
        doors=doors,
        port=port,
        everywhere=False,
        find=lambda: ("127.0.0.2", "203.0.113.9"),
        listen=listen,
        note=lambda links: noted.append(tuple(links)),
    )
    await reach.change(home_network=True, public_url="")
    assert served[-1] == ["127.0.0.2"], "an address that is not this computer's is left out"
    assert reach.links == noted[-1] == (page_address("127.0.0.2", port),)
    await reach.change(home_network=False, public_url="https://talk.example.org")
    assert served[-1] == []
    assert reach.links == noted[-1] == ("https://talk.example.org",)


# --- invitations ------------------------------------------------------------------------------------------------------


def test_a_link_leads_to_where_the_page_is_reached(tmp_path: Path) -> None:
    closed = invitation(WebSection(), "CODE", "en", tmp_path)
    assert "only opens on this computer" in closed[0]
    proxied = WebSection(home_network=True, public_url="https://talk.example.org")
    assert invitation(proxied, "CODE", "en", tmp_path) == ["https://talk.example.org/i/CODE"]
    near = [f"{page_address(each, 8765)}/i/CODE" for each in home_addresses()[:1]]
    assert invitation(WebSection(home_network=True), "CODE", "en", tmp_path) == (near or closed)


# --- the test of one's own address ------------------------------------------------------------------------------------


def test_only_what_the_test_asks_for_proves_it_and_only_once(tmp_path: Path) -> None:
    nonce = new_key()
    assert not proves(tmp_path, nonce)
    write_atomically(tmp_path / PROOF_NOTE, key_digest(nonce).encode())
    for wrong in (new_key(), "", "../web-proof", nonce[:-1]):
        assert not proves(tmp_path, wrong)
    assert proves(tmp_path, nonce)
    assert not proves(tmp_path, nonce)


@pytest.fixture
async def elsewhere() -> AsyncIterator[str]:
    """Another server than ours."""

    async def answer(request: web.BaseRequest) -> web.Response:
        return web.Response(text=PROVEN.upper())

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def tried(address: str, folder: Path, port: int = 0) -> Finding:
    section = WebSection(port=port).model_copy(update={"public_url": address})
    [found] = [each async for each in examine_public_address(section, folder)]
    assert not (folder / PROOF_NOTE).exists()
    return found


async def test_the_page_is_found_at_its_own_address(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    found = await tried(f"http://127.0.0.1:{port}", tmp_path, port)
    assert found.mark is Verdict.WELL, found.how


async def test_another_page_than_ours_is_told(elsewhere: str, tmp_path: Path) -> None:
    found = await tried(elsewhere, tmp_path)
    assert found.mark is Verdict.WRONG
    assert "another page than this one" in found.how
    assert PROOF not in found.how


async def test_an_address_at_which_nothing_answers_is_told(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    found = await tried(f"https://127.0.0.1:{port}", tmp_path)
    assert found.mark is Verdict.WRONG
    assert "nothing answers" in found.how
