"""Thoughts are taken out of a reply, and in doubt words are private."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core.contracts.errors import ConfigurationError
from core.features.chamber.thought_patterns import (
    Aside,
    Belongs,
    Dimming,
    ExtractorConfig,
    PatternConfig,
    Patterns,
    RegexConfig,
    TagConfig,
)
from core.features.chamber.thoughts import Extraction, extract_thoughts

THINK, REASONING, CONTAINER = "<think>", "[reasoning]", ":::thinking"
NOT_IN_CODE = TagConfig(tag=THINK, not_in=(Aside.CODE,))
NOT_IN_QUOTES = TagConfig(tag=THINK, not_in=(Aside.QUOTES,))


def taken_apart(text: str, *patterns: PatternConfig) -> Extraction:
    taken = extract_thoughts(text, Patterns.of(patterns))
    assert "".join(piece.text for piece in taken.pieces) == text
    return taken


@pytest.mark.parametrize(
    ("text", "patterns", "public", "thoughts"),
    [
        ("No thoughts.  \n\n\n\n", [THINK], "No thoughts.  \n\n\n\n", ""),
        ("", [THINK], "", ""),
        ("Hello <think>hm</think> world", [THINK], "Hello world", "hm"),
        ("\\[reasoning\\]hm\\[/reasoning\\] Hello", [REASONING], "Hello", "hm"),
        ("\\[reasoning\\]hm\\[\\/reasoning\\] Hello", [REASONING], "Hello", "hm"),
        ("\\<think\\>hm\\</think\\> Hello", [THINK], "Hello", "hm"),
        ("&lt;think a=1 &amp; b&gt;hm&lt;/think&gt; Hello &lt;b&gt;", [THINK], "Hello &lt;b&gt;", "hm"),
        ("Hi &lt;think/&gt;there", [THINK], "Hi there", ""),
        ("<THINK time='3'>\nhm\nso\n</Think >\n\nHello", [THINK], "Hello", "hm\nso"),
        ("<think\n a='1'\n>hm</think>Hello", [THINK], "Hello", "hm"),
        ("[Reasoning]hm[/REASONING] Hello", [REASONING], "Hello", "hm"),
        ("[reasoning depth=3]hm[/reasoning] Hello", [REASONING], "Hello", "hm"),
        ("[inner  thoughts]hm[/Inner thoughts] Hello", ["[inner thoughts]"], "Hello", "hm"),
        ("<reasoning>this</reasoning> stays", [REASONING], "<reasoning>this</reasoning> stays", ""),
        ("<thinking>hm</thinking> <thinker>stays</thinker>", [THINK, "<thinking>"], "<thinker>stays</thinker>", "hm"),
        (":::thinking\nhm\n:::\nHello", [CONTAINER], "Hello", "hm"),
        ("Hi\n::: Thinking {.x}\nhm\n:::  \nHello", ["::: thinking"], "Hi\n\nHello", "{.x}\nhm"),
        ("> :::thinking\n> hm\n> :::\nHello", [CONTAINER], "Hello", "> hm"),
        ("::::thinking\nhm\n:::\nso\n::::\nHello", [CONTAINER], "Hello", "hm\n:::\nso"),
        (":::thinking\nhm\n:::note\nso\n:::\nyes\n:::\nHi", [CONTAINER], "Hi", "hm\n:::note\nso\n:::\nyes"),
        (":::note\nstays\n:::\nand `a:::b`", [CONTAINER], ":::note\nstays\n:::\nand `a:::b`", ""),
        ("Hi <think/>there <think></think><think> \n </think>you", [THINK], "Hi there you", ""),
        ("<think>one</think>A<think>two</think>B", [THINK], "A B", "one\n\ntwo"),
        ("Привет<мысль>хм</МЫСЛЬ>!", ["<мысль>"], "Привет!", "хм"),
        ("<thınk>hm</thİnK> Hello", [THINK], "Hello", "hm"),
        ("<th\u200bink>hm<\u2060/think\ufeff> Hello", [THINK], "Hello", "hm"),
        ("\u200b<\u00adthink>hm</think\ufe0f> Hello", [THINK], "\u200b Hello", "hm"),
        ("＜think＞hm＜／ｔｈｉｎｋ＞ Hello", [THINK], "Hello", "hm"),
        ("﹤think﹥hm<／think> Hello", [THINK], "Hello", "hm"),
        ("［reason\u200ding］hm［／ｒｅａｓｏｎｉｎｇ］ Hello", [REASONING], "Hello", "hm"),
        ("：：：thinking\nhm\n：:\u200b：\nHello", [CONTAINER], "Hello", "hm"),
        ("＼<think>hm</think> Hello", ["＜think＞"], "Hello", "hm"),
        ("１ ＜ ２：：：\u200b… ok", [THINK, CONTAINER], "１ ＜ ２：：：\u200b… ok", ""),
    ],
)
def test_each_form_is_taken_out(text: str, patterns: list[PatternConfig], public: str, thoughts: str) -> None:
    taken = taken_apart(text, *patterns)
    assert (taken.public.text, taken.thoughts, taken.warnings, taken.failed) == (public, thoughts, (), False)


@pytest.mark.parametrize(
    ("text", "patterns", "thoughts"),
    [
        ("<think>a<think>b</think>c</think>|", [THINK], "b\n\na c"),
        ("<think>a[reasoning]b[/reasoning]c</think>|", [THINK, REASONING], "b\n\na c"),
        ("<think>a[reasoning]b[/reasoning]c</think>|", [REASONING, THINK], "b\n\na c"),
        ("<think>a[reasoning]b</think>c[/reasoning]|", [THINK, REASONING], "a b\n\nc"),
        ("<think>a[reasoning]b</think>c[/reasoning]|", [REASONING, THINK], "a\n\nb c"),
        ("<think>ab</think>|", [THINK, RegexConfig(regex="<think>.*?</think>")], "ab"),
        ("<think>ab</think>|", [RegexConfig(regex="<think>.*?</think>"), THINK], "ab"),
    ],
)
def test_the_inner_thought_comes_first(text: str, patterns: list[PatternConfig], thoughts: str) -> None:
    taken = taken_apart(text, *patterns)
    assert (taken.public.text, taken.thoughts) == ("|", thoughts)


@pytest.mark.parametrize(
    ("text", "public", "thoughts"),
    [
        ("Hi <think>one", "Hi", "one"),
        ("Hi <think", "Hi", ""),
        ("Hi <think a='<b'>one", "Hi", "a='<b'>one"),
        ("Hi <think>a<think>b</think>c", "Hi", "b\n\na c"),
        ("Hi [reasoning]one", "Hi", "one"),
        ("Hi :::thinking one ::: two", "Hi", "one ::: two"),
        (":::thinking\none\n:::note\ntwo\n:::\nthree", "", "one\n:::note\ntwo\n:::\nthree"),
        ("one</think>Hi", "Hi", "one"),
        ("one</think", "", "one"),
        ("one</think>two</think>Hi", "Hi", "one\n\ntwo"),
        ("one[/reasoning]Hi", "Hi", "one"),
        ("one\n:::\nHi", "Hi", "one"),
        ("<think>one</think", "", "one</think"),
        ("<thi<think>one</think>nk>two</think>Hi", "Hi", "one\n\n<thi nk>two"),
    ],
)
def test_what_is_not_closed_or_was_not_opened_makes_the_rest_private(text: str, public: str, thoughts: str) -> None:
    taken = taken_apart(text, THINK, REASONING, CONTAINER)
    assert (taken.public.text, taken.thoughts, taken.failed) == (public, thoughts, False)
    [warning] = taken.warnings
    assert "all that" in warning


def test_two_halves_are_no_tag_when_what_stood_between_is_gone() -> None:
    assert taken_apart("<thi<think>x</think>nk>", THINK).public.text == "<thi nk>"
    taken = taken_apart("Hi N<think>x</think>O secret", THINK, RegexConfig(regex=r"N\s?O.*"))
    assert (taken.public.text, taken.thoughts) == ("Hi", "x\n\nN O secret")


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Say `<think>` <think>hm</think> or `</think>`.", "Say `<think>` or `</think>`."),
        ("``a ` <think>b</think>`` c", "``a ` <think>b</think>`` c"),
        ("```\n<think>x</think>\n```\n<think>hm</think>", "```\n<think>x</think>\n```"),
        ("~~~~ xml\n<think>\n~~~\n~~~~\nHi", "~~~~ xml\n<think>\n~~~\n~~~~\nHi"),
        ("Hi\n```\n<think>hm", "Hi\n```\n"),
        ("Hi ` <think>hm</think>\n ` Ho", "Hi `\n ` Ho"),
        ("Hi \\` <think>hm</think> ` Ho", "Hi \\` ` Ho"),
        ("- a ` b\n- c ` <think>hm</think> ` d", "- a ` b\n- c ` ` d"),
        ("- a ` b\n- c ` d ` e <think>hm</think> ` f", "- a ` b\n- c ` d ` e ` f"),
        ("> <think>hm</think>", ">"),
        ('"<think>hm</think>"', '" "'),
    ],
)
def test_tags_in_code_are_words_where_the_pattern_says_so(text: str, public: str) -> None:
    assert taken_apart(text, NOT_IN_CODE).public.text == public


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("> <think>a</think>\n<think>hm</think>b", "> <think>a</think>\nb"),
        ('He said "<think>", <think>hm</think>so', 'He said "<think>", so'),
        ("«<think>a</think>», “</think>”, „<think>“.", "«<think>a</think>», “</think>”, „<think>“."),
        ('5" <think>hm</think> of "it"', '5" of "it"'),
        ('a" <think>hm</think> "b', 'a" "b'),
        ('He said "<think>hm\n</think>" so', 'He said "\n" so'),
        ('He said "<think a="b">hm</think>" so', 'He said " " so'),
        ("`<think>hm</think>`", "` `"),
    ],
)
def test_tags_in_quotations_are_words_where_the_pattern_says_so(text: str, public: str) -> None:
    assert taken_apart(text, NOT_IN_QUOTES).public.text == public


def test_what_one_pattern_spares_another_takes() -> None:
    text = "`<think>a</think>` `[reasoning]b[/reasoning]`"
    assert taken_apart(text, NOT_IN_CODE, REASONING).public.text == "`<think>a</think>` ` `"
    assert taken_apart(text, NOT_IN_CODE, THINK).public.text == "` ` `[reasoning]b[/reasoning]`"


def test_white_space_is_tidied_and_code_is_not() -> None:
    code = "```\n  a  \n\n\n\n   <b>\n```"
    words = "  \n<think>x</think>\n\n\n  One  \n\n \n\n\ntwo <think>y</think> three,\t\n"
    text = f"{words}{code}\n\n\n\nend <think>z</think>\n\n"
    taken = taken_apart(text, THINK)
    assert taken.public.text == f"One\n\ntwo three,\n{code}\n\nend"
    assert taken_apart("<think>\n\n a  \n\n\n\nb\n</think>.", THINK).thoughts == "a\n\nb"
    assert taken_apart("a\r\n<think>x</think>\r\n\r\n\r\nb", THINK).public.text == "a\r\n\r\nb"


# --- regexes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "config", "public", "thoughts"),
    [
        ("note: a\nb END Hi", RegexConfig(regex="NOTE:(.*?)END"), "Hi", "a\nb"),
        ("(a) Hi [b]", RegexConfig(regex=r"\((.*?)\)|\[(.*?)\]"), "Hi", "a\n\nb"),
        ("NOTE Hi", RegexConfig(regex="note", flags=""), "NOTE Hi", ""),
        ("x: a\nHi", RegexConfig(regex="^x:.*$", flags="re.MULTILINE"), "Hi", "x: a"),
        ("x: a\n\nx: b\n\nHi", RegexConfig(regex=r"^x:.*?\n\n"), "Hi", "x: a\n\nx: b"),
        ("Hi (a)b", RegexConfig(regex=r"Hi(?=.*?(\(.*))"), "", "(a)b"),
        ("`NOTE a` NOTE b", RegexConfig(regex=r"NOTE \w", not_in=(Aside.CODE,)), "`NOTE a`", "NOTE b"),
        ("<t></t>Hi", RegexConfig(regex="(?<=<t>).*?(?=</t>)"), "<t></t>Hi", ""),
    ],
)
def test_a_regex_takes_its_whole_match_and_its_group_is_the_thought(
    text: str, config: RegexConfig, public: str, thoughts: str
) -> None:
    taken = taken_apart(text, config)
    assert (taken.public.text, taken.thoughts, taken.warnings) == (public, thoughts, ())


def test_a_regex_that_takes_too_long_makes_all_private() -> None:
    taken = taken_apart(f"Hi {'a' * 40}b", THINK, RegexConfig(regex="(a|aa)+$"))
    assert (taken.public.text, taken.thoughts, taken.failed) == ("", f"Hi {'a' * 40}b", True)
    assert taken.warnings == (
        "Thought pattern 2, the regex (a|aa)+$, took too long: the whole reply is taken for thoughts.",
    )


# --- classes of the operator's own --------------------------------------------------------------------------------


class FirstLine:
    """Thinks in its first line."""

    def thoughts(self, reply: str) -> Iterable[tuple[int, int]]:
        return [(0, reply.find("\n") + 1)]


class Stars:
    """Thinks between stars; tells some stretches twice, and in any order."""

    def thoughts(self, reply: str) -> Iterable[tuple[int, int]]:
        stars = [at for at, character in enumerate(reply) if character == "*"]
        spans = [(begin, end + 1) for begin, end in zip(stars[::2], stars[1::2], strict=False)]
        yield from (*reversed(spans), *spans, *((end - 1, end) for _, end in spans))


class Raising:
    def thoughts(self, reply: str) -> Iterable[tuple[int, int]]:
        raise RuntimeError(reply)


class Misplaced:
    def thoughts(self, reply: str) -> Iterable[tuple[int, int]]:
        return [(0, len(reply) + 1)]


class Formless:
    def thoughts(self, reply: str) -> object:
        return "all of it"


class Particular:
    def __init__(self, needed: str) -> None:
        self.needed = needed


def own(name: str) -> ExtractorConfig:
    return ExtractorConfig(extractor=f"{__name__}:{name}")


@pytest.mark.parametrize(
    ("text", "patterns", "public", "thoughts"),
    [
        ("a\nb\nc", [own("FirstLine")], "b\nc", "a"),
        ("Hi *a* there *b*.", [own("Stars")], "Hi there .", "*a*\n\n*b*"),
        ("<think>*a*</think>Hi *b<think>c</think>*", [own("Stars"), THINK], "Hi", "*a*\n\nc\n\n*b *"),
        ("<thi*x*nk>a</think>Hi", [own("Stars"), THINK], "Hi", "*x*\n\n<thi nk>a"),
        ("Hi", [own("FirstLine"), own("Stars")], "Hi", ""),
    ],
)
def test_a_class_of_the_operators_own_finds_thoughts(
    text: str, patterns: list[PatternConfig], public: str, thoughts: str
) -> None:
    taken = taken_apart(text, *patterns)
    assert (taken.public.text, taken.thoughts, taken.failed) == (public, thoughts, False)


@pytest.mark.parametrize(
    ("name", "kind"), [("Raising", "RuntimeError"), ("Misplaced", "ValueError"), ("Formless", "ValueError")]
)
def test_a_class_that_fails_makes_all_private_and_is_named(name: str, kind: str) -> None:
    taken = taken_apart("Hi secret", THINK, own(name))
    assert (taken.public.text, taken.thoughts, taken.failed) == ("", "Hi secret", True)
    assert taken.warnings == (
        f"Thought pattern 2, the class {__name__}:{name}, failed ({kind}): the whole reply is taken for thoughts.",
    )


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("nowhere", "extractor names no class"),
        ("no.such.module:Class", "ModuleNotFoundError"),
        (f"{__name__}:Particular", "TypeError"),
        ("builtins:object", "has no method thoughts"),
    ],
)
def test_a_class_that_cannot_be_used_is_refused(place: str, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Patterns.of([ExtractorConfig(extractor=place)])


def test_the_time_that_tags_take_is_not_counted_for_a_regex() -> None:
    taken = taken_apart(f"{'<think>a</think>' * 20_000}(b) Hi", THINK, RegexConfig(regex=r"\((.)\)"))
    assert (taken.public.text, taken.failed) == ("Hi", False)


def test_what_goes_on_showing_thoughts_is_private_as_a_whole() -> None:
    taken = taken_apart("ab" * 40, RegexConfig(regex="^ab"))
    assert (taken.public.text, taken.failed) == ("", True)
    assert [piece.belongs for piece in taken.pieces] == [Belongs.THOUGHT]
    assert "went on" in taken.warnings[-1]


# --- the screen ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize(
    ("text", "dimmed"),
    [
        ("Hi <think>a <b> c</think> <thin", "<think>a <b> c</think>"),
        ("a [x] [reasoning]b<think>c[/reasoning]d</think> e", "[reasoning]b<think>c[/reasoning]d</think>"),
        ("a:\n > :::thinking\nb\n:::note\n:::\nc\n:::\nd", " > :::thinking\nb\n:::note\n:::\nc\n:::"),
        ("a < b and `pkg:::fun`\n  c", ""),
        ("Hi ＜th\u200bink＞a＜／think＞\u200b :::", "＜th\u200bink＞a＜／think＞"),
        ("a\u200b:::\n\u200b:::\u200bthinking\nb\n\u200b：：：\nc", ":::\u200bthinking\nb\n\u200b：：："),
    ],
)
def test_thoughts_are_dimmed_while_they_come_in(text: str, dimmed: str, size: int) -> None:
    screen = Dimming(Patterns.of([THINK, REASONING, CONTAINER]))
    shades = [shade for at in range(0, len(text), size) for shade in screen.heard(text[at : at + size])]
    shades += screen.ended()
    assert "".join(shade.text for shade in shades) == text
    assert "".join(shade.text for shade in shades if shade.is_thought) == dimmed


def test_without_patterns_every_piece_is_shown_at_once() -> None:
    screen = Dimming(Patterns())
    assert screen.heard("a <") == [("a <", False)]
    assert screen.ended() == []
