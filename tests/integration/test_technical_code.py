"""Code that is handed in: kept, run, told, asked about; whatever else happens meanwhile."""

from __future__ import annotations

import io
import re
import zipfile

from pydantic import BaseModel

from core.contracts.errors import ModelUnavailable
from core.contracts.messages import Attachment, Text, Voice
from core.contracts.ports import Prompt
from core.contracts.session import Status
from core.interviews.technical.rubric import TechnicalSettings
from core.languages.messages import say
from core.store.schema import findings
from tests.fakes.model import Reply, ScriptedModel
from tests.fakes.podcasts import does, labels
from tests.fakes.sandboxes import LINUX, standing
from tests.fakes.technical import (
    BROKEN,
    HeldSandbox,
    NoneStands,
    asked_when_solved,
    code_of,
    coding,
    fence,
    run_of,
    sends,
    state_of,
    taken,
    wrong,
)

GOT = say("en", "technical-got-code")


async def test_a_solved_exercise_is_said_so_asked_about_and_closed() -> None:
    async with coding() as (app, anna, exercise):
        got, told = await does(app, anna, f"Here it is:\n{fence(exercise.reference.python)}")
        assert got == GOT
        total = len(exercise.cases)
        assert told.startswith(say("en", "technical-passed", passed=total, total=total))
        assert told.endswith(asked_when_solved(exercise))
        assert labels(anna.received[-1]) == ["Skip"]
        assert (await code_of(app, 1)).said == "Here it is:"
        # A better one is tried against the same tests.
        assert (await does(app, anna, fence(wrong(exercise))))[-1].startswith("It ran, and passed")
        assert (await code_of(app, 2)).exercise == exercise.id


async def test_what_failed_is_said_and_code_is_kept_to_the_letter() -> None:
    async with coding() as (app, anna, exercise):
        source = f"\n\n# \t```\n{wrong(exercise)}\n\n"
        told = (await does(app, anna, f"````python\n{source}````"))[-1]
        assert "It ran, and passed" in told
        assert told.endswith(say("en", "technical-ask-failed"))
        assert (await code_of(app, 1)).source == source
        await does(app, anna, "/done")
        report = next(each.body.decode() for each in anna.documents if each.name.endswith(".md"))
        assert report.count(source) == 2


async def test_the_cases_share_the_time_that_the_operator_gives_a_program() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox, settings=TechnicalSettings(seconds=2.0)) as (app, anna, exercise):
        await does(app, anna, fence(exercise.reference.python))
        given = re.search(r'"seconds": ([\d.]+)', sandbox.programs[0].driver)
        assert given is not None
        assert float(given[1]) < 2.0


async def test_the_newest_of_several_is_told_of_and_all_are_run() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(BROKEN))
        await sandbox.begun.wait()
        await sends(app, anna, fence(wrong(exercise)), fence(exercise.reference.python))
        before = len(anna.received)
        sandbox.gate.set()
        await app.settled()
        assert [not run.solved for run in [await run_of(app, n) for n in (1, 2, 3)]] == [True, True, False]
        (told,) = anna.said[before:]
        assert asked_when_solved(exercise) in told
        assert len(sandbox.programs) == 3


async def test_a_file_that_is_sent_while_a_run_is_under_way_is_run_too() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(BROKEN))
        ref = app.platform.keep(exercise.reference.python.replace("\n", "\r\n").encode("utf-8-sig"))
        await anna.tell(Attachment(file_ref=ref, name="Mine.PY"))
        sandbox.gate.set()
        await app.settled()
        assert anna.said[-1].endswith(asked_when_solved(exercise))
        assert (await run_of(app, 2)).source == exercise.reference.python


async def test_where_nothing_is_run_it_is_read() -> None:
    async with coding(sandbox=NoneStands()) as (app, anna, exercise):
        told = (await does(app, anna, fence(exercise.reference.python)))[-1]
        assert told.startswith(say("en", "technical-not-run-no-sandbox"))
        assert told.endswith(say("en", "technical-ask-read"))
        assert (await run_of(app, 1)).metrics.functions


