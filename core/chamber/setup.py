"""What a run is made of, as a configuration states it; validated, with nothing looked up or connected yet."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from core.chamber.contexts import BEGIN, Disclosure
from core.chamber.thoughts import PatternConfig, Patterns

END_WORD = "[END OF INTERVIEW]"
Text = Annotated[str, Field(min_length=1)]
Money = Annotated[Decimal, Field(ge=0)]


class _Config(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelPrice(_Config):
    """For a million tokens, in the operator's currency."""

    input: Money
    output: Money
    cached_input: Money | None = None
    cache_write: Money | None = None


class Service(_Config):
    """A model and how it is reached: all that a connection of one side's own needs."""

    provider: Literal["openai", "anthropic", "custom"]
    """`custom`: a server at `base_url` that speaks OpenAI's chat completions, or the class that `client` names."""
    model: Text
    api_key: SecretStr = Field(default=SecretStr(""), exclude=True)
    base_url: str | None = None
    client: str = ""
    """Of `custom` alone: "package.module:Class", a `core.llm.chat_provider.ChatProvider` of the operator's own."""
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=200_000)] = 2_000
    timeout: Annotated[float, Field(gt=0, le=3600)] = 300.0
    """Seconds for one reply."""
    requests_per_minute: Annotated[float, Field(gt=0)] | None = None
    stream: bool = True
    """False for servers that cannot."""
    extra: dict[str, Any] = {}
    """Further parameters for the body of the request, as the provider documents them."""
    price: ModelPrice | None = None
    """Else that of `[llm.prices]`."""


class Participant(Service):
    """One side, as its YAML file states it."""

    system_prompt: str = ""
    thought_patterns: tuple[PatternConfig, ...] = ()

    def patterns(self) -> Patterns:
        """Raises ConfigurationError for one that cannot be used."""
        return Patterns.of(self.thought_patterns)


class Prime(Participant):
    include_candidate_thoughts: bool = False
    include_prime_thoughts: bool = True

    @property
    def disclosure(self) -> Disclosure:
        return Disclosure(
            prime_thoughts=self.include_prime_thoughts, candidate_thoughts=self.include_candidate_thoughts
        )


class Judge(Service):
    name: Text
    """In the table of scores."""


class Level(_Config):
    score: int
    means: Text


class Criterion(_Config):
    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    asks: Text
    """What is to be judged, in plain words."""
    levels: Annotated[tuple[Level, ...], Field(min_length=2)]
    enough: int | None = None
    """The score from which on this criterion is satisfied; None: any score with a quote."""


class Rubric(_Config):
    """What a run is scored by."""

    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1)]
    every: Annotated[int, Field(ge=1)] | None = None
    """Turns between two looks at whether all criteria are satisfied, which ends the run; None: no such look."""


class Rules(_Config):
    """How a run goes, beside what the two sides are."""

    name: str = ""
    """For lists and files; else the names of the files."""
    opening: str = ""
    """Prime's first words, said as they are; empty: Prime is asked for them."""
    begin: Text = BEGIN
    """What Prime is told to begin with, where there is no `opening`."""
    end_word: str = END_WORD
    """Prime ends the run with these words on a line; it is told so. Empty: it cannot."""
    max_turns: Annotated[int, Field(ge=1, le=1000)] = 20
    """A turn is a question and its answer."""
    budget: Money | None = None
    """For one run, in the currency of the prices."""
    max_total_tokens: Annotated[int, Field(ge=1)] | None = None
    max_minutes: Annotated[float, Field(gt=0)] | None = None
    """By the clock, pauses left out."""
    repeats: Annotated[int, Field(ge=0)] = 3
    """So many turns in a row in which both sides nearly repeat themselves end the run; 0: never."""
    seeds: tuple[int, ...] = ()
    """Of several runs, in turn; for providers that take one."""


class Setup(_Config):
    """A run, whole. Dumping it leaves the keys out."""

    prime: Prime | None = None
    """None: our own interviewer (`interview`) in its place."""
    candidate: Participant | None = None
    """None: a played person (`person`) in its place."""
    interview: str = ""
    """The kind of our interview that is Prime."""
    person: str = ""
    """The name of the played person of `raconteur evaluate` that is the Candidate."""
    rules: Rules = Rules()
    rubric: Rubric | None = None
    judges: tuple[Judge, ...] = ()
    """Empty, with a rubric: Prime's model scores."""
    files: dict[str, str] = {}
    """Where each part was read: "prime", "candidate", "rules", "rubric"; its keys are read there again."""
