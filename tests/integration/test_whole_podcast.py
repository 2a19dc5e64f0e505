"""A talk about an episode to its end: each template, language and mind with each of the others once."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from core.contracts.messages import Say
from core.contracts.ports import Prompt
from core.contracts.session import QUESTIONS, EntryKind, Role, Status
from core.words import say
from tests.fakes.deciding import goes_on, whole
from tests.fakes.model import Reply, ScriptedModel, plain_answer
from tests.fakes.podcasts import does, source_of, talking

ANSWERS = {
    "en": "Well, I thought of the old town by the river, and of people whom I knew quite well back then, number {n}.",
    "ru": "Ну, мне вспомнился старый город у реки и люди, которых тогда там все вокруг хорошо знали, номер {n}.",
}
ABOUT = {
    "en": "The Long Walk. A man walks home, {n} questions",
    "ru": "Долгая дорога. О том, как шли домой, {n} вопроса",
}


def _mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    return goes_on(whole(prompt)) if prompt.purpose == "decision" else plain_answer(prompt, schema)


@pytest.mark.parametrize("template", ["reflective", "analytical", "creative"])
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_it_is_asked_to_its_end(template: str, language: str) -> None:
    model = ScriptedModel(_mind, offline=language == ("en" if template == "creative" else "ru"))
    async with talking(language=language, model=model) as (app, anna, _web):
        await does(app, anna, f"[{say(language, f'template-{template}')}]", ABOUT[language].format(n=3))
        number = 0
        while (await app.sessions())[0].status is Status.ACTIVE:
            number += 1
            assert number < 40
            await does(app, anna, ANSWERS[language].format(n=number))
        whole = await app.record()
        mains = [e for e in whole.entries if e.kind is EntryKind.QUESTION]
        assert [e.question_id.endswith("-conclusion") for e in mains] == [False] * 3 + [True]
        before, *answers = [e.text for e in whole.entries if e.role is Role.PERSON]
        assert ABOUT[language].startswith(before)
        assert answers == [ANSWERS[language].format(n=n) for n in range(1, number + 1)]
        texts = [e.text for e in whole.entries if e.kind in QUESTIONS]
        assert len(set(texts)) == len(texts)
        assert (await source_of(app)).template == template
        notes = anna.documents[-1].body.decode()
        assert f'template: "{template}"' in notes
        assert "finished: true" in notes
        assert all(answer in notes for answer in answers)
        assert [m.saying for m in anna.received if isinstance(m.saying, Say) and not m.saying.text] == []
