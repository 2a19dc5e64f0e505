"""Search and retelling: what somebody told about a person or a thing, and having something told once more."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, Finds, MenuGroup, Needs, Order
from core.features.registration import Feature
from core.features.search import finding, retelling
from core.features.search.index import erase_from_index
from core.store.feature_hooks import StoreHooks

FEATURE = Feature(
    name="search",
    commands=(
        CommandSpec(
            name="find", handle=finding.search_answers, place=170, group=MenuGroup.WORDS, needs=Needs.ANSWERS, wanted=2
        ),
        CommandSpec(
            name="again",
            handle=retelling.ask_again,
            order=Order.MOVES,
            place=100,
            group=MenuGroup.WORDS,
            needs=Needs.ANSWERED,
        ),
        CommandSpec(
            name="takes", handle=retelling.show_tellings, place=110, group=MenuGroup.WORDS, needs=Needs.ANSWERS
        ),
        CommandSpec(name="whole", handle=finding.show_whole_answer, finds=Finds.BUTTON),
        CommandSpec(name="retell", handle=retelling.ask_anew, order=Order.MOVES, finds=Finds.BUTTON),
        CommandSpec(name="another", handle=retelling.offer_retellings, finds=Finds.BUTTON),
        CommandSpec(name="before", handle=retelling.read_back, finds=Finds.BUTTON),
        CommandSpec(name="use", handle=retelling.choose_telling, finds=Finds.BUTTON),
    ),
    store=StoreHooks(erase=erase_from_index),
)
