"""Laws of the files of a run: the line of each key is known, and no key is shown."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.chamber.files import CommandLineRun, read_setup
from bot.features.chamber.written import Mistakes, Place, read_setup_file
from tests.fakes.effort import tries
from tests.features.chamber.chamber_config_kit import SECRET
from tests.features.chamber.chamber_config_kit import keys as keys

KEY = st.text(alphabet="abcxyz_", min_size=1, max_size=5)
PLAIN = st.one_of(st.integers(0, 99), st.booleans(), st.text(alphabet="ab[]{}\"'#\\=\n ", max_size=12))
DATA = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEY, inner, max_size=3)),
    max_leaves=12,
)


def _toml(data: dict[str, Any], table: str = "") -> list[tuple[str, str]]:
    """Lines of TOML, each with the key that begins on it."""
    lines: list[tuple[str, str]] = []
    for key, value in sorted(data.items(), key=lambda item: isinstance(item[1], dict)):
        path = f"{table}.{key}" if table else key
        if isinstance(value, dict):
            lines += [("# a remark", ""), (f"[{path}]", path), *_toml(value, path)]
        else:
            first, *rest = f"{key} = {_value(value)}".split("\n")
            lines += [(first, path), *((line, "") for line in rest)]
    return lines


def _value(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""'
    if isinstance(value, list):
        return "[\n" + "".join(f"  {_value(each)},\n" for each in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {json.dumps(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


@settings(max_examples=tries(25, soak=2_000))
@given(st.dictionaries(KEY, DATA, min_size=1, max_size=4))
def test_the_line_of_each_key_of_a_toml_file_is_known(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]
) -> None:
    lines = _toml(data)
    text = "\n".join(line for line, _ in lines)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # tables in inline tables, which this writer does not write well
    file = tmp_path_factory.mktemp("toml") / "x.toml"
    file.write_text(text, newline="")
    document = read_setup_file(file)
    for number, (_, key) in enumerate(lines, start=1):
        if key:
            assert document.lines[tuple(key.split("."))] == number


@settings(max_examples=tries(25, soak=2_000))
@given(st.dictionaries(KEY, DATA, min_size=1, max_size=4), st.booleans())
def test_yaml_says_what_it_says_to_others_and_where(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any], flow: bool
) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow)
    file = tmp_path_factory.mktemp("yaml") / "x.yaml"
    file.write_text(text)
    document = read_setup_file(file)
    assert document.data == data == yaml.safe_load(text)
    assert document.mistakes == ()
    lines = text.split("\n")
    for place in _every(data):
        if isinstance(place[-1], str):
            assert place[-1] in lines[document.lines[place] - 1]


def _every(value: Any) -> list[Place]:
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [(key, *rest) for key, each in inside for rest in ((), *_every(each))]


SIDE = f"""provider: openai
api_key: "{SECRET}"
model: gpt
temperature: 0.8
thought_patterns:
  - "<thinking>"
  - {{regex: 'a(b)', flags: is}}
extra: {{thinking: {{budget_tokens: 3}}, user: "{SECRET}"}}
price: {{input: 1, output: 2}}
"""
PUT = st.sampled_from([*"\"'{}[]:,#&*!|>-\n \t$%@`", "", "${"])
EDIT = st.tuples(st.integers(0, len(SIDE)), st.integers(0, 9), PUT)


@settings(max_examples=tries(50, soak=5_000))
@given(st.lists(EDIT, min_size=1, max_size=4))
def test_whatever_is_wrong_in_a_file_no_key_is_shown(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, int, str]]
) -> None:
    text = SIDE
    for at, length, put in edits:
        text = text[:at] + put + text[at + length :]
    file = tmp_path_factory.mktemp("side") / "prime.yaml"
    file.write_text(text)
    said = ""
    try:
        read_setup(CommandLineRun(prime=file, person="Rosa"))
    except Mistakes as error:
        said = str(error)
    assert SECRET[4:] not in said
