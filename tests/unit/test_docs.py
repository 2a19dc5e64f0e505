"""The README and docs/ say what is so: links, commands, settings, TOML, and the conversation that they show."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
import typer
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import BaseModel, SecretStr

import core.commands  # noqa: F401 - whose commands are listed
from adapters.terminal.reading import Local
from bot.cli import app
from bot.config import Settings
from core.contracts.commands import listed_commands
from core.contracts.errors import DeliveryError
from core.contracts.script import Screening, Script
from core.contracts.turn import Interview
from core.features.chamber.setup import Setup
from core.interviews.life_story.interview import LifeStory
from core.interviews.technical.exercises.exercise import Exercise
from core.interviews.technical.interview import Technical
from core.simulation.people import SimulatedPerson
from tests.fakes.command_line import raconteur

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
OF_OTHERS = frozenset({"newbot"})
"""Commands of BotFather."""
WATCHED = frozenset({"healthz", "metrics", "readyz"})
"""Addresses for programs."""
UNSET = "–"

_LINK = re.compile(r"^(?![a-z]+:)([^#]*)(?:#(.+))?$")
_CALL = re.compile(r"(?:^|[\s/`])raconteur((?: --?\w+ [\w./]+)*) ([a-z]+(?:-[a-z]+)*)\b([^\n`|#;]*)")
_OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")


def tokens(page: Path) -> Iterator[Token]:
    """Everything in a page, what is inside paragraphs and tables included."""
    for token in MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


def code(page: Path) -> Iterator[str]:
    return (t.content for t in tokens(page) if t.type in {"code_inline", "code_block", "fence"})


def fences(page: Path, kind: str) -> list[str]:
    return [t.content for t in tokens(page) if t.type == "fence" and t.info == kind]


def rows(page: Path) -> list[list[str]]:
    """The cells of all table rows, as they are written."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = [str(t.attrGet("href")) for t in tokens(page) if t.type == "link_open"]
    for target in targets:
        if found := _LINK.match(target):
            path, anchor = found.groups()
            there = page.parent / path if path else page
            assert there.exists(), target
            assert anchor is None or anchor in anchors(there), target


# --- commands -----------------------------------------------------------------------------------------------------


def command_line() -> dict[str, set[str]]:
    """The options of each command and of those behind it, those before it under an empty name."""
    group: Any = typer.main.get_command(app)

    def options(command: Any) -> set[str]:
        return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}

    def all_options(command: Any) -> set[str]:
        behind = getattr(command, "commands", {}).values()
        return options(command).union(*(all_options(each) for each in behind))

    return {"": options(group), **{name: all_options(command) for name, command in group.commands.items()}}


