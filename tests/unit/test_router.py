"""Whatever comes, wherever a conversation stands, there is one to handle it."""

from __future__ import annotations

from typing import get_args

import pytest

from core.commands import ADMIN_COMMANDS, BUTTONS, COMMANDS
from core.commands.router import HANDLERS, NAMED, Phase
from core.contracts.messages import Command, Content, Press


@pytest.mark.parametrize("phase", Phase)
def test_everything_that_may_come_has_a_handler(phase: Phase) -> None:
    assert {*HANDLERS[phase], *HANDLERS[None]} == {*get_args(Content)} - {Command, Press}


def test_a_phase_changes_what_commands_mean_and_adds_none() -> None:
    assert set(NAMED[None]) == {*COMMANDS, *ADMIN_COMMANDS, *BUTTONS}
    assert set(NAMED[Phase.INTAKE]) <= set(COMMANDS)
