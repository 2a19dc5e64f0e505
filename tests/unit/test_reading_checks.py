"""Nothing is read into a life: thirty inventions are struck, and what rests on the words stays."""

from __future__ import annotations

import pytest

from core.contracts.session import Record
from core.documents.readings_file import (
    LANGUAGES,
    MOST,
    Observation,
    Reading,
    check_reading,
    reading_words,
    readings_markdown,
    ready_readings,
)
from tests.fakes.records import Conversation, record_of

TOLD = {
    "en": (
        "I was born in Bristol in 1944, in a room above the bakery, and my father baked for the whole street. "
        "He carried the flour up from the cellar on his back, a sack every morning.",
        "Wednesdays I bake bread. I still take two loaves to my neighbour: she sat with me the night my mother died.",
        "At the mill we were seven girls at one long table. The foreman counted our minutes, and we sang to spite him.",
    ),
    "ru": (
        "Я родилась под Вяткой в сорок четвёртом, в избе у самой реки. Отец чинил лодки, и весь двор пах смолой.",
        "По субботам бабушка ставила тесто и меня не подпускала. Потом мать заболела, и хлеб я пекла уже одна.",
        "На фабрике нас было семь девчат за одним столом. Мастер считал минуты, а мы пели ему назло.",
    ),
}
SEQS = (2, 4, 6)
TRUE = {
    "en": (
        (2, "a sack every morning", "The work is measured here in sacks, flour and mornings."),
        (
            2,
            "my father baked for the whole street",
            "The father may stand at the centre: he baked, and the street was his measure.",
        ),
        (4, "Wednesdays I bake bread", "The bread seems to carry the memory of the mother and of the neighbour."),
        (4, "two loaves to my neighbour", "What was given once is given back, two loaves at a time."),
        (
            4,
            "the night my mother died",
            "The account keeps the death of the mother short, and the neighbour close.",
        ),
        (6, "we sang to spite him", 'Here the narrator acts together with the others: "we sang to spite him".'),
        (6, "seven girls at one long table", "The seven girls are counted, and so are their minutes."),
        (6, "The foreman counted our minutes", "It may be that they sang as an answer to the rule of the foreman."),
    ),
    "ru": (
        (2, "Отец чинил лодки", "Работа отца здесь видна через двор: смола и лодки."),
        (2, "в избе у самой реки", "Река стоит в самом начале рассказа, рядом с избой."),
        (4, "хлеб я пекла уже одна", "Возможно, хлеб в этом рассказе связывает бабушку, мать и рассказчика."),
        (4, "По субботам бабушка ставила тесто", "Порядок недели держится на субботе и на тесте бабушки."),
        (6, "мы пели ему назло", "Здесь слово «мы» сильнее всего: пели вместе и назло."),
        (6, "семь девчат за одним столом", "Семь девчат за столом названы вместе, мастер стоит отдельно."),
        (6, "Мастер считал минуты", "Минуты считал мастер; пели, пожалуй, в ответ на это правило."),
    ),
}
INVENTED = {
    "en": (
        (2, "a sack every morning", "An eggshell of mercury stood in the window of the bakery."),
        (2, "in a room above the bakery", "After the camp the family came back to this room."),
        (2, "my father baked for the whole street", "Her father, Harold, baked for the whole street."),
        (2, "I was born in Bristol", "Bristol was bombed in the year when the narrator was born."),
        (2, "a sack every morning", "He carried twelve sacks every morning."),
        (2, "my father baked", "He was ashamed of the flour on his back."),
        (2, "a room above the bakery", "The room above the bakery was in Cardiff."),
        (2, "in 1944", "Born in 1941, the narrator stands between two generations."),
        (4, "Wednesdays I bake bread", "On Fridays the narrator goes to church."),
        (4, "my mother died", "The mother died of tuberculosis."),
        (4, "two loaves to my neighbour", "The neighbour, a widow, had lost her son."),
        (4, "she sat with me", "The narrator was lonely and has never forgiven anybody."),
        (6, "we sang to spite him", "The strike at the mill began with these songs."),
        (6, "seven girls at one long table", "The seven girls were hungry and cold."),
        (6, "The foreman counted our minutes", 'The foreman used to say "sing, girls, the minutes are mine".'),
    ),
    "ru": (
        (2, "Отец чинил лодки", "Скорлупка ртути стояла у отца на окне."),
        (2, "в избе у самой реки", "После лагеря семья вернулась в эту избу."),
        (2, "Отец чинил лодки", "Отец, Степан Ильич, чинил лодки."),
        (2, "Я родилась под Вяткой", "Рассказ начинается в Казани, у самой реки."),
        (2, "в сорок четвёртом", "Рассказчик родился в 1941 году."),
        (2, "весь двор пах смолой", "Отец пил, и двор это знал."),
        (2, "Отец чинил лодки", "Отец не вернулся с войны."),
        (4, "По субботам бабушка ставила тесто", "По субботам бабушка молилась."),
        (4, "меня не подпускала", "Рассказчику было обидно, что бабушка не подпускала к тесту."),
        (4, "мать заболела", "Мать умерла от тифа."),
        (4, "хлеб я пекла уже одна", "Хлеб выдавали по карточкам."),
        (4, "хлеб я пекла уже одна", "Два брата рассказчика ушли раньше."),
        (6, "мы пели ему назло", "Мастера за это посадили."),
        (6, "семь девчат за одним столом", "Семь девчат голодали вместе."),
        (6, "Мастер считал минуты", "Мастер говорил: «пойте, девки, минуты мои»."),
    ),
}


