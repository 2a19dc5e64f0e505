"""Which language an answer is in, and when the interview changes to it: after two answers in a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.contracts.script import ScriptSet, primary
from core.interviews.guard.text import alphabets_of, count_words, in_alphabet_of, main_alphabet
from core.interviews.scripted_base.standing import G, Standing

FEWEST_WORDS = 3
"""Shorter answers ("ok", "Paris") are no evidence."""


def by_alphabet(ground: Standing[Any], scripts: ScriptSet) -> str:
    """The script language that an answer's letters speak for; empty where they tell nothing.

    Where several languages share the alphabet: the person's own, else English.
    """
    text = ground.fresh
    letters = main_alphabet(text)
    if count_words(text) < FEWEST_WORDS or not letters:
        return ""
    if letters in alphabets_of(ground.language):
        return ground.language
    fitting = [tag for tag in scripts.scripts if letters in alphabets_of(tag)]
    for wanted in (primary(ground.situation.person.language), "en"):
        if wanted in fitting:
            return wanted
    return fitting[0] if len(fitting) == 1 else ""


def by_model(ground: Standing[Any], tag: str) -> str:
    """The language that the model named, where the answer is long enough and its letters do not speak against it."""
    if not tag or count_words(ground.fresh) < FEWEST_WORDS or not in_alphabet_of(tag, ground.fresh):
        return ""
    return tag


def voted(ground: G, heard: str) -> G:
    """The ground after a vote for `heard`: in a new language, when this is the second vote for it in a row."""
    if not heard:
        return ground
    if heard not in {ground.language, ground.state.vote}:
        return ground.remembering(vote=heard)
    ground = ground.remembering(vote="")
    return replace(ground, script=ground.situation.scripts.speak(heard), language=heard)
