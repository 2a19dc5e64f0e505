"""What a person reads of Discord's Markdown, as the fake shows it."""

from __future__ import annotations

import pytest

from tests.fakes.discord_markdown import displayed


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("**bold** *it* _it_ __under__ ~~no~~ ||hid||", "bold it it under no hid"),
        ("***both*** **a *b* c**", "both a b c"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("_слово_дом", "словодом"),
        ("`code *x*` ``a ` b``", "code *x* a ` b"),
        ("```py\nx = *1*\n```", "x = *1*"),
        (r"\*no\* \_no\_ \\ \n \# \`x\`", r"*no* _no_ \ \n # `x`"),
        ("# Big\n### Small ##\n-# tiny\n#hash", "Big\nSmall\ntiny\n#hash"),
        ("> quoted *x*\nplain", "quoted x\nplain"),
        (">>> all\n> of it", "all\n> of it"),
        ("> > once\n> twice", "> once\ntwice"),
        ("- one\n* two\n  - three\n-four", "• one\n• two\n  • three\n-four"),
        ("3. a\n7. b\n\n1. c", "3. a\n4. b\n\n1. c"),
        ("[name](https://example.org) [x](y)", "name [x](y)"),
        ("<https://a.b/c_d_e> https://a.b/c_d_e_ <b>", "https://a.b/c_d_e https://a.b/c_d_e_ <b>"),
        ("<@1> <@!1> <@&2> <#3> </done:4>", "‹mention› ‹mention› ‹role› ‹channel› ‹command›"),
        ("<:cat:1> <a:cat:1> :smile: :+1: 10:30:15", "‹emoji› ‹emoji› ‹emoji› ‹emoji› 10:30:15"),
        ("<t:1700000000> <t:1700000000:R>", "‹time› ‹time›"),
        (r"\:smile: \<@1> \[name](https://example.org)", ":smile: <@1> [name](https://example.org)"),
        (r"¯\_(ツ)_/¯", r"¯\_(ツ)_/¯"),
        ("** ** _ _ ~~ `", "    ~~ `"),
        ("", ""),
    ],
)
def test_what_a_person_reads(content: str, shown: str) -> None:
    assert displayed(content) == shown


def test_hostile_content_is_read_in_time() -> None:
    for part in ("[", "[a](", "*", "_a", "`", "~~", "<", "> ", "(", "\\", "||a", "[[]", "[a](()"):
        assert displayed(part * (2000 // len(part))) is not None
