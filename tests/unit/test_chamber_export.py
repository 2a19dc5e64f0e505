"""A run as documents: what is in which, that words stay words, and that JSON brings back what went in."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.chamber.export import documents_of, private_markdown, public_markdown, run_files
from core.chamber.logs import LOG_FILES, merge_in_order, run_stamp
from core.chamber.messages import SideNote, Speaker, turn_of
from core.chamber.run_archive import WholeRun, archive_run, read_run_archive
from core.chamber.runs import ChamberRun, RunStatus, Why
from core.chamber.setup import ChamberRubric, Prime, Setup
from core.contracts.errors import BadImport
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
        "- **Run:** r1\n- **Prime:** asks\n- **Candidate:** answers\n- **Begun:** 4 May 2026, 10:00 UTC\n"
        "- **State:** over: all turns were taken\n- **Turns:** 1 / 3\n- **Time:** 2 minutes\n\n"
        "---\n\n## Turn 1\n\n**Prime**\n\nWhere?  \n\\# Not a heading\n\n**Candidate**\n\nIn \\*Riga\\*.\n"
    )


def test_the_private_transcript_has_thoughts_notes_and_scores_as_well() -> None:
    run = replace(
        RUN, setup=RUN.setup.model_copy(update={"rubric": ChamberRubric.model_validate(RUBRIC)}), language="ru"
    )
    facts, _, text = private_markdown(replace(WHOLE, run=run)).partition("---\n\n")
    assert "- **Токены:** отправлено 12, получено 7\n- **Стоимость сказанного:** 0.0015\n" in facts
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


@given(kept=kept_runs())
def test_whatever_is_said_no_word_becomes_a_heading(kept: WholeRun) -> None:
    run = replace(kept.run, language="en")
    turns = [f"h2 Turn {number}" for number in range(1, turn_of(len(kept.said)) + 1)]
    for text in (public_markdown(run, kept.said), private_markdown(replace(kept, run=run))):
        assert _headings(text) == ["h1 a talk", *turns]


@given(kept=kept_runs(), secret=st.text("\u0391\u0392\u0393", min_size=3, max_size=8))
def test_no_thought_is_in_what_is_public(kept: WholeRun, secret: str) -> None:
    said = [said_by(u.speaker, u.seq, "public", full=secret, taken_out=secret, thinking=secret) for u in kept.said]
    notes = tuple(replace(note, text=secret) for note in kept.notes)
    scores = {"judge": json.dumps(secret)}
    public, *_ = documents_of(replace(kept, said=tuple(said), notes=notes, scores=scores))
    assert secret.encode() not in public.body


# --- documents --------------------------------------------------------------------------------------------------------


def test_the_documents_are_the_transcript_and_everything_in_a_zip() -> None:
    public, everything = documents_of(WHOLE)
    assert (public.name, public.media_type) == ("shared_transcript_20260504_100000.md", "text/markdown")
    assert public.body == public_markdown(RUN, SAID).encode()
    assert (everything.name, everything.media_type) == ("chamber_20260504_100000.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(everything.body)) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    named, things = run_stamp(RUN), merge_in_order(SAID, NOTES)
    assert inside.pop("README.txt")
    assert inside == {
        "shared_transcript_20260504_100000.md": public.body,
        "private_transcript_20260504_100000.md": private_markdown(WHOLE).encode(),
        "run_20260504_100000.json": archive_run(WHOLE),
        **{file.name(named): file.whole(RUN, things) for file in LOG_FILES},
    }
    assert documents_of(WHOLE) == (public, everything)


def test_what_is_too_large_for_one_file_comes_in_several() -> None:
    said = tuple(said_by(speaker, seq, f"{seq}" * 3_000) for seq, speaker in enumerate(Speaker, start=1))
    _, *parts = documents_of(WholeRun(run=RUN, said=said), limit=1_800)
    assert len(parts) > 1
    assert all(len(part.body) <= 1_800 for part in parts)
    assert parts[0].name == f"chamber_20260504_100000-1-of-{len(parts)}.zip"


def test_a_run_of_our_own_interviewer_and_a_played_person_says_so() -> None:
    run = replace(RUN, setup=Setup(interview="life-story", person="Rosa"))
    text = public_markdown(run, SAID)
    assert "our own interviewer (life-story)" in text
    assert "a played person (Rosa)" in text


# --- JSON -------------------------------------------------------------------------------------------------------------


@given(kept=kept_runs(), score=st.none() | st.integers() | st.text())
def test_json_brings_back_what_went_in(kept: WholeRun, score: object) -> None:
    body = json.dumps({"judge": "j", "score": score})
    found = read_run_archive(archive_run(replace(kept, scores={"j": body})))
    assert (found.run, found.said, found.notes) == (kept.run, kept.said, kept.notes)
    assert json.loads(found.scores["j"]) == json.loads(body)


def test_no_key_and_no_owner_is_in_a_file() -> None:
    prime = Prime.model_validate({"provider": "openai", "model": "asks", "api_key": "sk-secret"})
    run: ChamberRun = replace(RUN, setup=RUN.setup.model_copy(update={"prime": prime}), person_id="anna")
    files = run_files(replace(WHOLE, run=run, scores={}))
    assert not [name for name, content in files if b"sk-secret" in content or b"anna" in content]


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"[]",
        b'{"format": "raconteur-session"}',
        archive_run(WholeRun(run=RUN, said=SAID)).replace(b'"version": 1', b'"version": 2'),
        archive_run(WholeRun(run=RUN, said=SAID[1:])),
        archive_run(WholeRun(run=RUN, said=SAID)).replace(b'"speaker": "candidate"', b'"speaker": "prime"'),
    ],
)
def test_what_is_no_run_is_not_read(damaged: bytes) -> None:
    with pytest.raises(BadImport):
        read_run_archive(damaged)
