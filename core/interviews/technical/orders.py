"""Words that speak to whoever weighs an interview: no evidence, and not shown to whoever weighs."""

from __future__ import annotations

import re
from typing import Final

LEFT_OUT: Final = "[…]"
_ENGLISH = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
    r"\b(?:instruction|prompt|rule|rubric|above|previous|prior|test)",
    r"\b(?:system|developer) ?(?:prompt|message|note|override|instruction)s?\b",
    r"\b(?:give|award|assign|rate|grade|score|mark|evaluate|rank|hire|recommend)\b[^.\n]{0,60}"
    r"\b(?:5|five|full|maximum|max|top|highest|best|perfect|excellent|marks?|points?|scores?|stars?|candidate|hire)\b",
    r"\b(?:score|rating|grade|mark)s?\b\s*(?:[:=]|should be|must be|is)\s*(?:5|five|full|max\w*|perfect|\d\s*/\s*5)",
    r"\b(?:note|message|attention|instructions?|hint)\s+(?:to|for)\s+(?:the\s+)?"
    r"(?:reviewer|evaluator|grader|interviewer|assessor|model|ai|llm|assistant|recruiter|hiring)",
    r"\b(?:dear|hey|hi|hello)\s+(?:reviewer|evaluator|grader|ai|llm|model|assistant|chatgpt|claude|gpt)",
    r"\b(?:as an? (?:ai|llm|language model)|you are (?:now )?(?:an? )?(?:ai|llm|grader|evaluator|lenient|helpful))",
    r"\b(?:all|every) tests? (?:have |has )?(?:already )?pass(?:ed)?\b[^.\n]{0,40}\b(?:say|report|assume|trust|ignore)",
)
_RUSSIAN = (
    r"(?:игнорир\w+|забудь\w*|не обращай\w* внимани\w+|отмени\w*)[^.\n]{0,40}"
    r"(?:инструкци\w+|правил\w+|промпт\w*|рубрик\w+|выше|предыдущ\w+|тест\w*)",
    r"систем\w+ (?:промпт\w*|сообщени\w+|инструкци\w+)",
    r"(?:постав\w*|оцени\w*|дай\w*|выстав\w*|рекоменд\w+|найми\w*)[^.\n]{0,60}"
    r"(?:\b5\b|пят[её]р\w*|высш\w+|максим\w+|отличн\w+|балл\w*|оценк\w+|кандидат\w*)",
    r"(?:оценк\w+|балл\w*)\s*[:=–—-]\s*(?:5|пять|макс\w*)",
    r"(?:провер\w+|рецензент\w*|оценива\w+|нейросет\w+|ассистент\w*|модел\w+)\s*[:,!]\s*"
    r"(?:пожалуйста|постав|оцени|считай|напиши|игнор)",
    r"(?:для|уважаем\w+) (?:проверяющ\w+|оценивающ\w+|рецензент\w*|нейросет\w+|ии\b|модел\w+)",
)
_TO_THE_READER = re.compile("|".join((*_ENGLISH, *_RUSSIAN)), re.IGNORECASE)


def speaks_to_the_reader(text: str) -> bool:
    """Whether these words are an order, or a plea, to whoever weighs them."""
    return _TO_THE_READER.search(text) is not None


def without_orders(text: str) -> str:
    """The text with each sentence, and in code each line, that speaks to whoever weighs it left out."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if not speaks_to_the_reader(line):
        return line
    parts = re.split(r"(?<=[.!?…])(\s+)", line)
    kept = [LEFT_OUT if speaks_to_the_reader(part) else part for part in parts]
    joined = "".join(kept)
    return LEFT_OUT if speaks_to_the_reader(joined) else joined
