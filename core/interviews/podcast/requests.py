"""Reading what people write before an interview about something begins: a link, a number of questions, a way of
talking, and everything else, which stays as it was written. Pure.

A part of a message is understood where every word of it is: "three questions, please" is a number, "the three questions
that she asked" is not. So nothing is cut out of a sentence, and what is not understood is lost nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.interviews.podcast.episode_intake import MOST_QUESTIONS, Intake, IntakeStep
from core.interviews.podcast.first_words import LONGEST_WISH, is_thought, is_wish, names_an_episode
from core.interviews.podcast.pasted import Told
from core.interviews.submissions import link_in

LONGEST_LINK: Final = 2_000
LONGEST_SEARCH: Final = 12
"""Words; who writes more is not looking for a title."""
LONGEST: Final = 1_000
"""Characters; what is longer tells of the episode, and only a line of its own in it can be about the interview."""
_BARE = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,24}/?", re.IGNORECASE)
_REFUSED = re.compile(
    r"(?<![\w:/.-])(?:file|ftps?|sftp|javascript|vbscript|data|blob|about|view-source|chrome|resource|jar|smb|ssh|telnet|gopher|wss?|"
    r"ldaps?|magnet|intent|content|tel|sms|mailto|tg|spotify|itms?|itmss|podcasts?-app):[^\s<>]+",
    re.IGNORECASE,
)
_FEW = 12
"""Words beside a link that cannot be opened; who writes more is telling."""
_APART = re.compile(
    r"(?P<end>[.!?…](?=\s|\Z)|\n)|[,;:()–—]|\s-\s|"
    r"(?<!\w)(?:and|also|plus|with|и|также|с|со|плюс)(?!\w)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w'’-]+")
_NAMED = re.compile(r"\b(?:questions?|вопрос(?:ов|ы|а)?)\s*[=:]\s*(?P<number>\d{1,3})\b", re.IGNORECASE)
_TEMPLATE = re.compile(r"\b(?:template|style|шаблон|стиль)\s*[=:]\s*(?P<name>\w+)", re.IGNORECASE)
_EDGES = " \t\n.,;:–—-"
_POLITE = frozenset(("please", "thanks", "thank", "you", "пожалуйста", "спасибо"))
_CONNECTING = re.compile(r"\s*(?:(?:and|with|also|plus|и|с)(?!\w)|(?:please|пожалуйста)(?=\s*,))[\s,]*", re.IGNORECASE)
_LEFT_OVER = re.compile(r"(?:[\s,;:–—-]|(?<!\w)(?:and|with|also|plus|и|с)\Z)+\Z", re.IGNORECASE)
_ORDINAL = re.compile(r"\W*(?:№|#|no\.?|number|номер)?\s*(\d{1,2})\W*", re.IGNORECASE)

_NUMBER_WORDS = """
    1 one один одного одну / 2 two couple два двух две пара пару парочку / 3 three три трёх трех тройку / 4 four четыре
    четырёх четырех / 5 five пять пяти пяток / 6 six шесть шести / 7 seven семь семи / 8 eight восемь восьми / 9 nine
    девять девяти / 10 ten десять десяти десяток / 12 twelve двенадцать / 15 fifteen пятнадцать / 20 twenty двадцать
"""
_NUMBERS: Final = {word: int(line.split()[0]) for line in _NUMBER_WORDS.split("/") for word in line.split()[1:]}
_QUESTIONS = re.compile(r"questions?|вопрос(?:а|ов|ы|ик|ика|иков)?", re.IGNORECASE)
_COUNTING_WORDS = """
    just only max maximum most enough exactly tops total please просто хватит достаточно только всего максимум ровно
    больше более пожалуйста
