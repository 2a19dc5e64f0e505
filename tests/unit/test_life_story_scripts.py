"""The scripts of all kinds: the rules that a good oral historian keeps, checked on every sentence in both languages."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from core.contracts.script import Script, ScriptSet
from core.contracts.script_files import load_scripts
from core.interviews.technical.course import EXERCISES
from core.languages import LANGUAGES, script_files

FILES = {
    kind: script_files(name)
    for kind, name in (
        ("life-story", "life_story"),
        ("podcast", "podcast"),
        ("technical", "technical"),
        ("script", "script"),
    )
}
SCRIPTS: ScriptSet = load_scripts(FILES["life-story"])
LONGEST_QUESTION = {"life-story": 25, "podcast": 20, "technical": 20, "script": 20}
LONGEST_PROBE = 20
"""In words, like the length of a question."""


def asking(script: Script) -> Script:
    """Without the places for exercises, which ask nothing."""
    chapters = [chapter for chapter in script.model_dump()["chapters"] if chapter["id"] != EXERCISES]
    return Script.model_validate({**script.model_dump(), "chapters": chapters})


ALL = {
    kind: {language: asking(script) for language, script in load_scripts(files).scripts.items()}
    for kind, files in FILES.items()
}

IMPERATIVES = {
    "en": {"tell", "describe", "take", "walk", "think", "picture", "name", "choose"},
    "ru": {"расскажите", "опишите", "вспомните", "проведите", "представьте", "назовите", "выберите"},
    "de": {"erzählen", "beschreiben", "führen", "erklären", "nehmen", "denken", "nennen", "stellen", "wählen", "sagen"},
    "es": {
        *("cuénteme", "hábleme", "piense", "dígame", "imagine", "elija", "recorra", "explíqueme"),
        *("descríbase", "descríbala"),
    },
}
DOUBLE = {
    "en": re.compile(r"\b(?:and|or) (?:who|whom|whose|what|which|when|where|how|why|did|do|does|was|were)\b"),
    "ru": re.compile(r"\b(?:и|или) (?:кто|кого|кому|что|чего|чему|чем|как|какой|какая|какие|когда|где|куда)\b"),
    "de": re.compile(r"\b(?:und|oder) (?:wer|wen|wem|wessen|was|welche[mnrs]?|wann|wo|wie|warum|woher|wohin)\b"),
    "es": re.compile(r"\b(?:y|o|u) (?:quién|quiénes|qué|cuál|cuáles|cuándo|dónde|cómo|por qué|cuánto)\b"),
}
YES_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|may|might|shall|must)(?:n't)?\b", re.I
)
FRONTED = re.compile(
    r"^(?:about|for|from|in|of|on|to|under|with) (?:what|which|whom) "
    r"(?:are|can|could|did|do|does|had|has|have|is|was|were|will|would)\b",
    re.I,
)
"""Says in front what belongs at the end: "With whom did you live?"."""
MARKUP = re.compile(r"[*_`#<>\[\]{}|~]|https?:")
EMOJI = re.compile(r"[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")

# What would guess the person's gender next to «вы»: short adjectives, pronouns, the past tense in the singular.
GENDERED_WORDS = (
    r"(?:был|была|рад|рада|должен|должна|сам|сама|один|одна|готов|готова|счастлив|счастлива|уверен|уверена|"
    r"согласен|согласна|благодарен|благодарна|знаком|знакома|занят|занята|родом\s+был)"
)
BETWEEN = r"(?:\s+(?:не|ни|бы|же|тогда|там|ещё|уже|впервые|никогда|когда-то|так|и|в|детстве)){0,3}\s+"
GENDERED = (
    re.compile(rf"\bвы{BETWEEN}{GENDERED_WORDS}\b", re.I),
    re.compile(rf"\b{GENDERED_WORDS}\s+(?:бы\s+|ли\s+)?вы\b", re.I),
    re.compile(rf"\bвы{BETWEEN}\w+(?:ал|ил|ел|ёл|ял|ыл|ул|ала|ила|ела|яла|ыла|ула|шла|лся|лась)\b", re.I),
    re.compile(r"\b(?:каким|какой|таким|такой|самим|самой|одним|одной)\s+вы\s+(?:были|стали|росли)\b", re.I),
)
INTERVIEWER_GENDERED = re.compile(r"\bя\s+(?:\w+\s+){0,3}\w+(?:ал|ил|ел|ала|ила|ела|лся|лась)\b", re.I)
SLASH_FORM = re.compile(r"\w/\w|\w\((?:а|ла|ась|на)\)")
CAPITAL_YOU = re.compile(r"(?<=[\w,;:»–—-]\s)(?:Вы|Вас|Вам|Вами|Ваш\w*)\b")
WITHOUT_YO = re.compile(r"\b(?:еще|ее|мое|твое|свое|все-таки|нее|чье|ребенок|пришел|пошел|шел)\b", re.I)


def words(text: str) -> list[str]:
    return re.findall(r"\w+(?:[-'’]\w+)*", text.lower())


def questions(script: Script) -> dict[str, str]:
    return {p.question.id: p.question.text for p in script.places}


def probes(script: Script) -> Iterator[tuple[str, str]]:
    for place in script.places:
        for n, probe in enumerate(place.question.probes):
            yield f"{place.question.id}#{n}", probe.text


def asked(script: Script) -> dict[str, str]:
    """Everything the script can ask: questions and follow-ups."""
    return questions(script) | dict(probes(script))


def framing(script: Script) -> dict[str, str]:
    """What is said around the questions."""
    return {"opening": script.opening, "closing": script.closing}


def spoken(script: Script) -> dict[str, str]:
    return asked(script) | framing(script)


def everything(script: Script) -> dict[str, str]:
    titles = {f"title:{c.id}": c.title for c in script.chapters} | {"title": script.title}
    return spoken(script) | titles | {f"objective:{p.question.id}": p.question.objective for p in script.places}


def trigrams(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[i : i + 3]) for i in range(max(1, len(found) - 2))}


def repeated(texts: Iterable[str]) -> list[str]:
    return [text for text, n in Counter(" ".join(words(t)) for t in texts).items() if n > 1]


def too_long(texts: dict[str, str], limit: int) -> list[str]:
    return [f"{key}: {len(words(text))} words" for key, text in texts.items() if len(words(text)) > limit]


def matching(texts: dict[str, str], *patterns: re.Pattern[str]) -> list[str]:
    return [f"{key}: {text}" for key, text in texts.items() for pattern in patterns if pattern.search(text)]


def is_one_question(text: str, language: str) -> bool:
    """One question mark, at the end; or one sentence that asks by its imperative."""
    if text.endswith("?"):
        return text.count("?") == 1 and not re.search(r"[.…]\s", text)
    imperative = bool(IMPERATIVES[language].intersection(words(text)))
    return imperative and text.endswith(".") and text.count(".") == 1 and "?" not in text


@pytest.fixture(params=sorted(SCRIPTS.scripts))
def script(request: pytest.FixtureRequest) -> Script:
    return SCRIPTS.scripts[request.param]


@pytest.fixture(params=[(kind, language) for kind in ALL for language in ALL[kind]], ids="-".join)
def each(request: pytest.FixtureRequest) -> Script:
    """The scripts of all kinds."""
    kind, language = request.param
    return ALL[kind][language]


def test_the_set_loads_with_every_language() -> None:
    assert SCRIPTS.kind == "life-story"
    assert set(SCRIPTS.scripts) == set(LANGUAGES)
    assert all(SCRIPTS.speak(language).language == language for language in LANGUAGES)


@pytest.mark.parametrize("files", FILES.values(), ids=FILES)
def test_every_language_has_the_same_shape(files: Sequence[Path]) -> None:
    raw = {path.parent.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}
    shapes = [
        [
            (c["id"], q["id"], q.get("follow_ups"), len(q.get("probes", ())))
            for c in file["chapters"]
            for q in c["questions"]
        ]
        for file in raw.values()
    ]
    assert all(shape == shapes[0] for shape in shapes)
    assert len({file.get("version") for file in raw.values()}) == 1


def test_size(script: Script) -> None:
    assert 104 <= len(script.places) <= 110
    assert 17 <= len(script.chapters) <= 18
    assert all(4 <= len(c.questions) <= 8 for c in script.chapters)


def test_each_question_has_follow_ups_for_short_and_for_long_answers(each: Script) -> None:
    for question in (place.question for place in each.places):
        if not question.follow_ups:
            assert not question.probes, question.id
            continue
        after = {probe.after for probe in question.probes}
        assert 2 <= len(question.probes) <= 3, question.id
        assert after & {"any", "short"}, question.id
        assert after & {"any", "long"}, question.id


def test_nothing_is_said_twice(each: Script) -> None:
    assert len({c.id for c in each.chapters}) == len(each.chapters)
    assert len(each.by_id) == len(each.places)
    assert not repeated(spoken(each).values())
    assert not repeated(p.question.objective for p in each.places)
    assert not repeated(c.title for c in each.chapters)


def test_no_two_questions_are_alike(each: Script) -> None:
    grams = {key: trigrams(text) for key, text in questions(each).items()}
    alike = [(a, b) for a, b in combinations(grams, 2) if len(grams[a] & grams[b]) / len(grams[a] | grams[b]) > 0.5]
    assert not alike


def test_everything_is_short(each: Script) -> None:
    assert not too_long(questions(each), LONGEST_QUESTION[each.kind])
    assert not too_long(dict(probes(each)), LONGEST_PROBE)
    assert not too_long({"opening": each.opening}, 40)
    assert not too_long({"closing": each.closing}, 50)


def test_each_asks_exactly_one_question(each: Script) -> None:
    assert not [key for key, text in questions(each).items() if not is_one_question(text, each.language)]
    assert not [key for key, text in probes(each) if not is_one_question(text, each.language)]
    assert not matching({k: t.lower() for k, t in asked(each).items()}, DOUBLE[each.language])


def test_what_is_said_around_the_questions_asks_nothing(each: Script) -> None:
    assert all(framing(each).values())
    assert not [key for key, text in framing(each).items() if "?" in text or not text.endswith(".")]


def test_the_tone_is_plain(each: Script) -> None:
    texts = everything(each)
    assert not [key for key, text in texts.items() if "!" in text or text != text.strip()]
    assert not matching(texts, MARKUP, EMOJI)


def test_openings_are_varied(script: Script) -> None:
    texts = questions(script).values()
    assert max(Counter(tuple(words(text)[:2]) for text in texts).values()) <= len(texts) / 4


def test_the_last_question_asks_what_was_not_asked(script: Script) -> None:
    assert [p.question.id for p in script.places][-2:] == ["glad-of", "not-asked"]
    order = [c.id for c in script.chapters]
    assert order.index("health-loss") < order.index("low-point") < order.index("high-point")
    assert order.index("low-point") <= len(order) - 6


def test_english_openings_are_open() -> None:
    texts = questions(SCRIPTS.scripts["en"])
    assert sum(bool(YES_NO.match(text)) for text in texts.values()) < 0.05 * len(texts)
    assert sum(text.lower().startswith("why") for text in texts.values()) <= 1


@pytest.mark.parametrize("kind", ALL)
def test_no_follow_up_asks_for_a_yes_or_a_reason(kind: str) -> None:
    english, russian = (dict(probes(ALL[kind][language])) for language in ("en", "ru"))
    assert not [key for key, text in english.items() if YES_NO.match(text) or text.lower().startswith("why")]
    assert not [key for key, text in russian.items() if text.lower().startswith(("почему", "зачем"))]


@pytest.mark.parametrize("kind", ALL)
def test_no_english_question_begins_with_a_preposition(kind: str) -> None:
    assert not matching(asked(ALL[kind]["en"]), FRONTED)


@pytest.mark.parametrize("kind", ALL)
def test_russian_never_guesses_a_gender(kind: str) -> None:
    texts = everything(ALL[kind]["ru"])
    assert not matching(texts, *GENDERED, INTERVIEWER_GENDERED, SLASH_FORM)


@pytest.mark.parametrize("kind", ALL)
def test_russian_spelling(kind: str) -> None:
    texts = everything(ALL[kind]["ru"])
    assert not matching(texts, CAPITAL_YOU, WITHOUT_YO, re.compile('["“”]'))
    assert any("ё" in text for text in texts.values())
    assert not [key for key, text in texts.items() if not re.search("[а-яё]", text)]
    assert sum(text.lower().startswith(("почему", "зачем")) for text in questions(ALL[kind]["ru"]).values()) <= 1


@pytest.mark.parametrize(
    "guess",
    [
        "Где вы был в тот день?",
        "Чему вы тогда была рада?",
        "Что вы впервые сделала?",
        "Когда вы родился?",
        "Вы не должен отвечать.",
        "Кому вы помогал?",
    ],
)
def test_the_gender_check_finds_guesses(guess: str) -> None:
    assert any(pattern.search(guess) for pattern in GENDERED)


@pytest.mark.parametrize("fine", ["Что вы помнили о нём?", "Где вы жили в детстве?", "Кто был рядом с вами?"])
def test_the_gender_check_lets_plurals_pass(fine: str) -> None:
    assert not any(pattern.search(fine) for pattern in GENDERED)


def test_the_script_of_an_interview_that_began_long_ago_still_loads() -> None:
    stored = SCRIPTS.model_dump(mode="json")
    for script in stored["scripts"].values():
        for chapter in script["chapters"]:
            chapter["intro"] = "Now to the school years."
            for question in chapter["questions"]:
                question |= {"minutes": 4.0, "follow_ups": 2}
    loaded = ScriptSet.model_validate_json(json.dumps(stored))
    assert loaded.speak("ru").places[0].question.text == SCRIPTS.speak("ru").places[0].question.text
