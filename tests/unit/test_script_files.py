"""Scripts as files: what is said of a mistake, and where it is said to stand."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.closed_questions import OTHER, QuestionType
from core.contracts.script import ScriptSet
from core.contracts.script_files import LARGEST, ScriptMistakes, toml_source
from core.interviews.script.folder import markdown_source, read_script_folder, read_script_set
from tests.unit.script_kit import script, write

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples" / "scripts"

HEAD = """title = "A study"

[[chapters]]
id = "all"
title = "All"
"""
GOOD = """
[[chapters.questions]]
id = "bread"
text = "Do you bake bread?"
type = "choice"
options = ["Yes", "No"]

[[chapters.questions]]
id = "how"
text = "How do you bake it?"
when = { question = "bread", is = "yes" }
"""
SCREENING = """
[[screening]]
when = { question = "bread", is = "no" }
say = "This is for people who bake."
"""


def mistakes(folder: Path, text: str, name: str = "study.toml") -> list[str]:
    with pytest.raises(ScriptMistakes) as caught:
        script(folder, text, name)
    return [str(each) for each in caught.value.mistakes]


def test_what_may_be_left_out_is_filled_in(tmp_path: Path) -> None:
    found = script(tmp_path, HEAD + GOOD)
    asked = found.speak("en").by_id
    assert (found.kind, list(found.scripts)) == ("study", ["en"])
    assert [option.id for option in asked["bread"].question.options] == ["yes", "no"]
    assert (asked["bread"].question.follow_ups, asked["how"].question.follow_ups) == (0, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "study.toml:3: `questions` is missing"),
        (HEAD + '[[chapters.questions]]\nid = "a"\ntext = "x', "study.toml:8: this is no TOML"),
        (HEAD + GOOD + 'objectiv = "x"\n', "study.toml:17: there is no key `objectiv` here; did you mean `objective`?"),
        (HEAD + GOOD.replace('"how"', '"bread"'), "study.toml:14: there is a question `bread` already"),
        (
            HEAD + GOOD.replace('is = "yes"', 'is = "ja"'),
            "study.toml:16: `bread` has no option `ja`; there are: yes, no",
        ),
        (
            HEAD + GOOD.replace('question = "bread"', 'question = "how"'),
            "study.toml:16: there is no question `how` before",
        ),
        (HEAD + GOOD.replace('question = "bread"', 'question = "soup"'), "study.toml:16: there is no question `soup`"),
        (HEAD + GOOD.replace('is = "yes"', "at_least = 3"), "study.toml:16: `bread` is a choice: ask whether it `is`"),
        (HEAD + GOOD.replace(', is = "yes"', ""), "study.toml:16: a condition has one test"),
        (
            HEAD + GOOD.replace('"How do you bake it?"', f'"How{" very" * 30} well?"'),
            "study.toml:15: a question has 30 words",
        ),
        (HEAD + GOOD.replace("How do you bake it?", "How? And why?"), "study.toml:15: these are two questions"),
        (HEAD + GOOD.replace('["Yes", "No"]', '["Yes"]'), "study.toml:11: a choice has two options at least"),
        (HEAD + GOOD.replace('["Yes", "No"]', '["Yes", "yes"]'), "study.toml:11: two options have the"),
        (HEAD + GOOD.replace('"choice"', '"chioce"'), "study.toml:10: `type` is one of: open, choice"),
        (HEAD + GOOD.replace('"choice"', '"scale"'), "study.toml:11: only a choice has options"),
        (HEAD + GOOD + "min = 3\n", "study.toml:17: only a scale, a number and a date have a least"),
        ("limits = 3\n" + HEAD + GOOD, "study.toml:1: `limits` is a table"),
        (HEAD + GOOD + "\n[limits]\nminutes = 9000\n", "study.toml:19: `minutes` is 600 at most"),
        (HEAD + GOOD + SCREENING.replace("bread", "soup"), "study.toml:19: there is no question `soup`"),
        (HEAD + GOOD + SCREENING.replace('"no"', '"nein"'), "study.toml:19: `bread` has no option `nein`"),
        (HEAD + GOOD + SCREENING.replace("say = ", "tell = "), "study.toml:20: there is no key `tell` here"),
        (HEAD.replace('"all"', '"A ll"') + GOOD, "study.toml:4: `id` is of small letters"),
        ('opening = """\n[[chapters]]\n"""\n' + HEAD + GOOD + "odd = 1\n", "study.toml:20: there is no key `odd`"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert any(each.startswith(said) for each in mistakes(tmp_path, text)), mistakes(tmp_path, text)


def test_a_question_that_nobody_can_be_asked_is_told(tmp_path: Path) -> None:
    both = '{ all = [{ question = "bread", is = "yes" }, { question = "bread", is = "no" }] }'
    text = HEAD + GOOD.replace('{ question = "bread", is = "yes" }', both)
    assert mistakes(tmp_path, text) == ["study.toml:13: `how` is never asked: no answers meet its `when`"]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = HEAD + GOOD.replace("How do you bake it?", "How? And why?").replace('["Yes", "No"]', '["Yes"]')
    assert len(mistakes(tmp_path, text)) == 2


def test_languages_are_of_one_shape(tmp_path: Path) -> None:
    english = write(tmp_path, "study.en.toml", HEAD + GOOD)
    other = HEAD + GOOD.replace('["Yes", "No"]', '[{ id = "yes", text = "Да" }, { id = "nein", text = "Нет" }]')
    russian = write(tmp_path, "study.ru.toml", other)
    with pytest.raises(ScriptMistakes) as caught:
        read_script_set([english, russian])
    assert str(caught.value).startswith("study.ru.toml:7: this is not as in study.en.toml, at bread")
    write(tmp_path, "study.ru.toml", other.replace("nein", "no"))
    assert sorted(read_script_set([english, russian]).scripts) == ["en", "ru"]


def test_languages_screen_out_the_same_people(tmp_path: Path) -> None:
    english = write(tmp_path, "study.en.toml", HEAD + GOOD + SCREENING)
    russian = write(tmp_path, "study.ru.toml", HEAD + GOOD + SCREENING.replace('"no"', '"yes"'))
    with pytest.raises(ScriptMistakes, match=r"this is not as in study.en.toml, at screening"):
        read_script_set([english, russian])
    write(tmp_path, "study.ru.toml", HEAD + GOOD + SCREENING.replace("This is for people", "Это для тех"))
    assert sorted(read_script_set([english, russian]).scripts) == ["en", "ru"]


def test_a_folder_gives_what_is_well_and_says_what_is_not(tmp_path: Path) -> None:
    write(tmp_path, "good.toml", HEAD + GOOD)
    write(tmp_path, "bad.toml", "title = 3")
    write(tmp_path, "My Study.toml", HEAD + GOOD)
    write(tmp_path, "podcast.toml", HEAD + GOOD)
    write(tmp_path, "README.md", "# About these")
    write(tmp_path, "notes.txt", "nothing")
    found = read_script_folder(tmp_path, reserved={"podcast"})
    assert sorted(found.scripts) == ["good"]
    assert sorted(found.mistakes) == ["My Study", "bad", "podcast"]


def test_what_is_not_to_be_read_is_not_read(tmp_path: Path) -> None:
    assert mistakes(tmp_path, "#" * (LARGEST + 1)) == ["study.toml: the file is larger than 256 kB: split it"]
    (tmp_path / "study.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScriptMistakes, match=r"no UTF-8"):
        read_script_set([tmp_path / "study.toml"])
    deep = 'title = "x"\nchapters = ' + "[" * 50_000 + "]" * 50_000
    assert mistakes(tmp_path, deep) == ["study.toml: lists stand within lists too deep"]
    nested = "{ not = " * 300 + '{ question = "bread", is = "yes" }' + " }" * 300
    assert mistakes(tmp_path, HEAD + GOOD.replace('{ question = "bread", is = "yes" }', nested))


@given(text=st.text(max_size=200) | st.text(alphabet="[]=\"'\n.#{}ab1 ", max_size=60))
def test_whatever_is_in_a_file_it_is_a_script_or_has_mistakes(text: str) -> None:
    for parse in (toml_source, markdown_source):
        with suppress(ScriptMistakes):
            source = parse(text, "x")
            assert all(1 <= line <= text.count("\n") + text.count("\r") + 1 for line in source.lines().values())


# --- the same as Markdown -------------------------------------------------------------------------------------------


def test_the_examples_are_scripts() -> None:
    found = read_script_folder(EXAMPLES)
    assert found.mistakes == {}
    assert {name: sorted(each.scripts) for name, each in found.scripts.items()} == {
        "family-recipe": ["en", "ru"],
        "first-job": ["en"],
        "patient-experience": ["en"],
    }


def test_what_the_page_shows_are_scripts(tmp_path: Path) -> None:
    page = (EXAMPLES.parents[1] / "scripts.md").read_text(encoding="utf-8")
    toml = next(each for each in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "chapters" in each)
    [markdown] = re.findall(r"```markdown\n(.*?)```", page, re.DOTALL)
    assert script(tmp_path, toml, "bread.toml").speak("en").title == "About bread"
    assert script(tmp_path, markdown, "job.md").speak("en").looked_at == {"how"}


def test_markdown_says_what_toml_says(tmp_path: Path) -> None:
    found = read_script_folder(EXAMPLES).scripts["first-job"].speak("en")
    asked = {place.question.id: place.question for place in found.places}
    assert (found.title, found.about) == (
        "Your first job",
        "A few questions about the first work that you were paid for.",
    )
    assert [(chapter.id, chapter.intro != "") for chapter in found.chapters] == [("getting", True), ("doing", False)]
    assert [probe.text for probe in asked["which"].probes] == ["How did you get to hear of it?"]
    assert (asked["began"].type, asked["began"].min) == (QuestionType.DATE, "1930")
    assert (asked["how"].type, asked["how"].other, OTHER) == (QuestionType.CHOICE, True, "other")
    assert asked["who"].when is not None
    assert asked["who"].when.is_ == "family"
    assert (asked["learned"].type, asked["day"].follow_ups) == (QuestionType.CHOICES, 3)
    assert (asked["liked"].points[-1], asked["liked"].labels) == (5, ("not at all", "very much"))
    assert found.limits.minutes == 30
    assert asked["place"].required


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# T\n\n1. What?\n", "study.md:3: a question stands in a chapter"),
        ("# T\n\n## C\n\n- What?\n", "study.md:5: questions are numbered"),
        ("# T\n\n## C\n\n1. What?\n   - ( ) a\n   - [ ] b\n", "study.md:7: `( )` stands for one of several"),
        ("# T\n\n## C\n\n1. What?\n   - when: it rains\n", "study.md:6: a condition is written as in"),
        ("# T\n\n## C\n\n1. What?\n\n   More.\n", "study.md:7: a question, and what belongs to it, is one paragraph"),
        ("# T\n\n## C\n\n1. What? And why?\n", "study.md:5: these are two questions"),
        ("+++\nodd = 1\n+++\n# T\n\n## C\n\n1. What?\n", "study.md:2: there is no key `odd`"),
        ("# T\n", "study.md:1: `chapters` is empty"),
    ],
)
def test_a_mistake_in_markdown_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert any(each.startswith(said) for each in mistakes(tmp_path, text, "study.md")), mistakes(
        tmp_path, text, "study.md"
    )


def test_a_script_is_kept_whole() -> None:
    """As it is kept in the database, and read from there again."""
    for found in read_script_folder(EXAMPLES).scripts.values():
        again = ScriptSet.model_validate_json(found.model_dump_json())
        assert again == found
        assert again.digest == found.digest


def test_the_lines_of_toml_are_those_of_its_parser() -> None:
    text = (EXAMPLES / "patient-experience.toml").read_text(encoding="utf-8")
    lines = toml_source(text, "x").lines()
    for number, chapter in enumerate(tomllib.loads(text)["chapters"]):
        for place, question in enumerate(chapter["questions"]):
            line = lines[("chapters", number, "questions", place, "id")]
            assert text.splitlines()[line - 1] == f'id = "{question["id"]}"'
