"""What a few words at the intake wish: level, programming language, length, focus, a correction, to begin. By rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.skills import skills_in
from core.interviews.technical.subject import Focus, Length, Seniority

_Value = TypeVar("_Value", bound=StrEnum)
_CLOSE = r"(?<![\w#+])"
_ENDS = r"(?![\w#+])"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"{_CLOSE}(?:{pattern}){_ENDS}", re.IGNORECASE)


_LEVELS: Final[Mapping[Seniority, re.Pattern[str]]] = {
    Seniority.STAFF: _words(
        r"staff\+?|principal|(?:tech|team)[ -]?lead|lead(?= (?:developer|engineer|dev|level))|architect|"
        r"тех ?лид\w*|тим ?лид\w*|стафф?\w*|архитектор\w*|лид"
    ),
    Seniority.SENIOR: _words(r"seniors?\+?|sr\.?|с[еи]нь[оь]?ор\w*|синьор\w*|сениор\w*|старш\w+|ведущ\w+"),
    Seniority.MIDDLE: _words(r"middle\+?|mid(?:[- ]?level)?|intermediate|мидд?л\w*|средн\w+(?! длин| длит)"),
    Seniority.JUNIOR: _words(
        r"juniors?\+?|jr\.?|entry[- ]level|trainee|intern(?:ship)?|beginner|newbie|student|graduate|"
        r"джун\w*|младш\w+|стаж[её]р\w*|начинающ\w+|нович\w+|студент\w*"
    ),
}
_LANGUAGES: Final[Mapping[Programming, re.Pattern[str]]] = {
    Programming.TYPESCRIPT: _words(r"typescript|ts|тайпскрипт\w*|тс"),
    Programming.JAVASCRIPT: _words(r"javascript|js|node(?:\.?js)?|джава ?скрипт\w*|яваскрипт\w*|жс"),
    Programming.JAVA: _words(r"java|джав[ауые]|яв[ауые]"),
    Programming.CPP: _words(r"[cс]\+\+|cpp|[сc]и ?плюс ?плюс\w*|плюс(?:ы|ах|ов)"),
    Programming.GO: _words(
        r"golang|(?<=language to )go|(?<=switch to )go|"
        r"(?<!let's )(?<!let’s )(?<!lets )(?<!to )(?<!we )(?<!can )go(?! on| ahead| for| to| back| with|"
        r" through)|"
        r"голанг\w*|го(?=-разраб| разраб| бэк| на | нет| не )|(?<=на )го|(?<=не )го|(?<=ор )го|(?<=мидл )го|"
        r"(?<=миддл )го|"
        r"(?<=джун )го|гошк\w*"
    ),
    Programming.PYTHON: _words(r"python ?[23]?|py|питон\w*|пайтон\w*"),
}
_ELSEWHERE: Final = _words(
    r"rust|c#|kotlin|ruby|php|swift|scala|elixir|haskell|perl|dart|раст\w{0,2}|котлин\w*|руби|пхп|свифт\w*|скал[аеыу]|"
    r"си ?шарп\w*|шарп\w*"
)
"""Programming languages that nobody can write here."""
_CODING = _words(
    r"(?:live[- ])?cod(?:e|ing)|algorithms?|algos?|(?:coding |programming )?(?:exercises?|tasks?|problems?|puzzles?)|"
    r"leetcode|whiteboard\w*|programming|(?:лайв[- ]?)?код(?:а|е|у|ом|инг\w*)?|алгоритм\w*|алгос\w*|задач\w*|"
    r"задани\w*|упражнени\w*|"
    r"программирован\w*|литкод\w*|(?:по)?коди(?:ть|м)"
)
_TALKING = _words(
    r"questions?|talk(?:ing)?|conversation|theory|discussion|chat(?:ting)?|system design|вопрос\w*|разговор\w*|"
    r"(?:по)?говорить|поговор\w*|(?:по)?болта(?:ть|ем)|(?:по)?обща(?:ться|емся)|бесед\w*|теори\w*"
)
_BOTH = _words(
    r"mixed|both|balanced|смешанн\w*|и то,? и (?:то|друг\w*)|вс[её] вместе|вперемешку|пополам|50 ?(?:/|на|-) ?50|"
    r"fifty[- ]fifty|half and half|поровну"
)
_NO_FOCUS = _words(
    r"programming languages?|languages? of the code|код(?:е)? на|язык\w* (?:кода|программирования)|"
    r"i (?:write|code|program)(?: code)?|(?:я )?(?:пишу|программирую)(?: код)?|write code in|code in|code review"
)
"""Where code is spoken of and nothing is wished of it."""
_HARDER = _words(
    r"harder|more difficult|too easy|(?:по)?сложнее|посложнее|труднее|потруднее|слишком (?:легко|просто)|"
    r"сложность (?:по)?выше"
)
_EASIER = _words(
    r"easier|less difficult|simpler|too (?:hard|difficult)|(?:по)?проще|(?:по)?легче|слишком (?:сложно|трудно)|"
    r"сложность (?:по)?ниже"
)
_NUMBERS: Final[Mapping[str, int]] = {
    "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "twenty-five": 25, "twenty five": 25, "thirty": 30, "forty": 40,
    "forty-five": 45, "forty five": 45, "fifty": 50, "sixty": 60, "ninety": 90,
    "пять": 5, "десять": 10, "пятнадцать": 15, "двадцать": 20, "тридцать": 30, "сорок": 40, "сорок пять": 45,
    "пятьдесят": 50, "шестьдесят": 60, "девяносто": 90, "десяти": 10, "пятнадцати": 15, "двадцати": 20,
    "тридцати": 30, "сорока": 40, "пятидесяти": 50,
}  # fmt: skip
_NUMBER = r"\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_MINUTES = _words(rf"(?P<a>{_NUMBER}) ?-?(?:min\w*|m|мин\w*)|мин\w* (?:на )?(?P<b>{_NUMBER})")
_HOURS: Final[Mapping[int, re.Pattern[str]]] = {
    30: _words(r"half an hour|half[- ]hour|полчас\w*"),
    15: _words(r"(?:a )?quarter of an hour|четверть часа"),
    45: _words(r"three quarters of an hour|три четверти часа"),
    60: _words(
        r"(?:\d(?:[.,]\d)? ?)?h(?:ours?)?|(?:an?|one|two) hours?(?: and a half)?|(?:\d(?:[.,]\d)? )?час(?:ок|ик|а|ов)?|"
        r"полтора часа|пару часов"
    ),
}
_LENGTHS: Final[Mapping[Length, re.Pattern[str]]] = {
    Length.SHORT: _words(
        r"short(?:er)?(?: one)?|quick(?:ly|er)?|brief(?:ly)?|(?:little|not much) time|(?:not|[a-z]+n['’]?t|"
        r"no) (?:have |"
        r"got )?(?:much |a lot of |enough )?time|времени (?:в обрез|мало|нет)|in a hurry|коротк\w*|покороче|"
        r"короче|быстр\w*|"
        r"побыстрее|недолг\w*|мало времени|спешу|тороплюсь"
    ),
    Length.LONG: _words(
        r"long(?:er)?(?: one)?(?![- ]?(?:term|time))|full(?:[- ]length)?(?![- ]?stack)|extended|подлинн\w*|длинн\w*|"
        r"подольше|долг\w*|"
        r"полн(?:ое|ую|ый|оценн\w+)(?! стек)"
    ),
    Length.USUAL: _words(
        r"(?:usual|normal|standard|medium|average)(?: length| time)?|обычн\w*|стандартн\w*|средн\w+ (?:длин|длит)\w*"
    ),
}
_LONGEST = ((30, Length.SHORT), (50, Length.USUAL))
"""Minutes."""
_NEVER = (
    r"no|not|never|hate|dislike|anything but|everything but|ненавижу|without|except|skip|drop|remove|delete|forget|"
    r"omit|leave out|take out|cross out|instead of|"
    r"rather than|[a-z]{2,7}n['’]t|dont|doesnt|didnt|havent|isnt|cannot|не|без|нет|кроме|вместо|убер\w+|убрать|удал\w+|"
    r"вычеркн\w+|исключ\w+|никак\w+"
)
_BETWEEN = (
    r"the|any|a|an|my|me|about|with|in|at|on|to|of|for|know|use|used|using|have|had|do|did|want|wanna|need|like|work|"
    r"worked|write|wrote|really|ever|too|very|so|that|much|live|на|с|со|о|об|про|в|из|уровень|языке?|знаю|использ\w*|"
    r"работал\w*|работаю|пишу|писал\w*|хочу|хотел\w*|надо|нужн\w*|нужен|люблю|умею|буду|было|был|была|моего|слишком|"
    r"очень|"
    r"сильно|реш\w+|мне|там"
)
_AFTER = (
    r"is|are|was|were|i|я|мне|у|меня|нам|there|тут|здесь|там|mine|me|true|right|correct|needed|necessary|know|have|"
    r"want|"
    r"use|please|at|all|тоже|моё|мой|моя|мои|надо|нужн\w*|нужен|хочу|знаю|умею|люблю|буду|было|был|была|пожалуйста|не|"
    r"совсем|вообще|работал\w*|использ\w*|пользов\w*|worked|used|писать|решать|делать|write|do"
)
_BEFORE = re.compile(rf"{_CLOSE}(?:{_NEVER})\s+(?:(?:{_BETWEEN})\s+){{0,4}}\Z", re.IGNORECASE)
_BEHIND = re.compile(
    rf"[ –—-]*(?:(?:{_AFTER})\s+)*(?:not|isn['’]t|isnt|don['’]t|dont|wrong|false|нет|не|ни к чему|лишн\w+|неверно|"
    rf"неправда|ошибка|убер\w+|убрать|удал\w+)(?:\s+(?:{_AFTER}))*\s*(?:$|[,.;!\n])",
    re.IGNORECASE,
)
_ONLY = r"only|just|mostly|mainly|rather|more|purely|simply|только|одни|просто|лишь|больше|побольше|в основном"
_ONLY_BEFORE = re.compile(rf"{_CLOSE}(?:{_ONLY})\s+(?:(?:{_BETWEEN})\s+){{0,3}}\Z", re.IGNORECASE)
_ONLY_BEHIND = re.compile(r"\s*(?:only|above all|mostly|и вс[её]|и только)", re.IGNORECASE)
_STARTS: Final = _words(
    r"(?:let['’]?s |we can |can we |you can |(?:i am |i['’]m )?ready to |please )?(?:begin|start)(?: the interview|"
    r" now|"
    r" right away)?|"
    r"let(?:['’]?s| us) go|go ahead|go on|(?:i am |i['’]m )?ready(?: when you are)?|let(?:['’]?s| us) get (?:started|"
    r"going)|next|i(?:['’]ve| have) sent everything|that(?:['’]s| is) everything|that(?:['’]s| is) (?:all|it)|(?:i am |"
    r"i['’]m )?(?:done|all set)|nothing else|"
    r"skip(?: (?:this|it))?|"
    r"(?:давай(?:те)? |можно |можем )?(?:сразу |уже )?(?:начн[её]м|начинать|начинай(?:те)?|начинаем|начать|поехали|"
    r"погнали|"
    r"стартуем)"
    r"(?: собеседование| сразу| уже)?|(?:я )?готов[аы]?|я вс[её] (?:присла|отправи|сказа)л[аи]?|"
    r"(?:это )?вс[её](?=\s*(?:$|[,.!]))|готово|дальше|пропустить|"
    r"пропускаем"
)
"""What says that it may begin, where nothing else is said but wishes."""
_FIELD: Final = _words(
    r"developers?|engineers?|engineering|programmers?|back-?end|front-?end|full[- ]?stack|dev-?ops|sre|data|ml|ai|qa|"
    r"mobile|android|ios|web|embedded|analysts?|architect|testers?|security|platform|infrastructure|game\w*|position|"
    r"role|"
    r"job|vacancy|company|bank|start-?up|разработ\w+|программист\w*|инженер\w*|б[эе]к[эе]нд\w*|фронт[эе]нд\w*|"
    r"фул+ ?ст[эе]к\w*|девопс\w*|аналитик\w*|тестировщик\w*|данн\w+|мобильн\w+|архитектор\w*|безопасност\w+|ваканси\w+|"
    r"должност\w+|позици\w+|компани\w+|банк\w*|стартап\w*|полн\w+ ст[еэ]к\w*|(?:at|for|в|для) (?-i:[A-ZА-ЯЁ])\w+"
)
"""What a position is called by."""
_OF_THEMSELVES: Final = _words(
    r"i (?:\w+ )?(?:know|work(?:ed)?|build|built|wrote|write|use[d]?|did|made|develop(?:ed)?|have|am an?|studied|"
    r"learn\w*)|"
    r"i['’](?:m an?|ve)|my (?:experience|stack|projects?|work|last|current)|experience|"
    r"я (?:\w+ )?(?:зна\w+|работа\w+|пиш\w+|пис\w+|дела\w+|уме\w+|занима\w+|разраб\w+|учи\w+|использ\w+)|"
    r"мо[йяеё] (?:опыт|стек|проект\w*|работа)|опыт\w*|работаю|знаю|стек"
)
_ASKS: Final = _words(
    r"i(?:['’]d| would) (?:like|prefer|rather)|i (?:want|need|prefer|have only)|please|let['’]?s|(?:could|can|"
    r"would) (?:we|it|you)|"
    r"(?:хочу|хотел\w*|хотелось|давай\w*|пожалуйста|можно|лучше|пусть|сделай\w*) ?(?:бы)?|собеседовани\w+|interview"
)
"""What a sentence among others has that is said to the interviewer."""
_IDLE: Final = _words(
    r"alright|all right|fine|great|sure|хорошо|ладно|отлично|please|thanks|thank you|code|i(?:['’]d| would) (?:like|"
    r"prefer|rather)|i(?:['’]m| am)|i want|i prefer|have|half|i(?:['’]d)|i|"
    r"me|my|we|"
    r"let(?:['’]s| us)|it|is|be|do|make|set|change|switch|could|can|an?|the|of|in|with|and|or|at|to|as|on|for|about|"
    r"around|roughly|only|just|"
    r"rather|"
    r"maybe|mostly|say|level|interview|round|session|language|programming|minutes?|min|time|length|one|something|today|"
    r"you choose|up to you|whatever|as you like|never mind|does(?:n['’]?t| not) matter|на (?:твой|ваш) (?:выбор|вкус)|"
    r"вс[её] равно|не ?важно|люб(?:ой|ая|ое|ые|ую)|now|got|but|than|ok|okay|yes|well|write|know|not|no|never|without|"
    r"any|пожалуйста|спасибо|хочу|хотел\w*|хотелось|бы|"
    r"давай(?:те)?|уровень|уровня|собеседовани\w+|интервью|пусть|будет|будем|сделаем|около|примерно|где-то|можно|лучше|"
    r"наверное|всего|есть|времени|только|просто|сегодня|сейчас|язык\w*|я|мне|меня|мой|у|это|на|в|по|для|и|или|с|а|но|"
    r"не|"
    r"без|ок|да|ну|минут\w*|мин|пишу|пиш[иу]\w*|код|пока|было|чтобы|раз|что-?нибудь|что-то|длин\w*|длительност\w*"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a few words wish; None and empty for what they leave as it is."""

    level: Seniority | None = None
    language: Programming | None = None
    length: Length | None = None
    focus: Focus | None = None
    harder: int = 0
    """Levels up; below zero down."""
    refused: Programming | None = None
    """A language that it shall not be."""
    elsewhere: str = ""
    """A programming language that is not to be had here, in their word."""
    begins: bool = False
    position: str = ""
    """What they call the job, in their words."""
    clear: bool = True
    """Whether all of it was understood."""