async def test_words_during_a_run_are_kept_and_move_nothing() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(exercise.reference.python))
        assert (await state_of(app))["submissions"] == 1
        await sends(app, anna, "I have sent it just now.")
        assert anna.said[-1] == say("en", "technical-still-looking")
        await anna.tell(Voice(file_ref="", text="I have sent it.", seconds=2.0, prepared=True))
        await taken(app)
        assert anna.said[-1] == say("en", "technical-still-looking")
        sandbox.gate.set()
        await app.settled()
        assert anna.said[-1].endswith(asked_when_solved(exercise))
        told = [text for _, texts in await app.told() for text in texts]
        assert "I have sent it." in told


async def test_who_has_gone_on_is_told_and_not_asked() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(exercise.reference.python), "/skip")
        open_one = (await app.sessions())[0].open_question
        sandbox.gate.set()
        await app.settled()
        assert anna.said[-1].startswith(say("en", "technical-about-code"))
        assert asked_when_solved(exercise) not in anna.said[-1]
        assert (await app.sessions())[0].open_question == open_one


async def test_a_pause_during_a_run_and_what_it_showed_when_they_come_back() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(exercise.reference.python), "/pause")
        paused = len(anna.received)
        sandbox.gate.set()
        await app.settled()
        assert len(anna.received) == paused
        assert (await does(app, anna, "/resume"))[-1].endswith(asked_when_solved(exercise))
        assert len(sandbox.programs) == 1


async def test_code_that_comes_in_a_pause_goes_on_with_the_interview() -> None:
    async with coding() as (app, anna, exercise):
        await does(app, anna, "/pause", fence(exercise.reference.python))
        assert anna.said[-1].endswith(asked_when_solved(exercise))
        assert (await app.sessions())[0].status is Status.ACTIVE


async def test_who_finishes_during_a_run_finds_it_in_the_report() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(exercise.reference.python), "/done")
        assert not anna.documents
        sandbox.gate.set()
        await app.settled()
        total = len(exercise.cases)
        report = next(each.body.decode() for each in anna.documents if each.name.endswith(".md"))
        assert say("en", "technical-passed", passed=total, total=total) in report
        assert len(sandbox.programs) == 1


async def test_who_stops_beside_the_code_is_heard_by_the_books() -> None:
    model = ScriptedModel(
        lambda _prompt, _schema: ModelUnavailable("Not now."),
        talk=lambda _prompt: "Here is one.\n[exercise]",
        books=lambda prompt: {"wants": "pause" if "let us pause" in prompt.user else "go_on"},
    )
    async with coding(model=model) as (app, anna, exercise):
        await does(app, anna, f"{fence(exercise.reference.python)}\nI need a break, let us pause here.")
        assert (await app.sessions())[0].status is Status.PAUSED
        assert (await run_of(app, 1)).solved


async def test_stop_in_the_code_is_no_wish() -> None:
    async with coding() as (app, anna, _exercise):
        await does(app, anna, fence("stop = True\n# I want to stop now. Stop!\nprint('pause')\n"))
        assert (await app.sessions())[0].status is Status.ACTIVE
        assert (await run_of(app, 1)).ran


async def test_what_is_taken_back_is_no_number_twice() -> None:
    async with coding() as (app, anna, exercise):
        await does(app, anna, fence(BROKEN), "/undo", fence(exercise.reference.python))
        assert (await code_of(app, 1)).source == BROKEN
        assert (await code_of(app, 2)).source.strip() == exercise.reference.python.strip()
        assert anna.said[-1].endswith(asked_when_solved(exercise))


async def test_code_that_came_before_its_question_was_seen_is_run() -> None:
    async with coding() as (app, anna, exercise):
        early = app.platform.position()
        await does(app, anna, fence(BROKEN))
        await app.handled(anna.tell(Text(text=fence(exercise.reference.python)), position=early))
        assert (await run_of(app, 2)).solved


