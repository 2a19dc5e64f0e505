"""The configuration: one TOML file, and environment variables over it (`RACONTEUR__TELEGRAM__TOKEN`).

An unknown key or a bad value ends the start with one sentence that names the key and the mend.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from bot.paths import CONFIG_FILE, default_key, default_key_variable
from bot.platforms import PLATFORMS
from bot.sandbox import SandboxSection, TechnicalSection
from bot.sections import (
    ChamberSection,
    DocumentsSection,
    EngineSection,
    GiftSection,
    LimitsSection,
    MonitorSection,
    StorageSection,
    TimersSection,
    VoiceSection,
)
from core.access.gate import Policy
from core.contracts.errors import ConfigurationError
from core.contracts.platform_spec import File, PlatformSection, PlatformSpec
from core.interviews.kind import USUAL_WINDOW
from core.interviews.podcast.settings import MOST_QUESTIONS, USUAL_QUESTIONS
from core.llm.providers import PROVIDERS, InterviewProvider
from core.store.database_url import Server

PREFIX = "RACONTEUR__"
DEFAULT_FILE = CONFIG_FILE
FILE_VARIABLE = "RACONTEUR_CONFIG"
DECIDING = ("PROVIDER", "MODEL", "BASE_URL", "API_KEY", "API_KEY_FILE")
"""Settings of a model that leave nothing to offer when a variable of the environment gives them."""
_NUMBER = "write a number without quotation marks, for example 2.50"
_WHOLE = "it has to be a whole number without quotation marks, for example 30"
MENDS = {
    "missing": "it is missing; config.example.toml shows how it is written",
    "string_type": "it has to be a text in quotation marks",
    "path_type": "it has to be a path in quotation marks",
    "bool_type": "it has to be true or false, without quotation marks",
    "bool_parsing": "it has to be true or false, without quotation marks",
    "decimal_type": _NUMBER,
    "decimal_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "tuple_type": 'it has to be a list, as in ["one", "two"]',
}
"""What to do about a mistake, by pydantic's name for it; the others are said in pydantic's words."""


def _listed(value: object) -> object:
    """Read a list from the environment: as JSON, or simply with commas."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except ValueError:
            raise ValueError("is not a list; write one, two, three") from None
    return [item.strip() for item in value.split(",") if item.strip()]


def validate_person_id(value: str) -> str:
    """Return `platform:id` unchanged; raises ValueError that says how it is written."""
    name, _, id_ = value.partition(":")
    ids = next((spec.ids for spec in PLATFORMS if spec.name == name), r"\S+")
    if not re.fullmatch("[a-z]+", name) or not re.fullmatch(ids, id_):
        examples = " or ".join(f'"{spec.name}:{spec.example}"' for spec in PLATFORMS)
        raise ValueError(
            f"write the platform and the number that the bot tells whoever it does not know, as in {examples}"
        )
    return value


PersonId = Annotated[str, AfterValidator(validate_person_id)]
People = Annotated[tuple[PersonId, ...], NoDecode, BeforeValidator(_listed)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)]
Amount = Annotated[Decimal, Field(ge=0)]


_Settings = TypeVar("_Settings", bound=BaseSettings)


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PriceSection(_Section):
    """For a million tokens, in any one currency."""

    input: Amount
    output: Amount
    cached_input: Amount | None = None
    cache_write: Amount | None = None


class LlmSection(_Section):
    provider: InterviewProvider = "offline"
    model: str = ""
    fast_model: str = ""
    base_url: str | None = None
    api_key: SecretStr = SecretStr("")
    api_key_file: File | None = None
    session_budget: Amount | None = None
    day_budget: Amount | None = None
    session_tokens: Annotated[int, Field(ge=1)] | None = None
    """The most tokens of one interview, sent and received; for models without a price."""
    keep_prompts: bool = True
    window: Annotated[int, Field(ge=4_000, le=200_000)] = USUAL_WINDOW
    """Characters of the conversation that the interviewer sees word for word."""
    prices: dict[str, PriceSection] = {}

    @property
    def takes_offers(self) -> bool:
        """Tell whether no model is configured, and no variable would overrule one that is found here."""
        return self.provider == "offline" and not any(os.environ.get(f"{PREFIX}LLM__{key}") for key in DECIDING)

    @property
    def is_undecided(self) -> bool:
        """Tell whether nobody has chosen a model: no provider is named, not even "offline", and no key is found."""
        variables = (service.key_variable for service in PROVIDERS.values())
        keys = (self.api_key.get_secret_value(), *(os.environ.get(name, "").strip() for name in variables))
        return self.takes_offers and "provider" not in self.model_fields_set and not any(keys)

    @property
    def key_origin(self) -> str:
        """Return where the key is from, for people; never the key."""
        key = self.api_key.get_secret_value()
        if not key:
            return "without a key"
        if self.api_key_file is not None:
            return f"with the key in {self.api_key_file}"
        named = (f"{PREFIX}LLM__API_KEY", default_key_variable(self.provider, self.base_url))
        variable = next((name for name in named if os.environ.get(name, "").strip() == key), None)
        return f"with the key of the variable {variable}" if variable else "with the key of the configuration"


