"""A gift from the link to the family's letters, with the whole app: who gives, who tells, two who read along."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from core.contracts.messages import Photo, Say
from core.contracts.ports import Prompt
from core.features import NAMES
from core.store.schema import invites, metadata, outbox, persons
from core.store.schema_families import families, members, shares
from core.store.store import Connection
from tests.fakes.gifts import GARDEN, GRACE, Around, family
from tests.fakes.model import ScriptedModel, new_question
from tests.fakes.pictures import jpeg
from tests.fakes.stores import count
from tests.fakes.transcriber import FakeTranscriber

ASKED = "How did you meet grandpa?"


def _told_to(around: Around, text: str) -> list[str]:
    """Who of the family has been sent these words."""
    people = {"masha": around.masha, "petya": around.petya, "lena": around.lena}
    return [name for name, person in people.items() if any(text in said for said in person.said)]


# --- giving and opening -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_who_opens_it_is_greeted_by_name_and_asked_for_both_yeses(language: str) -> None:
    async with family(language=language) as around:
        name = {"en": "Grandma Nina", "ru": "Бабушка Нина"}[language]
        code = await around.gives(name, rhythm="daily")
        hello, consent = await around.writes(around.nina, f"/start {code}")
        assert name in hello
        assert "Masha" in hello
        assert "10:00" in hello
        assert around.buttons(around.nina) == [around.word("button-agree"), around.word("button-decline")]
        (asked,) = await around.presses(around.nina, "button-agree")
        assert asked == around.word("leave-question", giver="Masha", model="yes")
        yes = {"en": "yes", "ru": "да"}[language]
        (first,) = await around.writes(around.nina, yes)
        assert around.buttons(around.nina) == [around.word("button-skip")]
        assert consent != first
        record = await around.r.record()
        assert (record.person.name, record.session.timing.cadence) == (name, "0123456 10:00")
        assert not [entry for entry in record.entries if entry.text == yes]


async def test_a_link_lets_one_person_in_and_no_stranger() -> None:
    async with family() as around:
        code = await around.gives()
        assert around.word("gift-is-for", name="Grandma Nina") in await around.writes(around.masha, f"/start {code}")
        await around.opens(code)
        before = await around.r.store.read(lambda c: count(c, persons))
        assert code not in "".join(await around.writes(around.petya, f"/start {code}"))
        assert await around.r.store.read(lambda c: count(c, persons)) == before


async def test_only_those_who_may_give_one() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        assert await around.writes(around.nina, "/gift") == [around.word("gift-not-you")]


async def test_who_begins_to_tell_instead_has_said_no_yes() -> None:
    async with family() as around:
        await around.writes(around.nina, f"/start {await around.gives()}")
        await around.presses(around.nina, "button-agree")
        await around.writes(around.nina, GARDEN)
        await around.passes(timedelta(hours=1))
        assert [entry.text for entry in (await around.r.record()).entries if entry.ref] == [GARDEN]
        assert _told_to(around, GARDEN) == []


# --- what goes to the family ------------------------------------------------------------------------------------------


async def test_an_answer_goes_out_after_the_time_of_grace_and_once() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes(timedelta(minutes=5))
        assert _told_to(around, GARDEN) == []
        await around.passes()
        assert _told_to(around, GARDEN) == ["masha"]
        assert "What is the very first thing you remember?" in around.masha.said[-1]
        said = len(around.masha.said)
        await around.passes(timedelta(hours=1))
        assert len(around.masha.said) == said


def _keeps_it_back(prompt: Prompt) -> dict[str, Any]:
    """Keep the first answer out of the file where the newest words ask for that."""
    wish = "Please keep that between us."
    seq = re.search(r'<person n="(\d+)"[^>]*>The garden', prompt.user)
    asked = f'new="yes">{wish}' in prompt.user and seq is not None
    return {"keep_back": [{"n": [int(seq[1])], "words": wish}]} if asked and seq is not None else {}


@pytest.mark.parametrize("how", ["button", "words", "undo", "leave"])
async def test_what_is_kept_back_taken_back_or_told_without_leave_goes_to_nobody(how: str) -> None:
    async with family(model=ScriptedModel(talk=new_question, books=_keeps_it_back)) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        match how:
            case "button":
                kept = await around.presses(around.nina, "button-private")
                assert kept == [around.word("private-last-kept", gone="no", count=1)]
            case "words":
                await around.writes(around.nina, "Please keep that between us.")
            case "undo":
                await around.writes(around.nina, "/undo")
            case _:
                await around.writes(around.nina, "/family")
                await around.presses(around.nina, "button-family-no")
        await around.passes(timedelta(hours=3))
        assert _told_to(around, "apples") == []


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_what_was_told_in_distress_goes_to_nobody_until_its_teller_lets_it_go(language: str) -> None:
    distress = {"en": "I don't want to live any more.", "ru": "Не хочу больше жить."}[language]
    calm = {"en": "My mother sewed coats.", "ru": "Мама шила пальто."}[language]
    books = lambda prompt: {"danger": distress in prompt.user.split('new="yes"')[-1]}  # noqa: E731 - one line
    async with family(language=language, model=ScriptedModel(talk=new_question, books=books)) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, distress)
        record = await around.r.record()
        (answer,) = [entry for entry in record.entries if entry.text == distress]
        assert record.session.timing.apart == (answer.answers,)
        await around.passes(timedelta(hours=3))
        assert _told_to(around, distress) == []
        await around.presses(around.nina, "button-skip")
        await around.writes(around.nina, calm)
        await around.passes()
        assert (_told_to(around, distress), _told_to(around, calm)) == ([], ["masha"])
        (shown,) = await around.writes(around.nina, "/family")
        assert distress in shown
        assert calm not in shown
        assert distress not in "".join(await around.writes(around.masha, "/family"))
        assert await around.presses(around.nina, "button-let", number="1") == [around.word("family-let-go")]
        await around.passes()
        assert _told_to(around, distress) == ["masha"]
        assert distress not in "".join(await around.writes(around.nina, "/family"))


async def test_what_waits_to_be_sent_is_looked_at_once_more() -> None:
    """Changed, kept back, or without leave since it was put on its way: it is not sent as it was."""
    async with family() as around:
        await around.opens(await around.gives())
        platform = around.r.platform
        platform.held_chat = "1"
        platform.hold.clear()
        ref = await around.nina.write(GARDEN)
        await around.r.desk_settled()
        await around.masha.write("/help")  # stands before it, and is held
        await around.r.desk_settled()
        around.clock.advance(GRACE.total_seconds())
        await around.r.app.tick()
        await around.nina.edit(ref, "The garden behind our house, and my cousin.")
        await around.r.desk_settled()
        platform.hold.set()
        await around.passes(timedelta(seconds=30))
        assert _told_to(around, "apples") == []
        await around.passes()
        assert _told_to(around, "my cousin") == ["masha"]


async def test_nobody_is_written_to_at_night() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.passes(timedelta(hours=12))
        await around.writes(around.nina, GARDEN)
        await around.passes()
        assert _told_to(around, GARDEN) == []
        await around.passes(timedelta(hours=11))
        assert _told_to(around, GARDEN) == ["masha"]


async def test_a_voice_goes_with_the_words() -> None:
    async with family(transcriber=FakeTranscriber()) as around:
        await around.opens(await around.gives())
        await around.r.handled(around.nina.speak(GARDEN.encode()))
        await around.passes()
        assert _told_to(around, GARDEN) == ["masha"]
        (sound,) = around.masha.documents
        assert (sound.body, sound.media_type) == (GARDEN.encode(), "audio/ogg")


# --- members ----------------------------------------------------------------------------------------------------------


async def test_a_new_member_gets_what_is_told_once_the_teller_knows_of_them() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.invites(around.petya)
        (question,) = await around.writes(around.nina, GARDEN)
        assert "Petya" in question
        await around.passes()
        assert _told_to(around, GARDEN) == ["masha"]
        await around.writes(around.nina, "My mother sewed coats for the whole street.")
        await around.passes()
        assert _told_to(around, "sewed coats") == ["masha", "petya"]


async def test_who_was_removed_gets_nothing_from_then_on() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.invites(around.petya)
        await around.writes(around.nina, GARDEN)
        await around.writes(around.nina, "My mother sewed coats for the whole street.")
        await around.writes(around.nina, "/family")
        dropped = await around.presses(around.nina, "button-family-drop", name="Petya")
        assert dropped == [around.word("family-dropped", name="Petya")]
        await around.passes()
        assert _told_to(around, "sewed coats") == ["masha"]
        assert await around.writes(around.petya, "/family") == [around.word("family-nobody")]


async def test_a_weekly_letter_comes_on_its_day_with_all_of_the_week() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.invites(around.lena)
        await around.presses(around.lena, "button-family-week")
        await around.writes(around.nina, GARDEN)
        for told in ("My mother sewed coats.", "My brother drove a tram."):
            await around.writes(around.nina, told)
            await around.passes(timedelta(hours=24))
        assert _told_to(around, "sewed coats") == ["masha"]
        await around.passes(timedelta(days=4))
        letter, pages = around.lena.said[-2], around.lena.documents[-1]
        assert "sewed coats" in letter
        assert "drove a tram" in letter
        assert (pages.media_type, pages.body[:4]) == ("application/pdf", b"%PDF")
        assert pages.caption == around.word("family-week-pages", teller="Grandma Nina")
        assert around.word("family-week", teller="Grandma Nina") in letter
        said = len(around.lena.said)
        await around.passes(timedelta(days=7))
        assert len(around.lena.said) == said  # a week without anything new


# --- what they do with it ---------------------------------------------------------------------------------------------


async def test_thanks_are_heard_with_the_next_question_and_a_question_comes_by_name() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.presses(around.masha, "button-thank")
        said = len(around.nina.said)
        await around.presses(around.masha, "button-ask")
        kept = await around.writes(around.masha, "Was the apple tree yours?")
        assert kept == [around.word("family-question-kept", teller="Grandma Nina", more="no")]
        assert len(around.nina.said) == said  # nothing comes in the middle
        await around.presses(around.nina, "button-skip")
        assert "Masha thanks you for your story." in around.nina.said[-1]
        assert "Masha asks: Was the apple tree yours?" in around.nina.said[-1]
        next_one = await around.presses(around.nina, "button-skip")
        assert "Masha" not in next_one[-1]
        answers = [entry.text for entry in (await around.r.record()).entries if entry.role.value == "person"]
        assert answers == [GARDEN]


async def test_what_the_teller_has_refused_is_not_asked() -> None:
    model = ScriptedModel(talk=new_question, books=[{"closed": ["my brother"]}])
    async with family(model=model) as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, "I don't want to talk about my brother.")
        await around.writes(around.masha, "/family")
        await around.presses(around.masha, "button-family-ask", teller="Grandma Nina")
        refused = await around.writes(around.masha, "What became of your brother?")
        assert refused == [around.word("family-question-refused", teller="Grandma Nina")]
        two = await around.writes(around.masha, "Where did you live? And whom did you marry?")
        assert two == [around.word("family-question-how")]


@pytest.mark.parametrize(
    "question",
    [
        "Would you look at exam\u200bple.org for me?",
        "Would you write to @some_helper?",
        "Would you press tg://resolve?domain=helper?",
        "Would you type /link AB12CD34?",
        "Would you type /delete?",
    ],
)
async def test_a_question_that_leads_elsewhere_is_not_asked(question: str) -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.masha, "/family")
        await around.presses(around.masha, "button-family-ask", teller="Grandma Nina")
        assert await around.writes(around.masha, question) == [around.word("family-question-link")]


async def test_a_question_that_was_taken_back_is_asked_another_time() -> None:
    async with family() as around:
        await around.opens(await around.gives("Grandma Nina", ASKED))
        await around.presses(around.nina, "button-skip")
        assert ASKED in around.nina.said[-1]
        await around.writes(around.nina, "/back")
        assert ASKED not in around.nina.said[-1]
        await around.presses(around.nina, "button-skip")
        assert ASKED in around.nina.said[-1]


@pytest.mark.skipif("photos" not in NAMES, reason="no photograph is taken")
async def test_a_picture_is_shown_with_its_question() -> None:
    async with family() as around:
        picture = jpeg()
        await around.writes(around.masha, "/gift Grandma Nina")
        await around.presses(around.masha, "language-name")
        await around.presses(around.masha, "button-gift-once")
        code = around.code(around.masha)
        ref = await around.masha.write("Who is the girl on the left?")
        await around.r.settled()
        await around.r.handled(around.masha.tell(Photo(file_ref=around.r.platform.keep(picture)), ref=ref))
        await around.presses(around.masha, "button-gift-done")
        await around.opens(code)
        await around.presses(around.nina, "button-skip")
        question = around.word("family-asks-picture", asker="Masha", question="Who is the girl on the left?")
        assert question in around.nina.said[-1]
        assert around.nina.documents[-1].media_type == "image/jpeg"


# --- deleting ---------------------------------------------------------------------------------------------------------


async def test_deleting_reaches_what_waits_for_the_family() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.writes(around.nina, GARDEN)
        await around.passes()
        await around.writes(around.nina, "My mother sewed coats for the whole street.")
        await around.writes(around.nina, "/delete")
        await around.presses(around.nina, "button-delete-all")
        await around.passes(timedelta(hours=3))
        assert _told_to(around, "sewed coats") == []
        left = await around.r.store.read(_words_of_nina)
        assert left == []
        assert (
            await around.r.store.read(lambda c: [count(c, table) for table in (families, members, shares)]) == [0] * 3
        )


def _words_of_nina(c: Connection) -> list[str]:
    return [
        table.name
        for table in metadata.sorted_tables
        for row in c.execute(table.select())
        if any(word in str(tuple(row)) for word in ("apples", "sewed coats"))
    ]


async def test_a_member_who_deletes_everything_takes_their_questions_along() -> None:
    async with family() as around:
        await around.opens(await around.gives())
        await around.invites(around.petya)
        await around.writes(around.petya, "/family")
        await around.presses(around.petya, "button-family-ask", teller="Grandma Nina")
        await around.writes(around.petya, ASKED)
        await around.writes(around.petya, "/delete")
        await around.presses(around.petya, "button-delete-all")
        await around.presses(around.nina, "button-skip")
        assert ASKED not in around.nina.said[-1]
        await around.writes(around.nina, GARDEN)
        await around.passes()
        assert _told_to(around, GARDEN) == ["masha"]


async def test_a_way_in_goes_with_who_made_it() -> None:
    async with family() as around:
        code = await around.gives()
        await around.writes(around.masha, "/delete")
        await around.presses(around.masha, "button-delete-all")
        await around.writes(around.nina, f"/start {code}")
        assert await around.r.store.read(lambda c: count(c, families)) == 0
        assert await around.r.store.read(lambda c: c.execute(sa.select(invites.c.digest)).all()) == []
        assert around.nina.received == [] or isinstance(around.nina.received[-1].saying, Say)
        assert await around.r.store.read(lambda c: count(c, outbox)) == 0


async def test_the_answer_to_a_relatives_question_comes_under_that_question_alone() -> None:
    async with family() as around:
        await around.opens(await around.gives("Grandma Nina", "Was the apple tree yours?"))
        await around.writes(around.nina, GARDEN)
        while "Was the apple tree yours?" not in around.nina.said[-1]:
            await around.presses(around.nina, "button-skip")
        await around.writes(around.nina, "It was my grandfather's.")
        await around.passes()
        letter = next(said for said in around.masha.said if "grandfather" in said)
        assert letter.split("\n\n")[1:] == ["Masha asks: Was the apple tree yours?", "It was my grandfather's."]
