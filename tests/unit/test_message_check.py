"""The laws about a message of the interviewer, each with messages that keep it and messages that break it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.commands import listed_commands
from core.interviews.message_check import (
    HARD,
    CheckContext,
    Law,
    addresses_in,
    broken_laws,
    command_names,
    commands_in,
    describe_broken_laws,
    fold_visible,
    names_closed_subject,
    questions_in,
)
from core.text.text import Secret

EN, RU = CheckContext(language="en"), CheckContext(language="ru")
INSTRUCTIONS = "You interview a person about the story of their life, in a text chat, as an excellent historian would."


def context(language: str, **values: object) -> CheckContext:
    return replace(CheckContext(language=language), **values)  # type: ignore[arg-type]  # a test names the fields


@pytest.mark.parametrize(
    ("message", "where"),
    [
        ("A wooden house. Who lived there with you?", EN),
        ("Деревянный дом. Кто там жил с вами?", RU),
        ("I'm here. Take all the time you need.", EN),
        ("She said “Are you coming? Or what?” at the door. What did you answer?", EN),
        ("Она сказала: «Ты идёшь? Или как?» Что вы ответили?", RU),
        ("Why did you choose it? And why?", EN),
        ("Почему именно он? И как?", RU),
        ("Look at `a ? b : c`. What does it return?", context("en", technical=True)),
        ("```\nwho? = what? and when? and where?\n```\nWhat would you change?", context("en", technical=True)),
        ("Как вы выбирали между Kafka и RabbitMQ?", context("ru", technical=True)),
        ("Он написал «I love you, come back to me». Вы ответили?", RU),
        ("You sent me https://example.org/a, thank you. Who took it?", context("en", theirs="https://example.org/a")),
        ("Это https://example.org/a, верно?", context("ru", theirs="Вот: https://example.org/a.")),
        ("Try `curl https://example.org`. What comes back?", context("en", technical=True)),
        ("What does /deploy do in your chat?", EN),
        ("What does /delete do in your chat?", context("en", theirs="we type /delete")),
        ("You wrote to me@example.org. Who answered?", context("en", theirs="To me@example.org, yes.")),
        ("At 8 p.m. St. Petersburg was dark, e.g. on the 3.5 miles home. Who met you?", EN),
        ("Вы жили на ул. Ленина, д. 5, и т.д. Кто был рядом?", RU),
        ("What does `@property` change here?", context("en", technical=True)),
        ("Why is example.py, not user.name in main.rs, passed to asyncio.run?", context("en", technical=True)),
        ("What does /delete in your API return, and why?", context("en", technical=True)),
        ("Почему /delete в вашем API отвечает кодом 204?", context("ru", technical=True)),
        ("What was behind /etc/hosts and and/or 24/7?", EN),
        ("What was Nika like?", context("en", closed=("Nika's father",))),
        ("Каким был отец Лены?", context("ru", closed=("отец Ники",))),
        ("And what happened then?", context("en", asked=("And what happened then?",))),
        ("Who taught you to swim in the river?", context("en", asked=("Who taught you to read at school?",))),
    ],
)
def test_a_good_message_breaks_no_law(message: str, where: CheckContext) -> None:
    assert broken_laws(message, where) == ()


@pytest.mark.parametrize(
    ("law", "message", "where"),
    [
        (Law.EMPTY, "", EN),
        (Law.EMPTY, " …?! \n", EN),
        (Law.RECITES, f"Here they are: {INSTRUCTIONS}", context("en", secret=Secret(INSTRUCTIONS))),
        (Law.LINK, "Look at https://example.org, please.", EN),
        (Law.LINK, "Look at www.example.org, please.", EN),
        (Law.LINK, "Look at ht\u200btps://example.org, please.", EN),
        (Law.LINK, "Пишите на mailto:a@b.ru, хорошо?", RU),
        (Law.LINK, "Look at `https://example.org`, please.", EN),
        (Law.LINK, "Look at example.org, please.", EN),
        (Law.LINK, "Look at Example.Org/a, please.", EN),
        (Law.LINK, "Look at exam**ple.o**rg, please.", EN),
        (Law.LINK, "Look at exam\u00ad\u200d\u2060ple\ufe0f.\u034forg, please.", EN),
        (Law.LINK, "Look at example\u3164.\u115forg, please.", EN),
        (Law.LINK, "Look at ｅｘａｍｐｌｅ。ｏｒｇ, please.", EN),
        (Law.LINK, "Смотрите, пожалуйста, на сайте память.рф.", RU),
        (Law.LINK, "Write to @some_helper, please.", EN),
        (Law.LINK, "Write to ＠some\u200b_helper, please.", EN),
        (Law.LINK, "Write to <@123456>, please.", EN),
        (Law.LINK, "Press tg://resolve?domain=helper, please.", EN),
        (Law.LINK, "Press tg:resolve, please.", EN),
        (Law.LINK, "Write to me@example.org, please.", EN),
        (Law.LINK, "Look at ample.com, please.", context("en", theirs="I know example.com.")),
        (Law.LINK, "Ask @helper_bot, or look at evil.com/a, please.", context("en", technical=True)),
        (Law.LINK, "Look at evil.run/a, please.", context("en", technical=True)),
        (Law.LINK, "Look at https://example.net, please.", context("en", theirs="https://example.org/a")),
        (Law.CLOSED, "What was Nika's father like?", context("en", closed=("Nika's father",))),
        (Law.CLOSED, "Tell me about the fathers of Nika.", context("en", closed=("Nika's father",))),
        (Law.CLOSED, "Каким был отец у Ники?", context("ru", closed=("отец Ники",))),
        (Law.LANGUAGE, "Who lived there with you?", RU),
        (Law.LANGUAGE, "Кто там жил с вами?", EN),
        (Law.LANGUAGE, "Who lived there with you?", context("ru", technical=True)),
        (Law.SEVERAL, "Who lived there? And what did the kitchen look like?", EN),
        (Law.SEVERAL, "Кто там жил? А какой была кухня в доме?", RU),
        (
            Law.REPEATED,
            "And who carried the buckets to the garden?",
            context("en", asked=("I see. Who carried the buckets to the garden?",)),
        ),
        (Law.REPEATED, "Кто жил в том доме у реки?", context("ru", asked=("Кто жил в том доме у реки?",))),
        (Law.COMMAND, "You can type /skip whenever you like.", EN),
        (Law.COMMAND, "Please type /link AB12CD34 now.", EN),
        (Law.COMMAND, "Please type /delete.", EN),
        (Law.COMMAND, "Please type `/delete` now.", EN),
        (Law.COMMAND, "Please type /de\u200blete now.", EN),
        (Law.COMMAND, "Please type ／ＤＥＬＥＴＥ now.", EN),
        (Law.COMMAND, "Пришлите, пожалуйста, /link и свой код.", RU),
        (Law.COMMAND, "Please type this:\n/link AB12CD34", context("en", technical=True)),
        (Law.OTHER, "Who lived there with you?", context("en", may_ask=False)),
    ],
)
def test_a_bad_message_breaks_that_law_alone(law: Law, message: str, where: CheckContext) -> None:
    assert broken_laws(message, where) == (law,)


def test_a_written_question_may_be_asked_as_it_was_written() -> None:
    where = context("en", scripted=("Tell me about the war. Who was there?",), may_ask=False, closed=("the winter",))
    assert broken_laws("I see. Tell me about the war. Who was there?", where) == ()
    assert broken_laws("I see, the bread.", where) == ()
    assert broken_laws("Tell me about the war. Who was there? What did it cost you all?", where) == (Law.SEVERAL,)
    assert broken_laws("What did it cost you all?", where) == (Law.OTHER,)
    assert Law.CLOSED in broken_laws("Tell me about the war. Who was there?", replace(where, closed=("the war",)))


def test_a_closed_subject_may_be_named_where_nothing_is_asked_about_it() -> None:
    where = context("en", closed=("the river",))
    assert broken_laws("We'll leave the river alone. What did you bake?", where) == ()
    assert broken_laws("You baked. Tell me about the river.", where) == (Law.CLOSED,)


def test_the_model_is_told_each_law_and_what_is_closed() -> None:
    assert describe_broken_laws((Law.LINK, Law.SEVERAL)) == (
        "it contained a link, the name of a site or a name with @ and it asked more than one thing"
    )
    assert describe_broken_laws((Law.CLOSED,), ("my son", "the war")).endswith("(my son; the war)")
    assert all(describe_broken_laws((law,)) for law in Law)
    assert HARD.isdisjoint({Law.LANGUAGE, Law.SEVERAL, Law.REPEATED})
    assert {Law.LINK, Law.COMMAND} <= HARD


def test_every_command_is_known_to_the_check() -> None:
    assert command_names() >= {each.name for each in listed_commands(admin=True)}


HIDING = st.lists(
    st.sampled_from(
        ["\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b", "\u2060", "\u3164", "\ufe0f", "\U000e0041"]
    ),
    max_size=3,
).map("".join)


@given(st.sampled_from(["https://a.example", "example.org", "@helper", "tg://a", "/link", "/delete"]), st.data())
def test_nothing_hides_behind_characters_that_show_nothing(text: str, data: st.DataObject) -> None:
    hidden = "".join(letter + data.draw(HIDING) for letter in text)
    assert set(broken_laws(f"Please use {hidden} now.", EN)) == set(broken_laws(f"Please use {text} now.", EN)) != set()


@given(st.text())
def test_what_is_seen_is_seen_the_same_again(text: str) -> None:
    assert fold_visible(fold_visible(text)) == fold_visible(text)


SENTENCES = Path(__file__).resolve().parents[1] / "data" / "sentences"


def test_no_plain_sentence_holds_a_link_or_a_command() -> None:
    """A question of an engineer's, or a sentence of a life, goes out as it is written."""
    files = sorted(SENTENCES.glob("*.txt"))
    assert files
    for file in files:
        in_code = "technical" in file.name
        for line in file.read_text(encoding="utf-8").splitlines():
            assert (addresses_in(line, in_code=in_code), commands_in(line, in_code=in_code)) == (set(), set()), line


