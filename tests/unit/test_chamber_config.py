"""The files of a run: what can be written in them, and what is said of what is wrong in them."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chamber.book import FolderBook
from bot.chamber.files import PARTS, Named, read_setup, with_keys
from bot.chamber.variables import replaced
from bot.chamber.written import LONGEST, Mistakes, Place, read
from core.chamber.contexts import Disclosure
from core.chamber.setup import ModelPrice, Prime, Rules, Setup
from core.chamber.setup_book import SetupBook
from core.contracts.errors import ConfigurationError
from tests.fakes.effort import tries

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "chamber"
SECRET = "sk-ant-api03-Hush9"
LOCAL = "provider: custom\nmodel: m\nbase_url: http://localhost/v1\n"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-anthropic")


def wrong(named: Named) -> list[str]:
    """What is said of these files, without their folder."""
    with pytest.raises(Mistakes) as raised:
        read_setup(named)
    return [each.replace(str(Path(each.split(", line")[0].split(": ")[0]).parent) + "/", "") for each in told(raised)]


def told(raised: pytest.ExceptionInfo[Mistakes]) -> list[str]:
    return str(raised.value).splitlines()


class Folder:
    """Where files are written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, text: str) -> Path:
        file = self.path / name
        file.write_text(text, encoding="utf-8")
        return file

    def prime(self, text: str, name: str = "prime.yaml") -> Named:
        """A run in which this is Prime."""
        return Named(prime=self.put(name, text), person="Rosa")

    def whole(self, text: str) -> Named:
        return Named(setup=self.put("run.toml", text))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


# --- what people have ---------------------------------------------------------------------------------------------


def test_the_two_files_that_people_have_are_read_as_they_are() -> None:
    named = Named(prime=EXAMPLES / "prime_config.yaml", candidate=EXAMPLES / "candidate_config.yaml", max_turns=7)
    setup = read_setup(named)
    assert setup.prime is not None
    assert setup.candidate is not None
    assert (setup.prime.provider, setup.prime.model) == ("openai", "gpt-4-turbo-preview")
    assert (setup.prime.temperature, setup.prime.max_tokens) == (0.8, 2000)
    assert setup.prime.api_key.get_secret_value() == "sk-openai"
    assert setup.prime.thought_patterns == ("<thinking>", "[reasoning]")
    assert setup.prime.disclosure == Disclosure(prime_thoughts=True, candidate_thoughts=True)
    assert (setup.candidate.provider, setup.candidate.model) == ("anthropic", "claude-3-opus-20240229")
    assert setup.candidate.temperature == 0.7
    assert setup.candidate.api_key.get_secret_value() == "sk-anthropic"
    assert setup.candidate.thought_patterns == ("<think>", "[thoughts]")
    assert setup.rules.max_turns == 7
    assert setup.rules.name == "prime_config and candidate_config"


def test_every_form_of_a_pattern_is_shown() -> None:
    prime = read_setup(Named(prime=EXAMPLES / "patterns.yaml", person="Rosa")).prime
    assert prime is not None
    assert prime.model_dump(mode="json")["thought_patterns"] == [
        "<thinking>",
        "[reasoning]",
        ":::thinking",
        {"tag": "<think>", "not_in": ["code", "quotes"]},
        {"regex": r"^\(aside: (.*?)\)$", "flags": "ims", "not_in": []},
    ]


def test_the_example_of_a_whole_run_is_one() -> None:
    setup = read_setup(Named(setup=EXAMPLES / "run.toml"))
    assert setup.rubric is not None
    assert (setup.rules.seeds, setup.rules.name) == ((1, 2, 3), "run")


WHOLE = """
interview = "life-story"
rubric = "rubric.yaml"
[candidate]
provider = "anthropic"
model = "m"
api_key_file = "keys/one"
[candidate.price]
input = 1.5
output = 7
[rules]
opening = "Hello."
budget = 2.5
seeds = [1, 2]
[[judges]]
name = "first"
provider = "openai"
model = "${JUDGE}"
"""
RUBRIC = """
criteria:
  - id: depth
    asks: How deep?
    levels: [{score: 1, means: not}, {score: 2, means: very}]
"""


