"""The form on the operator's page that sets everything up: how tests fill it in, and the file that it writes."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from adapters.web.operator.frame import SETUP
from tests.fakes.operator_page import Operator

OWN = """# Mine.
[telegram]
api_base_url = "{url}" # of the family
"""


@dataclass(frozen=True, slots=True)
class Config:
    """The file, as somebody with an editor sees it."""

    path: Path

    def put(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def settings(self) -> dict[str, Any]:
        return tomllib.loads(self.text)

    @property
    def all(self) -> dict[str, int]:
        """It and its copies, with who may read them."""
        return {path.name: path.stat().st_mode & 0o777 for path in self.path.parent.glob("*config.toml*")}


def standing(page: str) -> dict[str, str]:
    """What a browser would send of the form if nobody changed it."""
    fields = {}
    for tag in re.findall(r"<input [^>]*>", page):
        given = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if given.get("type") not in {"checkbox", "radio"} or " checked" in tag:
            fields[given["name"]] = given.get("value", "")
    return fields


async def answered(o: Operator, *, seen: str = "", without: tuple[str, ...] = (), **given: str) -> tuple[int, str]:
    """Fill the form in as it is shown, but for what is given (`__` stands for the dot)."""
    fields = standing(seen or await o.see(SETUP))
    fields |= {name.replace("__", "."): value for name, value in given.items()}
    fields = {name: value for name, value in fields.items() if name not in without}
    async with o.http.post(
        o.origin + SETUP, data=fields, headers=o.headers | {"Origin": o.origin}, allow_redirects=False
    ) as answer:
        return answer.status, await answer.text()