def wished(text: str) -> Wishes:
    """What a few words of both languages wish."""
    text = _bare(text)
    about_code = _NO_FOCUS.sub(" ", text)
    length, focus = length_in(text), _focus_in(about_code)
    level, language = level_in(text), language_in(text)
    harder = bool(_HARDER.search(text)) - bool(_EASIER.search(text))
    refused = next((value for value, mention in _mentions(_LANGUAGES, text) if _negated(mention)), None)
    elsewhere = next((mention[0] for mention in _ELSEWHERE.finditer(text) if not _negated(mention)), "")
    said = _without((*_OF_TIME, *((_CODING, _TALKING, _BOTH) if focus else ())), text)
    starts = _STARTS.search(said) is not None
    said = _STARTS.sub(" ", said)
    rest = _left(_without((*_LEVELS.values(), *_LANGUAGES.values(), _ELSEWHERE, _HARDER, _EASIER), said), _IDLE)
    named = bool(rest) and _FIELD.search(said) is not None
    return Wishes(
        level=level,
        language=language,
        length=length,
        focus=focus,
        harder=harder if level is None else 0,
        refused=refused if language is None else None,
        elsewhere=elsewhere if language is None else "",
        begins=starts and not rest,
        position=_tidy(said) if named else "",
        clear=named or not rest,
    )


