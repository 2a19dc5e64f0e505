"""The people whom subjects are about are the same in every form of their names."""

from __future__ import annotations

import pytest

from core.text.text import stems


@pytest.mark.parametrize(
    "forms",
    [
        "мать матери матерью мама маму мамой мамочка мамы",
        "дочь дочери дочерью дочка дочку",
        "сын сына сыном сыновья сынок сынку",
        "отец отца отцу отцом папа папу папой",
        "дети детей детям ребёнок ребенка",
        "жена жену жены женой",
        "умер умерла умирал умирала смерть смерти",
        "mother mothers mother's mum mummy mom mama mommy",
        "father father's dad daddy papa",
        "children child kids kid",
        "wife wives",
        "die died dies dying dead death",
    ],
)
def test_forms_of_one_word_meet(forms: str) -> None:
    assert len({stems(form) for form in forms.split()}) == 1
    assert stems(forms.split()[0])
