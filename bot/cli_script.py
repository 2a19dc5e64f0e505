"""`raconteur script`: an operator's own interviews, checked and tried out before anybody is asked."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, invocation, load_command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings

WRONG = 1

script = typer.Typer(help="Interviews of one's own: scripts of questions in files.", rich_markup_mode=None)

Files = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE...]", help="Scripts, or folders of them; else the folder of the configuration."),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The script; in one of its languages, if it has several.")]


@script.command()
def check(context: typer.Context, files: Files = None) -> None:
    """Check scripts: what is wrong, in which line, and how it is mended."""
    from bot.formatting import pluralize
    from core.contracts.findings import Verdict
    from core.contracts.script_files import ScriptMistakes
    from core.interviews.script.folder import read_script_set

    if not files:
        folder = command_settings(context).interviews.scripts_dir
        if folder is None:
            raise ConfigurationError("Name a file, or a folder of them in interviews.scripts_dir of the configuration.")
        files = [folder]
    well = True
    for name, paths in _by_name(files).items():
        try:
            found = read_script_set(paths)
        except ScriptMistakes as error:
            well = False
            for mistake in error.mistakes:
                typer.echo(f"{Verdict.WRONG} {mistake}")
            continue
        asked = pluralize(len(next(iter(found.scripts.values())).places), "question")
        typer.echo(f"{Verdict.WELL} {name}: {asked}, in {', '.join(sorted(found.scripts))}")
    if not well:
        raise typer.Exit(WRONG)


@script.command()
def new(
    context: typer.Context,
    offline: Annotated[bool, typer.Option("--offline", help="Ask no model: write the questions yourself.")] = False,
) -> None:
    """Write a script. A few questions, with a model a talk about what you want to find out; then it is shown."""
    import asyncio

    settings = command_settings(context)
    folder = settings.interviews.scripts_dir or Path()
    try:
        file = asyncio.run(_new(settings, folder, offline=offline))
    except (typer.Abort, KeyboardInterrupt):
        file = None
    if file is None:
        typer.echo("\nNothing was written.")
        raise typer.Exit(WRONG)
    typer.echo(f"{file} is there. Try it: raconteur script try {file}")
    if settings.interviews.scripts_dir is None:
        typer.echo("It is offered as soon as interviews.scripts_dir names its folder.")


async def _new(settings: Settings, folder: Path, *, offline: bool) -> Path | None:
    from bot.clock import SystemClock
    from bot.model_calls import model_settings, open_call_store, open_ledger
    from bot.script_writing import write_script
    from bot.setup_screen import SetupScreen
    from core.llm.build import build_model

    store, clock = open_call_store(settings), SystemClock()
    asked = settings.model_copy(update={"llm": type(settings.llm)()}) if offline else settings
    model = build_model(model_settings(asked), open_ledger(settings, store, clock), clock)
    try:
        return await write_script(SetupScreen(), model, folder)
    finally:
        await model.close()
        await store.close()


@script.command("try")
def try_(
    context: typer.Context,
    file: File,
    language: Annotated[str, typer.Option(help="The language to try it in, where it has several.")] = "",
    model: Annotated[
        bool, typer.Option("--model/--offline", help="Ask with the configured model, which may cost; else by rules.")
    ] = False,
) -> None:
    """Be interviewed by a script, here in the terminal. Nothing of it is kept."""
    from bot.config import DEFAULT_FILE
    from bot.serve import serve
    from core.contracts.script_files import ScriptMistakes
    from core.interviews.script.folder import read_script_set

    settings = load_command_settings(context)
    if not file.is_file():
        raise ConfigurationError(f"{file} is not there.")
    name = file.name.split(".")[0]
    paths = [path for path in sorted(file.parent.glob(f"{name}.*")) if _is_script(path)]
    try:
        found = read_script_set(paths)
    except ScriptMistakes as error:
        raise ConfigurationError(f"{error.mistakes[0]}; `raconteur script check` tells everything.") from None
    if language and language not in found.scripts:
        raise ConfigurationError(f"{found.kind} has no language {language!r}; there are: {', '.join(found.scripts)}.")
    chosen = [path for path in paths if not language or f".{language}." in path.name or len(paths) == 1]
    with TemporaryDirectory(prefix="raconteur-") as place:
        folder = Path(place) / "scripts"
        folder.mkdir()
        for path in chosen:
            shutil.copy(path, folder)
        typer.echo(f"This tries out {found.kind}. Nothing of it is kept; Ctrl-D or /quit ends it.", err=True)
        config = invocation(context).config or DEFAULT_FILE
        serve(_alone(settings, Path(place), folder, model=model), terminal=True, config=config)


def _alone(settings: Settings, place: Path, folder: Path, *, model: bool) -> Settings:
    """The settings for one script, in a place that goes away; of what there is only the model and the voice."""
    from bot.config import LlmSection, Settings
    from bot.sections import StorageSection

    section = settings.interviews.model_copy(update={"enabled": (), "scripts_dir": folder})
    return Settings.model_construct(
        **{
            **{name: field.get_default(call_default_factory=True) for name, field in Settings.model_fields.items()},
            "interviews": section,
            "storage": StorageSection(data_dir=place),
            "llm": settings.llm if model else LlmSection(),
            "voice": settings.voice.model_copy(update={"models_dir": settings.models_dir}),
            "limits": settings.limits,
        }
    )


def _by_name(named: Iterable[Path]) -> dict[str, list[Path]]:
    """Return the files of each script. Raises ConfigurationError if there are none."""
    found: dict[str, list[Path]] = defaultdict(list)
    for each in named:
        if not each.exists():
            raise ConfigurationError(f"{each} is not there.")
        inside = [path for path in sorted(each.iterdir()) if _is_script(path)] if each.is_dir() else [each]
        if not inside:
            raise ConfigurationError(f"{each} holds no script; scripts are TOML or Markdown files.")
        for path in inside:
            found[path.name.split(".")[0]].append(path)
    return found


def _is_script(path: Path) -> bool:
    return path.suffix in {".toml", ".md"} and path.name != "README.md"
