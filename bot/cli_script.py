"""`raconteur script`: an operator's own interviews, checked and tried out before anybody is asked."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bot.cli_settings import command_settings, invocation, load_command_settings
from core.contracts.errors import ConfigurationError

WRONG = 1

script = typer.Typer(help="Your own interviews: scripts of questions in files.", rich_markup_mode=None)

Files = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE...]", help="Scripts, or folders of them. Default: the configured folder."),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The script, in one of its languages if it has several.")]


@script.command()
def check(context: typer.Context, files: Files = None) -> None:
    """Check scripts, and show each mistake with its line and how to fix it."""
    from bot.formatting import pluralize
    from core.contracts.findings import Verdict
    from core.contracts.script_files import ScriptMistakes
    from core.interviews.script.folder import read_script_set

    if not files:
        folder = command_settings(context).interviews.scripts_dir
        if folder is None:
            raise ConfigurationError("Name a file, or a folder of them in interviews.scripts_dir of the configuration.")
        files = [folder]
    named: dict[str, list[Path]] = defaultdict(list)
    for each in files:
        if not each.exists():
            raise ConfigurationError(f"{each} is not there.")
        inside = [path for path in sorted(each.iterdir()) if _is_script(path)] if each.is_dir() else [each]
        if not inside:
            raise ConfigurationError(f"{each} holds no script; scripts are TOML or Markdown files.")
        for path in inside:
            named[path.name.split(".")[0]].append(path)
    well = True
    for name, paths in named.items():
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
    offline: Annotated[bool, typer.Option("--offline", help="Use no model, and write the questions yourself.")] = False,
) -> None:
    """Write a script by answering a few questions, or by talking to a model about what you want to find out."""
    import asyncio

    from bot.model_calls import configured_model
    from bot.script_writing import write_script
    from bot.setup_screen import SetupScreen

    settings = command_settings(context)
    folder = settings.interviews.scripts_dir or Path()
    asked = settings.model_copy(update={"llm": type(settings.llm)()}) if offline else settings

    async def talk() -> Path | None:
        async with configured_model(asked) as model:
            return await write_script(SetupScreen(), model, folder)

    try:
        file = asyncio.run(talk())
    except (typer.Abort, KeyboardInterrupt):
        file = None
    if file is None:
        typer.echo("\nNothing was saved.")
        raise typer.Exit(WRONG)
    typer.echo(f"{file} is there. Try it: raconteur script try {file}")
    if settings.interviews.scripts_dir is None:
        typer.echo("To offer it to people, set interviews.scripts_dir to its folder.")


@script.command("try")
def try_(
    context: typer.Context,
    file: File,
    language: Annotated[str, typer.Option(help="The language to try it in, if it has several.")] = "",
    model: Annotated[
        bool, typer.Option("--model/--offline", help="Use the configured model, which may cost money, or rules.")
    ] = False,
) -> None:
    """Try a script here in the terminal. Nothing is saved."""
    from bot.config import DEFAULT_FILE, LlmSection, Settings
    from bot.sections import StorageSection
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
        raise ConfigurationError(f"{error.mistakes[0]}; `raconteur script check` shows everything.") from None
    if language and language not in found.scripts:
        raise ConfigurationError(f"{found.kind} has no language {language!r}; there are: {', '.join(found.scripts)}.")
    chosen = [path for path in paths if not language or f".{language}." in path.name or len(paths) == 1]
    with TemporaryDirectory(prefix="raconteur-") as place:
        folder = Path(place) / "scripts"
        folder.mkdir()
        for path in chosen:
            shutil.copy(path, folder)
        typer.echo(f"You are trying out {found.kind}. Nothing is saved; Ctrl-D or /quit ends it.", err=True)
        # Nothing is configured but this script, in a place that goes away, and the model, the voice and the limits.
        usual = {name: field.get_default(call_default_factory=True) for name, field in Settings.model_fields.items()}
        alone = Settings.model_construct(**usual).model_copy(
            update={
                "interviews": settings.interviews.model_copy(update={"enabled": (), "scripts_dir": folder}),
                "storage": StorageSection(data_dir=Path(place)),
                "llm": settings.llm if model else LlmSection(),
                "voice": settings.voice.model_copy(update={"models_dir": settings.models_dir}),
                "limits": settings.limits,
            }
        )
        serve(alone, terminal=True, config=invocation(context).config or DEFAULT_FILE)


def _is_script(path: Path) -> bool:
    return path.suffix in {".toml", ".md"} and path.name != "README.md"
