"""Hard subjects and danger: what they notice, what they leave alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import HERE, LANGUAGES
from core.languages.sensitive import is_danger, is_hard, is_plain_danger
from tests.fakes.effort import tries

SENTENCES = Path(__file__).parents[1] / "data" / "sentences"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "hard"
TAGS = st.sampled_from([*LANGUAGES, "", "de-AT"])


def sections_and_words(language: str) -> tuple[set[str], list[str]]:
    text = (HERE / language / "sensitive.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^\[(.+)\]$", text, re.MULTILINE)), re.findall(r"[^\W\d_]+", text)


WORDS = st.sampled_from(sorted({word for language in LANGUAGES for word in sections_and_words(language)[1]}))
TEXTS = st.one_of(st.text(), st.lists(st.one_of(WORDS, st.sampled_from([".", ",", "\n", "«", "»"]))).map(" ".join))


def test_every_language_has_the_same_sections() -> None:
    assert {"en", "ru"} <= set(LANGUAGES)
    for language in LANGUAGES:
        assert sections_and_words(language)[0] == {
            "groups", "strong", "medium", "weak", "not", "danger", "plain danger", "not danger", "not plain danger",
        }  # fmt: skip


@given(TEXTS, TAGS)
def test_any_text_is_accepted_and_each_degree_includes_the_next(text: str, language: str) -> None:
    if is_plain_danger(text, language):
        assert is_danger(text, language)
    if is_danger(text, language):
        assert is_hard(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("unit", ["a", "hit ", "he told me that i ", "я хочу ", "«", '"', "“", ", ", "' ", "he's "])
def test_a_long_text_is_looked_through_to_its_end(unit: str, language: str) -> None:
    """Where the time grew faster than the text, these would not end before the time limit of a test."""
    text = unit * (tries(20_000, soak=100_000) // len(unit))
    is_hard(text, language), is_danger(text, language), is_plain_danger(text, language)


HARD = {
    "en": [
        "She passed in March.", "We buried him on a Tuesday.", "The bottle took my father.", "They found a lump.",
        "It was all my fault.", "My dad drank.", "We lost our little girl.", "Nobody comes any more.", "We starved.",
        "I was fourteen when they came for my father.", "My husband left me for his secretary.", "We were beaten.",
        "My uncle killed himself.", "The scan went quiet.", "My mother hid in the cellar.", "And then there were four.",
        "His mug is still on the hook.", "He would have been forty this March.", "Our Sue isn't in any of the albums.",
        "He holds the bank card and gives me twenty on a Friday.", "We had another baby before Tom.",
        "They told us it was camping.", "That's when they used to come.", "i cant sleep and i dont see the point",
    ],
    "ru": [
        "Мамы не стало в марте.", "Папа пил, и сильно.", "Он поднял на неё руку.", "Мы развелись через год.",
        "У меня было два выкидыша.", "Дед не вернулся с войны.", "Её больше нет.", "Муж ушёл к другой.",
        "Дядя наложил на себя руки.", "Нас сослали в Казахстан.", "Я до сих пор себя виню.", "Потом осталось четверо.",
        "Врач молчал.", "Мы прятались в подвале.",
        "Его шапка так на гвозде и висит.", "В этом году она бы в первый класс пошла.",
        "Карточка у мужа, он мне выдаёт на продукты.", "Он телефон мой об стену разбил.", "Вот и всё, дальше не буду.",
    ],
    "de": [
        "Seine Tasse hängt immer noch am Haken.", "Dieses Jahr wäre sie in die Schule gekommen.",
        "Er hat den Kilometerstand kontrolliert.", "Mein Handy hat er an die Wand geworfen.",
        "Tante Hilde ist aus allen Fotos herausgeschnitten.", "Wo er ist, kommt keine Post hin.",
    ],
    "es": [
        "Su taza sigue en el gancho.", "Este año habría empezado la escuela.", "Donde está él no llegan cartas.",
        "Me revisaba los kilómetros del coche.", "A la tía Carmen la recortaron de todas las fotos.",
        "Le mentí al médico cuando me preguntó cómo me lo hice.",
    ],
}  # fmt: skip
LIGHT = {
    "en": [
        "I was dead tired after the shift.", "We were just killing time.", "I lost my keys.", "I burned the toast.",
        "I died laughing.", "The worker was killed by the OOM killer.", "My dad beat me at chess.",
        "The dead letter queue was full.", "What happens when a node dies?", "We drank tea in the garden.",
    ],
    "ru": [
        "Мы убивали время на вокзале.", "Потеряла ключи.", "Я умирала со смеху.", "Он бил по мячу.",
        "Я пила чай с малиной.", "Летом я была в пионерском лагере.", "Посадили картошку.", "Слезла с дерева.",
    ],
}  # fmt: skip
SHORT = {
    "en": [
        "A farm.", "My mother baked bread.", "Blue.", "In Leeds.", "Three sisters.", "Football, mostly.", "My dog.",
        "I was a teacher.", "We had a garden.", "Yes, every summer.", "My grandmother's soup.", "She sang to us.",
        "He was a tailor.", "By the sea.", "My father drove a tram.",
    ],
    "ru": [
        "Деревня.", "Мама пекла хлеб.", "Синий.", "В Твери.", "Три сестры.", "Футбол, конечно.", "Собака.",
        "Я была учительницей.", "У нас был сад.", "Да, каждое лето.", "Бабушкины пироги.", "Она нам пела.",
        "Он был портным.", "У моря.", "Отец водил трамвай.",
    ],
}  # fmt: skip
DANGER = {
    "en": [
        "I want to die.", "I don’t want to live any more.", "He still hits me.", "I tried to kill myself.",
        "I wish I was dead.", "My son hits me when he's drunk.", "Everyone would be better off without me.",
        "I'm afraid of my husband.", "I've been cutting myself again.", "I took all my pills last night.",
        "If I leave he'll find me and the kids.", "I'm saving up my pills.", "i dont feel safe at home",
        "My husband is in the next room and I'll get it if he sees this.", "They have my passport and won't let me go.",
    ],
    "ru": [
        "Я хочу умереть.", "Не хочу жить.", "Он до сих пор меня бьёт.", "Муж бьёт меня, когда выпьет.",
        "Я хочу покончить с собой.", "Жить не хочется.", "Лучше бы я умерла.",
        "Таблетки коплю понемногу.", "Если уйду, он меня найдёт и убьёт.", "Хочу уснуть и не проснуться.",
        "Муж в соседней комнате, если увидит, что я пишу, мне опять достанется.",
    ],
    "de": ["Wenn ich gehe, findet er mich und die Kinder.", "Ich sammle meine Schlaftabletten."],
    "es": ["Si me voy, me encuentra y me mata.", "Estoy juntando las pastillas."],
}  # fmt: skip
NO_DANGER = {
    "en": [
        "I'll kill him if he sings again.", "My uncle killed himself.", "I tried to kill myself in 1971.",
        "When I was nineteen I tried to kill myself.", "She said: I want to die.", '"I want to die," he said.',
        "I don't want to die.", "I want to die at home in my own bed.", "He used to beat me.", "It hurts me to say it.",
        "He smelled the apple and said: well, not too cold?", "I'm not afraid of him.", "She beats me at chess.",
        "I don't want to live in Leeds any more.", "I'll kill myself if I have to write more YAML.",
        "I want to quit the loop early.", "The tea killed me.", "We shot a film.", "He's in the next room, singing.",
        "I could have killed him, we laughed so much.", "If I leave the dog he'll find me a bone.",
        "I'm saving my tablets of soap for the fair.", "I'm scared what he'll do to the kitchen.",
    ],
    "ru": [
        "Я его убью, если он ещё споёт.", "Дядя повесился.", "Хотела руки на себя наложить в молодости.",
        "Мама говорила: не хочу жить.", "Отец меня бил.", "Хочу умереть дома.", "Не хочу жить в городе.",
        "Внук бьёт меня в шашки.", "Тогда я пыталась покончить с собой.",
        "Если уйду раньше, он найдёт мне замену.", "Коплю на машину.",
    ],
    "de": ["Ich sammle Briefmarken.", "Wenn ich gehe, findet er immer noch einen Witz."],
    "es": ["Estoy juntando sellos.", "Si me voy, encuentra otra cocinera.", "Me muero de risa."],
}  # fmt: skip
PLAIN_DANGER = {
    "en": ["I want to kill myself.", "I'm going to end my life", "Some days I just want to die."],
    "ru": ["Я хочу покончить с собой.", "Я не хочу больше жить"],
}


def pairs(sentences: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, sentence) for language, listed in sentences.items() for sentence in listed]


@pytest.mark.parametrize(("language", "sentence"), pairs(HARD))
def test_hard_answers_are_noticed(language: str, sentence: str) -> None:
    assert is_hard(sentence, language)
    assert is_hard(sentence, "")
    assert not is_danger(sentence, language)


@pytest.mark.parametrize(("language", "sentence"), pairs(LIGHT))
def test_figures_of_speech_are_left_alone(language: str, sentence: str) -> None:
    assert not is_hard(sentence, language)


@pytest.mark.parametrize(("language", "sentence"), pairs(SHORT))
def test_short_everyday_answers_are_left_alone(language: str, sentence: str) -> None:
    assert not is_hard(sentence, language)


@pytest.mark.parametrize(
    ("language", "alone", "together"),
    [("en", "The scan.", "My brother's scan."), ("ru", "Тишина.", "Мама, тишина.")],
)
def test_what_is_harmless_alone_adds_up_nearby_and_only_there(language: str, alone: str, together: str) -> None:
    far = "." + " a" * 150
    first, second = together.rstrip(".").rsplit(" ", 1)
    assert is_hard(together, language)
    assert not is_hard(alone, language)
    assert not is_hard(f"{alone} {alone} {alone}", language)
    assert not is_hard(f"{first}{far} {second}", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_hard_answers_are_noticed_and_most_plain_ones_left_alone(language: str) -> None:
    hard = (SENTENCES / f"hard.{language}.txt").read_text(encoding="utf-8").splitlines()
    plain = (SENTENCES / f"plain.{language}.txt").read_text(encoding="utf-8").splitlines()
    assert sum(is_hard(sentence, language) for sentence in hard) >= 0.95 * len(hard)
    assert sum(is_hard(sentence, language) for sentence in plain) <= 0.25 * len(plain)
    assert not any(is_danger(sentence, language) for sentence in plain)


@pytest.mark.parametrize(("language", "sentence"), pairs(DANGER))
def test_danger_is_noticed(language: str, sentence: str) -> None:
    assert is_danger(sentence, language)
    assert is_hard(sentence, language)


@pytest.mark.parametrize(("language", "sentence"), pairs(NO_DANGER))
def test_history_quotations_and_jokes_are_no_danger(language: str, sentence: str) -> None:
    assert not is_danger(sentence, language)


@pytest.mark.parametrize(("language", "sentence"), pairs(PLAIN_DANGER))
def test_plain_danger_is_noticed(language: str, sentence: str) -> None:
    assert is_plain_danger(sentence, language)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared sentences are not part of the repository")
def test_shared_sentences() -> None:
    for path in SHARED.glob("*.txt"):
        language = path.stem.rsplit(".", 1)[-1]
        for line in path.read_text(encoding="utf-8").splitlines():
            if path.name.startswith("hard."):
                assert is_hard(line, language), line
            elif path.name.startswith("plain."):
                assert not is_danger(line, language), line
