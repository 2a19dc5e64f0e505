"""What the doctor says of the layers and the languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Settings
from bot.doctor_sandbox import KINDS, LANGUAGES, WHAT, examine_sandbox
from core.contracts.findings import Finding, Verdict
from core.sandbox.settings import Layer, RunLimits
from tests.fakes.sandboxes import LINUX

pytestmark = LINUX


async def findings(*, kinds: tuple[str, ...] = tuple(KINDS), **section: object) -> dict[str, Finding]:
    settings = Settings.model_validate({"interviews": {"enabled": kinds}, "sandbox": section})
    return {finding.what: finding async for finding in examine_sandbox(settings)}


async def test_nothing_is_said_where_no_program_is_run() -> None:
    assert await findings(kinds=("life-story",)) == {}


async def test_a_hostile_program_is_run_in_each_layer() -> None:
    found = await findings()
    how = found[WHAT].how
    if LANGUAGES not in found:
        pytest.skip(how)
    named = [layer for layer in Layer if layer in how]
    assert set(named) >= {Layer.BUBBLEWRAP, Layer.LANDLOCK}
    assert "a hostile program was held by" in how
    assert found[LANGUAGES].how.startswith("can be run in python")


async def test_languages_that_need_another_layer_are_named() -> None:
    found = await findings(layer="landlock")
    if LANGUAGES not in found:
        pytest.skip(found[WHAT].how)
    assert found[WHAT].mark is Verdict.WELL
    assert "cpp: " in found[LANGUAGES].how


async def test_where_nothing_stands_it_says_why_and_what_to_do(tmp_path: Path) -> None:
    found = await findings(python=str(tmp_path / "none"))
    assert found[WHAT].mark is Verdict.NOTE
    assert "no layer works here, so programs that people send are read but not run" in found[WHAT].how
    assert "docs/sandbox.md" in found[WHAT].mend


async def test_switched_off_is_well() -> None:
    found = await findings(layer="off")
    assert (found[WHAT].mark, LANGUAGES in found) == (Verdict.WELL, False)


@pytest.mark.parametrize(
    "section", [{"container": "podman"}, {"image": "x"}, {"layer": "container"}, {"cpu_seconds": 0}, {"layer": "none"}]
)
def test_what_does_not_fit_together_is_refused(section: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        Settings.model_validate({"sandbox": section})


def test_the_defaults_are_those_of_the_sandbox() -> None:
    settings = Settings().sandbox.settings()
    assert settings.limits == RunLimits()
    assert settings.layers == (Layer.BUBBLEWRAP, Layer.LANDLOCK)
