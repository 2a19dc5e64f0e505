"""Somebody who is the model by hand, through files in a folder."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.features.evaluation.exchange import ExchangeFolder, build_hand_model
from core.contracts.errors import ModelUnavailable
from core.contracts.ports import Prompt, PromptLine, Tier
from core.llm.build import ManagedModel
from tests.fakes.ledger import MemoryLedger
from tests.fakes.manual_clock import ManualClock

TALK = Prompt(
    purpose="talk",
    system="You ask.",
    user="In Tula.",
    conversation=(PromptLine("user", "Hello."), PromptLine("assistant", "Where were you born?")),
)
BOOKS = Prompt(purpose="books", system="You note.", user="In Tula.", tier=Tier.FAST)


class Books(BaseModel):
    wants: str = "go_on"
    told: list[str] = []


def by_hand(folder: Path) -> ManagedModel:
    return build_hand_model(ExchangeFolder(folder), MemoryLedger(), ManualClock(), turns_only=True)


async def test_a_message_is_answered_with_the_words_alone(tmp_path: Path) -> None:
    model = by_hand(tmp_path)
    (tmp_path / "001.answer").write_text("{braces} are welcome, too.\n", encoding="utf-8")
    assert await model.write(TALK) == "{braces} are welcome, too."
    page = (tmp_path / "001.request.md").read_text(encoding="utf-8")
    assert (
        page.index("=== USER\n\nHello.")
        < page.index("=== ASSISTANT\n\nWhere were")
        < page.index("=== USER\n\nIn Tula.")
    )
    assert page.endswith("=== ANSWER: the words alone\n")
    data: dict[str, Any] = json.loads((tmp_path / "001.request.json").read_text(encoding="utf-8"))
    assert data["schema"] is None
    assert data["conversation"][1] == {"role": "assistant", "text": "Where were you born?"}
    await model.close()


async def test_the_books_are_a_part_of_the_turn_and_notes_are_not(tmp_path: Path) -> None:
    model = by_hand(tmp_path)
    (tmp_path / "001.answer").write_text("Tell me about the river.", encoding="utf-8")
    (tmp_path / "002.answer").write_text('{"wants": "stop"}', encoding="utf-8")
    text, books = await asyncio.gather(model.write(TALK), model.ask(BOOKS, Books))
    assert (text, books) == ("Tell me about the river.", Books(wants="stop"))
    with pytest.raises(ModelUnavailable):
        await model.ask(Prompt(purpose="notes", system="", user="In Tula.", tier=Tier.FAST), Books)
    await model.close()
