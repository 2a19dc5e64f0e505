"""What holds where the configuration says nothing: places, and keys in the variables that everybody uses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.config import LlmSection, Settings, load_settings
from bot.paths import default_paths
from core.contracts.errors import ConfigurationError

KEY = "sk-of-the-environment"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith(("RACONTEUR_", "ANTHROPIC_", "OPENAI_", "XDG_")):
            monkeypatch.delenv(name)


def load(text: str) -> Settings:
    Path("config.toml").write_text(f"[llm]\nmodel = 'm'\n{text}", encoding="utf-8")
    return load_settings()


def test_a_checkout_keeps_everything_in_the_folder_where_it_is_started(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert default_paths(tmp_path) == (Path("config.toml"), Path("data"))


def test_an_installed_tool_keeps_everything_where_the_system_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "things"))
    assert default_paths(tmp_path) == (
        tmp_path / "settings" / "raconteur" / "config.toml",
        tmp_path / "things" / "raconteur",
    )


@pytest.mark.parametrize(("provider", "variable"), [("anthropic", "ANTHROPIC_API_KEY"), ("openai", "OPENAI_API_KEY")])
def test_the_usual_key_is_taken_where_none_is_named(
    provider: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, f" {KEY}\n")
    settings = load(f"provider = '{provider}'")
    assert settings.llm.api_key.get_secret_value() == KEY
    assert settings.secrets() == (KEY,)
    assert KEY not in f"{settings!r} {settings.model_dump_json()} {settings.llm.key_origin}"
    assert settings.llm.key_origin == f"with the key of the variable {variable}"
    named = load(f"provider = '{provider}'\napi_key = 'named'")
    assert named.llm.api_key.get_secret_value() == "named"
    assert named.llm.key_origin == "with the key of the configuration"


def test_where_other_keys_are_from_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    Path("key").write_text("of a file", encoding="utf-8")
    settings = load("provider = 'openai'\napi_key_file = 'key'")
    assert settings.llm.api_key.get_secret_value() == "of a file"
    assert settings.llm.key_origin == "with the key in key"
    monkeypatch.setenv("RACONTEUR__LLM__API_KEY", "ours")
    assert load("provider = 'openai'").llm.key_origin == "with the key of the variable RACONTEUR__LLM__API_KEY"


@pytest.mark.parametrize(
    ("base_url", "taken"),
    [
        ("https://api.openai.com/v1", True),
        ("http://api.openai.com/v1", False),
        ("https://api.openai.com.evil.test/v1", False),
        ("https://api.openai.com@evil.test/v1", False),
    ],
)
def test_no_other_server_is_given_the_usual_key(base_url: str, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    llm = load(f"provider = 'openai'\nbase_url = '{base_url}'").llm
    assert bool(llm.api_key.get_secret_value()) is taken
    assert taken or llm.key_origin == "without a key"


def test_another_server_in_anthropics_place_needs_a_key_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with pytest.raises(ConfigurationError, match=r"llm\.api_key"):
        load("provider = 'anthropic'\nbase_url = 'https://proxy.test'")


def test_without_a_model_no_key_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert load("").llm == LlmSection(model="m")
