"""What each of a family has in their own file of everything."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from tests.fakes.gifts import family
from tests.fakes.platform import FakePerson

ASKED = "How did you meet grandpa?"


def _in_file(person: FakePerson) -> list[dict[str, Any]]:
    with zipfile.ZipFile(io.BytesIO(person.documents[-1].body)) as archive:
        found: list[dict[str, Any]] = json.loads(archive.read("family.json"))
    return found


async def test_each_has_what_is_theirs_and_nothing_of_anybody_else() -> None:
    async with family() as around:
        await around.opens(await around.gives("Grandma Nina", ASKED))
        await around.presses(around.nina, "button-skip")
        await around.invites(around.petya)
        await around.writes(around.nina, "The garden.")
        await around.passes()
        await around.presses(around.masha, "button-telling")
        await around.writes(around.masha, "I remember the pears.")
        for person in (around.masha, around.petya, around.nina):
            await around.writes(person, "/export")
            await around.r.settled()
        (mine,), (his,), (hers,) = map(_in_file, (around.masha, around.petya, around.nina))
        assert [(each["part"], len(each["asked"]), len(each["told_beside"])) for each in (mine, his, hers)] == [
            ("member", 1, 1),
            ("member", 0, 0),
            ("teller", 1, 1),
        ]
        assert [each["name"] for each in hers["members"]] == ["Masha", "Petya"]
        assert [(each["name"], each["text"]) for each in hers["asked"]] == [("Masha", ASKED)]
        assert mine["told_beside"][0]["text"] == "I remember the pears."
