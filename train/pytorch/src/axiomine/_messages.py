"""Translates the program's messages: flags of the command line become arguments of Python."""

from __future__ import annotations

import re

from axiomine._options import GIVEN_BY

# Flags that are arguments of another name, or belong to the functions and not to the table of keys.
ARGUMENTS = {
    "data": "documents",
    "collection": "documents",
    "topics": "queries",
    "config": "config",
    "output": "output",
    "overwrite": "overwrite",
    "resume": "resume",
    "complete": "complete",
    "measure": "measures",
    "query": "query",
    "weight": "weight",
    "fail-on": "fail_on",
    "method": "method",
}
NAMES = {words.removeprefix("--set=").strip("-").replace("_", "-"): name for name, words in GIVEN_BY.items()} | ARGUMENTS
_SWITCHES = {"complete", "overwrite", "resume"}
# A value behind a flag: a placeholder (N, FILE, query=NAME), a number, words between | or commas, what stands in quotes, or a last word.
_flag = re.compile(
    r"(?<![\w-])--(?P<flag>[a-z][a-z0-9-]*[a-z0-9]|[a-z])"
    r"(?:[= ](?P<value>\"[^\"]*\"|'[^']*'|[A-Z][A-Z0-9_:.,=|%]*(?![a-z])|-?[0-9][\w.:,/-]*[\w]|-?[0-9]|[\w.-]+[=|][^\s;)]*"
    r"|[a-z][\w-]*(?=$|[;:,)])))?"
)
_key = re.compile(r"(?:configuration: )?\b(?:gen|tokenize|train)\.(?P<key>[a-z0-9_]+)(?![\w.])")
_set = re.compile(r"(?<![\w-])--set (?P<key>[a-z0-9_]+)")
_preset = re.compile(r"(?<![\w-])-c (?P<name>[a-z][\w-]*)")
_twice = re.compile(r"\b(?P<name>[a-z0-9_]+)= \((?P=name)\)")
_beside = re.compile(r"(--columns \"[^\"]*\") (?=--labels)")
_help = re.compile(r"(; hint: |; |, or |, )?see axiomine [a-z -]*(--help|show)$")


def translated(line: str) -> str:
    """Returns a message as Python says it: `--pairs N` and `--set pairs=N` are `pairs=N`; a flag that no function takes keeps its name."""
    flags = _set.sub(lambda match: f"--{match['key'].replace('_', '-')}", _beside.sub(r"\1, ", _preset.sub(r'config="\g<name>"', line)))
    return _help.sub("", _twice.sub(r"\g<name>", _key.sub(_option, _flag.sub(_argument, flags))))


def _option(match: re.Match[str]) -> str:
    return match["key"] if match["key"] in GIVEN_BY else match[0]


def _argument(match: re.Match[str]) -> str:
    flag, value = match["flag"], match["value"]
    name = NAMES.get(flag)
    if name is None:
        return match[0]
    if value is None:
        if name in _SWITCHES:
            return f"{name}=True"
        return name if match.string[match.end() : match.end() + 1] in (":", "=") else f"{name}="
    bare = value.strip("\"'").rstrip(",.:")
    tail = value.strip("\"'")[len(bare) :]
    quoted = bare if re.fullmatch(r"[A-Z]+|-?[0-9.]+", bare) else f'"{bare}"'
    return f"{name}={quoted}{tail}"
