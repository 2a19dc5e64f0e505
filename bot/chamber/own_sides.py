"""The sides of a run that are of our own make, as its setup names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bot.chamber.engine_prime import EnginePrime, EngineSettings
from bot.chamber.played_candidate import PlayedCandidate, nothing
from bot.chamber.run_calls import RunCalls
from bot.chamber.run_folders import folder_of as folder_of
from bot.config import Settings
from bot.evaluation.interviewers import Visitor
from bot.evaluation.narrators import Narrator, Played, Rules, persona
from bot.kinds import KINDS
from bot.model_calls import model_settings
from core.chamber.logs import stamp
from core.chamber.messages import Speaker, Utterance
from core.chamber.runs import Run, RunStatus
from core.chamber.setup import Participant, Setup
from core.contracts.calls import Ledger
from core.contracts.errors import ConfigurationError
from core.contracts.ports import Clock
from core.evaluation.people import PlayedEpisode, SimulatedPerson, called, load_people
from core.llm.build import ManagedModel, build_model
from core.store.chamber_rows import run_by_id, utterances_of
from core.store.store import SqliteStore, Store


def check(setup: Setup, settings: Settings) -> None:
    """Raises ConfigurationError where a side of our own make cannot be had."""
    person = called(load_people(), setup.person) if setup.person else None
    if setup.interview:
        if setup.interview not in KINDS:
            raise ConfigurationError(f"There is no interview {setup.interview}; there are: {', '.join(KINDS)}.")
        visitor = _visitor(setup, person)
        if setup.interview == "podcast" and visitor.episode is None:
            raise ConfigurationError("A conversation about a podcast needs the text of an episode: guest.episode.")
    if setup.people_model and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured to play people; see the section llm of config.example.toml.")


def engine_prime(
    run: Run,
    settings: Settings,
    store: Store,
    ledger: Ledger,
    clock: Clock,
    *,
    documents: Path,
    make_store: Callable[[str], Store] = SqliteStore,
) -> EnginePrime:
    """Our own interviewer as Prime. Raises ConfigurationError.

    `store` has the run and `ledger` its calls. `documents`: where the interview's files are put when the run is over.
    """
    check(run.setup, settings)
    person = called(load_people(), run.setup.person) if run.setup.person else None
    calls = RunCalls(ledger, store, run.id, Speaker.PRIME)

    def make_model(_store: Store, its_clock: Clock) -> ManagedModel:
        return build_model(model_settings(settings), calls, its_clock)

    async def ended() -> Sequence[Utterance] | None:
        found, said = await store.read(lambda c: (run_by_id(c, run.id), utterances_of(c, run.id)))
        return said if found is not None and found.status is RunStatus.ENDED and said else None

    engine = EngineSettings(
        kind=run.setup.interview,
        settings=settings,
        visitor=_visitor(run.setup, person),
        acts=person is not None,
        folder=folder_of(settings, run.id),
        documents=documents,
        prefix=f"interview_{stamp(run)}_{run.id[:8]}_",
        make_model=make_model,
        ended=ended,
        make_store=make_store,
    )
    return EnginePrime(engine, calls, clock)


def played_candidate(run: Run, settings: Settings, store: Store, ledger: Ledger, clock: Clock) -> PlayedCandidate:
    """A played person as the Candidate, by rules or by the model of the configuration. Raises ConfigurationError."""
    check(run.setup, settings)
    person = called(load_people(), run.setup.person)
    calls = RunCalls(ledger, store, run.id, Speaker.CANDIDATE)
    # Of several runs without seeds each has digressions of its own, the first those of an evaluation.
    narrator: Narrator = Rules(person, run.number - 1 if run.seed is None else run.seed)
    close = nothing
    if run.setup.people_model:
        model = build_model(model_settings(settings), calls, clock)
        narrator, close = Played(person, model), model.close
    return PlayedCandidate(person, narrator, calls, clock, acts=bool(run.setup.interview), close=close)


def playing(config: Participant, person_name: str) -> Participant:
    """A model that plays one of the people, as its own system prompt has it and that of the person behind it."""
    person = called(load_people(), person_name)
    prompt = f"{config.system_prompt}\n\n{persona(person)}".strip()
    return config.model_copy(update={"system_prompt": prompt})


def _visitor(setup: Setup, person: SimulatedPerson | None) -> Visitor:
    guest = setup.guest
    episode = PlayedEpisode(text=guest.episode) if guest.episode else None
    if person is None:
        return Visitor(name=guest.name, language=guest.language, episode=episode, about=guest.about)
    return Visitor(
        name=person.name,
        language=person.language,
        operator=person.operator,
        episode=episode or person.episode,
        about=guest.about,
    )