def wished_among(text: str) -> Wishes:
    """What the sentences of a longer text that are said to the interviewer wish of length and focus."""
    asking = [each for each in re.split(r"(?<=[.!?…])\s+|\n+", text) if _ASKS.search(each) and len(each) <= 150]
    found = wished(" ".join(asking))
    return Wishes(length=found.length, focus=found.focus)


def of_themselves(text: str) -> bool:
    """Whether a few words tell something about the one who writes, beyond level and language."""
    if struck_in(text, skills_in(text)):
        return False
    telling = any(language_in(skill) is None for skill in skills_in(text)) or bool(re.search(r"\d", text))
    return _OF_THEMSELVES.search(text) is not None and (telling or len(text.split()) >= 8)


def struck_in(text: str, facts: Iterable[str]) -> tuple[str, ...]:
    """Which of these facts a few words say are not so."""
    said = _bare(text)
    return tuple(dict.fromkeys(fact for fact in facts if any(map(_negated, _named(fact).finditer(said)))))


def named_in(text: str, facts: Iterable[str]) -> tuple[str, ...]:
    """Which of these facts a few words name, and do not refuse."""
    said = _bare(text)
    return tuple(fact for fact in facts if any(not _negated(mention) for mention in _named(fact).finditer(said)))


def _bare(text: str) -> str:
    """Without quotation marks and politeness, which may stand between a word and what refuses it."""
    return " ".join(re.sub(r"[«»\"“”]|,? ?\b(?:please|пожалуйста)\b(?:, )?", " ", text, flags=re.IGNORECASE).split())