def test_one_file_holds_a_whole_run(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE", "gpt")
    (folder.path / "keys").mkdir()
    folder.put("keys/one", "sk-file\n")
    folder.put("rubric.yaml", RUBRIC)
    setup = read_setup(folder.whole(WHOLE))
    assert setup.prime is None
    assert setup.interview == "life-story"
    assert setup.candidate is not None
    assert setup.candidate.api_key.get_secret_value() == "sk-file"
    assert setup.candidate.price is not None
    assert (setup.candidate.price.input, setup.candidate.price.output) == (Decimal("1.5"), Decimal(7))
    assert (setup.rules.opening, setup.rules.budget, setup.rules.seeds) == ("Hello.", Decimal("2.5"), (1, 2))
    assert [judge.model for judge in setup.judges] == ["gpt"]
    assert setup.rubric is not None
    assert [level.score for level in setup.rubric.criteria[0].levels] == [1, 2]
    assert setup.rules.name == "run"


def test_a_side_of_one_file_may_be_a_file_of_its_own(folder: Folder) -> None:
    (folder.path / "sides").mkdir()
    folder.put("sides/prime.yaml", f"{LOCAL}api_key_file: key\n")
    folder.put("sides/key", SECRET)
    setup = read_setup(folder.whole('prime = "sides/prime.yaml"\nperson = "Rosa"\n'))
    assert setup.prime is not None
    assert setup.prime.api_key.get_secret_value() == SECRET
    assert with_keys(Setup.model_validate_json(setup.model_dump_json())) == setup
    folder.put("sides/prime.yaml", "model: 4\n")
    assert (
        "line 1: model: it has to be a text; put it in quotation marks."
        in wrong(folder.whole('prime = "sides/prime.yaml"\nperson = "Rosa"\n'))[0]
    )


def test_the_command_line_goes_before_the_file(folder: Folder) -> None:
    whole = folder.put("run.toml", 'interview = "podcast"\nperson = "Rosa"\n[rules]\nmax_turns = 3\nopening = "Hi"\n')
    prime = folder.put("prime.yaml", LOCAL)
    setup = read_setup(Named(setup=whole, prime=prime, person="Karl", max_turns=5, budget=Decimal(1)))
    assert setup.prime is not None
    assert (setup.interview, setup.person) == ("", "Karl")
    assert (setup.rules.max_turns, setup.rules.opening, setup.rules.budget) == (5, "Hi", Decimal(1))
    again = read_setup(Named(setup=whole, interview="life-story"))
    assert (again.prime, again.interview) == (None, "life-story")


def test_rules_and_rubric_stand_beside_two_sides(folder: Folder) -> None:
    side, rules = folder.put("side.yaml", LOCAL), folder.put("rules.toml", "[rules]\nrepeats = 0\n")
    rubric = folder.put("rubric.yaml", RUBRIC)
    setup = read_setup(Named(prime=side, candidate=side, rules=rules, rubric=rubric))
    assert setup.rules.repeats == 0
    assert setup.rubric is not None
    rules.write_text('person = "Rosa"\n')
    assert wrong(Named(prime=side, candidate=side, rules=rules)) == [
        "rules.toml, line 1: person: it belongs into the file of the whole run (--setup)."
    ]


# --- variables and keys -------------------------------------------------------------------------------------------


def test_variables_are_replaced_in_every_text(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WHO": "a $name and ${OTHER}", "HEAT": "0.5", "YES": "false"}.items():
        monkeypatch.setenv(name, value)
    text = LOCAL + 'temperature: ${HEAT}\nstream: "${YES}"\nsystem_prompt: "${WHO}, $${WHO}, $WHO, $5"\n'
    prime = read_setup(folder.prime(text)).prime
    assert prime is not None
    assert (prime.temperature, prime.stream) == (0.5, False)
    assert prime.system_prompt == "a $name and ${OTHER}, ${WHO}, $WHO, $5"


@given(st.text(alphabet="$${}aA_ \n"))
def test_a_text_is_as_it_was_where_each_dollar_is_written_twice(text: str) -> None:
    assert replaced(text.replace("${", "$${"), {}) == (text, {})


def test_a_variable_that_is_missing_is_named_with_its_place(folder: Folder) -> None:
    text = LOCAL + 'api_key: "${NOT_THERE}"\nextra:\n  a: [x, "${NOR_THIS} ${NOT_THERE}"]\n'
    assert wrong(folder.prime(text)) == [
        "prime.yaml, line 4: api_key: the environment variable NOT_THERE is not set.",
        "prime.yaml, line 6: extra.a, item 2: the environment variable NOR_THIS is not set; "
        "the environment variable NOT_THERE is not set.",
    ]


def test_a_key_written_where_a_variable_belongs_is_not_shown(folder: Folder) -> None:
    for text in (f"${{{SECRET}}}", f"${{{SECRET}", f"${SECRET}", f"{SECRET} x"):
        (line,) = wrong(folder.prime(f"{LOCAL}api_key: '{text}'\n"))
        assert line.startswith("prime.yaml, line 4: api_key: ")
        assert SECRET not in line


def test_the_usual_variable_holds_the_key_for_the_usual_server_alone(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key(address: str) -> str:
        prime = read_setup(folder.prime(f"provider: openai\nmodel: m\n{address}")).prime
        assert prime is not None
        return prime.api_key.get_secret_value()

    assert key("") == "sk-openai"
    assert key("base_url: http://localhost:8000/v1\n") == ""
    monkeypatch.delenv("OPENAI_API_KEY")
    mend = 'there is no key; write api_key: "${OPENAI_API_KEY}" and set that variable, or api_key_file.'
    assert wrong(folder.prime("provider: openai\nmodel: m\n")) == [f"prime.yaml, line 1: api_key: {mend}"]


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("api_key_file: none", "api_key_file: {}/none cannot be read: No such file or directory."),
        ("api_key_file: empty", "api_key_file: {}/empty is empty."),
        ("api_key_file: 3", "api_key_file: it has to be a path in quotation marks."),
        ("api_key_file: full\napi_key: x", "api_key_file: api_key is set, too; leave one of them out."),
    ],
)
def test_a_file_with_a_key_is_looked_at(folder: Folder, written: str, what: str) -> None:
    folder.put("empty", " \n")
    folder.put("full", SECRET)
    with pytest.raises(Mistakes) as raised:
        read_setup(folder.prime(LOCAL + written))
    assert told(raised) == [f"{folder.path}/prime.yaml, line 4: {what.format(folder.path)}"]


def test_keys_are_not_kept_and_are_read_again_where_they_were(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE", "gpt")
    (folder.path / "keys").mkdir()
    folder.put("keys/one", SECRET)
    folder.put("rubric.yaml", RUBRIC)
    setup = read_setup(folder.whole(WHOLE))
    body = setup.model_dump_json()
    assert SECRET not in body + repr(setup)
    assert "sk-openai" not in body + repr(setup)
    kept = Setup.model_validate_json(body)
    assert with_keys(kept) == setup
    folder.put("keys/one", "sk-renewed")
    again = with_keys(kept).candidate
    assert again is not None
    assert again.api_key.get_secret_value() == "sk-renewed"


def test_a_key_goes_to_no_other_server_than_the_one_it_was_written_for(folder: Folder) -> None:
    kept = read_setup(folder.prime(f"{LOCAL}api_key: {SECRET}\n"))
    file = folder.prime(f"{LOCAL.replace('localhost', 'example.org')}api_key: {SECRET}\n").prime
    with pytest.raises(ConfigurationError, match="prime has another provider or base_url than when this run began"):
        with_keys(kept)
    assert file is not None
    file.unlink()
    with pytest.raises(ConfigurationError, match=r"The keys of this run are read where they were, but: .*prime\.yaml"):
        with_keys(kept)


# --- what is wrong ------------------------------------------------------------------------------------------------


def test_everything_is_told_at_once_in_the_order_of_the_lines(folder: Folder) -> None:
    text = f"""provider: opnai
Model: 4
temprature: 1
api_key: {SECRET}
max_turns: 3
max_tokens: {SECRET}
include_prime_thoughts: {SECRET}
extra: {{messages: []}}
base_url: https://u:{SECRET}@h/v1
system_prompt: [{SECRET}]
"""
    found = wrong(folder.prime(text))
    assert found == [
        "prime.yaml, line 1: provider: it has to be 'openai', 'anthropic' or 'custom'.",
        "prime.yaml, line 2: Model: there is no such key; did you mean model?",
        "prime.yaml, line 3: temprature: there is no such key; did you mean temperature?",
        "prime.yaml, line 5: max_turns: it does not belong here, but into [rules].",
        "prime.yaml, line 6: max_tokens: it has to be a whole number without quotation marks, for example 30.",
        "prime.yaml, line 7: include_prime_thoughts: it has to be true or false, without quotation marks.",
        "prime.yaml, line 8: extra: messages cannot be set here.",
        "prime.yaml, line 9: base_url: it is kept with the run, so no key may stand in it; use api_key.",
        "prime.yaml, line 10: system_prompt: it has to be a text; put it in quotation marks.",
    ]


def test_mistakes_of_several_files_are_told_together(folder: Folder) -> None:
    one, two = folder.put("a.yaml", "provider: openai\n"), folder.put("b.yaml", "model: m\nmodel: m\n")
    assert wrong(Named(prime=one, candidate=two, rubric=folder.path / "none.toml")) == [
        "a.yaml, line 1: model: it is missing.",
        "b.yaml, line 1: provider: it is missing.",
        "b.yaml, line 2: model: it is there twice, first in line 1.",
        "none.toml: it cannot be read: No such file or directory.",
    ]


def test_no_thought_stands_in_what_is_said_to_the_candidate_as_it_is(folder: Folder) -> None:
    prime, candidate = (
        f"[{side}]\nprovider = 'custom'\nbase_url = 'http://x'\nmodel = 'm'\n" for side in ("prime", "candidate")
    )
    patterns = "thought_patterns = ['<plan>']\n"
    text = f"{candidate}{patterns}{prime}{{}}[rules]\nopening = 'Hello. <plan>Be kind.</plan>'\n"
    whole = folder.put("run.toml", text.format(""))
    assert read_setup(Named(setup=whole)).rules.opening == "Hello. <plan>Be kind.</plan>"
    (line,) = wrong(Named(setup=folder.put("run.toml", text.format(patterns))))
    assert "rules.opening: a pattern of Prime's takes words of it for thoughts" in line


PATTERNS = [
    ("[reasoning]", '[reasoning] without quotation marks is a list; write "[reasoning]".'),
    ("7", 'a pattern is a text such as "<thinking>", or {regex: "...", flags: "is"}.'),
    ("{flags: i}", 'a pattern is a text such as "<thinking>", or {regex: "...", flags: "is"}.'),
    ("{regex: x, flag: i}", "flag: there is no such key; did you mean flags?"),
    ("{tag: <a>, not_in: [cod]}", "not_in, item 1: it has to be 'code' or 'quotes'."),
]


@pytest.mark.parametrize(("pattern", "what"), PATTERNS)
def test_a_pattern_that_is_written_wrongly_is_told_with_its_number(folder: Folder, pattern: str, what: str) -> None:
    (line,) = wrong(folder.prime(f'{LOCAL}thought_patterns:\n  - "<a>"\n  - {pattern}\n'))
    assert line.startswith("prime.yaml, line 6: thought_patterns, item 2")
    assert line.endswith(what)


YAML = [
    ("a: b: c\n", 1, "it is not valid YAML here; a text with a colon in it needs quotation marks."),
    ("provider: openai\nmodel m\n", 2, "it is not valid YAML here; a key needs a colon and a space behind it."),
    ("provider: openai\n\tmodel: m\n", 2, "it is not valid YAML here; indent with spaces, not with tabs."),
    ('a: "x\n\nb: 1\n', 1, "it is not valid YAML here; quotation marks or brackets that are opened here are not"),
    ('x: "\\s"\n', 1, "it is not valid YAML here; in double quotation marks a backslash is written twice; or"),
    ("a: &x 1\nb: *x\n", 1, "& and * (anchors) are not taken; write the value out."),
    ("a: {<<: {b: 1}}\n", 1, "a: << (merging) is not taken; write the keys out."),
    ("a: !!python/object:os.system x\n", 1, "a: a ! before a value (a tag) is not taken;"),
    ("? [a]\n: b\n", 1, "a key has to be a word."),
    ("a: " + "[" * 5000, 1, "it has lists in lists without end."),
    ("a: 1\n---\nb: 1\n", 2, "it is not valid YAML here; one file holds one configuration: take out the second ---."),
    ("- a\n", 1, "it has to be lines of the form `key: value`."),
    ("", 1, "it is empty."),
    ("a: 1\nb: \x07\n", 2, "it holds a character that no text has."),
]


@pytest.mark.parametrize(("text", "line", "what"), YAML, ids=[what for _, _, what in YAML])
def test_yaml_that_is_not_taken_is_told_with_its_line_and_a_mend(
    folder: Folder, text: str, line: int, what: str
) -> None:
    assert any(each.startswith(f"prime.yaml, line {line}: {what}") for each in wrong(folder.prime(text)))


def test_toml_that_is_not_valid_is_told_with_its_line(folder: Folder) -> None:
    assert wrong(folder.whole(f"[prime]\napi_key = {SECRET}\n")) == [
        "run.toml, line 2: it is not valid TOML here; text needs quotation marks, and a list its commas."
    ]
    assert wrong(folder.whole("[prime]\n[prime]\n")) == ["run.toml, line 2: this is in the file already."]
    assert wrong(folder.whole("a = " + "[" * 5000)) == ["run.toml: it has lists in lists without end."]


def test_what_is_no_configuration_is_not_read(folder: Folder) -> None:
    (folder.path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    assert wrong(Named(prime=folder.path / "bytes.yaml", person="Rosa")) == [
        "bytes.yaml: it is not text in UTF-8; save it as UTF-8."
    ]
    assert wrong(folder.prime("#" * (LONGEST + 1))) == ["prime.yaml: it is longer than 500 kB."]


RULES = [
    ('[rules]\nmax_turns = "x"', 2, "rules.max_turns: it has to be a whole number"),
    ("[rules]\nmax_turns = true", 2, "rules.max_turns: it has to be a number."),
    ("[rules]\nmax_turns = 0", 2, "rules.max_turns: it has to be greater than or equal to 1."),
    ("[rules]\nmax_minutes = inf", 2, "rules.max_minutes: it has to be a number"),
    ("rules = 3", 1, "rules: it has to be a table of keys and values."),
    ("[rulez]", 1, "rulez: there is no such key; did you mean rules?"),
    ("[rubric]\ncriteria = []", 2, "rubric.criteria: there are too few of them."),
    ("[[judges]]\nname='a'\nprovider='openai'\nmodel='m'", 1, "judges: they score by a rubric, and there is none."),
    ('[prime]\nprovider = "custom"\nmodel = "m"', 1, 'prime.base_url: provider "custom" needs it'),
    ('[prime]\nprovider = "custom"\nmodel = "m"\nclient = "a b:C"', 4, "prime.client: write the module and the class"),
    (
        '[prime]\nprovider = "anthropic"\nmodel = "m"\ntemperature = 1.2',
        4,
        "prime.temperature: anthropic takes 0 to 1.",
    ),
]


@pytest.mark.parametrize(("text", "line", "what"), RULES, ids=[what for _, _, what in RULES])
def test_what_a_whole_run_cannot_be_is_told(folder: Folder, text: str, line: int, what: str) -> None:
    sides = ['person = "Rosa"', *([] if "[prime]" in text else ['interview = "podcast"'])]
    found = wrong(folder.whole("\n".join([*sides, text])))
    assert any(each.startswith(f"run.toml, line {line + len(sides)}: {what}") for each in found), found


def test_a_rubric_has_each_criterion_and_each_score_once(folder: Folder) -> None:
    level = "{score: 0, means: x}"
    text = f"criteria:\n- {{id: a, asks: x, levels: [{level}, {level}]}}\n"
    text += f"- {{id: b, asks: x, enough: 3, levels: [{level}, {{score: 2, means: y}}]}}\n"
    side = folder.put("side.yaml", LOCAL)
    assert wrong(Named(prime=side, candidate=side, rubric=folder.put("rubric.yaml", text))) == [
        "rubric.yaml, line 2: criteria, item 1, levels: two levels have the score 0.",
        "rubric.yaml, line 3: criteria, item 2, enough: no level has so high a score; the highest is 2.",
    ]


def test_a_key_that_belongs_elsewhere_is_sent_there(folder: Folder) -> None:
    side = folder.put("side.yaml", f"{LOCAL}include_prime_thoughts: true\nmax_turns: 2\nprime: {{}}\n")
    assert wrong(Named(interview="life-story", candidate=side)) == [
        "side.yaml, line 4: include_prime_thoughts: it does not belong here, but into what describes Prime.",
        "side.yaml, line 5: max_turns: it does not belong here, but into [rules].",
        "side.yaml, line 6: prime: it does not belong here, but into the file of a whole run (--setup).",
    ]
    assert wrong(folder.whole('interview = "podcast"\nperson = "Rosa"\ntemperature = 1\n')) == [
        "run.toml, line 3: temperature: it does not belong here, but into [prime] or [candidate]."
    ]


def test_who_speaks_has_to_be_said(folder: Folder) -> None:
    assert wrong(folder.whole("[rules]\nmax_turns = 2\n")) == [
        "run.toml, line 1: prime: it has to be a model of its own, or one of our interviews (`interview`)."
    ]


# --- a folder of setups -------------------------------------------------------------------------------------------


def test_a_folder_holds_setups_by_their_names(folder: Folder) -> None:
    (folder.path / "two").mkdir()
    folder.put("two/prime_config.yaml", LOCAL)
    folder.put("two/candidate_config.yaml", LOCAL)
    folder.put("two/rules.toml", "[rules]\nmax_turns = 3\n")
    folder.put("rosa.toml", 'interview = "life-story"\nperson = "Rosa"\n')
    folder.put("broken.toml", "a = b")
    folder.put("rubric.toml", "every = 2\n")
    book: SetupBook = FolderBook(folder.path)
    assert book.names() == ("broken", "rosa", "two")
    assert book.load("rosa").interview == "life-story"
    two = book.load("two")
    assert (two.rules.name, two.rules.max_turns) == ("two", 3)
    assert book.with_keys(Setup.model_validate_json(two.model_dump_json())) == two
    with pytest.raises(ConfigurationError, match=r"broken\.toml, line 1: it is not valid TOML here"):
        book.load("broken")
    with pytest.raises(ConfigurationError, match=r"There is no such setup in .*; there are: broken, rosa, two\."):
        book.load("../two")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"chamber\.dir: .* cannot be read: No such file or directory\."):
        FolderBook(tmp_path / "none").names()
    with pytest.raises(ConfigurationError, match="No folder with setups is named"):
        FolderBook(None).load("x")


# --- laws ---------------------------------------------------------------------------------------------------------

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


@settings(max_examples=tries(60, soak=2_000))
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
    document = read(file)
    for number, (_, key) in enumerate(lines, start=1):
        if key:
            assert document.lines[tuple(key.split("."))] == number


@settings(max_examples=tries(60, soak=2_000))
@given(st.dictionaries(KEY, DATA, min_size=1, max_size=4), st.booleans())
def test_yaml_says_what_it_says_to_others_and_where(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any], flow: bool
) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow)
    file = tmp_path_factory.mktemp("yaml") / "x.yaml"
    file.write_text(text)
    document = read(file)
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


@settings(max_examples=tries(150, soak=5_000))
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
        read_setup(Named(prime=file, person="Rosa"))
    except Mistakes as error:
        said = str(error)
    assert SECRET[4:] not in said


# --- the page -----------------------------------------------------------------------------------------------------


def test_every_key_is_told() -> None:
    page = (EXAMPLES.parents[1] / "chamber.md").read_text(encoding="utf-8")
    section = page.partition("\n## Configuration\n")[2].partition("\n## ")[0]
    told_of = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert sorted(told_of) == sorted([*Prime.model_fields, "api_key_file"])
    assert sorted([*PARTS, "files"]) == sorted(Setup.model_fields)
    assert [key for key in (*Rules.model_fields, *ModelPrice.model_fields) if f"`{key}`" not in section] == []
