"""The form of the settings. Questions that belong to another choice are only hidden by the style sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from markupsafe import Markup

from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import GIVEN, HOME, NEARBY, SETUP, OperatorView, hidden_field
from core.contracts.findings import Finding, Verdict
from core.contracts.setup_desk import YES, Asking, Question, SetupGroup, SetupOutcome, SetupSheet, SetupTopic
from core.languages.messages import say

MARK: Final = "mark"
ANYWAY: Final = "anyway"
FORM: Final = "settings"
"""The id of the form, for fields and buttons outside it."""
MODEL: Final = "model"
ADDRESS: Final = "base_url"
LONGEST: Final = 500
"""The most characters of an answer."""
_MARKS: Final = {Verdict.WELL: "well", Verdict.NOTE: "note", Verdict.WRONG: "wrong"}


def setup_view(
    view: OperatorView, sheet: SetupSheet, outcome: SetupOutcome | None = None, *, links: Sequence[str] = ()
) -> str:
    """`outcome` is the outcome of the answers that were just given; `links`: where others reach the page now."""
    language = view.language
    wrong = {} if outcome is None else outcome.wrong
    found = () if outcome is None or outcome.written else outcome.found
    unwell = frozenset(name for name, finding in found if finding.mark is Verdict.WRONG)
    shown = _Shown(language=language, wrong=wrong, unwell=unwell)
    groups = (shown.group(group, sheet) for group in SetupGroup)
    fields = h("div", *groups, class_="topics")
    write = say(language, "operator-setup-write")
    form = view.form(SETUP, hidden_field(MARK, sheet.mark), fields, button=write, name=FORM)
    return view.document(
        say(language, "operator-setup"),
        None if outcome is None else _told(view, sheet, outcome),
        _reached(view, links),
        _offer(view, sheet),
        form,
    )


def topic_fields(language: str, topic: SetupTopic, outcome: SetupOutcome | None = None) -> Markup:
    """Return the questions of one topic, for a page that asks nothing else."""
    wrong = {} if outcome is None else outcome.wrong
    found = () if outcome is None or outcome.written else outcome.found
    unwell = frozenset(name for name, finding in found if finding.mark is Verdict.WRONG)
    anyway = _anyway(language, outcome)
    return join_markup(_Shown(language=language, wrong=wrong, unwell=unwell).topic(topic), anyway)


def outcome_section(view: OperatorView, sheet: SetupSheet, outcome: SetupOutcome) -> Markup:
    return _told(view, sheet, outcome)


def _reached(view: OperatorView, links: Sequence[str]) -> Markup | None:
    """Tell where others reach the page now, with one button that makes a link for somebody, to scan or to send."""
    if not links:
        return None
    language = view.language
    addresses = (h("p", h("code", link)) for link in links)
    fields = (hidden_field(name, value) for name, value in (("kind", ""), ("uses", "1"), ("days", "7")))
    form = view.form(f"{HOME}/invitations", *fields, button=say(language, "operator-reach-invite"))
    return h("section", h("h2", say(language, "operator-reached")), *addresses, form, class_="made")


def _offer(view: OperatorView, sheet: SetupSheet) -> Markup | None:
    """Offer the model that was found on this computer, with one button to use it."""
    offer = sheet.offer
    if offer is None:
        return None
    fields = (
        hidden_field(name, value)
        for name, value in ((MARK, sheet.mark), (MODEL, offer.model), (ADDRESS, offer.base_url))
    )
    form = view.form(NEARBY, *fields, button=say(view.language, "operator-setup-nearby", model=offer.model))
    title = h("h2", say(view.language, "setup-nearby"))
    return h("section", title, *(h("p", line) for line in offer.words), form, class_="made")


def unreadable_view(view: OperatorView, why: str) -> str:
    language = view.language
    alert = h("p", say(language, "operator-setup-unreadable"), role="alert", class_="alert")
    return view.document(say(language, "operator-setup"), alert, h("p", why, lang="en"))


# --- what came of it --------------------------------------------------------------------------------------------------


def _told(view: OperatorView, sheet: SetupSheet, outcome: SetupOutcome) -> Markup:
    language = view.language
    if outcome.written:
        parts = [h("h2", say(language, "operator-setup-written"))]
        if outcome.copy:
            parts.append(h("p", say(language, "operator-setup-copy", name=outcome.copy)))
        key = "operator-setup-at-once"
        if not outcome.at_once:
            key = "operator-setup-restart-rest" if outcome.reach_changed else "operator-setup-restart"
        parts.append(h("p", *_with_commands(say(language, key))))
        if outcome.why:
            parts += [h("p", say(language, "operator-wrong-settings")), h("p", outcome.why, lang="en")]
    else:
        parts = [*_unwritten(language, sheet, outcome)]
    found = [*_found(language, sheet, outcome.found)]
    unwell = any(finding.mark is Verdict.WRONG for _, finding in outcome.found)
    well = outcome.written or (outcome.trouble == "same" and not unwell)
    role = "status" if well else "alert"
    return h("section", *parts, *found, _anyway(language, outcome), *_ways(view, outcome), role=role, class_="made")


def _with_commands(words: str) -> Iterator[Part]:
    """Yield the text, with everything between backticks set as code."""
    for number, part in enumerate(words.split("`")):
        yield h("code", part) if number % 2 else part


def _unwritten(language: str, sheet: SetupSheet, outcome: SetupOutcome) -> Iterator[Markup]:
    words = outcome.trouble or ("wrong" if outcome.wrong else "unwell")
    style = None if outcome.trouble == "same" else "alert"
    yield h("p", say(language, f"operator-setup-{words}"), class_=style)
    if outcome.why:
        yield h("p", outcome.why, lang="en")
    questions = {question.name: (topic, question) for topic in sheet.topics for question in topic.questions}
    wrong = [(*questions[name], why) for name, why in outcome.wrong.items() if name in questions]
    if wrong:
        # Tokens and keys are asked for in several places.
        named = ((each.name, f"{topic.title} – {each.words}", why) for topic, each, why in wrong)
        yield h("ul", *(h("li", h("a", words, href=f"#{name}"), ": ", why) for name, words, why in named))
    if outcome.secret_typed and outcome.trouble not in {"same", "changed"}:
        yield h("p", say(language, "operator-setup-again"))


def _found(language: str, sheet: SetupSheet, found: tuple[tuple[str, Finding], ...]) -> Iterator[Markup]:
    """Yield what the test of the settings found: the verdict in the reader's language, the details in English."""
    topics = {topic.name: topic for topic in sheet.topics}
    for name, findings in groupby(found, key=lambda each: each[0]):
        each = [finding for _, finding in findings]
        worst = max((finding.mark for finding in each), key=list(_MARKS).index)
        told: Part = say(language, f"operator-setup-found-{_MARKS[worst]}", what=topics[name].title)
        if worst is Verdict.WRONG and topics[name].questions:
            told = h("a", told, href=f"#{topics[name].questions[0].name}")
        listed = []
        for finding in each:
            mend = join_markup(h("br"), "→ ", finding.mend) if finding.mend else None
            listed.append(h("li", f"{finding.mark} {finding.what}: {finding.how}", mend))
        details = h("ul", *listed, lang="en", class_="found", id=f"{name}-found")
        if worst is Verdict.WRONG:
            yield join_markup(h("p", told), details)
        else:
            # Somebody who has just succeeded reads one line for each topic.
            yield h("details", h("summary", told), details)


