"""Told paragraphs, what an honest editor makes of them, and what a lying one does, in both languages."""

# ruff: noqa: E501
from __future__ import annotations

import re
from collections.abc import Callable, Iterator

TOLD: dict[str, tuple[str, ...]] = {
    "en": (
        "Um, I was born in Kazan, you know, in 1934, and my mother Anna was nineteen. She did not want to stay there.",
        "My brother Mischa, he, he carried my bag to school. I was never afraid when he was with me, uh, never.",
        "We had three cows and two goats, and, um, my father sold one cow in March. Nobody in the house said a word.",
        "Grandmother said: “Don’t go to the river, Rose.” I went to the, I ran to the river all the same.",
        "He asked me, would I marry him? I said no. Well, a year later I said perhaps, and Peter laughed.",
        "I think it was Tuesday, I mean, it was almost winter. Aunt Vera hit me with a spoon, and I hit her back.",
        "The war took my uncle Stepan. I was, I was seven, and I hardly knew him, but my sister cried for him.",
        "They paid us 40 roubles, not 50 as they had promised. My husband was angry. I was only tired.",
    ),
    "ru": (
        "Ну, я родилась в Казани, знаете, в 1934 году, и маме Анне было девятнадцать. Она не хотела там оставаться.",
        "Брат Миша, он, он носил мой портфель в школу. Мне никогда не было страшно, когда он был рядом, э, никогда.",
        "У нас было три коровы и две козы, и, эээ, отец продал одну корову в марте. Никто в доме не сказал ни слова.",
        "Бабушка сказала: «Не ходи на реку, Роза». Я пошла на, я побежала на реку всё равно.",
        "Он спросил меня, пойду ли я за него? Я сказала нет. Ну, через год я сказала может быть, и Пётр засмеялся.",
        "По-моему, был вторник, значит, почти зима. Тётя Вера ударила меня ложкой, и я ударила её.",
        "Война забрала дядю Степана. Мне было, мне было семь, и я почти его не знала, но сестра плакала о нём.",
        "Нам заплатили 40 рублей, а не 50, как обещали. Муж рассердился. Я только устала.",
    ),
}
HONEST: tuple[tuple[str, str], ...] = (
    (TOLD["en"][0], "I was born in Kazan in 1934, and my mother Anna was nineteen. She did not want to stay there."),
    (TOLD["en"][0], "I was born in Kazan, in 1934. And my mother Anna was nineteen. She did not want to stay there."),
    (TOLD["en"][1], "My brother Mischa, he carried my bag to school. I was never afraid when he was with me, never."),
    (TOLD["en"][2], "We had three cows and two goats, and my father sold one cow in March. Nobody in the house said a word."),
    (TOLD["en"][3], "Grandmother said: “Don’t go to the river, Rose.” I ran to the river all the same."),
    (TOLD["en"][4], "He asked me, would I marry him? I said no. A year later I said perhaps, and Peter laughed."),
    (TOLD["en"][5], "I think it was Tuesday, it was almost winter. Aunt Vera hit me with a spoon, and I hit her back."),
    (TOLD["en"][6], "The war took my uncle Stepan. I was seven, and I hardly knew him, but my sister cried for him."),
    (TOLD["en"][7], "They paid us 40 roubles. Not 50 as they had promised. My husband was angry. I was only tired."),
    ("So, um, we was gonna leave, you know, but the gr- grandmother stayed.", "So we was going to leave, but the grandmother stayed."),
    ("and then we, we went, uh, home", "And then we went home."),
    ("It was, like, the best day, you know.", "It was the best day."),
    ("I dunno, well, the the house was er green.", "I dunno, the house was green."),
    ("we lived by the sea we had a boat", "We lived by the sea. We had a boat."),
    ("He was a, he was a tailor, and a good one.", "He was a tailor, and a good one."),
    ("Lemme see, it was in spring, hmm, in May.", "Let me see, it was in spring, in May."),
    ("She sang, she sang at night.", "She sang at night."),
    ("Uh-huh, that was the school, so to speak, of our street.", "That was the school of our street."),
    ("I had the, the, the measles.", "I had the measles."),
    ("It was him that told me, 'cause nobody else would.", "It was him that told me, because nobody else would."),
    (TOLD["ru"][0], "Я родилась в Казани в 1934 году, и маме Анне было девятнадцать. Она не хотела там оставаться."),
    (TOLD["ru"][1], "Брат Миша, он носил мой портфель в школу. Мне никогда не было страшно, когда он был рядом, никогда."),
    (TOLD["ru"][2], "У нас было три коровы и две козы, и отец продал одну корову в марте. Никто в доме не сказал ни слова."),
    (TOLD["ru"][3], "Бабушка сказала: «Не ходи на реку, Роза». Я побежала на реку всё равно."),
    (TOLD["ru"][4], "Он спросил меня, пойду ли я за него? Я сказала нет. Через год я сказала может быть, и Пётр засмеялся."),
    (TOLD["ru"][5], "По-моему, был вторник, почти зима. Тётя Вера ударила меня ложкой, и я ударила её."),
    (TOLD["ru"][6], "Война забрала дядю Степана. Мне было семь, и я почти его не знала, но сестра плакала о нём."),
    (TOLD["ru"][7], "Нам заплатили 40 рублей, а не 50, как обещали. Муж рассердился. Я только устала."),
    ("Ну вот, мы щас, как бы, собрались, и и поехали.", "Мы сейчас собрались и поехали."),
    ("и потом мы, мы пошли, э, домой", "И потом мы пошли домой."),
    ("Это был, так сказать, лучший день.", "Это был лучший день."),
    ("Мы жили у моря у нас была лодка", "Мы жили у моря. У нас была лодка."),
    ("Он был, он был портной, и хороший.", "Он был портной, и хороший."),
    ("В общем, дом был, эм, зелёный.", "Дом был зелёный."),
    ("Она пела, она пела по ночам.", "Она пела по ночам."),
    ("У меня была, была корь.", "У меня была корь."),
    ("Чё мы видели? Да ничего.", "Что мы видели? Да ничего."),
    ("Короче, ба- бабушка осталась.", "Бабушка осталась."),
    ("Стоило это, хм, тыщу.", "Стоило это тысячу."),
    ("Вот такая, понимаете, была жизнь.", "Такая была жизнь."),
    # What an honest editor may do as well, and the check does not take: it stands as it was told.
    ("We was poor.", "We were poor."),
    ("Me and my brother went, we both went home.", "My brother and I both went home."),
    ("Он пошёл домой, потом вернулся, значит, домой вернулся.", "Он пошёл домой, потом вернулся."),
)  # fmt: skip