def has_none(text: str) -> bool:
    """Whether they say that they have no job or no résumé to send."""
    return _NOTHING.search(text) is not None or any(map(_negated, _PAPERS.finditer(text)))


_PAPERS = _words(r"r[ée]sum[ée]s?|cvs?|job(?: descriptions?)?|vacanc(?:y|ies)|резюме|ваканси\w+|сиви")
_NOTHING = _words(
    r"nothing to send|have nothing|ничего нет|больше ничего|(?:мне )?нечего (?:при|по)сылать|нечего присл\w+|"
    r"ничего не (?:буду|"
    r"хочу) (?:при|по)сылать"
)


def _named(fact: str) -> re.Pattern[str]:
    """A fact as people speak of it; a programming language by any of its names."""
    spoken = language_in(fact) if len(fact.split()) == 1 else None
    return _LANGUAGES[spoken] if spoken is not None else _words(re.escape(fact))


def level_in(text: str) -> Seniority | None:
    return next((value for value, mention in _mentions(_LEVELS, text) if not _negated(mention)), None)


def language_in(text: str) -> Programming | None:
    return next((value for value, mention in _mentions(_LANGUAGES, text) if not _negated(mention)), None)


def length_in(text: str) -> Length | None:
    """By minutes or hours, else by how they call it."""
    if (minutes := _minutes(text)) is not None:
        return next((length for most, length in _LONGEST if minutes <= most), Length.LONG)
    turned = {Length.SHORT: Length.LONG, Length.LONG: Length.SHORT, Length.USUAL: None}
    for value, mention in _mentions(_LENGTHS, text):
        return turned[value] if _negated(mention) else value
    return None


