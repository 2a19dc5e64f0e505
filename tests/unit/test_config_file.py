"""The configuration file as it is changed: what was asked for, and nothing else; whole, or not at all."""

from __future__ import annotations

import string
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config_file import ConfigFile, Value, example_config, update_config_text
from core.contracts.errors import ConfigurationError

NOW = datetime(2026, 11, 22, 15, 30, tzinfo=UTC)
OWN = """# Mine.
[telegram] # the bot
token = 'old' # of the family's bot

[access]
allowed = [
    "telegram:1", # me
]
"""


def test_an_example_is_switched_on_in_its_place_with_its_comment() -> None:
    text = update_config_text(
        example_config(), {"telegram.token": "1:x", "llm.provider": "anthropic", "web.enabled": True}
    )
    lines, before = text.splitlines(), example_config().splitlines()
    assert len(lines) == len(before)
    differing = [(old, new) for old, new in zip(before, lines, strict=True) if old != new]
    assert [new for _, new in differing] == ['token = "1:x"', "enabled = true", 'provider = "anthropic"']
    assert differing[0][0] == '#token = "123456789:copy-it-from-BotFather"'


def test_of_a_file_of_ones_own_only_what_was_asked_for_is_changed() -> None:
    text = update_config_text(OWN, {"telegram.token": "new", "access.operator": 'Anna "A" Keller'})
    assert "# of the family's bot" in text
    assert "# me" in text
    assert tomllib.loads(text) == {
        "telegram": {"token": "new"},
        "access": {"allowed": ["telegram:1"], "operator": 'Anna "A" Keller'},
    }
    assert update_config_text(OWN, {"telegram.token": "old", "telegram.token_file": None}) == OWN


def test_a_setting_is_taken_out() -> None:
    assert tomllib.loads(update_config_text(OWN, {"telegram.token": None}))["telegram"] == {}


def test_the_way_that_lines_end_is_kept() -> None:
    text = update_config_text(OWN.replace("\n", "\r\n"), {"telegram.token": "new"})
    assert text.count("\r\n") == text.count("\n")


_NAMES = st.sampled_from(["telegram.token", "access.operator", "web.enabled", "web.port", "llm.model", "voice.engine"])
_VALUES: st.SearchStrategy[Value] = (
    st.none() | st.booleans() | st.integers(2, 9) | st.text(string.printable, max_size=9)
)


@given(
    st.sampled_from(["", OWN, example_config(), "web = {port = 1}\n", "telegram.token = 'x'\n"]),
    st.dictionaries(_NAMES, _VALUES),
)
def test_what_is_read_from_it_is_what_was_set_and_what_was_there(text: str, values: dict[str, Value]) -> None:
    wanted = tomllib.loads(text)
    for name, value in values.items():
        section, _, key = name.partition(".")
        if value is not None:
            wanted.setdefault(section, {})[key] = value
        else:
            wanted.get(section, {}).pop(key, None)
    found = tomllib.loads(update_config_text(text, values))
    assert {name: table for name, table in found.items() if table} == {
        name: table for name, table in wanted.items() if table
    }
    comments = [line for line in text.splitlines() if line.startswith("# ")]
    assert [line for line in update_config_text(text, values).splitlines() if line.startswith("# ")] == comments


def test_a_new_file_is_for_its_owner_only_and_begins_as_the_example(tmp_path: Path) -> None:
    file = ConfigFile.at(tmp_path / "new folder" / "config.toml")
    file.set({"access.operator": "Anna"})
    assert list(tmp_path.iterdir()) == []
    assert file.save(NOW) is None
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.path.read_text() == example_config().replace(
        '#operator = "Maria Keller, maria@example.org"', 'operator = "Anna"'
    )


def test_of_a_file_that_was_there_a_copy_is_kept_and_a_link_to_it_stays(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "mine.toml", tmp_path / "config.toml"
    real.write_text(OWN)
    real.chmod(0o644)
    link.symlink_to(real)
    file = ConfigFile.at(link)
    file.set({"telegram.token": "new"})
    kept = file.save(NOW)
    assert kept == real.with_name("mine.toml.2026-11-22-153000.bak")
    assert kept.read_text() == OWN
    assert link.is_symlink()
    assert "'new'" in real.read_text() or '"new"' in real.read_text()
    assert {path.stat().st_mode & 0o777 for path in (real, kept)} == {0o600}
    assert sorted(path.name for path in real.parent.iterdir()) == [real.name, kept.name]


def test_what_cannot_be_a_setting_changes_nothing(tmp_path: Path) -> None:
    file = ConfigFile.at(tmp_path / "config.toml")
    with pytest.raises(ConfigurationError, match=r"web\.port"):
        file.set({"access.operator": "Anna", "web.port": "none"})
    assert not file.settings().access.operator


def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    broken = tmp_path / "config.toml"
    broken.write_text("[telegram")
    with pytest.raises(ConfigurationError):
        ConfigFile.at(broken)
    assert broken.read_text() == "[telegram"