Plant = Callable[[str], Iterator[str]]


def _swapped(pairs: dict[str, str]) -> Plant:
    """Each of the words in the place of the other, one at a time."""

    def plant(told: str) -> Iterator[str]:
        for word, other in pairs.items():
            for found in re.finditer(rf"\b{word}\b", told):
                yield told[: found.start()] + other + told[found.end() :]

    return plant


_NAMES = {"Kazan": "Moscow", "Anna": "Vera", "Mischa": "Stepan", "Rose": "Ruth", "Peter": "Paul", "Vera": "Anna",
          "Stepan": "Mischa", "Казани": "Москве", "Анне": "Вере", "Миша": "Степан", "Роза": "Римма", "Пётр": "Павел",
          "Вера": "Анна", "Степана": "Михаила", "March": "May", "Tuesday": "Monday", "марте": "мае"}  # fmt: skip
_NUMBERS = {"1934": "1943", "nineteen": "ninety", "three": "four", "two": "ten", "one": "a", "seven": "eleven",
            "40": "14", "50": "60", "year": "month", "девятнадцать": "девяносто", "три": "четыре", "две": "десять",
            "одну": "", "семь": "одиннадцать", "год": "месяц"}  # fmt: skip
_NEGATIONS = {"not ": "", "never": "", "Nobody": "Somebody", "no": "yes", "Don’t": "Do", "hardly": "", "не ": "",
              "никогда": "", "Никто": "Кто-то", "нет": "да", "Не ": "", "ни ": ""}  # fmt: skip
_SOFTER = {"hit": "touched", "angry": "upset", "sold": "gave away", "afraid": "worried", "cried": "was sad",
           "took": "called", "perhaps": "yes", "almost ": "", "only ": "", "I think it": "It", "ran": "walked",
           "ударила": "тронула", "рассердился": "огорчился", "продал": "отдал", "страшно": "тревожно",
           "плакала": "грустила", "забрала": "позвала", "почти ": "", "только ": "", "может быть": "да"}  # fmt: skip