"""
_COUNTING: Final = frozenset(_COUNTING_WORDS.split())
"""With one of these a number needs no word "questions" beside it."""
_WORDS_AROUND_NUMBER = """
    a an the ask me please just only maybe perhaps about around up to at most no not more less than max maximum exactly
    i'd i’d i would like want make it them give let's let’s let us do have keep can could we you of in all total is are
    will be enough fine nice good main short simple easy little quick if possible for today this time tops or so then
    thanks thank ok okay prefer need that's that’s that
    задай задайте мне меня хочу хочется хотел хотела хотелось бы давай давайте пусть будет будут можно хватит достаточно
    только всего лишь примерно около не больше более максимум до лучше ровно пожалуйста на по спросите спроси коротких
    просто простых лёгких основных главных всё ладно хорошо для сегодня меньше вполне так я штук штуки
"""
_AROUND_NUMBER: Final = frozenset(_WORDS_AROUND_NUMBER.split())
_WORDS_AROUND_TEMPLATE = """
    a an the please let's let’s let us i'd i’d i would like want prefer choose choosing i'll i’ll will take make it can
    could we maybe perhaps rather more be do go for have talk try in to way style kind something somewhat bit little
    mode template approach conversation interview version sort option one thanks thank you then today mood discussion
    ok okay sounds good me this that's that’s that is mine yes well it's it’s by all means of
    пожалуйста давай давайте хочу хотел хотела хотелось бы хочется лучше можно пусть будет будем буду выбираю я мне
    меня нам ближе больше просто немного в во на по через стиль стиле стилем способ способом вариант варианте режим
    режиме шаблон шаблоне разговор разговора беседа беседу скорее попробуем поговорим поговорить говорить ключе подход
    подходе форме манере духе спасибо хорошо подойдёт подойдет да ну это мой моё мое вот такой такая его её ее
"""
_AROUND_TEMPLATE: Final = frozenset(_WORDS_AROUND_TEMPLATE.split())
_WORDS_AROUND_PLACE = "the one please number no and episode it's номер пожалуйста выпуск вот давайте"
_AROUND_PLACE: Final = frozenset(_WORDS_AROUND_PLACE.split())
_PLACE_WORDS = """
    1 first last latest newest первый первая первое последний последняя последнее новый новая один / 2 second two второй
    вторая второе два / 3 third three третий третья третье три / 4 fourth four четвёртый четвертый четвёртая четыре /
    5 fifth five пятый пятая пятое пять / 6 sixth six шестой шестая шестое шесть
"""
_PLACES: Final = {word: int(line.split()[0]) for line in _PLACE_WORDS.split("/") for word in line.split()[1:]}
_WORDS_ABOUT = "about on regarding around over concerning о об обо про по на насчёт насчет касательно"
_ABOUT: Final = frozenset(_WORDS_ABOUT.split())
"""Words behind which it is told what the questions are to be about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    link: str = ""
    questions: int | None = None
    template: str = ""
    rest: str = ""
    """Everything else, as it was written."""


def read_wish(text: str, templates: Mapping[str, str], *, settled: bool = False) -> Wish:
    """What somebody wrote; `templates`: what each may be called, in lower case, and its name.

    `settled`: it is known what it is about, so that nothing here is a title. A title may hold a number of questions.
    """
    link, rest = _link(text)
    found = _Found(templates, free=settled or link != "")
    rest = found.stated(rest)
    left = found.parts(rest, sentences=len(rest) > LONGEST)
    if is_thought(left) and left != rest.strip():
        # What somebody tells is left whole, whatever words stand in it; but for a number of questions at its end.
        found.forget()
        left = found.parts(found.number_behind(rest), sentences=True)
    if link or found.questions is not None or found.template:
        left = _LEFT_OVER.sub("", _without_connection(left.lstrip(_EDGES)))
        if _POLITE.issuperset(_WORD.findall(left.casefold())):
            left = ""
    return Wish(link=link, questions=found.questions, template=found.template, rest=left.strip())