async def test_every_character_is_exported_and_all_of_it_is_deleted() -> None:
    async with coding() as (app, anna, exercise):
        source = f"# \t````  \n{exercise.reference.python}"
        await does(app, anna, f"`````python\n{source}`````", "/done", "/export")
        archive = next(each.body for each in anna.documents if each.name.endswith(".zip"))
        with zipfile.ZipFile(io.BytesIO(archive)) as found:
            texts = [found.read(name).decode() for name in found.namelist() if name.endswith((".md", ".json", ".txt"))]
        assert any(source in text for text in texts)
        await does(app, anna, "/delete")
        await anna.press(labels(anna.received[-1])[0])
        await app.settled()
        assert not await app.store.read(lambda c: c.execute(findings.select()).all())


async def test_a_model_reviews_what_the_run_showed_and_where_it_fails_rules_ask() -> None:
    failing = False

    def mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        if failing:
            return ModelUnavailable("Not now.")
        points = [{"line": 1, "says": "The name `given` hides what it is."}]
        summary = "It is short." if "can't be said" in prompt.user else "All tests pass. It is short."
        return {"summary": summary, "points": points, "question": "Why is it a text?"}

    async with coding(model=ScriptedModel(mind)) as (app, anna, exercise):
        *_, run, review = await does(app, anna, fence(wrong(exercise)))
        assert say("en", "technical-ask-failed") not in run
        says = say("en", "technical-point", line=1, says="The name given hides what it is.")
        assert review == f"It is short.\n{says}\n\nWhy is it a text?"
        failing = True
        assert (await does(app, anna, fence(wrong(exercise))))[-1].endswith(say("en", "technical-ask-failed"))
        # Asked once more about the same, rules find another question, and then none.
        assert (await does(app, anna, fence(wrong(exercise))))[-1].endswith(say("en", "technical-ask-failed-else"))
        assert (await does(app, anna, fence(wrong(exercise))))[-1].endswith(say("en", "technical-send-again"))


async def test_a_run_before_a_pause_is_reviewed_after_it() -> None:
    def mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        return {"summary": "It is short.", "question": "Why is it a text?"}

    sandbox = HeldSandbox()
    async with coding(model=ScriptedModel(mind), sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, fence(wrong(exercise)), "/pause")
        sandbox.gate.set()
        await app.settled()
        told = await does(app, anna, "/resume")
        assert any(text.startswith(say("en", "technical-passed", passed=0, total=len(exercise.cases))) for text in told)
        assert told[-1].endswith("Why is it a text?")


async def test_who_waits_is_told_how_many_come_before() -> None:
    async with coding() as (app, anna, exercise):
        await does(app, anna, fence(wrong(exercise)))
        assert app.platform.lines[-1].said == [say("en", "technical-ahead", count=2)]


@LINUX
async def test_in_a_sandbox_that_holds_what_is_not_there_is_told() -> None:
    async with standing() as sandbox, coding(sandbox=sandbox) as (app, anna, exercise):
        said = await does(app, anna, fence("import os\nos.fork()\n"))
        assert say("en", "technical-here-alone") in said[-1]
        told = (await does(app, anna, fence("def f(:\n")))[-1]
        assert told.startswith(say("en", "technical-no-syntax"))
        assert told.endswith(say("en", "technical-ask-syntax"))
        assert (await does(app, anna, fence(exercise.reference.python)))[-1].endswith(asked_when_solved(exercise))


async def test_who_goes_back_to_an_exercise_hands_in_what_they_send_then() -> None:
    async with coding() as (app, anna, exercise):
        await does(app, anna, fence(wrong(exercise)), "/back", fence(exercise.reference.python))
        assert (await code_of(app, 2)).source.strip() == exercise.reference.python.strip()


async def test_an_exercise_that_is_gone_back_to_has_its_code_set_as_code() -> None:
    async with coding() as (app, anna, exercise):
        await does(app, anna, fence(wrong(exercise)), "/back")
        assert exercise.function in anna.said[-1]
        assert "```" not in anna.said[-1]
        buttons = ["Skip", say("en", "technical-button-hint"), say("en", "technical-button-task")]
        assert labels(anna.received[-1]) == buttons
        await does(app, anna, "/pause", "/resume")
        assert labels(anna.received[-1]) == buttons
