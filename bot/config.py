"""The configuration: one TOML file, and environment variables over it (`RACONTEUR__TELEGRAM__TOKEN`).

An unknown key or a bad value ends the start with one sentence that names the key and the mend.
"""

from __future__ import annotations

import os
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from core.errors import ConfigurationError
from core.gate import Policy

PREFIX = "RACONTEUR__"
DEFAULT_FILE = Path("config.toml")
FILE_VARIABLE = "RACONTEUR_CONFIG"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TelegramSection(_Section):
    token: SecretStr = SecretStr("")
    token_file: Path | None = None
    api_base_url: str | None = None
    """Another Bot API server, for example http://127.0.0.1:8081."""


class PriceSection(_Section):
    """For a million tokens, in any one currency."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached_input: Decimal | None = Field(default=None, ge=0)
    cache_write: Decimal | None = Field(default=None, ge=0)


class LlmSection(_Section):
    provider: Literal["offline", "anthropic", "openai"] = "offline"
    model: str = ""
    fast_model: str = ""
    base_url: str | None = None
    api_key: SecretStr = SecretStr("")
    api_key_file: Path | None = None
    session_budget: Decimal | None = Field(default=None, ge=0)
    day_budget: Decimal | None = Field(default=None, ge=0)
    keep_prompts: bool = True
    prices: dict[str, PriceSection] = {}


class StorageSection(_Section):
    data_dir: Path = Path("data")
    url: str = ""
    """Empty: a SQLite file in `data_dir`."""

    @field_validator("url")
    @classmethod
    def _sqlite(cls, value: str) -> str:
        if value and not value.startswith("sqlite:///"):
            raise ValueError("only SQLite is there so far: leave it out, or write sqlite:///path/to/file.db")
        return value

    @property
    def database(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///")) if self.url else self.data_dir / "raconteur.db"


class InterviewsSection(_Section):
    enabled: tuple[str, ...] = ("life-story",)
    help_text: dict[str, str] = {}
    """By language: where somebody in distress finds help; said when an answer shows distress."""


PersonId = Annotated[str, Field(pattern=r"^[a-z]+:\S+$")]


class AccessSection(_Section):
    policy: Policy = Policy.NAMED
    allowed: tuple[PersonId, ...] = ()
    admins: tuple[PersonId, ...] = ()


class LogSection(_Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["plain", "json"] = "plain"


class Settings(BaseSettings):
    """Everything that an operator can set."""

    model_config = SettingsConfigDict(extra="forbid", env_prefix=PREFIX, env_nested_delimiter="__", frozen=True)

    telegram: TelegramSection = TelegramSection()
    llm: LlmSection = LlmSection()
    storage: StorageSection = StorageSection()
    interviews: InterviewsSection = InterviewsSection()
    access: AccessSection = AccessSection()
    log: LogSection = LogSection()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        # The file comes in as the initial values; the environment is over it.
        return env_settings, init_settings

    @model_validator(mode="after")
    def _model_needs(self) -> Settings:
        llm = self.llm
        if llm.provider != "offline" and not llm.model:
            raise ValueError("llm.model: name the model that asks the questions")
        if llm.provider == "anthropic" and not (llm.api_key.get_secret_value() or llm.api_key_file):
            raise ValueError("llm.api_key: the provider needs a key (or llm.api_key_file)")
        return self


def load_settings(path: Path | None = None) -> Settings:
    """Read the configuration; raises ConfigurationError with one sentence.

    `path` else the file that `RACONTEUR_CONFIG` names must exist; `config.toml` in the working directory may.
    """
    named = path or (Path(os.environ[FILE_VARIABLE]) if os.environ.get(FILE_VARIABLE) else None)
    data: dict[str, Any] = {}
    file = named or DEFAULT_FILE
    if named is not None or file.exists():
        data = _read(file)
    try:
        return _with_secrets(Settings(**data))
    except ValidationError as error:
        raise ConfigurationError(_one_line(error)) from None


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file} is not valid TOML: {error}.") from None


def _one_line(error: ValidationError) -> str:
    """The first mistake: its key, what is wrong, never the value, which may be a secret."""
    first = error.errors(include_url=False, include_input=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"Configuration: there is no key {key}; config.example.toml lists those that there are."
    message = first["msg"].removeprefix("Value error, ")
    return f"Configuration: {key}: {message}." if key else f"Configuration: {message}."


def _with_secrets(settings: Settings) -> Settings:
    """Take the secrets that are in files of their own."""
    telegram, llm = settings.telegram, settings.llm
    if telegram.token_file is not None:
        telegram = telegram.model_copy(update={"token": _secret(telegram.token_file, "telegram.token_file")})
    if llm.api_key_file is not None:
        llm = llm.model_copy(update={"api_key": _secret(llm.api_key_file, "llm.api_key_file")})
    return settings.model_copy(update={"telegram": telegram, "llm": llm})


def _secret(file: Path, key: str) -> SecretStr:
    try:
        return SecretStr(file.read_text(encoding="utf-8").strip())
    except OSError as error:
        raise ConfigurationError(f"Configuration: {key}: {file} cannot be read: {error.strerror}.") from None
