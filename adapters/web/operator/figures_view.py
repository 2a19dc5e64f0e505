"""Figures of the house as plots. No word of anybody is in them."""

from __future__ import annotations

from datetime import date

from markupsafe import Markup

from adapters.web.markup import h, join_markup
from adapters.web.operator.frame import (
    OperatorView,
    Titles,
    facts_html,
    format_price,
    kind_choices,
    status_label,
    table_html,
    time_html,
)
from adapters.web.operator.plots import bar_html, bar_plot, curve_plot, figure_html, span_plot
from core.contracts.operator_desk import DropOff, HouseFigures
from core.languages.messages import say


def figures_view(view: OperatorView, found: HouseFigures, kinds: Titles) -> str:
    language = view.language
    called = dict(kind_choices(language, kinds))
    standing = facts_html((status_label(language, status), str(number)) for status, number in found.states.items())
    asof = h("p", join_markup(say(language, "operator-as-of"), " ", time_html(found.at)))
    return view.document(
        say(language, "operator-figures"),
        asof,
        standing,
        _answers(language, found),
        _waits(language, found),
        _costs(language, found),
        *(_course(language, course, called.get(course.kind, course.kind)) for course in found.courses),
    )


def _day(day: date) -> str:
    return day.strftime("%m-%d")


def _answers(language: str, found: HouseFigures) -> Markup:
    title, heads = (
        say(language, "operator-answers-a-day"),
        [say(language, "operator-day"), say(language, "operator-head-answers")],
    )
    values = [number for _, number in found.answers]
    picture = bar_plot(title, values, [_day(day) for day, _ in found.answers], top=str(max(values, default=0)))
    return figure_html(language, title, picture, heads, [(day.isoformat(), number) for day, number in found.answers])


def _waits(language: str, found: HouseFigures) -> Markup:
    title = say(language, "operator-waits")
    if not found.waits:
        return h("section", h("h2", title), h("p", say(language, "operator-nobody-waited")))
    pairs = [(each.median, each.most) for each in found.waits]
    top = say(language, "operator-seconds", seconds=f"{max(most for _, most in pairs):.1f}")
    picture = span_plot(title, pairs, [_day(each.day) for each in found.waits], top=top)
    heads = [say(language, key) for key in ("operator-day", "operator-median", "operator-most")]
    rows = [(each.day.isoformat(), f"{each.median:.1f}", f"{each.most:.1f}") for each in found.waits]
    return figure_html(language, title, picture, heads, rows)


def _costs(language: str, found: HouseFigures) -> Markup:
    title, heads = (
        say(language, "operator-cost-a-day"),
        [say(language, "operator-day"), say(language, "operator-head-cost")],
    )
    values = [micros for _, micros in found.costs]
    picture = bar_plot(title, values, [_day(day) for day, _ in found.costs], top=format_price(max(values, default=0)))
    return figure_html(
        language, title, picture, heads, [(day.isoformat(), format_price(micros)) for day, micros in found.costs]
    )


def _course(language: str, course: DropOff, called: str) -> Markup:
    title = say(language, "operator-drop-off", kind=called)
    heads = [say(language, "operator-question-number"), say(language, "operator-so-far")]
    numbers = [str(n) for n in range(1, len(course.reached) + 1)]
    picture = curve_plot(title, course.reached, numbers, top=str(max(course.reached, default=0)))
    plot = figure_html(language, title, picture, heads, list(zip(numbers, course.reached, strict=True)))
    return join_markup(plot, _rests(language, course, called) if course.rests else None)


def _rests(language: str, course: DropOff, called: str) -> Markup:
    title = say(language, "operator-rests", kind=called)
    heads = [say(language, "operator-question"), say(language, "operator-interviews"), ""]
    most = max(number for _, number in course.rests)
    heads[2] = say(language, "operator-share")
    rows = [(words, number, bar_html(number, most)) for words, number in course.rests]
    return h("section", h("h2", title), table_html(title, heads, rows, numbers=frozenset({1})))