_DOERS = {"my father": "my mother", "my sister": "my brother", "He": "She", "he": "I", "I": "he", "My husband": "I",
          "her": "him", "me": "him", "They": "We", "отец": "мать", "сестра": "брат", "Он": "Она", "я": "он",
          "Муж": "Отец", "Я": "Она", "меня": "его", "она": "он"}  # fmt: skip
_TENSES = {"was": "is", "said": "says", "had": "have", "carried": "carries", "want": "wants", "paid": "pay",
           "asked": "asks", "laughed": "laughs", "knew": "know", "родилась": "рожусь", "носил": "носит",
           "хотела": "хочет", "было": "есть", "сказала": "говорит", "спросил": "спрашивает", "засмеялся": "смеётся",
           "знала": "знаю", "заплатили": "платят"}  # fmt: skip
_PEOPLE = {"My brother Mischa": "My brother", "my mother Anna": "my mother and Anna", "uncle Stepan": "Stepan",
           "Aunt Vera": "Vera", "three cows and two goats": "five animals", "Брат Миша": "Брат",
           "маме Анне": "маме и Анне", "дядю Степана": "Степана", "Тётя Вера": "Тётя",
           "три коровы и две козы": "пять голов"}  # fmt: skip


def _added(told: str) -> Iterator[str]:
    """An adjective, a feeling, a whole sentence, an exclamation."""
    for noun in ("river", "house", "school", "spoon", "winter", "реку", "доме", "школу", "ложкой", "зима"):
        if noun in told:
            yield told.replace(noun, f"dear {noun}" if noun.isascii() else f"милый {noun}", 1)
    russian = re.search("[а-я]", told) is not None
    yield told + (" И это было хорошо." if russian else " And that was good.")
    yield ("К счастью, " if russian else "Luckily, ") + told
    yield told.replace(".", "!", 1)


def _moved(told: str) -> Iterator[str]:
    """Sentences and halves of them in another order, or gone."""
    parts = re.split(r"(?<=[.?]) ", told)
    if len(parts) > 1:
        yield " ".join([*parts[1:], parts[0]])
        for place in range(len(parts)):
            yield " ".join(parts[:place] + parts[place + 1 :])
    for found in re.finditer(r", (and|but|и|но|а) [^,.?]+", told):
        yield told[: found.start()] + told[found.end() :]


def _parted(told: str) -> Iterator[str]:
    """Ends of sentences and commas moved by a word, left out, or put in: somebody else does it then."""
    for found in re.finditer(r"[.,] ([A-ZА-Я]?[\w’]+) ", told):
        yield f"{told[: found.start()]} {found[1]}{told[found.start()]} {told[found.end() :]}"
    for found in re.finditer(r"(?<=[a-zа-я])\. (?=[A-ZА-Я])", told):
        yield told[: found.start()] + ", " + told[found.end() :]
    for found in re.finditer(r"(?<=[a-zа-я]{4}) (?=(?:I|Anna|my|я|маме|отец|мне) )", told):
        yield told[: found.start()] + ", " + told[found.end() :]


def _quoted(told: str) -> Iterator[str]:
    """Words of a quotation, its marks, and a question that becomes none."""
    for mark in "“”«»":
        if mark in told:
            yield told.replace(mark, "")
    if "?" in told:
        yield told.replace("?", ".")
    if "no. " in told or "нет. " in told:
        yield told.replace("no. Well, a", "no a").replace("нет. Ну, через", "нет через")


KINDS: dict[str, Plant] = {
    "names": _swapped(_NAMES),
    "numbers": _swapped(_NUMBERS),
    "negations": _swapped(_NEGATIONS),
    "softened": _swapped(_SOFTER),
    "doers": _swapped(_DOERS),
    "tenses": _swapped(_TENSES),
    "people": _swapped(_PEOPLE),
    "added": _added,
    "moved": _moved,
    "quoted": _quoted,
    "parted": _parted,
}


def planted() -> list[tuple[str, str, str]]:
    """(kind, what was told, what a liar makes of it), all of them different."""
    found = {
        (kind, told, lie)
        for kind, plant in KINDS.items()
        for told in (*TOLD["en"], *TOLD["ru"])
        for lie in plant(told)
        if lie != told
    }
    return sorted(found)
