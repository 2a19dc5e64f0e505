"""Where the page is served: near its port, for this computer alone, and nowhere that others could read along."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from adapters.web import WebSection
from adapters.web.sockets import bind_socket
from core.contracts.errors import ConfigurationError


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens at."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def port_of(section: WebSection) -> int:
    with bind_socket(section) as place:
        port: int = place.getsockname()[1]
    return port


def test_where_the_port_is_taken_it_is_one_near_it(taken: int) -> None:
    assert taken < port_of(WebSection(port=taken)) < taken + 20


def test_for_a_proxy_it_is_that_port_or_none(taken: int) -> None:
    with pytest.raises(ConfigurationError, match=rf"port {taken} is taken on 127\.0\.0\.1; set another"):
        bind_socket(WebSection(port=taken, public_url="https://talk.example.org"))


@pytest.mark.parametrize(
    ("host", "tells"),
    [
        ("0.0.0.0", "public_url does not say"),  # noqa: S104 - refused
        ("::", "public_url does not say"),
        ("talk.example.org", "has to be a number"),
        ("127.0.0.1:80", "has to be a number"),
    ],
)
def test_others_are_not_let_in_without_tls(host: str, tells: str) -> None:
    with pytest.raises(ConfigurationError, match=tells):
        bind_socket(WebSection(host=host, port=0))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost"])
def test_this_computer_has_several_addresses_of_its_own(host: str) -> None:
    assert port_of(WebSection(host=host, port=0))


@pytest.mark.parametrize(
    "url", ["http://talk.example.org", "talk.example.org", "https://talk.example.org/page", "https://", "https://x?y"]
)
def test_what_is_no_address_for_others_is_told(url: str) -> None:
    with pytest.raises(ValidationError, match="write it as in https://talk"):
        WebSection(public_url=url)


def test_an_address_for_others_may_end_with_a_slash() -> None:
    assert WebSection(public_url="https://Talk.example.org/").public_url == "https://talk.example.org"
