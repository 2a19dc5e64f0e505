"""The files of a run: what can be written in them, and where their keys come from."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.chamber.book import FolderBook
from bot.features.chamber.files import PARTS, CommandLineRun, expand_variables, read_setup, resolve_keys, with_patterns
from bot.features.chamber.written import Mistakes
from core.contracts.errors import ConfigurationError
from core.features.chamber.messages import Disclosure, Speaker
from core.features.chamber.setup import ModelPrice, Prime, RunRules, Setup, SetupBook
from core.features.chamber.thought_patterns import RegexConfig
from tests.features.chamber.chamber_config_kit import LOCAL, SECRET, Folder, told, wrong
from tests.features.chamber.chamber_config_kit import folder as folder
from tests.features.chamber.chamber_config_kit import keys as keys

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples" / "chamber"


# --- what people have ---------------------------------------------------------------------------------------------


def test_the_two_files_that_people_have_are_read_as_they_are() -> None:
    named = CommandLineRun(
        prime=EXAMPLES / "prime_config.yaml", candidate=EXAMPLES / "candidate_config.yaml", max_turns=7
    )
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
    prime = read_setup(CommandLineRun(prime=EXAMPLES / "patterns.yaml", person="Rosa")).prime
    assert prime is not None
    assert prime.model_dump(mode="json")["thought_patterns"] == [
        "<thinking>",
        "[reasoning]",
        ":::thinking",
        {"tag": "<think>", "not_in": ["code", "quotes"]},
        {"regex": r"^\(aside: (.*?)\)$", "flags": "ims", "not_in": []},
    ]


def patterns(setup: Setup) -> tuple[object, object]:
    return setup.patterns_of(Speaker.PRIME), setup.patterns_of(Speaker.CANDIDATE)


def test_one_file_may_have_the_patterns_of_all_sides(folder: Folder) -> None:
    side = folder.put("side.yaml", f'{LOCAL}thought_patterns: ["<own>"]\n')
    both = CommandLineRun(prime=side, candidate=side)
    assert patterns(read_setup(both)) == (("<own>",), ("<own>",))
    file = folder.put("all.yaml", 'prime: ["<a>"]\nboth: ["<b>", {regex: x}]\n')
    found = read_setup(replace(both, thought_patterns=file))
    assert patterns(found) == (("<a>", "<b>", RegexConfig(regex="x")), ("<b>", RegexConfig(regex="x")))
    assert patterns(Setup.model_validate_json(found.model_dump_json())) == patterns(found)
    rules = folder.put("rules.toml", 'thought_patterns = "all.yaml"\n')
    assert patterns(read_setup(replace(both, rules=rules))) == patterns(found)
    assert patterns(read_setup(CommandLineRun(prime=side, person="Rosa", thought_patterns=file)))[1] == ()


def test_other_patterns_take_the_place_of_those_of_a_run(folder: Folder) -> None:
    side = folder.put("side.yaml", f'{LOCAL}thought_patterns: ["<own>"]\n')
    setup = read_setup(CommandLineRun(prime=side, candidate=side))
    changed = with_patterns(setup, folder.put("all.yaml", 'candidate: ["<a>"]\n'))
    assert patterns(changed) == ((), ("<a>",))
    assert changed.prime == setup.prime


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('prime: ["<a>"]\nboth: ["<b>", "b"]\n', "line 2: both, item 2: 'b' is not a thought pattern; the forms are"),
        ("both:\n  - {regex: x, flag: i}\n", "line 2: both, item 1, flag: there is no such key; did you mean flags?"),
        ("candidat: []\n", "line 1: candidat: there is no such key; did you mean candidate?"),
        ("both:\n  - {extractor: nowhere}\n", "line 2: both, item 1: extractor names no class;"),
    ],
)
def test_what_is_wrong_with_any_sides_patterns_is_told_with_its_line(folder: Folder, text: str, what: str) -> None:
    file, side = folder.put("all.yaml", text), folder.put("side.yaml", LOCAL)
    setup = CommandLineRun(prime=side, candidate=side, thought_patterns=file)
    assert wrong(setup)[0].startswith(f"all.yaml, {what}")
    with pytest.raises(Mistakes, match=re.escape(what)):
        with_patterns(read_setup(replace(setup, thought_patterns=None)), file)


def test_the_example_of_a_whole_run_is_one() -> None:
    setup = read_setup(CommandLineRun(setup=EXAMPLES / "run.toml"))
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
    assert resolve_keys(Setup.model_validate_json(setup.model_dump_json())) == setup
    folder.put("sides/prime.yaml", "model: 4\n")
    assert (
        "line 1: model: it has to be a text; put it in quotation marks."
        in wrong(folder.whole('prime = "sides/prime.yaml"\nperson = "Rosa"\n'))[0]
    )


def test_the_command_line_goes_before_the_file(folder: Folder) -> None:
    whole = folder.put("run.toml", 'interview = "podcast"\nperson = "Rosa"\n[rules]\nmax_turns = 3\nopening = "Hi"\n')
    prime = folder.put("prime.yaml", LOCAL)
    setup = read_setup(CommandLineRun(setup=whole, prime=prime, person="Karl", max_turns=5, budget=Decimal(1)))
    assert setup.prime is not None
    assert (setup.interview, setup.person) == ("", "Karl")
    assert (setup.rules.max_turns, setup.rules.opening, setup.rules.budget) == (5, "Hi", Decimal(1))
    again = read_setup(CommandLineRun(setup=whole, interview="life-story"))
    assert (again.prime, again.interview) == (None, "life-story")


def test_rules_and_rubric_stand_beside_two_sides(folder: Folder) -> None:
    side, rules = folder.put("side.yaml", LOCAL), folder.put("rules.toml", "[rules]\nrepeats = 0\n")
    rubric = folder.put("rubric.yaml", RUBRIC)
    setup = read_setup(CommandLineRun(prime=side, candidate=side, rules=rules, rubric=rubric))
    assert setup.rules.repeats == 0
    assert setup.rubric is not None
    rules.write_text('person = "Rosa"\n')
    assert wrong(CommandLineRun(prime=side, candidate=side, rules=rules)) == [
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
    assert expand_variables(text.replace("${", "$${"), {}) == (text, {})


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
    assert resolve_keys(kept) == setup
    folder.put("keys/one", "sk-renewed")
    again = resolve_keys(kept).candidate
    assert again is not None
    assert again.api_key.get_secret_value() == "sk-renewed"


def test_what_variables_hold_is_kept_in_nothing_that_a_service_is_sent(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PASS", SECRET)
    text = f'{LOCAL}system_prompt: "Say ${{PASS}}, $${{PASS}}."\nextra:\n  user: ["${{PASS}}", "$${{PASS}}", 1]\n'
    setup = read_setup(folder.prime(text))
    assert setup.prime is not None
    assert setup.prime.system_prompt == f"Say {SECRET}, ${{PASS}}."
    assert setup.prime.extra == {"user": [SECRET, "${PASS}", 1]}
    body = setup.model_dump_json()
    assert SECRET not in body
    kept = Setup.model_validate_json(body)
    assert SECRET not in kept.model_dump_json()
    assert resolve_keys(kept) == setup
    monkeypatch.delenv("PASS")
    with pytest.raises(ConfigurationError, match=r"prime\.system_prompt: the environment variable PASS is not set"):
        resolve_keys(kept)


def test_what_looks_like_a_variable_in_a_run_that_is_kept_is_none(folder: Folder) -> None:
    """Runs of an earlier Raconteur have what was sent."""
    setup = read_setup(folder.prime(LOCAL))
    assert setup.prime is not None
    old = setup.model_copy(update={"prime": setup.prime.model_copy(update={"system_prompt": "Say ${NOT_THERE}."})})
    assert resolve_keys(Setup.model_validate_json(old.model_dump_json())) == old


def test_a_key_goes_to_no_other_server_than_the_one_it_was_written_for(folder: Folder) -> None:
    kept = read_setup(folder.prime(f"{LOCAL}api_key: {SECRET}\n"))
    file = folder.prime(f"{LOCAL.replace('localhost', 'example.org')}api_key: {SECRET}\n").prime
    with pytest.raises(ConfigurationError, match="prime has another provider or base_url than when this run began"):
        resolve_keys(kept)
    assert file is not None
    file.unlink()
    with pytest.raises(ConfigurationError, match=r"The keys of this run are read where they were, but: .*prime\.yaml"):
        resolve_keys(kept)


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


# --- the page -----------------------------------------------------------------------------------------------------


def test_every_key_is_told() -> None:
    page = (EXAMPLES.parents[1] / "chamber.md").read_text(encoding="utf-8")
    section = page.partition("\n## Configuration\n")[2].partition("\n## ")[0]
    told_of = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert sorted(told_of) == sorted([*Prime.model_fields, "api_key_file"])
    assert sorted([*PARTS, "files", "written"]) == sorted(Setup.model_fields)
    assert [key for key in (*RunRules.model_fields, *ModelPrice.model_fields) if f"`{key}`" not in section] == []
