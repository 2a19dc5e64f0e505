"""Whatever comes, wherever a conversation stands, there is one to handle it."""

from __future__ import annotations

from typing import get_args

import pytest

from core.commands.router import HANDLERS, Phase
from core.contracts.commands import listed_commands
from core.contracts.messages import Command, Content, Press
from core.conversation.phases import intake


@pytest.mark.parametrize("phase", Phase)
def test_everything_that_may_come_has_a_handler(phase: Phase) -> None:
    assert {*HANDLERS[phase], *HANDLERS[None]} == {*get_args(Content)} - {Command, Press}


def test_an_intake_changes_what_commands_mean_and_adds_none() -> None:
    assert set(intake.COMMANDS) <= {each.name for each in listed_commands()}
