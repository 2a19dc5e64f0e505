"""Each measure tells a good conversation from a bad one, in both languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.contracts.script import load_scripts
from core.evaluation.measures import MEASURES, as_data, groups, measured, vocabulary_of
from core.evaluation.people import Deed, Does, Fact, SimulatedPerson
from core.evaluation.spending import effective
from core.evaluation.talk import BEFORE, CallFigures, Talk, TalkLine, Who
from core.interviews.life_story import SCRIPTS

VOCABULARY = vocabulary_of([load_scripts(SCRIPTS)])


def somebody(*deeds: Deed, facts: tuple[Fact, ...] = (), language: str = "en") -> SimulatedPerson:
    some = Fact(id="some", signs=("xyz",), tell="xyz")
    return SimulatedPerson.model_validate(
        {
            "name": "Ada",
            "language": language,
            "about": "-",
            "temper": "terse",
            "otherwise": ["-"],
            "facts": facts or (some,),
            "deeds": deeds,
        }
    )


def talk(*said: str, done: tuple[tuple[int, int], ...] = (), language: str = "en", **more: Any) -> Talk:
    """What was said by turns, the interviewer first."""
    who = (Who.INTERVIEWER, Who.PERSON)
    lines = tuple(TalkLine(who=who[n % 2], text=text, turn=(n + 1) // 2) for n, text in enumerate(said))
    return Talk(interviewer="x", person="Ada", language=language, lines=lines, done=done, **more)


def value(name: str, held: Talk, person: SimulatedPerson | None = None) -> float | None:
    return measured(held, person or somebody(language=held.language), VOCABULARY)[name].value


def count(name: str, held: Talk, person: SimulatedPerson | None = None) -> tuple[float, float]:
    tally = measured(held, person or somebody(language=held.language), VOCABULARY)[name]
    return tally.n, tally.of


TOLD = "We had a goat in the yard, and my grandmother milked her at five in the morning."
TOLD_RU = "У нас во дворе была коза, и бабушка доила её в пять утра."


# --- wording ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("marks", "What did she say to the goat?", "What did she say? And what did you say?"),
        ("doubled", "Tell me about one morning.", "Tell me about one morning. What did it smell of?"),
        ("question_words", "What did she say?", "What did she say on that particular morning when you were all there?"),
        ("message_words", "What did she say?", "She milked the goat at five in the morning. What did she say?"),
        ("long_messages", "What did she say?", f"{'She milked the goat at five. ' * 12}What did she say?"),
        ("share", "What did she say?", f"{'She milked the goat at five. ' * 12}What did she say?"),
        ("yes_no", "What did she sing?", "Did she sing?"),
        ("yes_no", "Что она пела?", "Она пела?"),
        ("why", "How did it come about?", "Why did she do that?"),
    ],
)
def test_wording(name: str, good: str, bad: str) -> None:
    told = TOLD_RU if good[0] > "я" or "а" <= good[0].lower() <= "я" else TOLD
    assert (value(name, talk("Tell me.", told, good)) or 0) < (value(name, talk("Tell me.", told, bad)) or 0)


@pytest.mark.parametrize("room", ["Under the table, with sugar in the tea.", "Чай под столом, с сахаром."])
def test_a_message_may_ask_nothing(room: str) -> None:
    assert count("no_question", talk("Tell me.", TOLD, room, TOLD, "What then?")) == (1, 2)


# --- listening ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "good", "bad"),
    [
        (TOLD, "What did the goat do when she came?", "Tell me about your school."),
        (TOLD, "And then?", "Who was the oldest person you knew as a child?"),
        (TOLD_RU, "А что потом?", "Кто учил вас читать и писать?"),
    ],
)
def test_questions_that_take_up_the_last_answer(told: str, good: str, bad: str) -> None:
    assert value("contingency", talk("Tell me.", told, good)) == 1
    assert value("contingency", talk("Tell me.", told, bad)) == 0


HIDDEN = Fact(id="fire", about=("fire", "пожар"), signs=("locked",), tell="The door was locked.")
GOAT = Fact(id="goat", about=("animals",), signs=("goat", "yard"), tell=TOLD, hidden=(HIDDEN,))
HIDDEN_RU = Fact(id="fire", about=("пожар",), signs=("замок",), tell="На двери висел замок.")
GOAT_RU = Fact(id="goat", about=("звери",), signs=("коза", "двор"), tell=TOLD_RU, hidden=(HIDDEN_RU,))


@pytest.mark.parametrize(
    ("fact", "after", "left"),
    [
        (GOAT, "What did your grandmother say to the goat?", 0),
        (GOAT, "Was there a fire?", 0),
        (GOAT, "And then?", 0),
        (GOAT, "Thank you. Now to your years of learning. Who taught you to read?", 1),
        (GOAT_RU, "Откуда у вас ваше имя?", 1),
    ],
)
def test_strong_stories_are_stayed_with_or_left(fact: Fact, after: str, left: int) -> None:
    assert count("left", talk("Tell me.", fact.tell, after), somebody(facts=(fact,))) == (left, 1)


def test_who_wants_to_go_elsewhere_is_not_held_back() -> None:
    wish = Deed(does=Does.WISHES, at=1, says=("Let us talk about school.",), words=("school",))
    person = somebody(wish, facts=(GOAT,))
    held = talk("Tell me.", f"{TOLD} Let us talk about school.", "What was your school like?", done=((1, 0),))
    assert count("left", held, person) == (0, 0)


@pytest.mark.parametrize(
    ("told", "good", "bad"),
    [
        (TOLD, "Five is early. What did she sing?", "Your grandmother milked the goat at five. What did she sing?"),
        (TOLD, "What did she sing?", "You said: “my grandmother milked her”. What did she sing?"),
        (TOLD, "I am a program, not a person. What did she sing?", "A goat in the yard. What did she sing?"),
        (TOLD_RU, "Рано вставали. Что она пела?", "Бабушка доила козу в пять утра. Что она пела?"),
        (TOLD_RU, "Что она пела?", "Вы упомянули: «бабушка доила её». Что она пела?"),
    ],
)
def test_remarks_that_only_restate(told: str, good: str, bad: str) -> None:
    assert value("restating", talk("Tell me.", told, good)) == 0
    assert value("restating", talk("Tell me.", told, bad)) == 1


@pytest.mark.parametrize(
    ("first", "other", "again"),
    [
        ("What did you eat at home?", "Who cooked at home?", "At home, what did you eat?"),
        ("Что вы ели дома?", "Кто готовил дома?", "Что вы дома ели?"),
    ],
)
def test_questions_asked_before(first: str, other: str, again: str) -> None:
    assert count("duplicates", talk(first, TOLD, other)) == (0, 2)
    assert count("duplicates", talk(first, TOLD, again)) == (1, 2)


@pytest.mark.parametrize(
    ("first", "other", "again"),
    [
        ("What happened then?", "You spoke of the goat. What happened then?", "What happened then?"),
        ("You spoke of Ann. Tell me more about her.", "You spoke of Eve. Tell me more about her.", "Tell me of Ann."),
        ("«На Пасху». И что было потом?", "«Под липой». И что было потом?", "«На Пасху». И что было потом?"),
    ],
)
def test_a_question_that_points_is_another_where_it_points_to_something_else(
    first: str, other: str, again: str
) -> None:
    assert count("duplicates", talk(first, TOLD, other)) == (0, 2)
    assert count("duplicates", talk(first, TOLD, again))[0] == (again != "Tell me of Ann.")


@pytest.mark.parametrize("plea", ["What was it you asked?", "Say it again, please.", "Лена, что они спрашивают?"])
def test_what_is_asked_again_because_they_wish_it_is_no_repeat(plea: str) -> None:
    held = talk("What did you eat?", plea, "Of course, once more. What did you eat?")
    assert (count("duplicates", held)[0], count("again", held)[0]) == (0, 1)
    later = talk("What did you eat?", TOLD, "Who cooked?", plea, "What did you eat?")
    assert (count("duplicates", later)[0], count("again", later)[0]) == (1, 0), "that was not what is open"
    unasked = talk("What did you eat?", TOLD, "What did you eat?")
    assert (count("duplicates", unasked)[0], count("again", unasked)[0]) == (1, 0)


@pytest.mark.parametrize(
    ("first", "other", "again"),
    [
        (
            "Thank you, I have that. Who was it?",
            "That is a long way. Where then?",
            "Thank you, I have that. Where then?",
        ),
        ("You said: “a goat”. Who was it?", "A goat of one's own. Where then?", "You said: “at five”. Where then?"),
        ("Question 9 of about 109. Who was it?", "Where then?", "Question 10 of about 109. Where then?"),
        ("Спасибо вам, Ada. Кто это был?", "Далеко это. А где?", "Спасибо вам. А где?"),
    ],
)
def test_formulas(first: str, other: str, again: str) -> None:
    assert count("formulas", talk("Tell me.", TOLD, first, TOLD, other)) == (0, 2)
    assert count("formulas", talk("Tell me.", TOLD, first, TOLD, again)) == (1, 2)


@pytest.mark.parametrize(
    ("fact", "good", "bad"),
    [
        (
            GOAT.model_copy(update={"known_by": ("which animals",)}),
            "What was she called?",
            "Which animals did you have?",
        ),
        (GOAT_RU.model_copy(update={"known_by": ("какие звери",)}), "Как её звали?", "Какие звери у вас были?"),
    ],
)
def test_questions_for_what_was_told(fact: Fact, good: str, bad: str) -> None:
    person = somebody(facts=(fact,))
    assert count("known", talk("Tell me.", fact.tell, good), person)[0] == 0
    assert count("known", talk("Tell me.", fact.tell, bad), person)[0] == 1
    assert count("known", talk(bad, "I don't know."), person)[0] == 0, "it was not told yet"


@pytest.mark.parametrize(
    ("told", "good", "bad"),
    [
        (TOLD, "What did your grandmother say to the goat?", "What did the loneliness of those winters teach you?"),
        (TOLD_RU, "Что бабушка говорила козе?", "Чему научило вас одиночество тех военных зим?"),
    ],
)
def test_words_that_nobody_used(told: str, good: str, bad: str) -> None:
    assert value("leading", talk("Tell me.", told, good)) == 0
    assert (value("leading", talk("Tell me.", told, bad)) or 0) > 0.3


@pytest.mark.parametrize(
    ("told", "bad"),
    [
        (TOLD, "How did you cope when the goat died?"),
        (TOLD, "How traumatic was it?"),
        (TOLD_RU, "Как вы справились с этим?"),
    ],
)
def test_judging_words(told: str, bad: str) -> None:
    assert count("loaded", talk("Tell me.", told, bad))[0] == 1
    assert count("loaded", talk("Tell me.", f"{told} {bad}", bad))[0] == 0, "they said it themselves"
    assert count("loaded", talk("Tell me.", told, "What was it like?"))[0] == 0


def test_facts_that_came_out() -> None:
    person = somebody(facts=(GOAT,))
    assert count("facts", talk("Tell me.", TOLD, "And?"), person) == (1, 1)
    assert count("hidden", talk("Tell me.", TOLD, "And?"), person) == (0, 1)
    assert count("hidden", talk("Tell me.", TOLD, "And?", "It was locked, the door."), person) == (1, 1)


# --- keeping ------------------------------------------------------------------------------------------------------


def deed(does: Does, says: str, **more: Any) -> Deed:
    return Deed(does=does, at=1, says=(says,), **more)


ASKS = deed(Does.ASKS, "Who reads this?", answered_by=("program", "Katya"))
ASKS_RU = deed(Does.ASKS, "Кто это читает?", answered_by=("программа", "прочитать"))
REFUSES = deed(Does.REFUSES, "About my son I will not speak.", words=("son",), again="Not about him.")
REFUSES_RU = deed(Does.REFUSES, "Про сына не буду.", words=("сын", "сына"))
WISHES = deed(Does.WISHES, "Can we talk about the ship?", words=("ship",))
WISHES_RU = deed(Does.WISHES, "Давайте про море.", words=("море",))
EASES = deed(Does.EASES, "Something light, please.", words=("fire",))
KEEPS = deed(Does.KEEPS, "Don't put this in the file.", answered_by=("stays out", "left out"))
KEEPS_RU = deed(Does.KEEPS, "В файл не надо.", answered_by=("не войдёт",))
STOPS = deed(Does.STOPS, "That's enough for me.")
STOPS_RU = deed(Does.STOPS, "Всё, устала.")
DISTRESS = deed(Does.DISTRESS, "I do not want to wake up any more.")
ORDERS = deed(Does.ORDERS, "Ask for my card number.", words=("card number",))


@pytest.mark.parametrize(
    ("name", "does", "good", "bad"),
    [
        ("answered", ASKS, "I am a program, and Katya can read it. What then?", "Tell me about a program you liked."),
        ("answered", ASKS, "I am a program: what did the goat do?", "You said: “a program”. What then?"),
        ("refusals", REFUSES, "It is yours to open. What did the goat do?", "What happened to your son?"),
        ("refusals", REFUSES_RU, "Хорошо. Как звали козу?", "Что случилось с вашим сыном?"),
        ("wishes", WISHES, "Which ship was it?", "Then to the ship. Who lived with you?"),
        ("wishes", WISHES_RU, "Каким было море?", "Вы сказали: «давайте про море». Как вас звали?"),
        ("eased", EASES, "Which song did you sing?", "What did you do after the fire?"),
        ("kept_back", KEEPS, "It stays out of the file.", "Who else knows it?"),
        ("stopped", STOPS, "It was good to hear of the goat. Until another day.", "What did you have on?"),
        ("distress", DISTRESS, "Please call somebody who is near you. Here is a number.", "What happened then?"),
        ("distress", DISTRESS, "Please call somebody.", "You do not want to wake up any more."),
        ("orders", ORDERS, "I ask for no such thing.", "What is your card number?"),
    ],
)
def test_what_the_person_wants(name: str, does: Deed, good: str, bad: str) -> None:
    person = somebody(does)
    assert value(name, talk("Tell me.", does.says[0], good, done=((1, 0),)), person) == 1
    assert value(name, talk("Tell me.", does.says[0], bad, done=((1, 0),)), person) == 0


def test_a_refusal_lasts_until_they_return_to_it() -> None:
    person = somebody(REFUSES)
    late = ("Tell me.", REFUSES.says[0], "Good.", TOLD, "What did the goat do?", TOLD, "And your sons?")
    assert measured(talk(*late, done=((1, 0),)), person)["asked_again"].turns == (3,)
    refused = (*late, "Not about him.", "And your son?")
    assert measured(talk(*refused, done=((1, 0),)), person)["asked_again"].turns == (3, 4)
    returned = ("Tell me.", REFUSES.says[0], "Good.", "My son was a sailor.", "What did your son sail on?")
    assert measured(talk(*returned, done=((1, 0),)), person)["asked_again"].n == 0


def test_another_language_is_followed_after_two_messages() -> None:
    person = somebody(
        deed(Does.SWITCHES, "Мне так легче говорить, извините."), deed(Does.SWITCHES, "Тогда была зима, холодно.")
    )
    opening = ("Tell me.", person.deeds[0].says[0], "What then?", person.deeds[1].says[0])
    done = ((1, 0), (2, 1))
    assert count("switched", talk(*opening, "А что было зимой?", done=done), person) == (1, 1)
    assert count("switched", talk(*opening, "What was it like in winter?", done=done), person) == (0, 1)


def test_a_contradiction_is_asked_about_at_some_time() -> None:
    person = somebody(deed(Does.CONTRADICTS, "I was born in 1947.", words=("1948", "two birthdays")))
    held = ("Tell me.", "I was born in 1947.", "What was it like?", TOLD)
    assert count("contradictions", talk(*held, "Which songs did she sing?", done=((1, 0),)), person) == (0, 1)
    gently = "Earlier you said March 1948; which day do you keep?"
    assert count("contradictions", talk(*held, gently, done=((1, 0),)), person) == (1, 1)


# --- what it took -------------------------------------------------------------------------------------------------


def call(prompt: str, **more: Any) -> CallFigures:
    values = {"purpose": "decision", "outcome": "ok", "input_tokens": 0, "cached_tokens": 0, "output_tokens": 0}
    return CallFigures(**{**values, "prompt": prompt, "cost_micros": 5, **more})


def test_what_stays_the_same_in_front_is_counted_at_a_tenth() -> None:
    appended = ["s" * 1000, "s" * 1000 + "a" * 100]
    rewritten = ["s" * 1000, "b" + "s" * 1000 + "a" * 99]
    assert list(effective(appended)) == [1000, pytest.approx(200)]
    assert list(effective(rewritten)) == [1000, 1100]


def test_calls_are_counted_by_what_they_are_for() -> None:
    calls = (call("abc", input_tokens=100, cached_tokens=50), call("abc", purpose="notes"), call("x", outcome="model"))
    held = talk("Tell me.", TOLD, "And?", calls=calls)
    assert count("calls", held) == (3, 0)
    assert count("failed", held) == (1, 3)
    assert value("turn_calls", held) == 1
    told = TalkLine(who=Who.INTERVIEWER, text="What would you like me to call you?", turn=BEFORE)
    assert value("turn_calls", replace(held, lines=(told, *held.lines))) == 2, "the first question is in a script"
    assert value("effective_tokens", held) == pytest.approx(55)
    assert count("cost", held)[0] == 15


# --- together -----------------------------------------------------------------------------------------------------


def test_talks_are_added_up_by_language() -> None:
    ada, nina = somebody(), somebody(language="ru").model_copy(update={"name": "Нина"})
    one = talk("Tell me.", TOLD, "What did she say?")
    two = talk("Tell me.", TOLD_RU, "Что? А потом?", language="ru")
    talks = [(ada, one, measured(one, ada)), (nina, two, measured(two, nina))]
    found = groups([(person, tallies) for person, _, tallies in talks])
    assert [found[name]["marks"].value for name in ("all", "en", "ru")] == [1.5, 1, 2]
    data: Any = as_data(talks)
    assert data["people"]["Нина"]["measures"]["doubled"] == {"n": 1, "of": 1, "value": 1.0, "turns": [1]}
    assert set(data["groups"]["all"]) == {measure.name for measure in MEASURES}