def _minutes(text: str) -> int | None:
    if (found := _MINUTES.search(text)) is not None:
        said = (found["a"] or found["b"]).lower()
        return _NUMBERS.get(said) or int(said)
    return next((minutes for minutes, pattern in _HOURS.items() if pattern.search(text)), None)


def _focus_in(text: str) -> Focus | None:
    """A refusal of the one is a wish for the other; the one alone is a wish for it."""
    codes, talks = list(_CODING.finditer(text)), list(_TALKING.finditer(text))
    if _BOTH.search(text) or (any(map(_only, (*codes, *talks))) and re.search(r"not only|не только", text, re.I)):
        return Focus.MIXED
    if any(map(_negated, codes)):
        return Focus.TALK
    if any(map(_negated, talks)) or (any(map(_only, codes)) and not any(map(_only, talks))):
        return Focus.CODE
    if any(map(_only, talks)):
        return Focus.TALK
    return Focus.MIXED if codes and talks else Focus.CODE if codes else Focus.TALK if talks else None


def _only(mention: re.Match[str]) -> bool:
    text = mention.string
    return bool(_ONLY_BEFORE.search(text, 0, mention.start()) or _ONLY_BEHIND.match(text, mention.end()))


def _negated(mention: re.Match[str]) -> bool:
    text = mention.string
    return bool(_BEFORE.search(text, 0, mention.start()) or _BEHIND.match(text, mention.end()))


