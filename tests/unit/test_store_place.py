"""Where a database is, as the driver is told."""

from __future__ import annotations

import pytest
from psycopg.conninfo import conninfo_to_dict

from core.store.database_url import KEEPALIVES, Server


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "postgresql+psycopg:///raconteur?host=/var/run/postgresql",
            {"dbname": "raconteur", "host": "/var/run/postgresql"},
        ),
        (
            "postgresql+psycopg://anna:a%2Bb@there/it",
            {"dbname": "it", "host": "there", "user": "anna", "password": "a+b"},
        ),
        (
            "postgresql+psycopg://there/it?application_name=a%20b",
            {"dbname": "it", "host": "there", "application_name": "a b"},
        ),
    ],
)
def test_a_connection_that_lasts_notices_that_the_other_machine_is_gone(address: str, said: dict[str, str]) -> None:
    told = conninfo_to_dict(Server(address).lasting_url)
    assert told == {**{name: str(value) for name, value in KEEPALIVES.items()}, **said}


def test_what_the_operator_says_about_it_holds() -> None:
    told = conninfo_to_dict(Server("postgresql+psycopg://there/it?keepalives_idle=7").lasting_url)
    assert told["keepalives_idle"] == "7"
    assert told["tcp_user_timeout"] == str(KEEPALIVES["tcp_user_timeout"])
