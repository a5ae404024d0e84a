"""What a question asks to choose between: "Kafka or RabbitMQ", "tabs vs spaces", "the difference between X and Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_fabric.questions.question import Question

_MOST = 6
_LONGEST_OPERAND = 3
_ARTICLES = frozenset("a an the our my your plain using use".split())
_NOTHING = frozenset("anything something nothing everything stuff anyone someone whatever others".split())
# What stands between two that are compared, whatever the question is.
_SIGNS = frozenset({"or", "vs", "vs.", "versus", "v.s."})
_JOINED = re.compile(r"(?:(?:compared|opposed|comparing) (?:to|with)|instead of|rather than|better than|worse than)")
_SECOND_WORDS = frozenset({"to", "with", "of", "than"})
# "Kafka over RabbitMQ" is a choice, "gRPC over HTTP" is none.
_CHOICE = re.compile(
    r"\b(?:cho[so]e|chosen|choosing|choice|pick|picked|prefer|preferred|preference|prefers|select|selected|favou?r|favou?red|"
    r"favou?rs|go with|went with|opt|opted|decide|decided|recommend|recommended|recommends|suggest|suggested|should|"
    r"why|advantages?|benefits?|better)\b"
)
# "Between X and Y", "compare X with Y", "prefer X to Y".
_PAIRING = frozenset({"and", "to", "with", "from"})
_PAIRS = re.compile(
    r"\b(?:(?:differences?|choice|choose|chose|choosing|decide|decided|pick|picked|select|selected|trade - ?offs?|torn|"
    r"tradeoffs?)(?: \w+){0,3} between|which (?:one )?of|either|differs?|different from|compare[sd]?|comparing|"
    r"comparison|prefer(?:s|red)?(?= \w+ to))\b"
)
_COMPARE_AT_END = re.compile(r"\b(?:differ|compare)\W*$")


def read_compared(question: Question) -> tuple[str, ...]:
    """Return the names that a question compares, canonical where they are names, in order; none where it does not."""
    is_choice, pairs = bool(_CHOICE.search(question.text)), _pairing(question)
    for at, word in question.runs():
        end, start = at, at + 1
        joins = word in _SIGNS or (word == "over" and is_choice) or (word in _PAIRING and at > pairs)
        if word in _SECOND_WORDS and at and _JOINED.fullmatch(f"{question.words[at - 1].lower_} {word}"):
            joins, end = True, at - 1
        if joins:
            found = _operands(question, end, start)
            if found:
                return found
    return ()


def _pairing(question: Question) -> int:
    """Return behind which word "and" and the like stand between two that are compared, the last where none does."""
    if _COMPARE_AT_END.search(question.text):
        return 0
    cue = _PAIRS.search(question.text)
    return question.text.count(" ", 0, cue.end()) if cue else len(question.words)


def _operands(question: Question, at: int, start: int) -> tuple[str, ...]:
    """Return what is compared left of `at` and right from `start`, none where one side is nothing to choose."""
    right = _operand_from(question, start)
    lefts = list(_operands_before(question, at))
    if not right or not lefts:
        return ()
    if lefts[0].casefold() == right.casefold() or right in _NOTHING:
        return ()
    return tuple(dict.fromkeys([*reversed(lefts), right]))[:_MOST]


def _operands_before(question: Question, at: int) -> Iterator[str]:
    """Yield what ends before a place, nearest first: "Kafka, RabbitMQ" before "or NATS"."""
    if at and question.words[at - 1].text == ",":
        at -= 1
    while at > 0:
        ref = question.name(at - 1)
        start = at - 1
        if ref is not None:
            while start and question.name(start - 1) is ref:
                start -= 1
            yield ref.name
        elif question.is_noun(start):
            while start and at - start < _LONGEST_OPERAND and _belongs(question, start - 1):
                start -= 1
            yield " ".join(word.lower_ for word in question.words[start:at])
        else:
            return
        if start < 2 or question.words[start - 1].text != ",":
            return
        at = start - 1


def _operand_from(question: Question, start: int) -> str | None:
    while start < len(question.words) and question.words[start].lower_ in _ARTICLES:
        start += 1
    if start >= len(question.words):
        return None
    ref = question.name(start)
    if ref is not None:
        return ref.name
    end = start
    while end < len(question.words) and end - start < _LONGEST_OPERAND and _belongs(question, end):
        end += 1
    if end == start or not question.is_noun(end - 1):
        return None
    return " ".join(word.lower_ for word in question.words[start:end])


def _belongs(question: Question, at: int) -> bool:
    """Whether the word at a place belongs to a noun that follows, or is one."""
    return question.is_noun(at) or (question.words[at].tag_ == "JJ" and question.name(at) is None)
