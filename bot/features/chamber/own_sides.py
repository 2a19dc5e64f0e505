"""The sides of a run that are of our own make, as its setup names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bot.config import Settings
from bot.features.chamber.engine_prime import EnginePrime, EngineSettings
from bot.features.chamber.played_candidate import PlayedCandidate, ignore_wait
from bot.features.chamber.run_calls import RunCalls
from bot.features.chamber.run_folders import run_folder as run_folder
from bot.kinds import KINDS
from bot.model_calls import model_settings
from bot.simulation.interviewers import TrialVisitor
from bot.simulation.narrators import Narrator, Played, RuledNarrator, persona_prompt
from core.contracts.calls import Ledger
from core.contracts.errors import ConfigurationError
from core.contracts.ports import Clock
from core.features.chamber.chamber_rows import run_by_id, utterances_of
from core.features.chamber.logs import run_stamp
from core.features.chamber.messages import Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunStatus
from core.features.chamber.setup import Participant, Setup
from core.llm.build import ManagedModel, build_model
from core.simulation.people import PlayedEpisode, SimulatedPerson, find_person, load_people
from core.store.store import SqliteStore, Store


def check_own_sides(setup: Setup, settings: Settings) -> None:
    """Raise ConfigurationError where a side of our own make cannot be had."""
    person = find_person(load_people(), setup.person) if setup.person else None
    if setup.interview:
        if setup.interview not in KINDS:
            raise ConfigurationError(f"There is no interview {setup.interview}; there are: {', '.join(KINDS)}.")
        visitor = _visitor(setup, person)
        if setup.interview == "podcast" and visitor.episode is None:
            raise ConfigurationError("A conversation about a podcast needs the text of an episode: guest.episode.")
    if setup.people_model and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured to play people; see the section llm of config.example.toml.")


def build_engine_prime(
    run: ChamberRun,
    settings: Settings,
    store: Store,
    ledger: Ledger,
    clock: Clock,
    *,
    documents: Path,
    make_store: Callable[[str], Store] = SqliteStore,
) -> EnginePrime:
    """Build our own interviewer as Prime. Raises ConfigurationError.

    `store` has the run and `ledger` its calls. `documents`: where the interview's files are put when the run is over.
    """
    check_own_sides(run.setup, settings)
    person = find_person(load_people(), run.setup.person) if run.setup.person else None
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
        folder=run_folder(settings, run.id),
        documents=documents,
        prefix=f"interview_{run_stamp(run)}_{run.id[:8]}_",
        make_model=make_model,
        ended=ended,
        make_store=make_store,
    )
    return EnginePrime(engine, calls, clock)


def build_played_candidate(
    run: ChamberRun, settings: Settings, store: Store, ledger: Ledger, clock: Clock
) -> PlayedCandidate:
    """Build a played person as the Candidate, by rules or by the configured model. Raises ConfigurationError."""
    check_own_sides(run.setup, settings)
    person = find_person(load_people(), run.setup.person)
    calls = RunCalls(ledger, store, run.id, Speaker.CANDIDATE)
    # Of several runs without seeds each has digressions of its own, the first those of an evaluation.
    narrator: Narrator = RuledNarrator(person, run.number - 1 if run.seed is None else run.seed)
    warm_up = close = ignore_wait
    if run.setup.people_model:
        model = build_model(model_settings(settings), calls, clock)
        narrator, warm_up, close = Played(person, model), model.warm_up, model.close
    acts = bool(run.setup.interview)
    return PlayedCandidate(person, narrator, calls, clock, acts=acts, warm_up=warm_up, close=close)


def played_participant(config: Participant, person_name: str) -> Participant:
    """Return a model that plays one of the people: its own system prompt comes first, then the person's."""
    person = find_person(load_people(), person_name)
    prompt = f"{config.system_prompt}\n\n{persona_prompt(person)}".strip()
    return config.model_copy(update={"system_prompt": prompt})


def _visitor(setup: Setup, person: SimulatedPerson | None) -> TrialVisitor:
    guest = setup.guest
    episode = PlayedEpisode(text=guest.episode) if guest.episode else None
    if person is None:
        return TrialVisitor(name=guest.name, language=guest.language, episode=episode, about=guest.about)
    return TrialVisitor(
        name=person.name,
        language=person.language,
        operator=person.operator,
        episode=episode or person.episode,
        about=guest.about,
    )