def calls(page: Path) -> list[tuple[str, str, str]]:
    """(what stands before the command, the command, what stands behind it) of each call of `raconteur`."""
    return [match for text in code(page) for match in _CALL.findall(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_command_line_is_as_it_is_shown(page: Path) -> None:
    known = command_line()
    for before, command, behind in calls(page):
        assert command in known
        assert set(_OPTION.findall(before)) <= known[""], command
        assert set(_OPTION.findall(behind)) <= known[command] | {"--help"}, command


def test_the_calls_are_found() -> None:
    named = {command for page in PAGES for _, command, _ in calls(page)}
    assert {"doctor", "sessions", "show", "export", "import", "run"} <= named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_does_what_is_shown(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(VENV)", ".venv")
    targets = set(re.findall(r"^([\w./-]+):", makefile, re.MULTILINE))
    named = {
        target for text in code(page) for target in re.findall(r"^(?:\w+=\S+ )?make ([\w./-]+)", text, re.MULTILINE)
    }
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_slash_commands_exist(page: Path) -> None:
    named = {m[1] for text in code(page) if (m := re.fullmatch(r"/([a-z]+)(?: [^/]*)?", text.strip()))}
    named |= {name for text in fences(page, "text") for name in re.findall(r"^› /([a-z]+)", text, re.MULTILINE)}
    ours = {each.name for each in listed_commands(admin=True)}
    assert named - OF_OTHERS - WATCHED <= ours | {*Local} | Technical.commands.keys()


def test_every_slash_command_is_told_in_the_order_of_the_help() -> None:
    told = [m[1] for row in rows(ROOT / "docs" / "commands.md") if (m := re.fullmatch(r"`/([a-z]+)`", row[0]))]
    assert told == [*(each.name for each in listed_commands()), *Local]


# --- settings -----------------------------------------------------------------------------------------------------


def settings(model: type[BaseModel] = Settings, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(key, default) of every setting; a table of sections has MODEL in the place of its keys."""
    for name, field in model.model_fields.items():
        inner = field.annotation
        key = f"{prefix}{name}"
        if get_origin(inner) is dict and _is_section(get_args(inner)[1]):
            yield from settings(get_args(inner)[1], f"{key}.MODEL.")
        elif _is_section(inner):
            yield from settings(inner, f"{key}.")  # type: ignore[arg-type]  # just looked at
        else:
            yield key, None if field.is_required() else field.default


def _is_section(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _written(default: Any) -> Any:
    """A default as it is written in TOML; None where nothing is written."""
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    if isinstance(default, Path):
        default = str(default)
    if default is None or default in ("", {}):
        return None
    return list(default) if isinstance(default, tuple) else default


def test_every_setting_is_told_with_its_default() -> None:
    told: dict[str, Any] = {}
    for row in rows(ROOT / "docs" / "configuration.md"):
        if found := re.fullmatch(r"`([a-z]\w*(?:\.\w+)+)`", row[0]):
            told[found[1]] = None if row[1] == UNSET else tomllib.loads(f"value = {row[1].strip('`')}")["value"]
    assert told == {key: _written(default) for key, default in settings()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_settings_that_are_named_exist(page: Path) -> None:
    known = {key for key, _ in settings()}
    sections = {key.partition(".")[0] for key in known}
    for text in code(page):
        if (found := re.match(r"([a-z_]+)\.[a-z_]+(?= |$)", text)) and found[1] in sections:
            assert found[0] in known, text
        for section, key in re.findall(r"RACONTEUR__([A-Z]+)__([A-Z_]+?)(?:__|=|\b)", text):
            assert f"{section}.{key}".lower() in known, text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_toml_can_be_used(page: Path) -> None:
    for text in fences(page, "toml"):
        data = tomllib.loads(text)
        if "chapters" in data:
            Script.model_validate(data)
        elif "screening" in data:
            assert all(Screening.model_validate(each) for each in data["screening"])
        elif "facts" in data:
            SimulatedPerson.model_validate(data)
        elif "cases" in data:
            Exercise.model_validate(data)
        elif "interview" in data:
            Setup.model_validate({"person": "Rosa"} | data)
        else:
            Settings(**data)


# --- protocols ----------------------------------------------------------------------------------------------------


def test_the_code_of_the_page_on_interviews_is_code_that_runs() -> None:
    page = (ROOT / "docs" / "adding-an-interview.md").read_text()
    files = (*(ROOT / "tests" / "fakes" / "garden").glob("*.py"), ROOT / "tests" / "integration" / "test_garden.py")
    code = "".join(file.read_text() for file in (*files, ROOT / "bot" / "kinds.py"))
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert [block for block in blocks if block not in code] == []
    assert blocks


def test_every_method_of_an_interview_is_told() -> None:
    told = [row[0].strip("` *") for row in rows(ROOT / "docs" / "adding-an-interview.md")[2:]]
    assert told == [name for name, value in vars(Interview).items() if inspect.isfunction(value) and name[0] != "_"]


def test_every_way_in_which_a_delivery_fails_is_told() -> None:
    told = [row[0].strip("`") for row in rows(ROOT / "docs" / "adding-an-adapter.md")[2:]]
    assert told == [error.__name__ for error in DeliveryError.__subclasses__()]


# --- the README's conversation ------------------------------------------------------------------------------------


HOME = "/home/anna/raconteur"
"""The folder that the README's person is in."""


def _shown(text: str) -> str:
    """What is on a screen, wherever its lines were broken and whatever day it is."""
    return re.sub(r"\d{4}-\d\d-\d\d", "DAY", " ".join(text.split()))


def test_the_conversation_in_the_readme_is_a_real_one(tmp_path: Path) -> None:
    [talk] = fences(ROOT / "README.md", "text")
    answers = [line.removeprefix("› ") for line in talk.splitlines() if line.startswith("› ")]
    ended = raconteur("run", folder=tmp_path, typed="\n".join(["Anna", "1", "yes", *answers, ""]))
    assert ended.code == 0
    screen = _shown(ended.out.replace(str(tmp_path), HOME))
    at = 0
    for part in map(_shown, re.split(r"\n\s*\n", talk)):
        found = screen.find(part, at)
        assert found >= 0, f"not shown, or not there: {part}"
        at = found + len(part)


def test_the_readme_counts_the_questions() -> None:
    [count] = re.findall(r"asks (\d+) questions", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert int(count) == len(LifeStory().scripts.speak("en").places)
