"""Which roles are played, and what is said where they cannot be."""

from __future__ import annotations

import pytest

from bot.config import Settings, parse_settings
from bot.features import way_to_join
from bot.features.several_processes.roles import ProcessRole
from core.contracts.errors import ConfigurationError
from tests.unit.test_deploy import started

SHARED = parse_settings(
    {"storage": {"url": "postgresql+psycopg://me@localhost/x"}, "engine": {"kind": "procrastinate"}}
)


def test_the_services_of_deploy_play_all_roles() -> None:
    named = {words[at + 1] for _, words in started() for at, word in enumerate(words) if word == "--role"}
    assert named == set(ProcessRole)
    assert way_to_join(SHARED, sorted(named)) is not None


def test_one_process_needs_nobody_to_join() -> None:
    assert way_to_join(Settings(), []) is None
    assert way_to_join(Settings(), list(ProcessRole)) is None
    assert way_to_join(SHARED, []) is not None


@pytest.mark.parametrize(
    ("role", "said"), [("worker", "one process does everything"), ("cook", "the roles are gateway,")]
)
def test_a_role_that_cannot_be_played_is_refused(role: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        way_to_join(Settings(), [role])
