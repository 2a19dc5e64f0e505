"""A run as documents: what is in which, that words stay words, and that JSON has everything that went in."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pydantic import TypeAdapter

from core.features.chamber.export import private_markdown, public_markdown, run_files
from core.features.chamber.messages import SideNote, Speaker
from core.features.chamber.runs import ChamberRun, RunStatus, WholeRun, Why, archive_run
from core.features.chamber.setup import ChamberRubric, Prime, Setup
from tests.fakes.chamber import AT, new_run, setup
from tests.fakes.chamber_runs import kept_runs, said_by

SAID = (
    said_by(Speaker.PRIME, 1, "Where?\n# Not a heading", full="<thinking>Hm</thinking>Where?", taken_out="Gently."),
    said_by(Speaker.CANDIDATE, 2, "In *Riga*.", input_tokens=12, output_tokens=7, cost_micros=1_500),
)
NOTES = (
    SideNote(at=AT, seq=2, speaker=Speaker.CANDIDATE, kind="failed", text="It was overloaded."),
    SideNote(at=AT, seq=3, speaker=None, kind="failed", text="A judge gave no scores."),
)
RUN = replace(new_run(setup()), status=RunStatus.ENDED, why=Why.TURNS, spent_seconds=130.0, name="A *talk*")
RUBRIC = {"criteria": [{"id": "memory", "asks": "A memory?", "levels": [{"score": n, "means": "m"} for n in (1, 2)]}]}
SCORES = {
    "j": '{"judge": "j", "criteria": {"memory": {"score": 2, "quotes": [{"seq": 2, "text": "In"}], "why": "So."}}}'
}
WHOLE = WholeRun(run=RUN, said=SAID, notes=NOTES, scores=SCORES)


def test_the_public_transcript_reads_well_and_holds_what_both_could_read() -> None:
    assert public_markdown(RUN, SAID) == (
        "# A \\*talk\\*\n\n"
        "- **Run:** r1\n- **Prime:** asks\n- **Candidate:** answers\n- **Started:** 4 May 2026, 10:00 UTC\n"
        "- **State:** over: it used all its turns\n- **Turns:** 1 / 3\n- **Time:** 2 minutes\n\n"
        "---\n\n## Turn 1\n\n**Prime**\n\nWhere?  \n\\# Not a heading\n\n**Candidate**\n\nIn \\*Riga\\*.\n"
    )


def test_the_private_transcript_has_thoughts_notes_and_scores_as_well() -> None:
    run = replace(
        RUN, setup=RUN.setup.model_copy(update={"rubric": ChamberRubric.model_validate(RUBRIC)}), language="ru"
    )
    facts, _, text = private_markdown(replace(WHOLE, run=run)).partition("---\n\n")
    assert "- **Токены:** отправлено 12, получено 7\n- **Стоимость беседы:** 0.0015\n" in facts
    assert text == (
        "## Ход 1\n\n**Ведущий, мысли**\n\n> Gently.\n\n**Ведущий**\n\nWhere?  \n\\# Not a heading\n\n"
        "*Кандидат: It was overloaded.*\n\n**Кандидат**\n\nIn \\*Riga\\*.\n\n*Заметка: A judge gave no scores.*\n\n"
        "## Оценки\n\n### memory: A memory?\n\n- **j:** 2. So.\n  - 2: “In”\n"
    )


def test_what_is_not_known_is_not_told_as_nothing() -> None:
    text = private_markdown(WholeRun(run=RUN, said=SAID[:1]))
    assert "- **Turns:** 1 / 3\n" in text
    assert not {"Tokens", "Cost"} & set(re.findall(r"\w+", text))


def _headings(text: str) -> list[str]:
    tokens = MarkdownIt().parse(text)
    places = (place for place, token in enumerate(tokens) if token.type == "heading_open")
    return [f"{tokens[place].tag} {tokens[place + 1].content}" for place in places]


@given(kept=kept_runs(), score=st.none() | st.integers() | st.text())
def test_json_has_everything_that_went_in(kept: WholeRun, score: object) -> None:
    body = json.dumps({"judge": "j", "score": score})
    found = json.loads(archive_run(replace(kept, scores={"j": body})))
    run = {**found["run"], "setup": Setup.model_validate(found["run"]["setup"])}
    assert TypeAdapter(ChamberRun).validate_python(run) == kept.run
    assert [note["text"] for note in found["notes"]] == [note.text for note in kept.notes]
    for line, said in zip(found["said"], kept.said, strict=True):
        assert (line["seq"], line["speaker"], line["public"], line["ends"]) == (
            said.seq, said.speaker, said.public.text, said.ends,
        )  # fmt: skip
        assert asdict(said.private).items() <= line.items()
        assert asdict(said.taken).items() <= line.items()
    assert found["scores"]["j"] == json.loads(body)


def test_no_key_and_no_owner_is_in_a_file() -> None:
    prime = Prime.model_validate({"provider": "openai", "model": "asks", "api_key": "sk-secret"})
    run: ChamberRun = replace(RUN, setup=RUN.setup.model_copy(update={"prime": prime}), person_id="anna")
    files = run_files(replace(WHOLE, run=run, scores={}))
    assert not [name for name, content in files if b"sk-secret" in content or b"anna" in content]