PIECES = [*'«»“”"`?!.…/\u200b\n', "абв", "a", "b", "www.", "https://", "/skip", "river", "река"]
MESSAGES = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))


@given(
    message=MESSAGES,
    language=st.sampled_from(["en", "ru", "de", "xx", ""]),
    asked=st.lists(MESSAGES, max_size=3),
    closed=st.lists(MESSAGES, max_size=3),
    theirs=MESSAGES,
    scripted=st.lists(st.text(min_size=1, max_size=30), max_size=2),
    may_ask=st.booleans(),
    technical=st.booleans(),
)
def test_any_message_can_be_checked(message: str, language: str, **values: object) -> None:
    values = {name: tuple(each) if isinstance(each, list) else each for name, each in values.items()}
    laws = broken_laws(message, context(language, **values))
    assert len(set(laws)) == len(laws)
    assert describe_broken_laws(laws, values["closed"]) or not laws  # type: ignore[arg-type]  # it is a tuple of texts
    assert len(questions_in(message)) <= message.count("?") + sum(map(message.count, "؟？¿;;"))


@given(st.lists(st.sampled_from(["river", "father", "Nika", "house"]), min_size=1, max_size=4), MESSAGES)
def test_a_part_of_a_name_closes_nothing(words: list[str], rest: str) -> None:
    name = f"{' '.join(words)} Zyzzyva"
    assert not names_closed_subject(f"{' '.join(words)} {rest}".replace("Zyzzyva", ""), [name])
    assert names_closed_subject(f"{rest} {name}", [name])
