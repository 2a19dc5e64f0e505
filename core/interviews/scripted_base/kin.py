"""Words for people who are near, and how they are spoken of."""

from __future__ import annotations

from dataclasses import dataclass

_HER = "mother mum mom mam mama grandmother grandma granny nan nana gran sister wife aunt auntie daughter niece"
_HIM = "father dad papa daddy grandfather grandpa granddad grandad brother husband uncle son nephew"
_THEM = "friend teacher neighbour neighbor cousin boss colleague parents grandparents brothers sisters children"

ENGLISH = {word: them for words, them in ((_HER, "her"), (_HIM, "him"), (_THEM, "them")) for word in words.split()}
"""Of each word the pronoun for whom it means."""
_DISTANT = "friend teacher neighbour neighbor boss colleague друг подруга сосед соседка учитель учительница"
DISTANT = frozenset(_DISTANT.split())
"""Known, but no family."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """Somebody near, in the cases in which they are spoken of."""

    nominative: str
    accusative: str
    about: str
    """With its preposition: "об отце"."""
    them: str
    """ "ней" or "ним"."""


_FORMS = """
    мама маму о_маме ней мамы маме мамой мамочка мамочки мамочку
    мать мать о_матери ней матери матерью
    папа папу о_папе ним папы папе папой
    отец отца об_отце ним отцу отцом отце
    бабушка бабушку о_бабушке ней бабушки бабушке бабушкой бабуля бабулю бабули
    бабка бабку о_бабке ней бабки бабке бабкой
    дедушка дедушку о_дедушке ним дедушки дедушке дедушкой
    дед деда о_деде ним деду дедом деде
    брат брата о_брате ним брату братом брате
    сестра сестру о_сестре ней сестры сестре сестрой
    тётя тётю о_тёте ней тёти тёте тётей тетя тетю тети тете тетей
    тётка тётку о_тётке ней тётки тётке тёткой тетка тетку тетки тетке теткой
    дядя дядю о_дяде ним дяди дяде дядей
    муж мужа о_муже ним мужу мужем муже
    жена жену о_жене ней жены жене женой
    сын сына о_сыне ним сыну сыном сыне
    дочь дочь о_дочери ней дочери дочерью
    дочка дочку о_дочке ней дочки дочке дочкой
    внук внука о_внуке ним внуку внуком внуке
    внучка внучку о_внучке ней внучки внучке внучкой
    друг друга о_друге ним другу другом друге
    подруга подругу о_подруге ней подруги подруге подругой подружка подружки подружку
    сосед соседа о_соседе ним соседу соседом соседе
    соседка соседку о_соседке ней соседки соседке соседкой
    учительница учительницу об_учительнице ней учительницы учительнице учительницей
    учитель учителя об_учителе ним учителю учителем учителе
    свекровь свекровь о_свекрови ней свекрови свекровью
    тёща тёщу о_тёще ней тёщи тёще тёщей теща тещу тещи теще тещей
"""
"""A line: nominative, accusative, with the preposition of speaking about them, pronoun, further forms."""

_LINES = [line.split() for line in _FORMS.strip().splitlines()]
RUSSIAN = {
    line[0]: Kin(nominative=line[0], accusative=line[1], about=line[2].replace("_", " "), them=line[3])
    for line in _LINES
}
RUSSIAN_FORMS = {form: line[0] for line in _LINES for form in (line[0], line[1], line[2].split("_")[1], *line[4:])}
"""Of each form the word it belongs to."""