class _Found:
    def __init__(self, templates: Mapping[str, str], *, free: bool) -> None:
        self._templates = templates
        self._free = free
        self._stated: tuple[int | None, str] = (None, "")
        self.questions: int | None = None
        self.template = ""

    def forget(self) -> None:
        """But for what was stated as a setting."""
        self.questions, self.template = self._stated

    def stated(self, text: str) -> str:
        """The text without settings such as "questions=3"."""
        if named := _NAMED.search(text):
            self.questions = min(MOST_QUESTIONS, max(1, int(named["number"])))
            text = text[: named.start()] + text[named.end() :]
        if named := _TEMPLATE.search(text):
            self.template = self._templates.get(named["name"].casefold(), "")
            text = text[: named.start()] + text[named.end() :]
        self._stated = (self.questions, self.template)
        return text

    def number_behind(self, text: str) -> str:
        """The text without the number of questions that it ends with."""
        begin = max((between.end() for between in _APART.finditer(text.rstrip(_EDGES))), default=0)
        words = [word.casefold() for word in _WORD.findall(text[begin:])]
        if not begin or not any(map(_QUESTIONS.fullmatch, words)) or not self._reads(words) or self._template(words):
            return text
        self.questions = self._count(words)
        return text[:begin].rstrip(" \t\n,;:(–—-")

    def parts(self, text: str, *, sentences: bool) -> str:
        """The text without the parts that are understood. `sentences`: only whole sentences count."""
        if (whole := text.strip(' .,!«»“”"').casefold()) in self._templates:
            self.template = self.template or self._templates[whole]
            return ""
        kept: list[str] = []
        parts = list(_parts(text, sentences=sentences))
        texts = [part for part, _ in parts]
        for part, apart in parts:
            left = part if self._must_stay(part, texts) else self._understood(part, prefix=not sentences)
            if left is part:
                kept += (part, apart)
            elif left:
                kept += (left, apart)
        return "".join(kept).strip()

    def _must_stay(self, part: str, parts: Sequence[str]) -> bool:
        """Whether a part that could be understood is rather a piece of a title: "Creative, Inc."."""
        if self._free or len(parts) == 1:
            return False
        others = [word for each in parts if each is not part for word in _WORD.findall(each.casefold())]
        others = [word for word in others if word not in _POLITE]
        return len(others) == 1 and not others[0].isdecimal() and others[0] not in self._templates

    def _understood(self, part: str, *, prefix: bool) -> str:
        """What is left of a part: nothing where it is understood, itself where it is not.

        `prefix`: of "12 questions about my father" the last three words. The same object comes back where nothing was
        understood.
        """
        words = list(_WORD.finditer(part))
        folded = [word.group().casefold() for word in words]
        end = next((i for i, word in enumerate(folded) if i and word in _ABOUT and self._reads(folded[:i])), None)
        if self._reads(folded):
            end = len(folded)
        elif end is None or not prefix or not self._may_be_about(part, folded):
            return part
        count, template = self._count(folded[:end]), self._template(folded[:end])
        if (count is not None and self.questions not in {None, count}) or (
            template and self.template not in {"", template}
        ):
            return part
        self.questions = count if count is not None else self.questions
        self.template = template or self.template
        return part[words[end].start() :] if end < len(words) else ""

    def _may_be_about(self, part: str, folded: Sequence[str]) -> bool:
        """Whether "12 questions about ..." asks for something: a title is written in capitals."""
        if self._free:
            return True
        return any(_QUESTIONS.fullmatch(word) for word in folded) and not any(
            word[0].isupper() for word in _WORD.findall(part)[1:]
        )

    def _reads(self, words: Sequence[str]) -> bool:
        """Whether every word is understood, and they say something."""
        count, template = self._count(words), self._template(words)
        if count is None and not template:
            return False
        known = (_AROUND_NUMBER if count is not None else frozenset()) | (_AROUND_TEMPLATE if template else frozenset())
        return all(
            word in known
            or word in self._templates
            or word in _NUMBERS
            or word.isdecimal()
            or _QUESTIONS.fullmatch(word)
            for word in words
        )

    def _count(self, words: Sequence[str]) -> int | None:
        """The number of questions that words name; of "three or four" the first."""
        bare = not _COUNTING.isdisjoint(words) and not self._template(words)
        asked = bare or any(_QUESTIONS.fullmatch(word) for word in words)
        number = next((found for word in words if (found := _number(word)) is not None), None)
        if number is None or not asked or number < 1 or (number > MOST_QUESTIONS and not self._free):
            return None
        return min(number, MOST_QUESTIONS)

    def _template(self, words: Sequence[str]) -> str:
        """The one way of talking that words name; empty where they name none, or several."""
        named = {self._templates[word] for word in words if word in self._templates and not word.isdecimal()}
        return named.pop() if len(named) == 1 else ""


