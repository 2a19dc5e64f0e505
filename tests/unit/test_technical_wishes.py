"""What a few words at the intake of a technical interview wish."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.intake_flow import asked_in
from core.interviews.technical.plain_wishes import Wishes, has_none, of_themselves, struck_in, wished, wished_among
from core.interviews.technical.subject import Focus, Length, Seniority

JUNIOR, MIDDLE, SENIOR, STAFF = Seniority
SHORT, USUAL, LONG = Length.SHORT, Length.USUAL, Length.LONG
MIXED, TALK, CODE = Focus.MIXED, Focus.TALK, Focus.CODE
PYTHON, JAVA, GO, CPP = Programming.PYTHON, Programming.JAVA, Programming.GO, Programming.CPP
JS, TS = Programming.JAVASCRIPT, Programming.TYPESCRIPT

WISHES = [
    ("python", Wishes(language=PYTHON)),
    ("Go", Wishes(language=GO)),
    ("no java", Wishes(refused=JAVA)),
    ("python, not java", Wishes(language=PYTHON)),
    ("python instead of java", Wishes(language=PYTHON)),
    ("senior go, 60 minutes", Wishes(level=SENIOR, language=GO, length=LONG)),
    ("JS, junior, an hour", Wishes(level=JUNIOR, language=JS, length=LONG)),
    ("I'm a junior", Wishes(level=JUNIOR)),
    ("not junior, middle", Wishes(level=MIDDLE)),
    ("i write code in go", Wishes(language=GO)),
    ("quick one please", Wishes(length=SHORT)),
    ("something short", Wishes(length=SHORT)),
    ("not too long", Wishes(length=SHORT)),
    ("20 minutes", Wishes(length=SHORT)),
    ("twenty minutes", Wishes(length=SHORT)),
    ("half an hour", Wishes(length=SHORT)),
    ("about 45 min", Wishes(length=USUAL)),
    ("1.5 hours", Wishes(length=LONG)),
    ("an hour and a half", Wishes(length=LONG)),
    ("I have only 15 minutes", Wishes(length=SHORT)),
    ("a long one please", Wishes(length=LONG)),
    ("no algorithms", Wishes(focus=TALK)),
    ("No coding, please.", Wishes(focus=TALK)),
    ("I don't want exercises", Wishes(focus=TALK)),
    ("i dont want code", Wishes(focus=TALK)),
    ("skip the coding", Wishes(focus=TALK)),
    ("no live coding", Wishes(focus=TALK)),
    ("without leetcode", Wishes(focus=TALK)),
    ("only questions", Wishes(focus=TALK)),
    ("let's just talk", Wishes(focus=TALK)),
    ("questions only", Wishes(focus=TALK)),
    ("just code please", Wishes(focus=CODE)),
    ("no questions, only code", Wishes(focus=CODE)),
    ("coding interview in java", Wishes(language=JAVA, focus=CODE)),
    ("not only code", Wishes(focus=MIXED)),
    ("questions and code", Wishes(focus=MIXED)),
    ("both please", Wishes(focus=MIXED)),
    (
        "I'd like a senior level interview in Python for about twenty minutes without any coding",
        Wishes(level=SENIOR, language=PYTHON, length=SHORT, focus=TALK),
    ),
    ("middle python backend", Wishes(level=MIDDLE, language=PYTHON, position="middle python backend")),
    ("full-stack developer, TypeScript", Wishes(language=TS, position="full-stack developer, TypeScript")),
    ("mid-level C++ engineer, half an hour", Wishes(level=MIDDLE, language=CPP, length=SHORT, position="…")),
    ("lead developer at a bank", Wishes(level=STAFF, position="lead developer at a bank")),
    ("frontend, not too long, no algorithms", Wishes(length=SHORT, focus=TALK, position="frontend")),
    ("Data engineer at Yandex", Wishes(position="Data engineer at Yandex")),
    ("staff engineer, long one", Wishes(level=STAFF, length=LONG, position="staff engineer")),
    ("you choose", Wishes()),
    ("rust please", Wishes(elsewhere="rust")),
    ("senior rust", Wishes(level=SENIOR, elsewhere="rust")),
    ("Senior Python, let's start", Wishes(level=SENIOR, language=PYTHON, begins=True)),
    ("let's go", Wishes(begins=True)),
    ("that's all", Wishes(begins=True)),
    ("let's begin with python", Wishes(language=PYTHON, begins=True)),
    ("hmm", Wishes(clear=False)),
    ("what a day it was", Wishes(clear=False)),
    ("питон", Wishes(language=PYTHON)),
    ("давайте на плюсах", Wishes(language=CPP)),
    ("не джава", Wishes(refused=JAVA)),
    ("питон, а не го", Wishes(language=PYTHON)),
    ("джун питон", Wishes(level=JUNIOR, language=PYTHON)),
    ("сеньор го на час", Wishes(level=SENIOR, language=GO, length=LONG)),
    ("я начинающий, питон", Wishes(level=JUNIOR, language=PYTHON)),
    ("стажёр, тайпскрипт, покороче", Wishes(level=JUNIOR, language=TS, length=SHORT)),
    ("хочу собеседование на уровень мидл по питону", Wishes(level=MIDDLE, language=PYTHON)),
    ("тимлид", Wishes(level=STAFF)),
    ("не сеньор, а мидл", Wishes(level=MIDDLE)),
    ("покороче", Wishes(length=SHORT)),
    ("не слишком длинное", Wishes(length=SHORT)),
    ("у меня полчаса", Wishes(length=SHORT)),
    ("у меня мало времени", Wishes(length=SHORT)),
    ("минут двадцать", Wishes(length=SHORT)),
    ("сорок минут", Wishes(length=USUAL)),
    ("средней длительности", Wishes(length=USUAL)),
    ("полтора часа", Wishes(length=LONG)),
    ("подольше", Wishes(length=LONG)),
    ("без алгоритмов", Wishes(focus=TALK)),
    ("без кода", Wishes(focus=TALK)),
    ("не хочу задач", Wishes(focus=TALK)),
    ("не надо кода", Wishes(focus=TALK)),
    ("код не нужен", Wishes(focus=TALK)),
    ("задачи не хочу", Wishes(focus=TALK)),
    ("давайте без задач", Wishes(focus=TALK)),
    ("не люблю алгоритмы", Wishes(focus=TALK)),
    ("только поговорить", Wishes(focus=TALK)),
    ("просто вопросы", Wishes(focus=TALK)),
    ("лайвкодинг", Wishes(focus=CODE)),
    ("только код, без вопросов", Wishes(focus=CODE)),
    ("и вопросы, и код", Wishes(focus=MIXED)),
    ("можно покороче и без кода?", Wishes(length=SHORT, focus=TALK)),
    ("мидл, бэкенд на Go, минут двадцать", Wishes(level=MIDDLE, language=GO, length=SHORT, position="…")),
    ("старший разработчик на джаве", Wishes(level=SENIOR, language=JAVA, position="старший разработчик на джаве")),
    ("фронтенд в Сбер, без алгоритмов, полчаса", Wishes(length=SHORT, focus=TALK, position="фронтенд в Сбер")),
    ("полный стек на JS", Wishes(language=JS, position="полный стек на JS")),
    ("ведущий инженер", Wishes(level=SENIOR, position="ведущий инженер")),
    ("вакансия в Яндекс", Wishes(position="вакансия в Яндекс")),
    ("на котлине", Wishes(elsewhere="котлине")),
    ("всё, начинаем", Wishes(begins=True)),
    ("поехали", Wishes(begins=True)),
    ("сеньор, питон, можно начинать", Wishes(level=SENIOR, language=PYTHON, begins=True)),
    ("мне всё равно", Wishes()),
    ("какая сегодня погода", Wishes(clear=False)),
    ("make it a senior one", Wishes(level=SENIOR)),
    ("anything but java", Wishes(refused=JAVA)),
    ("we have 40 minutes", Wishes(length=USUAL)),
    ("I don't have much time", Wishes(length=SHORT)),
    ("I hate algorithm questions", Wishes(focus=TALK)),
    ("I'd rather talk", Wishes(focus=TALK)),
    ("half code half questions", Wishes(focus=MIXED)),
    ("alright, let's get started", Wishes(begins=True)),
    ("I've sent everything", Wishes(begins=True)),
    ("времени в обрез", Wishes(length=SHORT)),
    ("минут на пятнадцать", Wishes(length=SHORT)),
    ("кодить не буду", Wishes(focus=TALK)),
    ("давай задачки", Wishes(focus=CODE)),
    ("лучше просто поболтать", Wishes(focus=TALK)),
    ("50 на 50", Wishes(focus=MIXED)),
    ("давай уже начнём", Wishes(begins=True)),
    ("я всё прислала", Wishes(begins=True)),
    ("make it harder", Wishes(harder=1)),
    ("easier please", Wishes(harder=-1)),
    ("попроще", Wishes(harder=-1)),
    ("посложнее, на го", Wishes(language=GO, harder=1)),
    ("please no whiteboard", Wishes(focus=TALK)),
    ("only system design", Wishes(focus=TALK)),
    ("i only have twenty five minutes", Wishes(length=SHORT)),
    ("change language to go", Wishes(language=GO)),
    ("set level to middle", Wishes(level=MIDDLE)),
    ("can we start", Wishes(begins=True)),
    ("код писать не хочу", Wishes(focus=TALK)),
    ("не больше двадцати минут", Wishes(length=SHORT)),
    ("I want to practice for a staff role at Google", Wishes(level=STAFF, position="staff role at Google")),
    ("хочу потренироваться перед собеседованием в Яндекс", Wishes(position="Яндекс")),
]


@pytest.mark.parametrize(("text", "wishes"), WISHES, ids=[text for text, _ in WISHES])
def test_a_few_words_are_understood(text: str, wishes: Wishes) -> None:
    found = wished(text)
    if wishes.position == "…":
        assert found.position
        wishes = replace(wishes, position=found.position)
    assert found == wishes


@pytest.mark.parametrize("text", [text for text, _ in WISHES])
def test_no_wish_is_taken_for_a_question_about_the_interviewer(text: str) -> None:
    assert asked_in(text) == ()


@pytest.mark.parametrize(
    ("text", "facts", "struck"),
    [
        ("no Java", ("Java", "JavaScript"), ("Java",)),
        ("I don't know Kafka", ("Kafka", "Redis"), ("Kafka",)),
        ("Kafka is wrong, Redis is right", ("Kafka", "Redis"), ("Kafka",)),
        ("leave out kafka and keep Redis", ("Kafka", "Redis"), ("Kafka",)),
        ("I never worked with Spring Boot", ("Spring", "Spring Boot"), ("Spring", "Spring Boot")),
        ("Kafka", ("Kafka",), ()),
        ("без джавы", ("Java", "Python"), ("Java",)),
        ("Kafka я не знаю", ("Kafka", "Redis"), ("Kafka",)),
        ("убери, пожалуйста, Kafka", ("Kafka",), ("Kafka",)),
        ("с Kubernetes я не работал", ("Kubernetes", "Docker"), ("Kubernetes",)),
        ("проекта «Маяк» не было", ("Маяк",), ("Маяк",)),
        ("питон да, го нет", ("Python", "Go"), ("Go",)),
    ],
)
def test_what_was_read_is_corrected_by_words(text: str, facts: tuple[str, ...], struck: tuple[str, ...]) -> None:
    assert struck_in(text, facts) == struck


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ("I know Kafka and Redis", True),
        ("I have 7 years of experience", True),
        ("я работаю с PostgreSQL и Redis", True),
        ("мой опыт – 5 лет", True),
        ("I know Python", False),
        ("I also know Rust", True),
        ("i dont know kafka", False),
        ("Kafka я не знаю", False),
        ("I want a short one", False),
        ("senior go, 60 minutes", False),
        ("middle backend", False),
    ],
)
def test_who_tells_of_themselves_is_told_from_who_wishes(text: str, so: bool) -> None:
    assert of_themselves(text) is so


@pytest.mark.parametrize("text", ["I have no résumé", "no resume", "нет резюме", "резюме у меня нет", "вакансии нет"])
def test_who_has_nothing_to_send_is_heard(text: str) -> None:
    assert has_none(text)


def test_of_a_longer_text_only_what_is_said_to_the_interviewer_is_a_wish() -> None:
    told = (
        "I have worked on long algorithms and short tasks for a bank for years. "
        "I'd like about twenty minutes, no coding please. The full stack was ours."
    )
    assert wished_among(told) == Wishes(length=SHORT, focus=TALK)
