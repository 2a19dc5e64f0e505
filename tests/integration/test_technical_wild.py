"""Whole technical interviews through the app: a model talks at random, and somebody does as they like."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest

from core.contracts.session import EntryKind, Status
from core.interviews.technical.code_submissions import CODE, RUN, finding_numbers
from core.interviews.technical.interview import Intent
from tests.fakes.model import Reply, ScriptedModel
from tests.fakes.podcasts import does
from tests.fakes.technical import coding, fence, found_in, state_of, wrong

MESSAGES = (
    "What did you measure before that?",
    "That is right. What does `x[0]` give?",
    "",
    "Let us look at code.\n[exercise]",
    "[hint]",
    "Have a look at the edges.\n[hint]",
)
WORDS = ("I decided to split it because deploys took two hours.", "I don't know.", "What do you mean?", "next")
COMMANDS = ("/skip", "/undo", "/back", "/hint", "/task", "/pause", "/resume", "/status")


def talking_at_random(chance: random.Random) -> ScriptedModel:
    def notes() -> Reply:
        return {
            "intent": chance.choice([each for each in get_args(Intent) if each not in {"stop", "assess_me"}]),
            "struggles": chance.random() < 0.3,
            "about": chance.choice(["", "design-grow", "exercise-1"]),
            "wants": chance.choice(["go_on"] * 12 + ["pause"]),
        }

    return ScriptedModel(talk=lambda _prompt: chance.choice(MESSAGES), books=lambda _prompt: notes())


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_decided_and_done_no_code_is_lost(seed: int) -> None:
    chance = random.Random(seed)
    async with coding(model=talking_at_random(chance)) as (app, anna, exercise):
        sent: list[str] = []
        backs = 0
        for number in range(24):
            if (await app.record()).session.status is Status.COMPLETED:
                break
            do = chance.choice(["answer"] * 6 + ["code"] * 4 + list(COMMANDS))
            backs += do == "/back"
            if do == "code":
                sent.append(f"{chance.choice([wrong(exercise), exercise.reference.python])}# number {number}\n")
                do = fence(sent[-1])
            await does(app, anna, chance.choice(WORDS) if do == "answer" else do)
        found = await found_in(app)
        assert (
            len(finding_numbers(found, CODE))
            == len(finding_numbers(found, RUN))
            == len(sent)
            == (await state_of(app))["submissions"]
        )
        whole = await app.record()
        asked = [e for e in whole.entries if e.kind is EntryKind.QUESTION and not e.withdrawn]
        twice = [text for text, times in Counter(entry.text for entry in asked).items() if times > 1]
        assert not twice or backs > 1, "who goes back over several is asked what came behind them again"
        if whole.session.status is not Status.COMPLETED:
            await does(app, anna, "/done")
        report = next(each.body.decode() for each in anna.documents if each.name.endswith(".md"))
        standing = "".join(entry.text for entry in whole.entries if not entry.withdrawn)
        assert all(source in report for source in sent if source in standing)
