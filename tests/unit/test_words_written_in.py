"""What none of the program's messages may hold, in any language."""

from __future__ import annotations

import re

import pytest

from core.languages import HERE, LANGUAGES
from core.privacy.facts import Facts, interviewer_facts


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_guest_reads_of_a_configuration(language: str) -> None:
    lines = [
        line
        for path in sorted((HERE / language / "messages").glob("*.ftl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith(("#", "operator-", "admin-", "command-stats", "command-who"))
    ]
    assert [line for line in lines if re.search(r"config\.|\.toml|\[llm\]", line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_begins_with_a_value_that_may_be_in_small_letters(language: str) -> None:
    values = {"operator": "your daughter Beth", "words": "у тёти Вари"}
    lines = [
        line
        for path in sorted((HERE / language / "messages").glob("*.ftl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(?:^[\w-]+ = |[.!?…] )[«“]?\{ \$(?:" + "|".join(values) + r") \}", line)
    ]
    assert lines == []


def test_an_operator_in_lower_case_begins_a_sentence_with_a_capital() -> None:
    assert interviewer_facts(Facts(operator="your daughter Beth")).startswith("Your daughter Beth runs this bot.")
