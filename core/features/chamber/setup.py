"""What a run is made of, as a configuration states it; validated, with nothing looked up or connected yet."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Annotated, Any, Protocol, Self
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SecretStr,
    SerializerFunctionWrapHandler,
    StringConstraints,
    Tag,
    ValidationInfo,
    field_validator,
    model_serializer,
    model_validator,
)

from core.features.chamber.messages import BEGIN, Disclosure, Speaker
from core.features.chamber.thought_patterns import ExtractorConfig, Patterns, RegexConfig, TagConfig
from core.llm.providers import OURS, PROVIDERS, ChatProviderName

END_WORD = "[END OF INTERVIEW]"
CHARACTERS_AT_ONCE = 300_000
"""About 100,000 tokens."""
WITH_SECRETS = ("system_prompt", "extra")
"""What of a service is sent and may hold a secret, besides the key."""


FORMS: dict[str, type[BaseModel]] = {"tag": TagConfig, "regex": RegexConfig, "extractor": ExtractorConfig}
"""The patterns that are tables, by the key that tells them apart."""


def _number(value: object) -> object:
    """Refuse booleans: YAML's `yes` is True, which would pass for the number 1."""
    if isinstance(value, bool):
        raise ValueError("it has to be a number")
    return value


def _form(value: object) -> str | None:
    """Return which form a pattern of thoughts is written in."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict):
        return next((form for form in FORMS if form in value), None)
    return next((form for form, config in FORMS.items() if isinstance(value, config)), None)


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\r\n]*$")]
Money = Annotated[Decimal, BeforeValidator(_number), Field(ge=0)]
Whole = Annotated[int, BeforeValidator(_number)]
Real = Annotated[float, BeforeValidator(_number)]
Pattern = Annotated[
    Annotated[str, Tag("text")]
    | Annotated[TagConfig, Tag("tag")]
    | Annotated[RegexConfig, Tag("regex")]
    | Annotated[ExtractorConfig, Tag("extractor")],
    Discriminator(
        _form,
        custom_error_type="pattern",
        custom_error_message='write a text such as "<thinking>", or {regex: "...", flags: "is"}',
    ),
]


class _Config(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class ModelPrice(_Config):
    """Prices of a million tokens, in the operator's currency."""

    input: Money
    output: Money
    cached_input: Money | None = None
    cache_write: Money | None = None


