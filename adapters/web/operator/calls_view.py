"""Show the prompts of a session and the models' answers, next to each other."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from adapters.web.markup import Part, h
from adapters.web.operator.frame import OperatorView, facts_html, format_price, session_address, time_html
from core.contracts.operator_desk import LedgerCall, LedgerPage
from core.languages.messages import say


def calls_view(view: OperatorView, session_id: str, page: LedgerPage) -> str:
    language, here = view.language, session_address(session_id)
    nothing = None if page.calls else h("p", say(language, "operator-no-calls"))
    onward = None
    if page.behind is not None:
        onward = h("p", h("a", say(language, "operator-next"), href=f"{here}/calls?behind={page.behind}", rel="next"))
    back = h("p", h("a", say(language, "operator-to-session"), href=here))
    return view.document(
        say(language, "operator-calls"),
        back,
        nothing,
        *(_call(language, c, withheld=c.id in page.withheld) for c in page.calls),
        onward,
    )


def _call(language: str, call: LedgerCall, *, withheld: bool) -> Markup:
    tokens = say(
        language,
        "operator-token-figures",
        sent=call.input_tokens,
        cached=call.cached_tokens,
        received=call.output_tokens,
    )
    rows: list[tuple[str, Part]] = [
        ("operator-head-touched", time_html(datetime.fromtimestamp(call.at, UTC))),
        ("operator-model", call.model),
        ("operator-outcome", call.outcome),
        ("operator-tokens", tokens),
        ("operator-head-cost", format_price(call.cost_micros)),
        ("operator-latency", say(language, "operator-seconds", seconds=f"{call.latency_ms / 1000:.1f}")),
    ]
    return h(
        "article",
        h("h2", f"{call.id}: {call.purpose}"),
        facts_html((say(language, key), value) for key, value in rows),
        h(
            "div",
            _verbatim(language, "operator-prompt", call.prompt, call.id, withheld=withheld),
            _verbatim(language, "operator-reply", call.answer, call.id, withheld=withheld),
            class_="beside",
        ),
        class_="call",
    )


def _verbatim(language: str, key: str, text: str, number: int, *, withheld: bool) -> Markup:
    name = f"call-{number}-{key}"
    words = h("pre", text, tabindex="0", role="group", aria_labelledby=name) if text else None
    return h(
        "section",
        h("h3", say(language, key), id=name),
        words or h("p", say(language, "operator-withheld" if withheld else "operator-not-kept")),
    )
