"""What a command loads: a list or a look at the health must not wait for what holds interviews."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import environment, keep
from tests.fakes.records import small_record, small_scripts

TELL = """
import json, sys
from bot.cli import main
sys.argv = ["raconteur", *sys.argv[1:]]
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
print(json.dumps({name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}))
"""
STARTED_WITH = {"_distutils_hack"}
"""What some installations load into every Python."""
ALWAYS = {"typer", "shellingham", "typing_extensions", "annotated_doc"}
SETTINGS = ALWAYS | {
    "pydantic", "pydantic_core", "pydantic_settings", "annotated_types", "typing_inspection", "dotenv", "tzlocal",
    "regex",
}  # fmt: skip
ALLOWED = {
    "--help": ALWAYS,
    "sessions": SETTINGS | {"rich"},
    "doctor": SETTINGS | {"filelock"},
}
"""Packages that are not Python's own and not ours."""


def _loaded(folder: Path, command: str) -> dict[str, str]:
    """The modules that a command leaves behind, with their files."""
    told = [sys.executable, "-c", TELL, command]
    # Whoever tests this may have a model on this computer, and the doctor would look at it.
    env = environment({"RACONTEUR__LLM__PROVIDER": "offline"})
    done = subprocess.run(told, cwd=folder, env=env, capture_output=True, check=True, encoding="utf-8")
    modules: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return modules


@pytest.mark.parametrize("command", ALLOWED)
def test_a_quick_command_loads_only_what_it_needs(command: str, tmp_path: Path) -> None:
    keep(tmp_path / "data" / "raconteur.db", (small_record(), small_scripts()))
    modules = _loaded(tmp_path, command)
    packages = {name.partition(".")[0] for name, file in modules.items() if "-packages" in file}
    assert packages - STARTED_WITH <= ALLOWED[command]
    assert not {"bot.app", "core.conversation.context", "core.store.store", "core.languages.messages"} & modules.keys()


START = """
import json, sys
from bot import serve
from bot.clock import SystemClock
from bot.config import load_settings
from bot.kinds import build_kinds
from bot.platforms import PlatformListeners, build_platforms
settings = load_settings()
listeners = PlatformListeners(accepted=print, tell=print)
(served,) = build_platforms(settings, SystemClock(), build_kinds(settings, facts=None), listeners)
print(json.dumps([served.name, *sys.modules]))
"""
LATER = {
    "aiohttp", "alembic", "anthropic", "discord", "lxml", "openai", "opentelemetry", "procrastinate",
    "prometheus_client", "prompt_toolkit", "psycopg", "torch",
    "trafilatura", "whisper",
}  # fmt: skip
"""What is loaded where it is configured or needed, and not before people are served."""


def test_a_start_loads_nothing_that_can_wait(tmp_path: Path) -> None:
    told = {
        "RACONTEUR__TELEGRAM__TOKEN": "123456:ABC",
        "RACONTEUR__LLM__PROVIDER": "anthropic",
        "RACONTEUR__LLM__MODEL": "claude",
        "RACONTEUR__LLM__API_KEY": "none",
    }
    done = subprocess.run(
        [sys.executable, "-c", START], cwd=tmp_path, env=environment(told), capture_output=True, check=True
    )
    name, *modules = json.loads(done.stdout)
    assert name == "telegram"
    assert not LATER & {module.partition(".")[0] for module in modules}