class ModelService(_Config):
    """A model and how it is reached: all that a connection of one side's own needs."""

    provider: ChatProviderName
    """`custom`: a server at `base_url` that speaks OpenAI's chat completions, or the class that `client` names."""
    model: Text
    api_key: SecretStr = Field(default=SecretStr(""), exclude=True, repr=False)
    client: str = ""
    """Of `custom` alone: "package.module:Class", a `core.llm.chat_provider.ChatProvider` of the operator's own."""
    base_url: str | None = Field(default=None, validate_default=True)
    temperature: Annotated[Real, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[Whole, Field(ge=1, le=200_000)] = 2_000
    timeout: Annotated[Real, Field(gt=0, le=3600)] = 300.0
    """Seconds for one reply."""
    requests_per_minute: Annotated[Real, Field(gt=0)] | None = None
    stream: bool = True
    """False for servers that cannot."""
    extra: dict[str, Any] = {}
    """Further parameters for the body of the request, as the provider documents them."""
    price: ModelPrice | None = None
    """Else that of `[llm.prices]`."""

    @field_validator("api_key")
    @classmethod
    def _is_a_key(cls, value: SecretStr) -> SecretStr:
        key = value.get_secret_value().strip()
        if key.startswith("$"):
            raise ValueError('a variable of the environment is written in braces, as in "${OPENAI_API_KEY}"')
        if any(not 33 <= ord(character) <= 126 for character in key):
            raise ValueError("it holds a character that no key has; copy it again, without spaces")
        return SecretStr(key)

    @field_validator("client")
    @classmethod
    def _names_a_class(cls, value: str, info: ValidationInfo) -> str:
        if not value:
            return value
        module, colon, name = value.partition(":")
        if not (colon and all(part.isidentifier() for part in (*module.split("."), name))):
            raise ValueError('write the module and the class, as in "package.module:Class"')
        if info.data.get("provider", "custom") != "custom":
            raise ValueError('it goes with provider "custom" alone')
        return value

    @field_validator("base_url")
    @classmethod
    def _is_reached(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None:
            if info.data.get("provider") == "custom" and info.data.get("client") == "":
                raise ValueError('provider "custom" needs it: the address of the server (or `client`, a class)')
            return None
        return _web_address(value.strip())

    @field_validator("temperature")
    @classmethod
    def _is_taken(cls, value: float | None, info: ValidationInfo) -> float | None:
        service = PROVIDERS.get(info.data.get("provider", ""))
        if value is not None and service is not None and value > service.highest_temperature:
            raise ValueError(f"{info.data['provider']} takes 0 to {service.highest_temperature:g}")
        return value

    @field_validator("extra")
    @classmethod
    def _can_be_sent(cls, value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        if ours := sorted(OURS & value.keys()):
            raise ValueError(f"{ours[0]} cannot be set here")
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            raise ValueError("it holds something that JSON does not have, such as a date; put it in quotes") from None
        budget = value["thinking"].get("budget_tokens") if isinstance(value.get("thinking"), dict) else None
        if isinstance(budget, int) and budget >= info.data.get("max_tokens", budget + 1):
            raise ValueError("thinking.budget_tokens has to be less than max_tokens, which holds the thinking too")
        return value


class Participant(ModelService):
    """One side, as its YAML file states it."""

    system_prompt: str = ""
    thought_patterns: tuple[Pattern, ...] = ()


class Prime(Participant):
    include_candidate_thoughts: bool = False
    include_prime_thoughts: bool = True

    @property
    def disclosure(self) -> Disclosure:
        return Disclosure(
            prime_thoughts=self.include_prime_thoughts, candidate_thoughts=self.include_candidate_thoughts
        )


class SidePatterns(_Config):
    """The patterns of thoughts of all sides. They take the place of those that a side has itself."""

    prime: tuple[Pattern, ...] = ()
    candidate: tuple[Pattern, ...] = ()
    both: tuple[Pattern, ...] = ()
    """Behind those of each side."""


class Judge(ModelService):
    name: Text
    """In the table of scores."""
    characters_at_once: Annotated[Whole, Field(ge=10_000)] = CHARACTERS_AT_ONCE
    """Of a transcript; a longer one is read in parts. Fewer for a model that reads less."""


class CriterionLevel(_Config):
    score: Whole
    means: Text


class ChamberCriterion(_Config):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    asks: Text
    """What is to be judged, in plain words."""
    levels: Annotated[tuple[CriterionLevel, ...], Field(min_length=2)]
    enough: Whole | None = None
    """The score from which on this criterion is satisfied; None: any score with a quote."""

    @field_validator("levels")
    @classmethod
    def _each_once(cls, value: tuple[CriterionLevel, ...]) -> tuple[CriterionLevel, ...]:
        if twice := _repeated(level.score for level in value):
            raise ValueError(f"two levels have the score {twice}")
        return value

    @field_validator("enough")
    @classmethod
    def _can_be_reached(cls, value: int | None, info: ValidationInfo) -> int | None:
        highest = max((level.score for level in info.data.get("levels", ())), default=value)
        if value is not None and highest is not None and value > highest:
            raise ValueError(f"no level has so high a score; the highest is {highest}")
        return value


class ChamberRubric(_Config):
    """The criteria that a run is scored by."""

    criteria: Annotated[tuple[ChamberCriterion, ...], Field(min_length=1)]
    every: Annotated[Whole, Field(ge=1)] | None = None
    """Turns between two looks at whether all criteria are satisfied, which ends the run; None: no such look."""

    @field_validator("criteria")
    @classmethod
    def _each_once(cls, value: tuple[ChamberCriterion, ...]) -> tuple[ChamberCriterion, ...]:
        if twice := _repeated(each.id for each in value):
            raise ValueError(f"two criteria have the id {twice}")
        return value


class RunRules(_Config):
    """The rules of a run, apart from its two sides."""

    name: Line = ""
    """For lists and files; else the names of the files."""
    opening: str = ""
    """Prime's first words, said as they are; empty: Prime is asked for them."""
    begin: Text = BEGIN
    """What Prime is told to begin with, where there is no `opening`."""
    end_word: Line = END_WORD
    """Prime ends the run with these words on a line; it is told so. Empty: it cannot."""
    max_turns: Annotated[Whole, Field(ge=1, le=1000)] = 20
    """A turn is a question and its answer."""
    budget: Money | None = None
    """For one run, in the currency of the prices."""
    max_total_tokens: Annotated[Whole, Field(ge=1)] | None = None
    max_minutes: Annotated[Real, Field(gt=0)] | None = None
    """By the clock, pauses left out."""
    repeats: Annotated[Whole, Field(ge=0)] = 3
    """So many turns in a row in which both sides nearly repeat themselves end the run; 0: never."""
    seeds: tuple[Annotated[Whole, Field(ge=0, lt=2**31)], ...] = ()
    """Of several runs, in turn; for providers that take one, and played people."""


class Guest(_Config):
    """Whom our own interviewer takes the Candidate for; a played person is who they are."""

    name: Text = "Alex"
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = "en"
    about: str = ""
    """Before a technical interview: what the Candidate hands in about its work, and about the job."""
    episode: str = ""
    """Of a conversation about a podcast: the text of the episode."""


class Setup(_Config):
    """A run, whole. Dumping it leaves the keys out, and what variables hold in the texts of `WITH_SECRETS`."""

    prime: Prime | None = None
    """None: our own interviewer (`interview`) in its place."""
    candidate: Participant | None = None
    """None: a played person (`person`) in its place."""
    interview: str = ""
    """The kind of our interview that is Prime."""
    person: str = ""
    """The name of the played person of `raconteur evaluate` that is the Candidate."""
    thought_patterns: SidePatterns | None = None
    """None: each side has its own."""
    people_model: bool = False
    """The model of the operator's configuration plays the person, not rules."""
    guest: Guest = Guest()
    rules: RunRules = RunRules()
    rubric: ChamberRubric | None = None
    judges: tuple[Judge, ...] = ()
    """Empty, with a rubric: Prime's model scores."""
    files: dict[str, str] = {}
    """Where each part was read: "prime", "candidate", "rules", "rubric", "judges", "thought_patterns". Its keys
    are read there again."""
    written: dict[str, Any] = {}
    """As they were written: the texts of services in which variables of the environment stand, by place, as in
    "prime.extra" and "judges.0.extra". They are dumped so, since a variable may hold a secret."""

    @model_serializer(mode="wrap")
    def _without_what_variables_hold(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        dumped: dict[str, Any] = dump(self)
        for place, text in self.written.items():
            part, *number, name = place.split(".")
            service = dumped[part][int(number[0])] if number else dumped[part]
            service[name] = text
        if not self.written:
            dumped.pop("written", None)
        return dumped

    def patterns_of(self, speaker: Speaker) -> tuple[Pattern, ...]:
        """Return what the thoughts of a side are known by; nothing where it is no model with a prompt of its own."""
        side = self.prime if speaker is Speaker.PRIME else self.candidate
        if side is None:
            return ()
        if self.thought_patterns is None:
            return side.thought_patterns
        mine = self.thought_patterns.prime if speaker is Speaker.PRIME else self.thought_patterns.candidate
        return (*mine, *self.thought_patterns.both)

    def patterns(self, speaker: Speaker) -> Patterns:
        """Return the same, ready for use. Raises ConfigurationError for a pattern that cannot be used."""
        return Patterns.of(self.patterns_of(speaker))

    @model_validator(mode="after")
    def _both_sides(self) -> Self:
        if (self.prime is None) == (not self.interview):
            raise ValueError("prime: it has to be a model of its own, or one of our interviews (`interview`)")
        if self.candidate is None and not self.person:
            raise ValueError("candidate: it has to be a model of its own, or a played person (`person`)")
        return self

    @model_validator(mode="after")
    def _who_scores(self) -> Self:
        if twice := _repeated(judge.name for judge in self.judges):
            raise ValueError(f"judges: two of them are called {twice}")
        if self.judges and self.rubric is None:
            raise ValueError("judges: they score by a rubric, and there is none")
        if self.rubric is not None and self.prime is None and not self.judges:
            raise ValueError("judges: our own interviewer does not score; name a model that does")
        return self


class SetupBook(Protocol):
    """The port to the operator's setups, by their names: core reads no file.

    Every method may read files, so it is called in a thread. Each raises ConfigurationError, with a line for each
    mistake that names file, line and key, and never a value.
    """

    def names(self) -> tuple[str, ...]: ...

    def load(self, name: str) -> Setup:
        """Return one of them, with its keys."""

    def with_keys(self, setup: Setup) -> Setup:
        """Return a setup that was kept with a run with its keys again, read where they were before."""


def _repeated(values: Iterable[object]) -> str:
    """Return the first value that occurs twice; empty if none does."""
    return next((str(value) for value, count in Counter(values).items() if count > 1), "")


def _web_address(text: str) -> str:
    mistake = ValueError("it is not a web address; it begins with http:// or https://")
    try:
        address = urlsplit(text)
        if address.scheme not in {"http", "https"} or not address.hostname or address.port == 0:
            raise mistake
    except ValueError:
        raise mistake from None
    if address.username is not None or address.query or address.fragment:
        raise ValueError("it is kept with the run, so no key may stand in it; use api_key")
    return text
