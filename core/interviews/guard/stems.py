"""What a text is about: its words without endings, so that two texts can be seen to speak of one thing."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from core.interviews.guard.text import alphabet, tokens

_EMPTY_WORDS = """
    first second third fourth fifth first's former late elder younger eldest youngest older
    a about after again ago all also always am an and any anybody anyone anything are as ask asked at away back be
    because been before began being both but by came can cannot come could day days did do does doing done don't down
    each else even ever every everything few first for from gave get give go goes going gone good got had happen
    happened has have he hear heard her here him his how i if in into is it its i'm just kept kind knew know last left
    let like little long look made make man many maybe me mean mind moment more most much my myself never new next no
    nobody not nothing now of off oh ok old on once one only or other our out over own part people person perhaps
    please put quite rather really remember right said same saw say see she should since so some somebody someone
    something sometimes somewhere sorry still stop story such sure take taken talk tell than thank that the their them
    then there these they thing things think this those though thought through time times to today together told too
    took turn two under until up us use used very want wanted was way we well went were what when where which while who
    whole whom whose why will with without woman word words would year years yes yet you your yourself speak subject
    question questions answer rather topic let's don't won't can't
    второй вторая второго вторую второму втором третий третья третьего старший старшая младший младшая бывший бывшая
    первого первая первому первом покойный покойная покойного
    а без более больше большой будет буду бы был была были было быть в вам вами вас ваш ваша ваше ваши ведь весь во
    вообще вопрос вопросы вот все всегда всего всё всем всех вы где говорить год года году да давайте даже день дела
    дело для до другие другой его ее её ей если есть ещё еще ж же за здесь знаю и из или им иногда их к как какая какие
    какой когда кого конечно которая которое которые который кто куда ли либо лишь лучше между меня мне много могу может
    можно мой мои моя мы на надо назад наш не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну нужно о об
    один одна одно однажды около он она они оно опять от отвечать очень первый перед по под пока помню помните понимаю
    после потом потому почему почти при про просто пусть раз разве рассказать расскажите расскажу с сам сама сами самый
    свой своей своего свою своя себе себя сегодня сейчас сказал сказала сказать со спасибо спрашивайте сразу стал стала
    так такая также такие такой там тебе тебя тем тема тему теперь то тогда того тоже той только том тот тут ты у уж уже
    хорошо хотел хотела хочу хотите хочет чего человек чем через что чтоб чтобы чуть эта эти это этого этой этом этот
    эту время времени люди жизнь жизни слово слова разговор говорил говорила
"""
_FORMS = {
    "отц": "отец пап папочк",
    "матер": "мат мам мамочк",
    "дочер": "доч дочк",
    "сын": "сынов сыновь сыночк сыночек сынок сынк",
    "ребенк": "дет ребенок",
    "смерт": "умер умерл умира",
    "wife": "wive",
    "mum": "mother mom mama mummi mommi",
    "dad": "father daddi papa",
    "child": "children kid",
    "death": "died die dead dy",
}
"""Forms of a word that no rule for endings brings together."""
_ONE = {form: word for word, forms in _FORMS.items() for form in forms.split()}
_LANGUAGE = {"Cyrillic": "russian", "Latin": "english"}
_EMPTY = frozenset(word.replace("ё", "е") for word in _EMPTY_WORDS.split())


def stems(text: str) -> frozenset[str]:
    """The words of `text` that say what it is about, without their endings (Snowball's rules, by alphabet)."""
    return frozenset(stem for word in tokens(text) if (stem := _stem(word)))


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """Empty for a word that says nothing by itself."""
    if word in _EMPTY or len(word) < 2:
        return ""
    language = _LANGUAGE.get(alphabet(word[0]))
    if language is None:
        return word
    found: str = _stemmer(language).stemWord(word.removesuffix("'s"))
    return _ONE.get(found, found)


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer  # commands that list and look need none

    return snowballstemmer.stemmer(language)
