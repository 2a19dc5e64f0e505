"""The forms in which code comes: without fences, as a file, in pieces, changed, in another language."""

from __future__ import annotations

import pytest

from core.contracts.errors import TryLater
from core.contracts.messages import Attachment
from core.languages.messages import say
from tests.fakes.podcasts import does
from tests.fakes.technical import (
    BROKEN,
    HeldSandbox,
    NoneStands,
    asked_when_solved,
    code_of,
    coding,
    fence,
    found_in,
    sends,
    state_of,
    wrong,
)


async def test_code_without_fences_is_taken_where_it_defines_what_is_asked() -> None:
    async with coding() as (app, anna, exercise):
        head = f"def {exercise.function}(items)"
        assert say("en", "technical-got-code") not in await does(
            app, anna, f"I would write {head} and then loop.\nOr not?"
        )
        source = exercise.reference.python.strip("\n")
        said = await does(app, anna, f"Voilà:\n{source}")
        assert said[0] == say("en", "technical-got-code")
        kept = await code_of(app, 1)
        assert (kept.source, kept.said) == (f"{source}\n", "Voilà:")
        assert said[-1].endswith(asked_when_solved(exercise))


@pytest.mark.parametrize("around", ["{code}", "Here it is:\n```python\n{code}```\nThat is all."])
async def test_a_long_message_that_an_app_has_made_a_file_is_run(around: str) -> None:
    async with coding() as (app, anna, exercise):
        ref = app.platform.keep(around.format(code=exercise.reference.python).encode())
        await app.handled(anna.tell(Attachment(file_ref=ref, name="message.txt", media_type="text/plain")))
        assert anna.said[-1].endswith(asked_when_solved(exercise))
        # It belongs to nothing where no exercise is open.
        await does(app, anna, "/skip")
        await app.handled(anna.tell(Attachment(file_ref=ref, name="message.txt", media_type="text/plain")))
        assert anna.said[-1] == say("en", "unusable-file")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"\xff\x00\x01", "unreadable"),
        (b"a\0b", "unreadable"),
        (b" \n", "empty"),
        (b"x = 1\n" * 20_000, "too-long"),
        (b"x = 1\n" * 60_000, "too-long"),
        (None, "unfetched"),
    ],
)
async def test_a_file_that_cannot_be_run_is_told_of_at_once(body: bytes | None, why: str) -> None:
    async with coding() as (app, anna, exercise):
        ref = app.platform.keep(body) if body is not None else "nowhere"
        await app.handled(anna.tell(Attachment(file_ref=ref, name="mine.py")))
        assert anna.said[-1] == say("en", f"technical-not-run-{why}")
        # What was open still is.
        assert (await state_of(app))["exercise"] == exercise.id


async def test_a_file_that_is_not_given_now_is_asked_for_again_at_once() -> None:
    async with coding() as (app, anna, _exercise):
        app.platform.fetch_trouble = lambda _ref: TryLater("Not now.")
        await app.handled(anna.tell(Attachment(file_ref=app.platform.keep(b"x = 1"), name="mine.py")))
        assert anna.said[-1] == say("en", "technical-not-run-unfetched")


async def test_changed_code_is_to_be_sent_anew() -> None:
    async with coding() as (app, anna, exercise):
        ref = await anna.write(fence(wrong(exercise)))
        await app.settled()
        await app.handled(anna.edit(ref, fence(exercise.reference.python)))
        assert anna.said[-1] == say("en", "edited-code")
        await app.handled(anna.edit(ref, f"Sorry:\n{fence(exercise.reference.python)}"))
        assert anna.said[-1] == say("en", "edited-code")
        assert sorted(name for name in await found_in(app) if name.startswith("code-")) == ["code-1"]


async def test_a_long_program_that_an_app_has_cut_is_put_together() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        filler = "".join(f"LINE_{n} = {n}\n" for n in range(260))
        sandbox.gate.clear()
        await sends(app, anna, fence(filler), fence(exercise.reference.python))
        sandbox.gate.set()
        await app.settled()
        assert (await code_of(app, 2)).source == filler + exercise.reference.python.rstrip("\n") + "\n"
        assert anna.said[-1].endswith(asked_when_solved(exercise))


async def test_a_fence_that_is_closed_in_the_next_message_holds_both() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        head, tail = exercise.reference.python.strip("\n").split("\n", 1)
        sandbox.gate.clear()
        await sends(app, anna, f"```python\n{head}", f"{tail}\n```\nThat is all.")
        sandbox.gate.set()
        await app.settled()
        assert (await code_of(app, 2)).source.strip() == exercise.reference.python.strip()
        assert (await code_of(app, 2)).said == "That is all."
        assert anna.said[-1].endswith(asked_when_solved(exercise))


async def test_a_second_version_is_no_second_half() -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, exercise):
        sandbox.gate.clear()
        await sends(app, anna, f"```python\n{BROKEN}", fence(exercise.reference.python), "```\n```")
        sandbox.gate.set()
        await app.settled()
        assert (await code_of(app, 2)).source.strip() == exercise.reference.python.strip()
        assert (await state_of(app))["submissions"] == 2


async def test_output_in_another_language_is_no_program() -> None:
    async with coding() as (app, anna, _exercise):
        await does(app, anna, fence("1 | 2", "text"))
        assert (await state_of(app))["submissions"] == 0
        await does(app, anna, f"{fence('print(1)')}\nprints\n{fence('1', 'text')}")
        assert (await code_of(app, 1)).source.strip() == "print(1)"


@pytest.mark.parametrize(
    ("language", "suffix", "kept"),
    [
        ("rust", ".rs", "rust"),
        ("c#", ".cs", "csharp"),
        ("kotlin", ".kts", "kotlin"),
        ("ruby", ".rb", "ruby"),
        ("php", ".php", "php"),
        ("postgresql", ".sql", "sql"),
        ("yaml", ".yml", "yaml"),
        ("bash", ".sh", "shell"),
    ],
)
async def test_code_that_cannot_be_run_is_kept_and_read(language: str, suffix: str, kept: str) -> None:
    sandbox = HeldSandbox()
    async with coding(sandbox=sandbox) as (app, anna, _exercise):
        said = await does(app, anna, f"So:\n{fence('let me: see', language)}")
        assert said[0] == say("en", "technical-got-code-to-read")
        assert say("en", "technical-not-run-no-sandbox") in said[-1]
        code = await code_of(app, 1)
        assert (code.language.value, code.source, code.said) == (kept, "let me: see\n", "So:")
        ref = app.platform.keep(b"from a: file\n")
        await app.handled(anna.tell(Attachment(file_ref=ref, name=f"mine{suffix}")))
        assert (await code_of(app, 2)).language.value == kept
        assert say("en", "technical-not-run-no-sandbox") in anna.said[-1]
        assert sandbox.programs == []


async def test_beside_a_program_other_code_is_words() -> None:
    async with coding() as (app, anna, _exercise):
        await does(app, anna, f"{fence('print(1)')}\n{fence('python solution.py', 'bash')}")
        assert ((await code_of(app, 1)).language.value, (await code_of(app, 1)).source) == ("python", "print(1)\n")


async def test_an_exercise_is_shown_in_the_language_in_use() -> None:
    async with coding(sandbox=NoneStands()) as (app, anna, _exercise):
        await does(app, anna, fence("class Solution {}", "java"))
        begins = f"{say('en', 'technical-task-begin')}\n\nclass Solution {{\n"
        given = ["\n".join(await does(app, anna, "/task")) for _ in range(6)]  # queries and designs among them
        assert any(begins in each for each in given)