def _number(word: str) -> int | None:
    first = word.split("-", 1)[0]
    return int(first) if first.isdecimal() and len(first) <= 3 else _NUMBERS.get(first)


def _parts(text: str, *, sentences: bool) -> Iterator[tuple[str, str]]:
    """The parts of a text, each with what stands between it and the next."""
    begin = 0
    for between in _APART.finditer(text):
        if sentences and between["end"] is None:
            continue
        yield text[begin : between.start()], between.group()
        begin = between.end()
    yield text[begin:], ""


def _without_connection(text: str) -> str:
    while found := _CONNECTING.match(text):
        text = text[found.end() :]
    return text


def _link(text: str) -> tuple[str, str]:
    """The first address in a text, and the text without it."""
    link = link_in(_without_refused(text))
    if link is None and (bare := _BARE.fullmatch(text.strip())):
        return bare[0], ""
    if link is None or len(link) > LONGEST_LINK:
        return "", text
    return link, text.replace(link, " ", 1)


def is_refused_link(text: str) -> bool:
    """Whether it is an address of a kind that is never opened: a file of the computer, a script, another program."""
    if len(text) > LONGEST_LINK or len(text.split()) > _FEW:
        return False
    others = _without_refused(text)
    return len(others) < len(text) and link_in(others) is None


def _without_refused(text: str) -> str:
    return _REFUSED.sub("", text)


def ordinal(text: str) -> int | None:
    """The number of something in a list, where they write nothing but that."""
    if found := _ORDINAL.fullmatch(text):
        return int(found[1])
    words = [word for word in _WORD.findall(text.casefold()) if word not in _AROUND_PLACE]
    return _PLACES.get(words[0]) if len(words) == 1 else None


def heard(intake: Intake, told: Told, templates: Mapping[str, str]) -> Intake:
    """The intake after somebody has written this: `FINDING` where there is now something to be looked for."""
    after = intake.telling(told)
    if after.told[-1].pasted:
        # Whatever addresses and numbers stand in it, they were not written by the person.
        return after.about(step=IntakeStep.SOURCE) if after.failed or after.step is IntakeStep.CHOOSING else after
    wish = read_wish(told.text, templates, settled=intake.has_source)
    template = wish.template or intake.template
    intake = intake.model_copy(update={"questions": wish.questions or intake.questions, "template": template})
    rest = wish.rest
    wished = is_wish(rest) and not (
        intake.step is IntakeStep.SOURCE and not intake.has_source and names_an_episode(rest)
    )
    if wish.link:
        intake = intake.about(step=IntakeStep.FINDING, link=wish.link, linked_by=told.ref, anew=False)
    elif intake.step is IntakeStep.CHOOSING and rest and not wished:
        if len(rest.split()) <= LONGEST_SEARCH:
            sought = told.model_copy(update={"text": rest})
            return intake.model_copy(update={"step": IntakeStep.FINDING, "search": rest, "sought": sought, "page": 0})
        # Nobody looks for a title with so many words: they tell what they remember.
        intake = intake.about(step=IntakeStep.SOURCE)
    elif intake.failed and rest and not wished:
        intake = intake.about()
    if not rest:
        return intake
    wished = wished or (intake.has_source and intake.step is not IntakeStep.SOURCE and _names_a_subject(rest))
    return intake.telling(told.model_copy(update={"text": rest, "wish": wished}))


def _names_a_subject(text: str) -> bool:
    """Whether words that come when it is known what it is about only say what in it matters: "his father"."""
    return len(text) <= LONGEST_WISH and not is_thought(text)
