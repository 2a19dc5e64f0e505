"""Laws of the whole tree that no linter knows: words in every language, locks, and what stays out of core."""

from __future__ import annotations

import ast
import itertools
import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from core.contracts.messages import UnusableKind

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "adapters", "core", "migrations")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
HUMAN_LANGUAGES = ROOT / "core" / "languages"
LOCKS = ("requirements.lock", "requirements-voice.lock", "requirements-large.lock", "requirements-dev.lock")
LEFT_OUT = {"torch", "triton"}
"""The first is the machine's own choice, and the second a gigabyte that a processor has no use for."""
UNTRACKED = {".git", ".venv", ".hypothesis", ".ruff_cache", ".mypy_cache", ".pytest_cache", ".import_linter_cache"}
UNTRACKED |= {"__pycache__", "data", "dist", "transcripts"}


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True, slots=True)
class Written:
    """What is written in a file of the program."""

    said: frozenset[str]
    """The keys of calls of `say(language, "key", ...)`."""
    texts: frozenset[str]
    beginnings: frozenset[str]
    """The first parts of texts that the code completes."""


@cache
def _written(path: Path) -> Written:
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    filled = (node.values[0] for node in nodes if isinstance(node, ast.JoinedStr))
    return Written(
        said=frozenset(key for node in nodes if isinstance(node, ast.Call) and (key := _said(node))),
        texts=frozenset(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)),
        beginnings=frozenset(str(part.value) for part in filled if isinstance(part, ast.Constant)),
    )


# --- what stays out -----------------------------------------------------------------------------------------------


def _named_in_code(path: Path, pattern: re.Pattern[str]) -> bool:
    """Whether it stands in a file beside its comments and docstrings, those under a field included."""
    # Few files have it at all, and to take one apart takes a hundred times as long.
    text = path.read_text(encoding="utf-8")
    if not pattern.search(text):
        return False
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for _, block in ast.iter_fields(node):
            if isinstance(block, list):
                block[:] = [
                    ast.Pass() if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) else s for s in block
                ]
    return pattern.search(ast.unparse(tree)) is not None


def test_core_knows_no_platform() -> None:
    platforms = re.compile("telegram|discord", re.IGNORECASE)
    core = [path for path in SOURCES if path.is_relative_to(ROOT / "core")]
    assert [_name(path) for path in core if platforms.search(_name(path)) or _named_in_code(path, platforms)] == []


def _texts() -> Iterator[tuple[str, str]]:
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in UNTRACKED]
        for path in (Path(folder) / file for file in files):
            with suppress(UnicodeDecodeError):
                yield _name(path), path.read_text(encoding="utf-8")


def test_no_file_names_a_package_index() -> None:
    # Each with an empty group inside, so that this file is no find of its own.
    words = (r"pypi\.(?:)org", "python(?:)hosted", "index-(?:)url", "find-(?:)links", "trusted-(?:)host")
    forbidden = re.compile("|".join(words), re.IGNORECASE)
    assert [name for name, text in _texts() if forbidden.search(text)] == []


def test_tests_use_fakes_and_no_mocks() -> None:
    mocks = re.compile(r"unittest[.]mock|Magic(?:)Mock|Async(?:)Mock")
    ours = (path for path in sorted((ROOT / "tests").rglob("*.py")) if path.parent.name != "hostile_programs")
    assert [_name(path) for path in ours if _named_in_code(path, mocks)] == []


# --- locks --------------------------------------------------------------------------------------------------------


def _locked(lock: str) -> dict[str, str]:
    """Package -> version; AssertionError for a line that is neither an exact version nor a hash."""
    versions: dict[str, str] = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        if not re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            pinned = re.fullmatch(r"([a-z0-9-]+)==([0-9][0-9a-z.+!]*)( ; [^@/]+)? \\", line)
            assert pinned, f"{lock}: {line}"
            versions[pinned[1]] = pinned[2]
    return versions


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_exact_versions_with_hashes(lock: str) -> None:
    assert len(_locked(lock)) > 40


def test_the_locks_agree() -> None:
    runtime, *others = map(_locked, LOCKS)
    assert all(runtime.items() <= other.items() for other in others)
    for one, another in itertools.combinations(others, 2):
        shared = one.keys() & another
        assert {name: one[name] for name in shared} == {name: another[name] for name in shared}


