"""Somebody who speaks Russian reads Russian everywhere; and English words are never half translated."""

from __future__ import annotations

import re

from core.contracts.messages import Press, Say, SendDocument, Text, Unusable, UnusableKind
from core.words import say
from tests.fakes.app import Running, running, talking_model
from tests.fakes.platform import FakePerson

OURS = re.compile(
    r"/language \w+|/\w+|Raconteur|English|[\w-]+\.(?:md|txt|zip)|"
    r"The only chapter|Question \d in ru\?|We begin\.|Thank you\.|We pause\.|Plain ru|stop now"
)
"""What stays as it is in any language: commands, names, and the words of the interview in these tests."""


async def _everything(r: Running, person: FakePerson) -> None:
    """Make the bot say as much as it can."""
    await person.write("/resume")
    await person.write("/start")
    for written in (
        "?!",
        "Анна",
        "Ещё не началось.",
        "Всё началось зимой, в Казани.",
        "/pause",
        "/done",
        "/skip",
        "/undo",
        "/back",
        "/status",
    ):
        await r.handled(person.write(written))
    await person.write("/transcript")
    await person.write("/privacy")
    await person.write("/export")
    await person.press("Нет, спасибо")
    await person.press("Нет, спасибо")
    await person.write("Да")
    await r.handled(person.press("Да, начнём"))
    stale = person.button("Пропустить")
    ref = await person.tell(Text(text="Один."))
    for written in ("/back", "/back", "Ещё один.", "/undo", "Снова один.", "/language", "/language xx", "/name", "/x"):
        await r.settled()
        await person.write(written)
    await r.settled()
    await person.tell(Press(data=stale.data))
    await person.edit(ref, "Другое.")
    for kind in UnusableKind:
        await person.tell(Unusable(kind=kind))
    for written in ("Два.", "/pause", "/pause", "/start", "Здравствуйте!", "/pause", "/resume", "/help", "/status"):
        await r.handled(person.write(written))
    for written in ("/interview", "/interview x", "/name Анна Петровна", "/name ?", "/export", "/done", "/start"):
        await r.handled(person.write(written))
    for written in ("Уже всё.", "/done", "/undo", "/status", "/resume", "stop now", "/resume"):
        await r.handled(person.write(written))


async def test_somebody_who_speaks_russian_reads_russian_everywhere() -> None:
    async with running(model=talking_model("Понимаю.")) as r:
        person = r.platform.person(name="Анна", language="ru")
        await _everything(r, person)
        shown = [_shown(message.saying) for message in person.received]
        assert len(shown) > 50
        english = {text: found for text in shown if (found := re.findall("[A-Za-z]{2,}", OURS.sub("", text)))}
        assert english == {}
        assert {message.language for message in person.received} == {"ru"}


def _shown(saying: Say | SendDocument) -> str:
    """Everything of a message that a person reads."""
    if isinstance(saying, SendDocument):
        return f"{saying.caption}\n{saying.name}"
    return "\n".join([saying.text, *(choice.label for choice in saying.choices)])


async def test_each_speaks_their_own_language_at_the_same_time(r: Running) -> None:
    anna, boris = await r.beginning("1"), await r.beginning("2", language="ru")
    await anna.write("/pause")
    await boris.write("/pause")
    assert (await anna.next(), await boris.next()) == (say("en", "paused"), say("ru", "paused"))
