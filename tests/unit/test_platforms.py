"""A platform is one folder and one line: the configuration, the doctor and invitations learn of it from its spec."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fakes.command_line import environment

CARRIER_PIGEONS = """
import asyncio, sys
from pathlib import Path
import bot.platforms
from core.contracts.findings import finding_ok
from core.contracts.platform_spec import PlatformSection, PlatformSpec

class Pigeons(PlatformSection):
    loft: str = "north"

async def examine(section):
    yield finding_ok("Pigeons", f"they fly from the {section.loft}")

async def invitation(section, code, language, data_dir):
    return [f"tie {code} to a leg"]

spec = PlatformSpec(
    name="pigeons", title="Pigeons", section=Pigeons, example="7", ids="[0-9]",
    make=lambda section, wiring: None, examine=examine, invitation=invitation, way_in="{code}",
)
bot.platforms.PLATFORMS += (spec,)

from bot.cli_access import entry_instructions
from bot.config import load_settings, validate_person_id
from bot.doctor import _reached

async def told(settings):
    return [finding.how async for finding in _reached(settings, ask_model=False)]

settings = load_settings(Path(sys.argv[1]))
print([spec.title for spec, _ in settings.served])
print("coo" in settings.secrets())
print(asyncio.run(told(settings))[4])
print(asyncio.run(entry_instructions(settings, "abc")))
print(validate_person_id("pigeons:7"))
try:
    validate_person_id("pigeons:north")
except ValueError as error:
    print("pigeons:7" in str(error))
"""


def test_one_line_makes_a_platform_known_everywhere(tmp_path: Path) -> None:
    token, config = tmp_path / "token", tmp_path / "config.toml"
    token.write_text("coo")
    config.write_text(f'[pigeons]\ntoken_file = "{token}"\nloft = "south"\n')
    told = [sys.executable, "-c", CARRIER_PIGEONS, str(config)]
    done = subprocess.run(told, env=environment(), capture_output=True, check=True, encoding="utf-8")
    assert done.stdout.splitlines() == [
        "['Pigeons']", "True", "they fly from the south", "['tie abc to a leg']", "pigeons:7", "True",
    ]  # fmt: skip