class InterviewsSection(_Section):
    enabled: Names = ("life-story", "podcast", "technical")
    scripts_dir: Path | None = None
    """Where the operator's own scripts are; each is an interview beside those that are enabled."""
    help_text: dict[str, str] = {}
    """By language: where somebody in distress finds help; said when an answer shows distress."""
    consent_text: dict[str, str] = {}
    """By language: what people agree to beside what the program says of itself, such as a study's own terms."""
    guidance: str = ""
    """What the operator wishes of the interviewer, in plain words, such as what a family wants to hear about."""
    show_cost: bool = False
    """Whether people see what their interviews have cost."""


class AccessSection(_Section):
    policy: Policy = Policy.NAMED
    allowed: People = ()
    admins: People = ()
    operator: str = ""
    """Who runs this and how they are reached, in words; people are told."""


class PodcastSection(_Section):
    questions: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = USUAL_QUESTIONS
    """Main questions, where the person says nothing else."""
    transcribe: bool = True
    """Whether an episode's recording is listened to where there is no transcript."""
    max_audio_minutes: Annotated[int, Field(ge=1, le=600)] = 180
    """Of such a recording."""
    allowed_hosts: Names = ()
    """Names and numbers of computers in private networks that links may lead to."""
    notes_dir: File | None = None
    """A folder, such as an Obsidian vault, in which a copy of all notes is put."""
    inkwell_dir: File | None = None
    """Where Inkwell writes its folders: notes on an episode from there are put beside it."""


