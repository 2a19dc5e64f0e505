"""What is said of what is wrong in the files of a run."""

from __future__ import annotations

import pytest

from bot.features.chamber.files import CommandLineRun, read_setup
from bot.features.chamber.written import LONGEST
from tests.features.chamber.chamber_config_kit import LOCAL, SECRET, Folder, wrong
from tests.features.chamber.chamber_config_kit import folder as folder
from tests.features.chamber.chamber_config_kit import keys as keys


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
        "prime.yaml, line 1: provider: it has to be 'anthropic', 'openai' or 'custom'.",
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
    assert wrong(CommandLineRun(prime=one, candidate=two, rubric=folder.path / "none.toml")) == [
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
    assert read_setup(CommandLineRun(setup=whole)).rules.opening == "Hello. <plan>Be kind.</plan>"
    (line,) = wrong(CommandLineRun(setup=folder.put("run.toml", text.format(patterns))))
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
    assert wrong(CommandLineRun(prime=folder.path / "bytes.yaml", person="Rosa")) == [
        "bytes.yaml: it is not text in UTF-8; save it as UTF-8."
    ]
    assert wrong(folder.prime("#" * (LONGEST + 1))) == ["prime.yaml: it is longer than 500 kB."]


RULES = [
    ('[rules]\nmax_turns = "x"', 2, "rules.max_turns: it has to be a whole number"),
    ("[rules]\nmax_turns = true", 2, "rules.max_turns: it has to be a number."),
    ("[rules]\nmax_turns = 0", 2, "rules.max_turns: it has to be greater than or equal to 1."),
    ("[rules]\nmax_minutes = inf", 2, "rules.max_minutes: write a number"),
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
    assert wrong(CommandLineRun(prime=side, candidate=side, rubric=folder.put("rubric.yaml", text))) == [
        "rubric.yaml, line 2: criteria, item 1, levels: two levels have the score 0.",
        "rubric.yaml, line 3: criteria, item 2, enough: no level has so high a score; the highest is 2.",
    ]


def test_a_key_that_belongs_elsewhere_is_sent_there(folder: Folder) -> None:
    side = folder.put("side.yaml", f"{LOCAL}include_prime_thoughts: true\nmax_turns: 2\nprime: {{}}\n")
    assert wrong(CommandLineRun(interview="life-story", candidate=side)) == [
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
