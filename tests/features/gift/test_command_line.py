"""`raconteur invite --gift`: an interview that the operator gives to somebody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.access.gate import code_digest
from core.features.gift.family import InviteRole
from core.features.gift.rows import family_invitation
from core.store.reports import read_snapshot
from tests.fakes.command_line import raconteur

CODE = re.compile(r"(?:start=|code is |/start )([A-Za-z0-9_-]{16})(?![A-Za-z0-9_-])")


def test_a_gift_from_the_command_line(tmp_path: Path) -> None:
    database = tmp_path / "data" / "raconteur.db"
    out = raconteur("invite", "--gift", "Grandma Nina", "--from", "Masha", "--rhythm", "weekly", folder=tmp_path).out
    (code,) = set(CODE.findall(out))
    found = read_snapshot(database, lambda c: family_invitation(c, code_digest(code), now=0.0))
    assert found is not None
    assert (found.part, found.family.name, found.family.giver) == (InviteRole.TELLER, "Grandma Nina", "Masha")
    assert (found.family.rhythm, found.family.kind) == ("6 10:00", "life-story")
    assert "Grandma Nina, here’s something for you, from Masha" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rhythm", "hourly"), "daily, twice, weekly, once"),
        (("--language", "xx"), "de, en, es, ru"),
        (("--interview", "podcast"), "give another"),
    ],
)
def test_a_gift_that_cannot_be(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    ended = raconteur("invite", "--gift", "Nina", *arguments, folder=tmp_path)
    assert (ended.code, CODE.search(ended.out)) == (2, None)
    assert words in ended.err
