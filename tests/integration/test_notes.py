"""The notes that come of a talk about an episode: in every style, at any time, and where the operator wants a copy."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.reports import session_report
from core.contracts.chore import Pages, PageSetter
from core.contracts.errors import BudgetSpent, ModelUnavailable
from core.contracts.messages import Attachment
from core.contracts.ports import Prompt
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.languages.messages import say
from core.store.records import load_record
from core.store.reports import session_background
from core.store.store import Queue
from core.timing.rules import TimerRules
from tests.fakes.app import Running, held_model, until
from tests.fakes.inkwell import folder
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import Reply, ScriptedModel, new_question, plain_answer
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.podcasts import does, talking

MEMORY = "The Long Walk. It was about a man who walks home over the mountains."
ANSWERS = (
    "I realised that patience is what I lack, and I will walk in the woods every morning, whatever the weather may be.",
    "My father used to walk in the woods every morning with his dog, and he said nothing until he was home again.",
)
HEADINGS = {"structured": "## The conversation", "qa": "## Questions and answers", "narrative": "I was asked:"}


def _mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    """Finds an insight that was said and one that was not, and tells a true sentence and a false."""
    match prompt.purpose:
        case "insights":
            told = {"text": "You lack patience.", "quote": "patience is what I lack", "entry": _entry(prompt)}
            return {"insights": [told, {"text": "You love bees.", "quote": "I love bees", "entry": _entry(prompt)}]}
        case "narrative":
            entry = _entry(prompt)
            return {
                "sentences": [
                    {"text": "I realised that patience is what I lack.", "entries": [entry]},
                    {"text": "Then I met Bruno in Lisbon.", "entries": [entry]},
                ]
            }
    return plain_answer(prompt, schema)


def _entry(prompt: Prompt) -> int:
    """The number of the answer about patience."""
    before = prompt.user[: prompt.user.index("patience is what I lack")]
    return int(before[before.rindex('seq="') :].split('"')[1])


async def _tells(app: Running, anna: FakePerson, *, end: bool = True) -> None:
    """A short talk, to its end or not quite."""
    await does(app, anna, "[Reflective]", f"{MEMORY}, 2 questions")
    for answer in ANSWERS:
        await does(app, anna, answer)
    if end:
        await does(app, anna, "/done")


def _in(place: Path) -> list[Path]:
    return sorted(place.iterdir())


def _newest(anna: FakePerson) -> str:
    return anna.documents[-1].body.decode()


@pytest.mark.parametrize("style", HEADINGS)
@pytest.mark.parametrize("end", [False, True], ids=["before-the-end", "after-the-end"])
async def test_every_style_at_any_time(style: str, end: bool, app: Running, anna: FakePerson) -> None:
    await _tells(app, anna, end=end)
    sent = len(anna.documents)
    await does(app, anna, f"/transcript style={style}")
    assert len(anna.documents) == sent + 1
    text = _newest(anna)
    assert f'style: "{style}"' in text
    assert f"finished: {str(end).lower()}" in text
    assert HEADINGS[style] in text
    assert "patience is what I lack" in text
    assert text.count(MEMORY) == 1
    assert anna.documents[-1].name == f"The Long Walk - {say('en', f'notes-file-{style}')}.md"


@pytest.mark.parametrize(
    ("asked", "style"),
    [("", "structured"), ("narrative", "narrative"), ("style=Q&A", "qa"), ("стиль=рассказ", "narrative")],
)
async def test_what_people_call_the_styles(asked: str, style: str, app: Running, anna: FakePerson) -> None:
    await _tells(app, anna)
    await does(app, anna, f"/transcript {asked}".strip())
    assert f'style: "{style}"' in _newest(anna)


class FakeSetter:
    """Remembers what it was to set."""

    def __init__(self, *, fails: bool = False) -> None:
        self.pages: list[Pages] = []
        self._fails = fails

    async def set_transcript(
        self, whole: Record, scripts: ScriptSet, there: Mapping[str, Path], *, limit: int
    ) -> bytes | None:
        return None

    async def set_pages(self, pages: Pages, whole: Record, *, limit: int) -> bytes | None:
        self.pages.append(pages)
        return None if self._fails else b"pages"


@pytest.mark.parametrize("form", ["pdf", "html"])
async def test_the_notes_can_be_set_as_pages(form: str, app: Running, anna: FakePerson) -> None:
    setter = FakeSetter()
    app.app.runtime.services[PageSetter] = setter
    await _tells(app, anna)
    await does(app, anna, f"/transcript style={form}")
    sent = anna.documents[-1]
    assert (sent.name.endswith(f".{form}"), form in sent.media_type) == (True, True)
    [pages] = setter.pages
    assert pages.title == "The Long Walk"
    told = [line for section in pages.sections for _, lines in section.passages for line in lines]
    assert [answer in told for answer in ANSWERS] == [True] * len(ANSWERS)


@pytest.mark.parametrize("there", [True, False])
async def test_notes_that_cannot_be_set_come_as_markdown(there: bool, app: Running, anna: FakePerson) -> None:
    app.app.runtime.services.clear()
    if there:
        app.app.runtime.services[PageSetter] = FakeSetter(fails=True)
    await _tells(app, anna)
    await does(app, anna, "/transcript style=pdf")
    sent = anna.documents[-1]
    assert sent.name.endswith(".md")
    assert sent.caption == say("en", "book-not-printed")


async def test_an_unknown_style_names_those_that_there_are(app: Running, anna: FakePerson) -> None:
    await _tells(app, anna)
    sent = len(anna.documents)
    assert await does(app, anna, "/transcript style=haiku") == [say("en", "transcript-styles")]
    assert len(anna.documents) == sent


async def test_before_the_first_answer_there_is_nothing_to_send(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Reflective]", "The Long Walk")
    assert await does(app, anna, "/transcript style=qa") == [say("en", "transcript-empty")]


async def test_all_that_count_say_the_same_and_count_what_was_asked_for(app: Running, anna: FakePerson) -> None:
    await does(app, anna, MEMORY, "2", "[Reflective]")
    for answer in ("Walking home in the cold.", "The dog."):
        await does(app, anna, answer, "/skip")
    (status,) = await does(app, anna, "/status")
    said = await does(app, anna, "/done")
    counted = (
        "2 questions and a closing one, with 2 follow-ups, less than a minute of conversation and 21 of your words"
    )
    assert counted in status
    assert any(counted in text for text in said)
    head = "questions: 2\nclosing_question: true\nfollow_ups: 2\nanswers: 2\nsubstantive_answers: 0\nwords: 21\n"
    assert head in _newest(anna)
    assert "- **Questions asked:** 2\n- **Closing question:** 1\n" in _newest(anna)
    session = (await app.record()).session
    whole, scripts = await app.store.read(lambda c: load_record(c, session.id))
    around = await app.store.read(lambda c: session_background(c, session.id))
    shown = "\n".join(session_report(whole, scripts, around, TimerRules()))
    assert "2 questions and the closing one, and 2 more about the answers" in shown
    assert "4 words on average, 0 with ten or more" in shown


# --- with a model -------------------------------------------------------------------------------------------------


async def test_with_a_model_the_notes_hold_what_it_found_if_it_was_said() -> None:
    async with talking(model=ScriptedModel(_mind, talk=new_question)) as (app, anna, _web):
        await _tells(app, anna)
        await app.settled()
        text = _newest(anna)
        assert "## What I came to see\n\n- “I realised that patience is what I lack" in text
        assert "You lack patience." not in text
        assert "bees" not in text
        assert sum(document.name.endswith(" - notes.md") for document in anna.documents) == 1


async def test_the_narrative_is_written_once_for_each_state_of_the_talk() -> None:
    model = ScriptedModel(_mind, talk=new_question)
    async with talking(model=model) as (app, anna, _web):
        await _tells(app, anna, end=False)
        for _ in range(3):
            await does(app, anna, "/transcript style=narrative")
        text = _newest(anna)
        assert model.calls["narrative"] == 1
        assert f"\n\n{ANSWERS[0]}\n\n" in text
        assert "Bruno" not in text
        await does(app, anna, "And I keep thinking of how he listened to the birds, without a word.")
        await does(app, anna, "/transcript style=narrative")
        assert model.calls["narrative"] == 2


@pytest.mark.parametrize("error", [ModelUnavailable("It is down."), BudgetSpent("It is spent.", scope="day")])
async def test_without_the_model_the_narrative_is_in_their_own_words(error: Exception) -> None:
    def mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        return error if prompt.purpose == "narrative" else _mind(prompt, schema)

    async with talking(model=ScriptedModel(mind, talk=new_question)) as (app, anna, _web):
        await _tells(app, anna, end=False)
        await does(app, anna, "/transcript style=narrative")
        assert f"> {ANSWERS[0]}" in _newest(anna)


@asynccontextmanager
async def _slowly_read() -> AsyncIterator[tuple[Running, FakePerson, ScriptedModel]]:
    """Somebody who has finished, while the model still looks for insights."""
    clock, model = ManualClock(), held_model("insights", respond=_mind)
    model.talk = new_question
    async with talking(model=model, clock=clock, platform=FakePlatform(clock)) as (app, anna, _web):
        await _tells(app, anna, end=False)
        await anna.write("/done")
        await model.begun(1, "insights")
        await _quiet_but_for_insights(app)
        yield app, anna, model


async def _quiet_but_for_insights(app: Running) -> None:
    insights = f"{(await app.sessions())[0].id}/insights"
    await until(lambda: not set(app.app.engine(Queue.CHORES).serving) - {insights})


async def test_the_notes_wait_for_the_model_and_not_for_ever() -> None:
    async with _slowly_read() as (app, anna, model):
        for _ in range(12):
            assert anna.documents == []
            app.clock.advance(15.0)
            await app.app.tick()
            await _quiet_but_for_insights(app)
        await app.platform.until(lambda: anna.documents != [])
        assert "You lack patience." not in _newest(anna)
        assert "patience is what I lack" in _newest(anna)
        model.gate.set()
        await app.settled()
        await does(app, anna, "/transcript")
        assert say("en", "notes-picked") in _newest(anna)


async def test_when_the_model_is_done_the_notes_come_at_once() -> None:
    async with _slowly_read() as (app, anna, model):
        model.gate.set()
        await app.settled()
        assert say("en", "notes-picked") in _newest(anna)


# --- files --------------------------------------------------------------------------------------------------------


async def test_the_export_holds_the_notes(app: Running, anna: FakePerson) -> None:
    await _tells(app, anna)
    await does(app, anna, "/export")
    with zipfile.ZipFile(io.BytesIO(anna.documents[-1].body)) as archive:
        notes = next(name for name in archive.namelist() if name.endswith("/notes.md"))
        text = archive.read(notes).decode()
        assert any(name.endswith("/transcript.md") for name in archive.namelist())
    assert 'title: "The Long Walk"' in text
    assert "patience is what I lack" in text


async def test_a_copy_goes_into_the_operators_folder(tmp_path: Path) -> None:
    async with talking(notes_dir=tmp_path) as (app, anna, _web):
        await _tells(app, anna)
        (copy,) = _in(tmp_path)
        assert "The Long Walk" in copy.name
        assert copy.read_bytes() == anna.documents[-1].body
        await does(app, anna, "/transcript style=qa")
        assert [path.name for path in _in(tmp_path)] == [copy.name]
        assert 'style: "qa"' in copy.read_text()


async def test_what_the_operator_has_changed_in_a_copy_stays(tmp_path: Path) -> None:
    async with talking(notes_dir=tmp_path) as (app, anna, _web):
        await _tells(app, anna)
        (copy,) = _in(tmp_path)
        copy.write_text("Mine.")
        await does(app, anna, "/transcript style=qa", "/transcript style=narrative")
        assert copy.read_text() == "Mine."
        (other,) = set(_in(tmp_path)) - {copy}
        assert 'style: "narrative"' in other.read_text()


async def test_before_its_end_no_copy_is_put_anywhere(tmp_path: Path) -> None:
    async with talking(notes_dir=tmp_path) as (app, anna, _web):
        await _tells(app, anna, end=False)
        await does(app, anna, "/transcript")
        assert _in(tmp_path) == []


async def test_a_folder_in_trouble_keeps_nobodys_notes_back(tmp_path: Path) -> None:
    async with talking(notes_dir=tmp_path / "unplugged") as (app, anna, _web):
        await _tells(app, anna)
        assert "patience is what I lack" in _newest(anna)


async def test_a_title_is_no_path(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    async with talking(notes_dir=vault) as (app, anna, _web):
        await does(app, anna, "[Reflective]", "../../etc/passwd\x00 <b>$HOME</b>", ANSWERS[0], "/done")
        assert len(_in(vault)) == 1
        assert _in(tmp_path) == [vault]


class _Terminal(FakePlatform):
    """Hands out a ZIP of a folder under the folder's own path, as a terminal does."""

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for path in _in(Path(file_ref)):
                archive.writestr(path.name, path.read_bytes())
        return out.getvalue()