def _ways(view: OperatorView, outcome: SetupOutcome) -> Iterator[Markup]:
    language = view.language
    if outcome.ways:
        yield h("p", say(language, "operator-setup-way-in"))
        for line in outcome.ways:
            yield h("p", h("a", line, href=line) if line.startswith("https://") else h("code", line))
        yield h("p", say(language, "operator-shown-once"))
    elif outcome.written:
        if view.owner and outcome.reach_changed:
            # Whoever chose this may have come from a gift, whose link leads further from now on.
            yield h("p", h("a", say(language, "give-given"), href=GIVEN))
        yield h("p", h("a", say(language, "operator-setup-talk"), href="/"))


def _anyway(language: str, outcome: SetupOutcome | None) -> Markup | None:
    """Offer to save anyway after a failed test. For a model that was offered, its own button can be pressed again."""
    if outcome is None or not any(finding.mark is Verdict.WRONG for _, finding in outcome.found) or outcome.written:
        return None
    if outcome.sheet.offer is not None or outcome.trouble:
        return None
    words = say(language, "operator-setup-anyway")
    if outcome.secret_typed:
        # It has to be typed again first, so a button here would save without it.
        return _box(ANYWAY, words, ticked=False, form=FORM)
    return h("p", h("button", words, type="submit", name=ANYWAY, value=YES, form=FORM))


def _box(name: str, words: str, *, ticked: bool, **more: str | None) -> Markup:
    box = h("input", type="checkbox", name=name, id=name, value=YES, checked=ticked, **more)
    return h("label", box, h("span", words), class_="box")