class LogSection(_Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["plain", "json"] = "plain"


def _with_platforms(written: type[_Settings]) -> type[_Settings]:
    """Add a section for each platform, by its name, to the fixed ones."""
    sections: dict[str, Any] = {spec.name: (spec.section, spec.section()) for spec in PLATFORMS}
    whole: type[_Settings] = create_model(
        written.__name__, __base__=written, __module__=__name__, __doc__=written.__doc__, **sections
    )
    return whole


@_with_platforms
class Settings(BaseSettings):
    """Everything that an operator can set."""

    model_config = SettingsConfigDict(extra="forbid", env_prefix=PREFIX, env_nested_delimiter="__", frozen=True)

    llm: LlmSection = LlmSection()
    storage: StorageSection = StorageSection()
    engine: EngineSection = EngineSection()
    interviews: InterviewsSection = InterviewsSection()
    timers: TimersSection = TimersSection()
    documents: DocumentsSection = DocumentsSection()
    access: AccessSection = AccessSection()
    voice: VoiceSection = VoiceSection()
    podcast: PodcastSection = PodcastSection()
    sandbox: SandboxSection = SandboxSection()
    technical: TechnicalSection = TechnicalSection()
    limits: LimitsSection = LimitsSection()
    gift: GiftSection = GiftSection()
    chamber: ChamberSection = ChamberSection()
    monitor: MonitorSection = MonitorSection()
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
    def _engine_needs(self) -> Settings:
        if self.is_shared and not isinstance(self.storage.database, Server):
            raise ValueError("engine.kind: several processes share a database of PostgreSQL: set storage.url")
        return self

    @property
    def is_shared(self) -> bool:
        """Tell whether several processes work on the database."""
        return self.engine.kind == "procrastinate"

    @model_validator(mode="after")
    def _model_needs(self) -> Settings:
        llm = self.llm
        if llm.provider != "offline" and not llm.model:
            raise ValueError("llm.model: name the model that asks the questions")
        key = llm.api_key.get_secret_value() or llm.api_key_file or default_key_variable(llm.provider, llm.base_url)
        service = PROVIDERS.get(llm.provider)
        if service is not None and service.always_needs_key and not key:
            variable = service.key_variable
            raise ValueError(f"llm.api_key: the provider needs a key (or llm.api_key_file, or {variable})")
        return self

    @property
    def models_dir(self) -> Path:
        return self.voice.models_dir or self.storage.data_dir / "models"

    @property
    def sections(self) -> tuple[tuple[PlatformSpec[Any], PlatformSection], ...]:
        return tuple((spec, getattr(self, spec.name)) for spec in PLATFORMS)

    @property
    def served(self) -> tuple[tuple[PlatformSpec[Any], PlatformSection], ...]:
        return tuple((spec, section) for spec, section in self.sections if section.is_served)

    @property
    def person_budget(self) -> Decimal | None:
        """Return what models may cost for one person in a day; None for no limit of their own."""
        return self.limits.money(self.llm.day_budget)

    def secrets(self) -> tuple[str, ...]:
        tokens = (secret for _, section in self.sections for secret in section.secrets)
        every = (*tokens, self.llm.api_key.get_secret_value(), *self.storage.secrets)
        return tuple(filter(None, every))

    def secret_files(self) -> tuple[Path, ...]:
        """Return the files that hold a secret each."""
        tokens = (section.token_file for _, section in self.sections)
        return tuple(
            filter(None, (*tokens, self.llm.api_key_file, self.storage.url_file, self.storage.files_secret_file))
        )


def configuration_file(path: Path | None = None) -> Path | None:
    """Return the file to read: `path`, else that of `RACONTEUR_CONFIG`, else `DEFAULT_FILE` if it is there."""
    if path is not None:
        return path
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    return DEFAULT_FILE if DEFAULT_FILE.exists() else None


def load_settings(path: Path | None = None) -> Settings:
    """Read the configuration; raises ConfigurationError with one sentence that holds no secret."""
    file = configuration_file(path)
    if file is None:
        return parse_settings({})
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationError(f"{file} is not text in UTF-8; save it as UTF-8.") from None
    except ValueError as error:
        place = re.search(r"\(at (?:line \d+, column \d+|end of document)\)", str(error))
        where = f" {place[0]}" if place else ""
        raise ConfigurationError(
            f"{file} is not valid TOML{where}; text needs quotation marks, as in config.example.toml."
        ) from None
    return parse_settings(data)


def parse_settings(data: Mapping[str, Any]) -> Settings:
    """Return the settings of a file with this content, as `load_settings` does."""
    for name in os.environ:
        if name.upper().startswith(PREFIX):
            named = name[len(PREFIX) :].partition("__")[0].lower()
            if named not in Settings.model_fields:
                raise ConfigurationError(
                    f"Configuration: there is no section {named or '(empty)'}, which the variable {name} names; "
                    f"there are: {', '.join(Settings.model_fields)}."
                )
    try:
        return _with_secrets(Settings(**data))
    except ValidationError as error:
        raise ConfigurationError(_one_line(error)) from None
    except SettingsError as error:
        # It tells the section in quotation marks, and the value only in its cause.
        section = re.search(r'field "(\w+)"', str(error))
        key = section[1] if section else "the environment"
        raise ConfigurationError(
            f"Configuration: {key}: {PREFIX}{key.upper()}... is not valid JSON; set a variable for each key."
        ) from None


def _one_line(error: ValidationError) -> str:
    """Describe the first mistake by its key, never by the value, which may be a secret."""
    first = error.errors(include_url=False, include_input=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    kind = first["type"]
    if kind == "extra_forbidden":
        return f"Configuration: there is no key {key}; config.example.toml lists those that there are."
    if kind in {"model_type", "dict_type"}:
        return f"Configuration: {key} is a section: write [{key}] on a line of its own, and its keys below."
    plainly = first["msg"].removeprefix("Value error, ").replace("Input should be", "it has to be")
    message = MENDS.get(kind, plainly)
    return f"Configuration: {key}: {message}." if key else f"Configuration: {message}."


def _with_secrets(settings: Settings) -> Settings:
    """Read the secrets that are in files of their own."""
    llm, platforms = settings.llm, dict[str, PlatformSection]()
    for spec, section in settings.sections:
        if section.token_file is not None:
            token = _secret(section.token_file, f"{spec.name}.token_file", section.token, f"{spec.name}.token")
            platforms[spec.name] = section.model_copy(update={"token": token})
    if llm.api_key_file is not None:
        key = _secret(llm.api_key_file, "llm.api_key_file", llm.api_key, "llm.api_key")
        llm = llm.model_copy(update={"api_key": key})
    elif not llm.api_key.get_secret_value():
        llm = llm.model_copy(update={"api_key": SecretStr(default_key(llm.provider, llm.base_url))})
    storage = settings.storage
    if storage.files_secret_file is not None:
        name = "storage.files_secret"
        secret = _secret(storage.files_secret_file, f"{name}_file", storage.files_secret, name)
        storage = storage.model_copy(update={"files_secret": secret})
    return settings.model_copy(update={**platforms, "llm": llm, "storage": storage})


def _secret(file: Path, key: str, written: SecretStr, written_key: str) -> SecretStr:
    if written.get_secret_value():
        raise ConfigurationError(f"Configuration: {key} and {written_key} are both set; leave one of them out.")
    try:
        secret = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ConfigurationError(f"Configuration: {key}: {file} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise ConfigurationError(f"Configuration: {key}: {str(file)!r} cannot be a file with a secret in it.") from None
    if not secret:
        raise ConfigurationError(f"Configuration: {key}: {file} is empty.")
    return SecretStr(secret)
