"""The law of the chamber: whatever two models write, no thought of one is ever in what the other is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.chat import ChatReply, ChatRequest, ChatRole
from core.contracts.errors import ModelRefused, ModelUnavailable
from core.features.chamber.messages import Speaker
from core.store.store import MemoryStore
from tests.fakes.chamber import Chamber, setup
from tests.fakes.chat import Reply, Respond

SECRET = {Speaker.PRIME: "PRIMETHINKS", Speaker.CANDIDATE: "CANDIDATETHINKS"}
PATTERNS = [
    "<think>",
    "[reasoning]",
    ":::thinking",
    {"regex": r"\(\((.*?)\)\)", "flags": "s"},
    {"tag": "<scratch>", "not_in": ["code"]},
]
FORMS = (
    "<think>{}</think>",
    "<THINK why='x'>{}</Think>",
    "[reasoning]{}[/reasoning]",
    "[Reasoning]\n{}\n[/REASONING]",
    "\n:::thinking\n{}\n:::\n",
    "(({}))",
    "<scratch>{}</scratch>",
    "<think>a<think>{}</think>b</think>",
    "<think>a[reasoning]b</think>{}[/reasoning]",
    "[reasoning]<think>{}[/reasoning]</think>",
    "<thi<think>{}</think>nk>x</think>",
    "<think>```\n{}\n```</think>",
    "<th\u200bink>{}</think\u2060>",
    "＜think＞{}＜／ｔｈｉｎｋ＞",
    "［reasoning］{}［／reasoning］",
)
ENDS = ("<think>{}", "[reasoning]\n{}", ":::thinking\n{}", "<scratch>{} ``` ")
BEGINNINGS = ("{}</think>", "{}\n[/reasoning]\n")
PUBLIC = ("word", "two\nlines", "```\ncode\n```", "`x`", "> quoted", "", "a < b", "[x]", "::", "…", "слово")


@st.composite
def written(draw: st.DrawFn, secret: str) -> Reply:
    """What a model may send: words, thoughts in every form, the provider's own thinking, and failures."""
    if draw(st.integers(0, 11)) == 0:
        return draw(st.sampled_from([ModelRefused(f"{secret} E"), ModelUnavailable(f"{secret} E")]))
    beginning = draw(st.sampled_from(("",) * 6 + BEGINNINGS)).format(secret)
    end = draw(st.sampled_from(("",) * 6 + ENDS)).format(secret)
    middle = st.one_of(st.sampled_from(PUBLIC), st.sampled_from(FORMS).map(lambda form: form.format(secret)))
    text = draw(st.sampled_from(("", " ", "\n"))).join(draw(st.lists(middle, min_size=1, max_size=6)))
    thinking = draw(st.sampled_from(("", secret)))
    blocks = json.dumps([{"type": "thinking", "thinking": secret}]) if thinking else ""
    return ChatReply(text=f"{beginning}{text}{end}", thinking=thinking, blocks=blocks)


def playing(replies: Sequence[Reply]) -> Respond:
    left = list(replies)
    return lambda _: left.pop(0) if left else "nothing more"


async def requests_of(
    prime: Sequence[Reply], candidate: Sequence[Reply], *, own: bool, others: bool
) -> tuple[list[ChatRequest], list[ChatRequest]]:
    """Every request to each side of a run in which these are said."""
    store = MemoryStore()
    try:
        whole = setup(
            prime={
                "thought_patterns": PATTERNS,
                "include_prime_thoughts": own,
                "include_candidate_thoughts": others,
            },
            candidate={"thought_patterns": PATTERNS},
        )
        chamber = Chamber(store, whole, playing(prime), playing(candidate))
        await chamber.begin()
        task = asyncio.create_task(chamber.hold())
        while not task.done():
            turned = asyncio.create_task(chamber.clock.sleepers(1))
            await asyncio.wait({task, turned}, return_when=asyncio.FIRST_COMPLETED)
            turned.cancel()
            chamber.clock.advance(1000)
        await task
        return chamber.prime.requests, chamber.candidate.requests
    finally:
        await store.close()


@given(
    st.lists(written(SECRET[Speaker.PRIME]), max_size=6),
    st.lists(written(SECRET[Speaker.CANDIDATE]), max_size=6),
    st.booleans(),
    st.booleans(),
)
def test_no_thought_crosses(prime: list[Reply], candidate: list[Reply], own: bool, others: bool) -> None:
    to_prime, to_candidate = asyncio.run(requests_of(prime, candidate, own=own, others=others))
    for request in to_candidate:
        assert SECRET[Speaker.PRIME] not in repr(request)
        # Its own come back as its provider's blocks beside its own lines, and nowhere else.
        assert not any(SECRET[Speaker.CANDIDATE] in line.text for line in request.lines)
        assert all(not line.blocks or line.role is ChatRole.ASSISTANT for line in request.lines)
    for request in to_prime:
        theirs = [line for line in request.lines if line.role is ChatRole.USER]
        assert all(not line.blocks for line in theirs)
        assert others or SECRET[Speaker.CANDIDATE] not in repr(request)
        assert own or SECRET[Speaker.PRIME] not in repr(request)
        for line in theirs:
            public, _, _disclosed = line.text.partition("\n[Candidate's internal thoughts: ")
            assert SECRET[Speaker.CANDIDATE] not in public