# --- the questions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    language: str
    wrong: Mapping[str, str]
    """Maps each question to the reason why its answer cannot be taken."""
    unwell: frozenset[str]
    """Topics whose test failed."""

    def group(self, group: SetupGroup, sheet: SetupSheet) -> Markup | None:
        """Return the topics of a group; the last group is folded away, and says where the settings are kept."""
        topics = [topic for topic in sheet.topics if topic.group is group]
        shown = [self.topic(topic) for topic in topics]
        if group is not SetupGroup.MORE:
            return h("section", *shown) if shown else None
        where = h("p", say(self.language, "operator-setup-where"), " ", h("code", sheet.path))
        summary = h("summary", say(self.language, "operator-setup-more"))
        return h("details", summary, *shown, where, open=any(map(self._is_troubled, topics)), class_="more")

    def _is_troubled(self, topic: SetupTopic) -> bool:
        return topic.name in self.unwell or any(question.name in self.wrong for question in topic.questions)

    def topic(self, topic: SetupTopic) -> Markup:
        whether = h("p", topic.whether) if topic.whether else None
        notes = (h("p", *_with_commands(note)) for note in topic.notes)
        places = {
            f"{question.name}={way}": number
            for question in topic.questions
            for number, (way, _) in enumerate(question.ways, 1)
        }
        groups = []
        for only, questions in groupby(topic.questions, key=lambda each: each.only):
            fields = join_markup(*(self._question(question, self._found(topic)) for question in questions))
            place = YES if only is None else str(places.get("=".join(only), YES))
            groups.append(fields if only is None else h("div", fields, class_="only", data_way=place))
        inside = (whether, *notes, *groups)
        if not topic.questions:
            return h("section", h("h2", topic.title), *inside, class_="topic", id=topic.name)
        if not topic.folded:
            return h("fieldset", h("legend", topic.title), *inside, class_="topic", id=topic.name)
        fields = h("fieldset", h("legend", topic.title, class_="unseen"), *inside)
        opened = self._is_troubled(topic) or not topic.whether
        return h("details", h("summary", topic.title), fields, open=opened, class_="topic", id=topic.name)

    def _found(self, topic: SetupTopic) -> str:
        """Return the id of the findings about a question; empty if there are none, or they may be about another."""
        return f"{topic.name}-found" if topic.name in self.unwell and len(topic.questions) == 1 else ""

    def _question(self, question: Question, found: str) -> Markup:
        note = h("p", question.note) if question.note else None
        hint = say(self.language, f"setup-blank-{question.empty}", variable=question.variable) if question.empty else ""
        wrong = self.wrong.get(question.name, "")
        below = (
            h("p", hint, id=f"{question.name}-hint", class_="hint") if hint else None,
            h("p", wrong, id=f"{question.name}-wrong", class_="alert") if wrong else None,
        )
        ids = [f"{question.name}-{kind}" for kind, text in (("hint", hint), ("wrong", wrong)) if text]
        ids += [found] if found else []
        more = {"aria_describedby": " ".join(ids) or None, "aria_invalid": "true" if wrong or found else None}
        return h("div", note, self._field(question, more), *below, class_="question")

    def _field(self, question: Question, more: Mapping[str, str | None]) -> Markup:
        if question.asking is Asking.AGREED:
            return _box(question.name, question.words, ticked=question.usual == YES, **more)
        if question.asking is Asking.CHOICE:
            ways = (
                h(
                    "label",
                    h("input", type="radio", name=question.name, value=way, checked=way == question.usual),
                    h("span", words, h("small", question.means[way]) if way in question.means else None),
                    class_="box",
                )
                for way, words in question.ways
            )
            legend, described = h("legend", question.words), more.get("aria_describedby")
            choice = h("fieldset", legend, *ways, class_="choice", id=question.name, aria_describedby=described)
            return join_markup(choice, *_leads(question))
        kind = "password" if question.asking is Asking.SECRET else "text"
        attributes = {"type": kind, "maxlength": str(LONGEST), "autocomplete": "off", "spellcheck": "false", **more}
        field = h("input", name=question.name, id=question.name, value=question.usual, **attributes)
        return h("label", h("span", question.words), field)


def _leads(question: Question) -> Iterator[Markup]:
    """Yield links to the topics that have the rest of an answer."""
    for way, topics in question.leads.items():
        links = (h("a", title, href=f"#{name}") for name, title in topics)
        yield h("p", join_markup(*(part for link in links for part in (link, " "))), class_="leads", data_lead=way)
