"""Whatever comes, wherever a conversation stands, there is one to handle it."""

from __future__ import annotations

import pytest

from core.commands import ADMIN_COMMANDS, BUTTONS, COMMANDS
from core.conversation.router import HANDLERS, NAMED, Input, Phase


@pytest.mark.parametrize("phase", Phase)
def test_every_input_has_a_handler(phase: Phase) -> None:
    assert {*HANDLERS[phase], *HANDLERS[None]} == set(Input)


def test_a_phase_changes_what_commands_mean_and_adds_none() -> None:
    assert set(NAMED[None]) == {*COMMANDS, *ADMIN_COMMANDS, *BUTTONS}
    assert set(NAMED[Phase.INTAKE]) <= set(COMMANDS)
