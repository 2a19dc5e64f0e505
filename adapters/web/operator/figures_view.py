"""Show figures of all interviews as plots. They contain nobody's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from markupsafe import Markup

from adapters.web.markup import h, join_markup
from adapters.web.operator.frame import (
    HOME,
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

FIGURES = f"{HOME}/figures"
WEEK = 7


def figures_view(view: OperatorView, found: HouseFigures, kinds: Titles) -> str:
    language = view.language
    called = dict(kind_choices(language, kinds))
    standing = facts_html((status_label(language, status), str(number)) for status, number in found.states.items())
    asof = h("p", join_markup(say(language, "operator-as-of"), " ", time_html(found.at)))
    return view.document(
        say(language, "operator-figures"),
        h("ul", *(h("li", sentence) for sentence in figure_sentences(language, found))),
        h("h2", say(language, "operator-more-figures")),
        asof,
        standing,
        _daily(language, "operator-answers-a-day", "operator-head-answers", found.answers, str),
        _waits(language, found),
        _daily(language, "operator-cost-a-day", "operator-head-cost", found.costs, format_price),
        *(_course(language, course, called.get(course.kind, course.kind)) for course in found.courses),
    )


def figure_sentences(language: str, found: HouseFigures) -> list[str]:
    """Return what matters most in sentences: the answers of a week, who waits, and what models cost."""
    answers = sum(number for _, number in found.answers[-WEEK:])
    cost = sum(micros for _, micros in found.costs[-WEEK:])
    sentences = [
        say(language, "operator-week-answers", number=answers),
        say(language, "operator-people-wait", number=found.waiting),
    ]
    if cost:
        sentences.append(say(language, "operator-week-cost", cost=format_price(cost)))
    return sentences


def _day(day: date) -> str:
    return day.strftime("%m-%d")


def _daily(
    language: str, title_key: str, head_key: str, days: Sequence[tuple[date, int]], write: Callable[[int], str]
) -> Markup:
    """Return a bar for each day, and the table of its figures, written by `write`."""
    title = say(language, title_key)
    heads = [say(language, "operator-day"), say(language, head_key)]
    values = [value for _, value in days]
    picture = bar_plot(title, values, [_day(day) for day, _ in days], top=write(max(values, default=0)))
    return figure_html(language, title, picture, heads, [(day.isoformat(), write(value)) for day, value in days])


def _waits(language: str, found: HouseFigures) -> Markup:
    title = say(language, "operator-waits")
    if not found.waits:
        return h("section", h("h2", title), h("p", say(language, "operator-nobody-waited")))
    pairs = [(each.median, each.most) for each in found.waits]
    top = say(language, "operator-seconds", seconds=f"{max(most for _, most in pairs):.1f}")
    picture = span_plot(title, pairs, [_day(each.day) for each in found.waits], top=top)
    heads = [say(language, key) for key in ("operator-day", "operator-median", "operator-most")]
    rows = [(each.day.isoformat(), f"{each.median:.1f}", f"{each.most:.1f}") for each in found.waits]
    mean = h("p", say(language, "operator-waits-mean"))
    return join_markup(figure_html(language, title, picture, heads, rows), mean)


def _course(language: str, course: DropOff, called: str) -> Markup:
    title = say(language, "operator-drop-off", kind=called)
    heads = [say(language, "operator-question-number"), say(language, "operator-so-far")]
    numbers = [str(n) for n in range(1, len(course.reached) + 1)]
    picture = curve_plot(title, course.reached, numbers, top=str(max(course.reached, default=0)))
    plot = figure_html(language, title, picture, heads, list(zip(numbers, course.reached, strict=True)))
    if not course.rests:
        return plot
    title = say(language, "operator-rests", kind=called)
    heads = [say(language, key) for key in ("operator-question", "operator-interviews", "operator-share")]
    most = max(number for _, number in course.rests)
    rows = [(words, number, bar_html(number, most)) for words, number in course.rests]
    rests = h("section", h("h2", title), table_html(title, heads, rows, numbers=frozenset({1})))
    return join_markup(plot, rests)