def _mentions(table: Mapping[_Value, re.Pattern[str]], text: str) -> Iterator[tuple[_Value, re.Match[str]]]:
    """What is spoken of, what is said first first; a word counts once, by the first pattern that takes it."""
    found: dict[int, tuple[_Value, re.Match[str]]] = {}
    for value, pattern in table.items():
        for match in pattern.finditer(text):
            found.setdefault(match.start(), (value, match))
    yield from (found[start] for start in sorted(found))


_OF_TIME: Final = (_MINUTES, *_HOURS.values(), *_LENGTHS.values())


def _without(patterns: Iterable[re.Pattern[str]], text: str) -> str:
    """The text without what these find, and without what refuses it or singles it out."""
    for pattern in patterns:
        while (found := pattern.search(text)) is not None:
            before = _BEFORE.search(text, 0, found.start()) or _ONLY_BEFORE.search(text, 0, found.start())
            behind = _BEHIND.match(text, found.end()) or _ONLY_BEHIND.match(text, found.end())
            start = found.start() if before is None else before.start()
            end = found.end() if behind is None else len(behind[0].rstrip(",.;!\n")) + found.end()
            text = f"{text[:start]} {text[end:]}"
    return text


def _left(text: str, needless: re.Pattern[str]) -> str:
    """The words that this does not take; empty where what is left are no words."""
    left = " ".join(re.sub(r"[^\w#+.,'’/ -]", " ", needless.sub(" ", text)).split()).strip(" ,.-/")
    return re.sub(r"\s+,", ",", left) if any(map(str.isalpha, left)) else ""


_POLITE = _words(
    r"please|thanks|thank you|i(?:['’]d| would) like|i want|let(?:['’]?s| us)|(?:to )?(?:practi[cs]e|prepare|"
    r"preparing) for|"
    r"it['’]?s for|i have an? interview(?: as| for)?|пожалуйста|спасибо|хочу|давай(?:те)?|готовлюсь(?: к| на)?|"
    r"(?:потренироваться )?(?:перед|к) собеседовани\w+|я"
)


def _tidy(text: str) -> str:
    """Without politeness, and without the little words that stand at its ends."""
    little = r"and|for|in|at|of|an?|the|about|with|и|на|в|по|для|с|но|but|около|примерно"
    words = re.sub(rf"^(?:(?:{little})\b[\s,]*)+|(?:[\s,]*\b(?:{little}))+$", "", _left(text, _POLITE), flags=re.I)
    return re.sub(r"(?:,\s*)+,", ",", words).strip(" ,")[:120]