def _inkwell(at: Path) -> Path:
    at.mkdir(parents=True)
    for name, body in folder().items():
        (at / name).write_bytes(body)
    return at


@pytest.mark.parametrize("inside", [True, False])
async def test_notes_on_an_inkwell_folder_are_put_beside_it(tmp_path: Path, inside: bool) -> None:
    allowed = tmp_path / "output"
    bees = _inkwell((allowed if inside else tmp_path / "elsewhere") / "bees")
    vault = tmp_path / "vault"
    vault.mkdir()
    clock = ManualClock()
    more: dict[str, Any] = {"inkwell_dir": allowed, "notes_dir": vault, "clock": clock, "platform": _Terminal(clock)}
    async with talking(**more) as (app, anna, _web):
        await does(app, anna, "[Reflective]")
        await app.handled(anna.tell(Attachment(file_ref=str(bees), name="bees.zip")))
        assert "I’ve read your Inkwell notes" in anna.said[-1]
        await does(app, anna, ANSWERS[0], "/done")
        beside = bees / "my-notes.md"
        assert beside.exists() == inside
        (copy,) = _in(vault)
        assert copy.read_bytes() == anna.documents[-1].body
        if inside:
            assert beside.read_bytes() == copy.read_bytes()


async def test_notes_that_were_there_before_are_not_overwritten(tmp_path: Path) -> None:
    bees = _inkwell(tmp_path / "bees")
    (bees / "my-notes.md").write_text("Of another day.")
    clock = ManualClock()
    async with talking(inkwell_dir=tmp_path, clock=clock, platform=_Terminal(clock)) as (app, anna, _web):
        await does(app, anna, "[Reflective]")
        await app.handled(anna.tell(Attachment(file_ref=str(bees), name="bees.zip")))
        await does(app, anna, ANSWERS[0], "/done")
        assert (bees / "my-notes.md").read_text() == "Of another day."
        (mine,) = bees.glob("my-notes (*).md")
        assert mine.read_bytes() == anna.documents[-1].body