def _wanted(requirements: list[str]) -> set[str]:
    """The names of packages as a lock has them."""
    names = (re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


def test_every_package_that_is_wanted_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    runtime, voice, large, development = map(_locked, LOCKS)
    assert _wanted(project["project"]["dependencies"] + groups["build"]) <= runtime.keys()
    assert _wanted(extras["voice"] + extras["voice-fast"] + groups["torch-needs"]) - LEFT_OUT <= voice.keys()
    assert _wanted(extras["large"]) <= large.keys()
    assert _wanted(groups["dev"] + extras["large"]) <= development.keys()


def test_torch_is_in_no_lock() -> None:
    named = {name for lock in LOCKS for name in _locked(lock)}
    assert not {name for name in named if name in LEFT_OUT or name.startswith(("nvidia-", "torch"))}


# --- words --------------------------------------------------------------------------------------------------------


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:
        self.messages.add(node.id.name)


def _messages(path: Path) -> dict[str, _Variables]:
    """Each message of a file with what it refers to; AssertionError for what does not parse or is there twice."""
    found: dict[str, _Variables] = {}
    for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ftl.Junk), f"{_name(path)}: {entry.content}"
        if isinstance(entry, ftl.Message | ftl.Term):
            assert entry.id.name not in found, f"{_name(path)}: {entry.id.name} is there twice"
            found[entry.id.name] = variables = _Variables()
            variables.visit(entry)
    return found


def _shapes(language: str) -> dict[str, dict[str, set[str]]]:
    files = sorted((HUMAN_LANGUAGES / language / "messages").glob("*.ftl"))
    return {path.name: {key: found.names - GRAMMAR for key, found in _messages(path).items()} for path in files}


GRAMMAR = {"hour", "initial", "second"}
"""What a message need not use: some languages choose the words around a time or a name by it."""
LANGUAGES = sorted(path.parent.name for path in HUMAN_LANGUAGES.glob("*/messages"))
KEYS = {key for file in _shapes("en").values() for key in file}


OPERATORS = {f"{name}.ftl" for name in ("admin", "chamber", "chamber-files", "operator", "setup", "study", "technical")}
"""What a language may leave to English: the operator's side, and technical interviews, whose exercises are English."""


def test_every_language_has_the_same_words_with_the_same_variables() -> None:
    assert {"en", "ru"} <= set(LANGUAGES)
    english = _shapes("en")
    for language in LANGUAGES:
        own = _shapes(language)
        assert own == {name: keys for name, keys in english.items() if name in own or name not in OPERATORS}, language


def test_no_python_outside_the_language_folders_is_written_in_cyrillic() -> None:
    assert [
        _name(path)
        for path in SOURCES
        if path.parent != HUMAN_LANGUAGES and re.search("[\u0400-\u04ff]", path.read_text(encoding="utf-8"))
    ] == []


def test_no_two_files_have_the_same_key() -> None:
    assert len(KEYS) == sum(len(file) for file in _shapes("en").values())


def _said(call: ast.Call) -> str | None:
    """The key of a call of `say(language, "key", ...)`."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name == "say" and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
        return str(call.args[1].value)
    return None


def test_every_key_that_is_said_exists() -> None:
    assert [(_name(path), key) for path in SOURCES for key in _written(path).said - KEYS] == []


def test_every_reason_against_a_message_has_its_sentence() -> None:
    assert {f"unusable-{kind.value}" for kind in UnusableKind} <= KEYS


def test_no_key_is_unused() -> None:
    """Used is a key that the code writes out, or whose beginning it completes (f"error-{code}")."""
    texts = {text for path in SOURCES for text in _written(path).texts}
    begun = {text for path in SOURCES for text in _written(path).beginnings}
    beginnings = {text for text in begun if re.fullmatch(r"[a-z]+(-[a-z]+)*-", text)}
    found = [
        found for path in (HUMAN_LANGUAGES / "en" / "messages").glob("*.ftl") for found in _messages(path).values()
    ]
    inner = set().union(*(message.messages for message in found))
    used = texts | inner
    assert sorted(key for key in KEYS - used if not key.startswith(tuple(beginnings))) == []