def _record(language: str, *, findings: dict[str, str] | None = None, back: int | None = None) -> Record:
    talk = Conversation()
    for text in TOLD[language]:
        talk.answer(text, talk.ask("What do you remember?"))
    if back is not None:
        talk.mark(back, kept_back=True)
    return record_of(talk, language=language, findings=findings)


def _seen(language: str, observation: Observation, *, back: int | None = None) -> list[Observation]:
    return check_reading(Reading(observations=[observation]), _record(language, back=back)).observations


def test_there_are_thirty_inventions() -> None:
    assert sum(map(len, INVENTED.values())) == 30


@pytest.mark.parametrize(("language", "case"), [(tag, case) for tag in INVENTED for case in INVENTED[tag]])
def test_an_invention_is_struck_though_its_quotation_is_true(language: str, case: tuple[int, str, str]) -> None:
    seq, quote, text = case
    assert _seen(language, Observation(quote=quote, entries=[seq], text=text)) == []
    # Nor does it help to call upon all that was told.
    assert _seen(language, Observation(quote=quote, entries=[*SEQS, 99], text=text)) == []


@pytest.mark.parametrize(("language", "case"), [(tag, case) for tag in TRUE for case in TRUE[tag]])
def test_what_rests_on_the_words_stays(language: str, case: tuple[int, str, str]) -> None:
    seq, quote, text = case
    assert _seen(language, Observation(quote=quote, entries=[seq], text=text)) == [
        Observation(quote=quote, entries=[seq], text=text)
    ]


def test_only_the_sentence_goes_that_says_too_much() -> None:
    (kept,) = _seen(
        "en",
        Observation(
            quote="my  mother died", entries=[4], text="The account keeps this short. It was in a camp. It is a turn."
        ),
    )
    assert kept == Observation(quote="my mother died", entries=[4], text="The account keeps this short. It is a turn.")


@pytest.mark.parametrize(
    ("quote", "entries"),
    [("I was never in Bristol", [2]), ("bread", [4]), ("", [4]), ("What do you remember?", [1]), (".* (", [2])],
)
def test_a_quotation_that_nobody_said_founds_nothing(quote: str, entries: list[int]) -> None:
    assert _seen("en", Observation(quote=quote, entries=entries, text="It is a turn.")) == []


def test_the_answer_is_found_by_the_quotation_where_it_was_named_wrongly() -> None:
    (kept,) = _seen("en", Observation(quote="Wednesdays I bake bread", entries=[1, 6], text="The bread is a measure."))
    assert kept.entries == [4, 6]
    assert (
        _seen("en", Observation(quote="Wednesdays I bake bread", entries=[4], text="The foreman is a measure.")) == []
    )


def test_another_language_is_struck() -> None:
    observation = Observation(quote="Wednesdays I bake bread", entries=[4], text="Возможно, это связь.")
    assert _seen("en", observation) == []


def test_where_no_list_is_nothing_is_read() -> None:
    record = _record("en")
    french = record.model_copy(update={"session": record.session.model_copy(update={"language": "fr"})})
    reading = Reading(observations=[Observation(quote="Wednesdays I bake bread", entries=[4], text="Bread.")])
    assert check_reading(reading, french) == Reading()
    assert reading_words("fr") == ""
    assert all(len(reading_words(tag)) > 2_000 for tag in LANGUAGES)


def test_a_model_that_finds_everything_is_cut_short() -> None:
    many = [Observation(quote="Wednesdays I bake bread", entries=[4], text="It is a turn.")] * (MOST + 9)
    assert len(check_reading(Reading(observations=many), _record("en")).observations) == MOST


def test_what_is_kept_back_or_changed_afterwards_leaves_the_file() -> None:
    name = "reflection-economist"
    reading = Reading(
        observations=[
            Observation(quote="Wednesdays I bake bread", entries=[4], text="The bread is a measure."),
            Observation(quote="we sang to spite him", entries=[6], text="Here they act together."),
        ]
    )
    findings = {name: reading.model_dump_json()}
    whole = readings_markdown(_record("en", findings=findings), (name,))
    assert "> “we sang to spite him”\n\nHere they act together." in whole
    left = readings_markdown(_record("en", findings=findings, back=6), (name,))
    assert "sang" not in left
    assert "> “Wednesdays I bake bread”" in left
    in_part = _record("en", findings=findings, back=6)
    kept = tuple(
        entry.model_copy(update={"kept_passages": ("we sang",)}) if entry.seq == 6 else entry
        for entry in in_part.entries
    )
    assert "sang" not in readings_markdown(in_part.model_copy(update={"entries": kept}), (name,))
    plain = _record("en", findings={name: "They sang."}, back=6)
    assert ready_readings(plain, (name,)) == ()
    assert "sang" not in readings_markdown(plain, (name,))
