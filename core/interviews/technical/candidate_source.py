"""Code as candidates write it, and what a compiler says of it.

People answer with a class `Solution` or a function alone, with a `main` and a package of their own. The changes made
here let such code stand beside a driver; its lines keep their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from core.interviews.technical.exercises.exercise import PROGRAMMING, Programming, spell_name

DRIVERS: Final[Mapping[Programming, str]] = {
    Programming.CPP: "driver.cpp",
    Programming.JAVA: "RaconteurDriver",
    Programming.GO: "main.go",
}
"""The words that name our driver where a compiled language tells of an error."""
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SOLUTION = re.compile(r"\b(?:class|struct|record|enum|interface)\s+Solution\b")
_JAVA_TYPE = re.compile(r"\b(?:class|record|enum)\s+(\w+)")
_PUBLIC_TYPE = re.compile(
    r"^([ \t]*)public[ \t]+(?=(?:final[ \t]+|abstract[ \t]+)*(?:class|interface|enum|record)[ \t]+(?!Solution\b))",
    re.MULTILINE,
)
_GO_MAIN = re.compile(r"^func[ \t]+main[ \t]*\(", re.MULTILINE)
_GO_PACKAGE = re.compile(r"^package[ \t]+\w+", re.MULTILINE)


def adapt_source(source: str, language: Programming, function: str = "") -> str:
    """Return code that can be compiled beside a driver. `function`: the one that is called; empty for a program."""
    match language:
        case Programming.JAVA:
            return _adapted_java(source, function)
        case Programming.GO if function:
            adapted = _GO_MAIN.sub("func candidateMain(", source)
            if _GO_PACKAGE.search(adapted):
                return _GO_PACKAGE.sub("package main", adapted, count=1)
            return f"package main; {adapted}"
    return source


def _adapted_java(source: str, function: str) -> str:
    """Name the class as its file, since people name it otherwise, or put a method without a class into one."""
    bare = _COMMENTS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    package = re.search(r"^[ \t]*package[ \t]+[\w.]+[ \t]*;", bare, re.MULTILINE)
    if package is not None:
        source = source[: package.start()] + " " * len(package[0]) + source[package.end() :]
    if _SOLUTION.search(bare) is None:
        head = re.search(rf"\b{re.escape(function)}\s*\(", bare) if function else None
        types = list(_JAVA_TYPE.finditer(bare))
        public = re.search(r"^\s*public\s+(?:final\s+|abstract\s+)*class\s+(\w+)", bare, re.MULTILINE)
        around = [each for each in types if head is None or each.start() < head.start()]
        if not types and head is not None:
            imports = list(re.finditer(r"^[ \t]*import\b[^;]*;", bare, re.MULTILINE))
            at = imports[-1].end() if imports else 0
            source = f"{source[:at]} class Solution {{ {source[at:]}\n}}\n"
        elif public is not None and (head is None or len(types) == 1):
            source = re.sub(rf"\b{public[1]}\b", "Solution", source)
        elif around and head is not None:
            source = re.sub(rf"\b{around[-1][1]}\b", "Solution", source)
    return _PUBLIC_TYPE.sub(r"\1", source)


def call_of(source: str, language: Programming, function: str) -> str:
    """Return the part of a call before the arguments, for a function or a method of a class `Solution`."""
    bare = _COMMENTS.sub("", source)
    match language:
        case Programming.JAVA:
            return f"new Solution().{function}"
        case Programming.CPP if _SOLUTION.search(bare):
            return f"Solution().{function}"
        case Programming.GO:
            exported = function[0].upper() + function[1:]
            if re.search(rf"\b{exported}\(", bare) and not re.search(rf"\b{function}\(", bare):
                function = exported
            method = re.search(rf"^func\s*\(\s*\w*\s*\*?\s*Solution\s*\)\s*{function}\(", bare, re.MULTILINE)
            return f"new(Solution).{function}" if method else function
    return function


def written_signature(source: str, language: Programming, function: str) -> str:
    """Return the line with which code declares the function; empty where it does not."""
    bare = _COMMENTS.sub("", source)
    name = spell_name(function, language)
    before = r"func\b[^\n{]*?" if language is Programming.GO else r"[\w:<>\[\],*& \t]*?[\w>\]*&][ \t*&]+"
    found = re.search(rf"^[ \t]*({before}\b{name}\s*\([^)]*\)[^\n{{;]*)", bare, re.MULTILINE)
    if found is None or found[1].lstrip().startswith("return "):
        return ""
    return " ".join(found[1].split())


def own_errors(said: str, language: Programming) -> str:
    """Return the part of a compiler's words that is about the candidate's file, if it says that something is wrong
    there; empty where it only is in the driver.
    """
    name = re.escape(str(PROGRAMMING[language]["file"]))
    kept: list[str] = []
    ours = False
    for line in said.splitlines(keepends=True):
        if re.match(rf"(?:\./)?(?:{re.escape(DRIVERS[language])}|In file included from)", line):
            ours = True
        elif re.match(rf"(?:\./|\S*/)?{name}\b", line):
            ours = False
        if not ours:
            kept.append(line)
    errors = r":\d+" if language is Programming.GO else r":\d+:(?:\d+:)? (?:fatal )?error:"
    return "".join(kept) if any(re.search(rf"{name}{errors}", line) for line in kept) else ""
