"""The configuration: whatever is wrong ends in one line that names the key and the mend, and holds no secret."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.config import PriceSection, Settings, load_settings
from core.access.gate import Policy
from core.contracts.errors import ConfigurationError
from core.store.database_url import Server

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
SECRET = "123456789:AAsecretsecretsecretsecretsecret"
OTHER = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Secret.secret-secret-secret-secret-se"


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.upper().startswith("RACONTEUR"):
            monkeypatch.delenv(name)


def load(text: str) -> Settings:
    file = Path("config.toml")
    file.write_text(text, encoding="utf-8")
    return load_settings()


def refused(text: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        load(text)
    return one_line(caught.value)


def one_line(error: ConfigurationError) -> str:
    sentence = str(error)
    assert "\n" not in sentence
    assert SECRET not in sentence
    assert error.__suppress_context__ or error.__context__ is None, "what caused it may hold the value"
    return sentence


# --- the file -----------------------------------------------------------------------------------------------------


def test_without_any_file_everything_is_as_it_comes() -> None:
    settings = load_settings()
    assert settings.llm.provider == "offline"
    assert settings.access.policy is Policy.NAMED
    assert settings.storage.database == Path("data/raconteur.db")


def test_the_file_of_the_working_directory_is_found_by_itself() -> None:
    assert load("[storage]\ndata_dir = 'elsewhere'").storage.database == Path("elsewhere/raconteur.db")
    assert load("[storage]\nurl = 'sqlite:////there/r.db'").storage.database == Path("/there/r.db")


def test_the_file_may_begin_with_a_byte_order_mark() -> None:
    Path("config.toml").write_bytes(b"\xef\xbb\xbf[log]\nlevel = 'debug'\n")
    assert load_settings().log.level == "debug"


def test_a_file_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError, match=r"there\.toml cannot be read: No such file"):
        load_settings(Path("there.toml"))
    monkeypatch.setenv("RACONTEUR_CONFIG", "here.toml")
    with pytest.raises(ConfigurationError, match=r"here\.toml cannot be read"):
        load_settings()


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        (f"[telegram]\ntoken = {SECRET}", "config.toml is not valid TOML (at line 2"),
        (f"telegram = '{SECRET}'", "telegram is a section: write [telegram]"),
        ("[telegram]\ntoken = 5", "telegram.token: it has to be a text in quotation marks"),
        ("[telegrm]", "there is no key telegrm"),
        ("[llm]\nprovider = 'magic'", "llm.provider: it has to be 'offline', 'anthropic' or 'openai'"),
        ("[llm]\nprovider = 'openai'", "llm.model: name the model"),
        (f"[llm]\napi_key = ['{SECRET}']", "llm.api_key: it has to be a text"),
        ("[llm]\nday_budget = 'ten'", "llm.day_budget: write a number"),
        ("[llm]\nday_budget = -1", "llm.day_budget: it has to be greater than or equal to 0"),
        ("[llm]\nkeep_prompts = 'perhaps'", "llm.keep_prompts: it has to be true or false"),
        ("[llm.prices.m]\ninput = 1", "llm.prices.m.output: it is missing"),
        ("[voice]\nengine = 'vosk'", "voice.engine: it has to be"),
        ("[voice]\nmodel = '../base'", "voice.model: "),
        ("[voice]\nmax_minutes = 1.5", "voice.max_minutes: it has to be a whole number"),
        ("[voice]\nlanguages = 3", "there is no key voice.languages"),
        ("[podcast]\nquestions = 0", "podcast.questions: it has to be greater than or equal to 1"),
        ("[podcast]\nvault = 'there'", "there is no key podcast.vault"),
        ("[storage]\ndata_dir = 1", "storage.data_dir: it has to be a path"),
        (f"[storage]\nurl = 'mysql://me:{SECRET}@there/db'", "storage.url: leave it out, or write sqlite:///"),
        ("[storage]\nurl = 'sqlite:///:memory:'", "storage.url: a database in memory"),
        ("[storage]\nfiles = 's3://Bucket/x'", "storage.files: write a folder, or s3://bucket/prefix"),
        ("[storage]\nfiles = 's3://bucket/../x'", "storage.files: write a folder, or s3://bucket/prefix"),
        ("[storage]\nfiles = 'gs://bucket/x'", "storage.files: write a folder, or s3://bucket/prefix"),
        (f"[storage]\nfiles_endpoint = 'https://k:{SECRET}@there'", "storage.files_endpoint: write it as in"),
        (f"[storage]\nfiles_secret = '{SECRET}'", "files_key_id and files_secret go together"),
        ("[access]\npolicy = 'all'", "access.policy: it has to be 'named' or 'open'"),
        ("[access]\nallowed = ['telegram:1', '@anna']", "access.allowed.1: write the platform and the number"),
        ("[access]\nadmins = ['discord:anna']", "access.admins.0: write the platform and the number"),
        (f"[discord]\ntokn = '{SECRET}'", "there is no key discord.tokn"),
        ("[discord]\ntoken_file = 'nowhere'", "discord.token_file: nowhere cannot be read: No such file"),
        ("[timers]\nreminder = '5d'", "timers: they have to grow in this order: reminder 5d, pause 3d, abandon 30d"),
        ("[timers]\nretention_days = '30d'", "timers.retention_days: it has to be a whole number"),
        ("[interviews]\nenabled = 3", "interviews.enabled: it has to be a list"),
        ("[telegram]\ntoken_file = '.'", "telegram.token_file: . cannot be read: Is a directory"),
        ('[llm]\napi_key_file = "a\\u0000b"', "llm.api_key_file: 'a\\x00b' cannot be a file"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, tells: str) -> None:
    assert tells in refused(text)


def test_a_file_that_is_no_text_is_told_so() -> None:
    Path("config.toml").write_bytes(b"\xff\xfe[log]")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        load_settings()


# --- secrets ------------------------------------------------------------------------------------------------------


def test_secrets_may_be_in_files_of_their_own() -> None:
    Path("token").write_text(f"{SECRET}\n")
    Path("other").write_text(f"{OTHER}\n")
    Path("key").write_text("  sk-key \n")
    settings = load(
        "[telegram]\ntoken_file = 'token'\n[discord]\ntoken_file = 'other'\n"
        "[llm]\nprovider = 'anthropic'\nmodel = 'm'\napi_key_file = 'key'"
    )
    assert settings.telegram.token.get_secret_value() == SECRET
    assert settings.discord.token.get_secret_value() == OTHER
    assert settings.secrets() == (SECRET, OTHER, "sk-key")


def test_the_key_of_a_bucket_may_be_in_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("key").write_text(SECRET)
    storage = "[storage]\nfiles = 's3://lives/house/'\nfiles_key_id = 'AKID'\nfiles_secret_file = 'key'"
    settings = load(storage)
    assert settings.storage.bucket is not None
    assert (str(settings.storage.bucket), settings.storage.bucket.secret) == ("s3://lives/house", SECRET)
    assert SECRET in settings.secrets()
    assert SECRET not in f"{settings} {settings!r} {settings.model_dump()} {settings.storage.bucket!r}"
    assert settings.secret_files() == (Path("key"),)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", OTHER)
    assert OTHER in load("[storage]\nfiles = 's3://lives'").secrets()


def test_files_may_be_in_a_folder_of_their_own() -> None:
    storage = load("[storage]\nfiles = '~/shared'").storage
    assert (storage.bucket, storage.recordings) == (None, Path.home() / "shared")


def test_a_secret_shows_up_in_no_form_of_the_settings() -> None:
    settings = load(f"[telegram]\ntoken = '{SECRET}'\n[discord]\ntoken = '{SECRET}'\n[llm]\napi_key = '{SECRET}'")
    assert SECRET not in f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"


def test_a_secret_twice_is_one_too_many() -> None:
    Path("token").write_text(SECRET)
    assert "both set" in refused(f"[telegram]\ntoken = '{SECRET}'\ntoken_file = 'token'")


def test_each_chat_with_a_token_is_served() -> None:
    assert load("").served == ()
    assert [spec.title for spec, _ in load(f"[discord]\ntoken = '{OTHER}'").served] == ["Discord"]
    both = load(f"[discord]\ntoken = '{OTHER}'\n[telegram]\ntoken = '{SECRET}'")
    assert [spec.title for spec, _ in both.served] == ["Telegram", "Discord"]


def test_an_empty_secret_file_is_told() -> None:
    Path("token").write_text("\n")
    assert "telegram.token_file: token is empty" in refused("[telegram]\ntoken_file = 'token'")


def test_home_is_a_place() -> None:
    assert load("[storage]\ndata_dir = '~/interviews'").storage.data_dir == Path.home() / "interviews"


# --- the environment ----------------------------------------------------------------------------------------------


def test_the_environment_is_over_the_file_key_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__TELEGRAM__TOKEN", SECRET)
    monkeypatch.setenv("RACONTEUR__INTERVIEWS__HELP_TEXT__EN", "Call 112.")
    monkeypatch.setenv("RACONTEUR__LLM__DAY_BUDGET", "2.50")
    settings = load("[telegram]\ntoken = 'of the file'\napi_base_url = 'http://127.0.0.1:1'")
    assert settings.telegram.token.get_secret_value() == SECRET
    assert settings.telegram.api_base_url == "http://127.0.0.1:1"
    assert settings.interviews.help_text == {"en": "Call 112."}
    assert settings.llm.day_budget == Decimal("2.50")


@pytest.mark.parametrize("value", ["telegram:1,discord:2", " telegram:1 , discord:2, ", '["telegram:1", "discord:2"]'])
def test_lists_from_the_environment(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__ACCESS__ALLOWED", value)
    assert load_settings().access.allowed == ("telegram:1", "discord:2")


@pytest.mark.parametrize(
    ("name", "value", "tells"),
    [
        ("RACONTEUR__TELEGRAM__TOKN", SECRET, "there is no key telegram.tokn"),
        ("RACONTEUR__TELEGRAM", SECRET, "RACONTEUR__TELEGRAM... is not valid JSON"),
        ("RACONTEUR__LLM__PROVIDER", SECRET, "llm.provider: it has to be"),
        ("RACONTEUR__ACCESS__ALLOWED", f"[{SECRET}", "access.allowed: is not a list"),
        ("RACONTEUR__STORAGE__URL", f"mysql://me:{SECRET}@there", "storage.url: leave it out"),
    ],
)
def test_a_variable_that_is_wrong_is_told(name: str, value: str, tells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert tells in one_line(caught.value)


# --- the example --------------------------------------------------------------------------------------------------


def switched_on(text: str) -> str:
    """The example with every setting in it."""
    return re.sub(r"^#(?=[a-z\[])", "", text, flags=re.MULTILINE)


def keys(section: type[BaseModel], before: str = "") -> Iterator[str]:
    for name, field in section.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from keys(kind, f"{before}{name}.")
        else:
            yield before + name


def test_the_example_can_be_used_as_it_is() -> None:
    assert load(EXAMPLE.read_text(encoding="utf-8")) == load("")


def test_every_setting_of_the_example_is_one() -> None:
    data = tomllib.loads(switched_on(EXAMPLE.read_text(encoding="utf-8")))
    assert data["storage"].pop("url_file"), "its file would be read at once, and stands in the place of the address"
    settings = Settings(**data)
    assert settings.access.allowed
    assert set(settings.llm.prices) == {"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"}


def test_every_setting_is_in_the_example() -> None:
    data = tomllib.loads(switched_on(EXAMPLE.read_text(encoding="utf-8")))
    missing = [key for key in keys(Settings) if not _has(data, key)]
    assert missing == []
    for price in data["llm"]["prices"].values():
        assert set(price) == set(PriceSection.model_fields)


def _has(data: dict[str, Any], key: str) -> bool:
    section, name = key.split(".")
    return name in data[section]


# --- weights ------------------------------------------------------------------------------------------------------


def test_weights_lie_in_the_data_folder_unless_another_is_named() -> None:
    assert load('[storage]\ndata_dir = "d"').models_dir == Path("d/models")
    assert load('[voice]\nmodels_dir = "m"').models_dir == Path("m")


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql", "postgres"])
def test_a_database_on_a_server_is_named_without_its_password(scheme: str) -> None:
    settings = load(f"[storage]\nurl = '{scheme}://me:{SECRET}@there:5433/interviews'")
    database = settings.storage.database
    assert database == Server(f"postgresql+psycopg://me:{SECRET}@there:5433/interviews")
    assert str(database) == "the database interviews on there"
    assert SECRET not in repr(settings) + repr(database)
    assert {SECRET, f"postgresql://me:{SECRET}@there:5433/interviews"} <= set(settings.secrets())
