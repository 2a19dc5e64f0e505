"""A talk about an episode to its end: each template, with and without a model, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest

from core.contracts.messages import Say
from core.contracts.ports import Prompt
from core.contracts.session import QUESTIONS, EntryKind, Role, Status
from core.languages.messages import say
from tests.fakes.model import Reply, ScriptedModel, new_question
from tests.fakes.podcasts import does, source_of, talking

ANSWERS = {
    "en": "Well, I thought of the market in our town, and of neighbours whom I knew quite well there, number {n}.",
    "ru": "Ну, мне вспомнился старый город у реки и люди, которых тогда там все вокруг хорошо знали, номер {n}.",
}
ABOUT = {"en": "The Long Walk. A man walks home.", "ru": "Долгая дорога. О том, как шли домой."}


def _talks(prompt: Prompt) -> str:
    return new_question(prompt) if "Their language: en" in prompt.user else f"Что было {len(prompt.conversation)}-го?"


def _another_subject_every_second_time() -> Callable[[Prompt], Reply]:
    turns = count()

    def books(prompt: Prompt) -> Reply:
        subjects = re.findall(r"([a-z]+-[a-z-]+) \(", prompt.system.rsplit("# Subjects", 1)[1])
        return {"about": subjects[next(turns) // 2]}

    return books


@pytest.mark.parametrize("template", ["reflective", "analytical", "creative"])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("offline", [False, True], ids=["model", "offline"])
async def test_it_is_asked_to_its_end(template: str, language: str, offline: bool) -> None:
    model = ScriptedModel(talk=_talks, books=_another_subject_every_second_time(), offline=offline)
    async with talking(language=language, model=model) as (app, anna, _web):
        await does(app, anna, ABOUT[language], "3", f"[{say(language, f'template-{template}')}]")
        number = 0
        while (await app.sessions())[0].status is Status.ACTIVE:
            number += 1
            assert number < 40
            await does(app, anna, ANSWERS[language].format(n=number))
        whole = await app.record()
        assert 5 <= number <= 8
        asked = [e for e in whole.entries if e.kind in QUESTIONS]
        subjects = list(dict.fromkeys(e.question_id for e in asked))
        assert len(subjects) == 4
        assert (asked[-1].question_id, asked[-1].kind) == (f"{template}-conclusion", EntryKind.QUESTION)
        before, *answers = [e.text for e in whole.entries if e.role is Role.PERSON]
        assert before == ABOUT[language]
        assert answers == [ANSWERS[language].format(n=n) for n in range(1, number + 1)]
        assert len({e.text for e in asked}) == len(asked)
        source = await source_of(app)
        assert (source.template, source.questions) == (template, 3)
        notes = anna.documents[-1].body.decode()
        assert f'template: "{template}"' in notes
        assert "finished: true" in notes
        assert "\nquestions: 3\nclosing_question: true\n" in notes
        assert all(answer in notes for answer in answers)
        assert [m.saying for m in anna.received if isinstance(m.saying, Say) and not m.saying.text] == []
