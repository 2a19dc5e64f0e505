"""`raconteur evaluate`: played people talk to an interviewer, and the talks are measured."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, print_wide
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.simulation.interviewers import MakeModel

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
        Interviewing, typer.Argument(help="The interview. plain: one prompt with the whole chat, for comparison.")
    ],
    people: Annotated[
        Path | None,
        typer.Option("--people", metavar="PATH", help="A TOML file or a folder. Default: the ones included."),
    ] = None,
    person: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Only this person. Repeatable.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="LANG", help="Only people who speak this language, such as ru.")
    ] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Use no model. This is the default.")] = False,
    model: Annotated[bool, typer.Option("--model", help="Use the configured model. This costs money.")] = False,
    by_hand: Annotated[
        Path | None,
        typer.Option("--by-hand", metavar="FOLDER", help="You play the model, through files in this folder."),
    ] = None,
    turns_only: Annotated[
        bool, typer.Option("--turns-only", help="By hand: leave out background work, such as notes.")
    ] = False,
    people_model: Annotated[
        bool, typer.Option("--people-model", help="Have the configured model play the people, instead of rules.")
    ] = False,
    narrator_by_hand: Annotated[
        Path | None,
        typer.Option("--narrator-by-hand", metavar="FOLDER", help="You play the person, through files there."),
    ] = None,
    prompt: Annotated[Path | None, typer.Option("--prompt", metavar="FILE", help="The prompt for plain.")] = None,
    turns: Annotated[int, typer.Option("--turns", min=1, help="The most answers from each person.")] = TURNS,
    seed: Annotated[int, typer.Option("--seed", help="The seed for the rules: another one, other digressions.")] = 0,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures there; - is standard output.")
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option("--transcripts", metavar="FOLDER", help="Write every conversation there.")
    ] = None,
) -> None:
    """Try an interviewer out. Played people talk to it, and what the talks were like is measured.

    Nothing of your data is read or written: each talk has a database of its own, which is gone afterwards.
    """
    import asyncio
    import json

    from bot.features.evaluation.run import SHIPPED_PROMPT, EvaluationOptions, run_talks
    from bot.features.evaluation.table import WIDTH, measures_table
    from core.features.evaluation.measures import Tallies, evaluation_data, measure_talk
    from core.simulation.people import SHIPPED, SimulatedPerson, find_person, load_people
    from core.simulation.talks import RecordedTalk, format_talk

    models = {"--offline": offline, "--model": model, "--by-hand": by_hand is not None}
    people_by = {"--people-model": people_model, "--narrator-by-hand": narrator_by_hand is not None}
    for options in (models, people_by):
        if sum(options.values()) > 1:
            *first, last = options
            raise ConfigurationError(f"{', '.join(first)} and {last} can't be used together.")
    if kind is Interviewing.TECHNICAL:
        if by_files := [
            option for option, given in (models | people_by).items() if given and option not in {"--offline", "--model"}
        ]:
            raise ConfigurationError(f"{kind.value} and {by_files[0]} can't be used together.")
        settings = command_settings(context)
        return evaluate_candidates(settings, person or (), json_file, transcripts, offline=offline, model=model)
    known = load_people(people or SHIPPED)
    names = {find_person(known, name).name for name in person or ()}
    chosen = tuple(
        each
        for each in known
        if (not names or each.name in names)
        and (not language or each.language == language)
        and ((each.episode is not None) == (kind is Interviewing.PODCAST))
    )
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
    settings = command_settings(context)
    if transcripts is not None:
        transcripts.mkdir(parents=True, exist_ok=True)
    talks: list[tuple[SimulatedPerson, RecordedTalk, Tallies]] = []

    def held(person: SimulatedPerson, talk: RecordedTalk) -> None:
        talks.append((person, talk, measure_talk(talk, person)))
        if transcripts is not None:
            # As soon as it is over, for whoever reads along.
            file = transcripts / f"{wanted.kind}-{person.name.replace(' ', '-')}.txt"
            file.write_text(format_talk(talk), encoding="utf-8")

    asyncio.run(run_talks(wanted, settings, chosen, held))
    body = json.dumps(evaluation_data(talks), ensure_ascii=False, indent=1)
    if json_file == STDOUT:
        typer.echo(body)
        return None
    if json_file is not None:
        json_file.write_text(f"{body}\n", encoding="utf-8")
    print_wide(measures_table(talks), piped=WIDTH)
    return None


def evaluate_candidates(
    settings: Settings,
    people: Sequence[str],
    json_file: Path | None,
    reports: Path | None,
    *,
    offline: bool,
    model: bool,
) -> None:
    """Interview played candidates and show their scores. The command ends with 1 if those are out of order."""
    import asyncio
    import json

    from rich import box
    from rich.table import Table
    from rich.text import Text

    from bot.features.evaluation.candidates import Interviewed, Ports, interview_candidates
    from bot.features.evaluation.run import build_configured_model
    from bot.features.evaluation.table import WIDTH
    from core.features.evaluation.candidates import Candidates, mean_score, order_violations
    from core.llm.build import OfflineModel

    played = Candidates.shipped()
    known = {each.name.casefold() for each in played.everybody()}
    if unknown := {name.casefold() for name in people} - known:
        raise ConfigurationError(f"Nobody is called {sorted(unknown)[0]}; there are: {', '.join(sorted(known))}.")
    if model and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured; see the section llm of config.example.toml.")
    make: MakeModel | None = (lambda _store, _clock: OfflineModel()) if offline else None
    if model:
        make = partial(build_configured_model, settings)

    async def interview_all() -> list[Interviewed]:
        return [one async for one in interview_candidates(settings, played, people, make, Ports())]

    found = asyncio.run(interview_all())
    if reports is not None:
        reports.mkdir(parents=True, exist_ok=True)
        for one in found:
            name = one.candidate.name.replace(",", "").replace(" ", "-")
            (reports / f"technical-{name}.md").write_text(one.report, encoding="utf-8")
    scores = {each.candidate.name: each.scores for each in found}
    wrong = list(order_violations(scores))
    body = json.dumps({"scores": scores, "out_of_order": wrong}, ensure_ascii=False, indent=1)
    if json_file == STDOUT:
        typer.echo(body)
    else:
        if json_file is not None:
            json_file.write_text(f"{body}\n", encoding="utf-8")
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("")
        names = list(dict.fromkeys(name for each in found for name in each.scores))
        for name in (*names, "mean"):
            table.add_column(Text(name), justify="right")
        for each in found:
            average = mean_score(each.scores)
            cells = ["–" if each.scores.get(name) is None else str(each.scores[name]) for name in names]
            table.add_row(*map(Text, (each.candidate.name, *cells, "–" if average is None else f"{average:.1f}")))
        print_wide(table, piped=WIDTH)
        typer.echo("\n".join(wrong) or "The order is right, and orders to whoever weighs have moved no score.")
    if wrong:
        raise typer.Exit(1)
