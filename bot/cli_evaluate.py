"""`raconteur evaluate`: played people talk to an interviewer, and the talks are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_candidates import evaluate_candidates
from bot.cli_settings import command_settings, print_wide
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.evaluation.run import EvaluationOptions
    from core.evaluation.measures import Tallies
    from core.evaluation.people import SimulatedPerson
    from core.evaluation.talk import RecordedTalk

    Held = tuple[SimulatedPerson, RecordedTalk, Tallies]

TURNS = 20
STDOUT = Path("-")


class Interviewing(StrEnum):
    LIFE_STORY = "life-story"
    PODCAST = "podcast"
    TECHNICAL = "technical"
    """Candidates of its own, and their scores in place of measures."""
    PLAIN = "plain"


def evaluate(
    context: typer.Context,
    kind: Annotated[
        Interviewing, typer.Argument(help="The interview; plain: one prompt with the whole chat, to compare with.")
    ],
    people: Annotated[
        Path | None, typer.Option("--people", metavar="PATH", help="A TOML file or a folder; else those shipped.")
    ] = None,
    person: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Only this one; may be given again.")
    ] = None,
    language: Annotated[str, typer.Option("--language", metavar="LANG", help="Only who speaks this, as in ru.")] = "",
    offline: Annotated[bool, typer.Option("--offline", help="No model; so it is where nothing else is said.")] = False,
    model: Annotated[bool, typer.Option("--model", help="With the model of the configuration; costs money.")] = False,
    by_hand: Annotated[
        Path | None, typer.Option("--by-hand", metavar="FOLDER", help="You are the model, by files in this folder.")
    ] = None,
    turns_only: Annotated[
        bool, typer.Option("--turns-only", help="By hand: leave out the work in the background, such as notes.")
    ] = False,
    people_model: Annotated[
        bool, typer.Option("--people-model", help="The model of the configuration plays the people, not rules.")
    ] = False,
    narrator_by_hand: Annotated[
        Path | None, typer.Option("--narrator-by-hand", metavar="FOLDER", help="You are the person, by files there.")
    ] = None,
    prompt: Annotated[Path | None, typer.Option("--prompt", metavar="FILE", help="For plain; else ours.")] = None,
    turns: Annotated[int, typer.Option("--turns", min=1, help="Answers of each person, at most.")] = TURNS,
    seed: Annotated[int, typer.Option("--seed", help="Of the rules; another one, other digressions.")] = 0,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write every figure there; - is standard output.")
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option("--transcripts", metavar="FOLDER", help="Write every talk there, for reading.")
    ] = None,
) -> None:
    """Try an interviewer out. Played people talk to it, and what the talks were like is measured.

    Nothing of your data is read or written: each talk has a database of its own, which is gone afterwards.
    """
    from bot.evaluation.run import SHIPPED_PROMPT, EvaluationOptions

    models = {"--offline": offline, "--model": model, "--by-hand": by_hand is not None}
    people_by = {"--people-model": people_model, "--narrator-by-hand": narrator_by_hand is not None}
    _check(kind, models, people_by)
    if kind is Interviewing.TECHNICAL:
        return evaluate_candidates(
            command_settings(context), person, json_file, transcripts, offline=offline, model=model
        )
    chosen = _chosen(people, kind, person or [], language)
    wanted = EvaluationOptions(
        kind=kind.value,
        turns=turns,
        model=model,
        by_hand=by_hand,
        turns_only=turns_only,
        people_model=people_model,
        narrator_by_hand=narrator_by_hand,
        prompt=prompt or SHIPPED_PROMPT,
        seed=seed,
    )
    return _report(_held(wanted, command_settings(context), chosen, transcripts), json_file)


def _check(kind: Interviewing, models: Mapping[str, bool], people: Mapping[str, bool]) -> None:
    """Raises ConfigurationError for options that exclude each other."""
    for options in (models, people):
        if sum(options.values()) > 1:
            *first, last = options
            raise ConfigurationError(f"{', '.join(first)} and {last} exclude each other.")
    by_hand = [each for each, given in {**models, **people}.items() if given and each not in {"--offline", "--model"}]
    if kind is Interviewing.TECHNICAL and by_hand:
        raise ConfigurationError(f"{kind.value} and {by_hand[0]} exclude each other.")


def _held(
    wanted: EvaluationOptions, settings: Settings, people: Sequence[SimulatedPerson], transcripts: Path | None
) -> list[Held]:
    """Return the measured talks; each is written for reading as soon as it is over."""
    import asyncio

    from bot.evaluation.run import run_talks
    from core.evaluation.measures import measure_talk
    from core.evaluation.talk import format_talk

    if transcripts is not None:
        transcripts.mkdir(parents=True, exist_ok=True)
    talks: list[Held] = []

    def held(person: SimulatedPerson, talk: RecordedTalk) -> None:
        talks.append((person, talk, measure_talk(talk, person)))
        if transcripts is not None:
            file = transcripts / f"{wanted.kind}-{person.name.replace(' ', '-')}.txt"
            file.write_text(format_talk(talk), encoding="utf-8")

    asyncio.run(run_talks(wanted, settings, people, held))
    return talks


def _report(talks: Sequence[Held], json_file: Path | None) -> None:
    import json

    from bot.evaluation.table import WIDTH, measures_table
    from core.evaluation.measures import evaluation_data

    body = json.dumps(evaluation_data(talks), ensure_ascii=False, indent=1)
    if json_file == STDOUT:
        typer.echo(body)
        return
    if json_file is not None:
        json_file.write_text(f"{body}\n", encoding="utf-8")
    print_wide(measures_table(talks), piped=WIDTH)


def _chosen(where: Path | None, kind: Interviewing, names: list[str], language: str) -> tuple[SimulatedPerson, ...]:
    """Those who are wanted and can talk about it. Raises ConfigurationError for a name that nobody has."""
    from core.evaluation.people import SHIPPED, find_person, load_people

    people = load_people(where or SHIPPED)
    wanted = {find_person(people, name).name for name in names}
    return tuple(
        each
        for each in people
        if (not wanted or each.name in wanted)
        and (not language or each.language == language)
        and ((each.episode is not None) == (kind is Interviewing.PODCAST))
    )
