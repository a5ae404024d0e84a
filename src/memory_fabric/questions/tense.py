"""Whether a question asks for what holds or for what held, and whether it asks for what is not so.

Both are read from words and their order. A question that tells neither asks for anything: "why did we choose X" is
answered by why, whether or not X is still there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date

from spacy.tokens import Token

from memory_fabric.models import Intent, Tense
from memory_fabric.questions.question import Question
from memory_fabric.questions.time_expressions import Period

# What is over, said outright. Words are one space apart, contractions in two words: "do n't".
_BEFORE = re.compile(
    r"\b(?:previously|formerly|originally|initially|earlier|back then|back in the day|in the past|in those days|"
    r"at first|to begin with|beforehand|prior to|no longer|"
    r"(?:the|our|your|their|its|which|what) (?:old|former|previous|prior|original|initial|legacy)|"
    r"(?:did|does|do) .{1,60}? replaces?(?!.{0,60}\b(?:with|by)\b)|did .{1,60}? use to|"
    r"(?:what|which(?: \w+){1,3}) (?:was|were|got) (?:replaced|superseded) by|"
    r"(?:stop|stopped|quit) [a-z]+ing|(?:we|i|they|you|he|she|it|who|that) used to)\b"
)
_BEFORE_SOMETHING = re.compile(r"\bbefore\b")
_ENDS_BEFORE = re.compile(r"\bbefore(?: (?:that|this|then|now|it))?\W*$")
_USED_TO = re.compile(r"\bused to\b")
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being|am|get|got)\b|'s\b")
_NOW = re.compile(
    r"\b(?:current|currently|now|nowadays|presently|these days|at the moment|at present|today|still|anymore|"
    r"any more|any longer|to date|latest|newest|up to date)\b"
)
# What asks for the whole story, or for a reason, a time or words of someone: what is over answers as well.
_ANY = re.compile(
    r"\b(?:history|over time|evolution|evolved?|changed|ever|alternatives?|timeline)\b|"
    r"^(?:\w+ )?(?:why|when|how come)\b"
)
_SAYING = re.compile(
    r"\b(?:say|says|said|saying|tell|tells|told|mention|mentions|mentioned|think|thinks|thought|according to|discuss|"
    r"discussed|talk|talked|argue|argued|ask|asked|write|wrote|explain|explained|view|opinion|take on)\b"
)
_OURS = re.compile(r"\b(?:we|our|ours|us)\b")

_PRESENT_WORDS = frozenset("do does is are has have 's 're 've am s re can".split())
_PAST_WORDS = frozenset("did was were had".split())
_PRESENT_TAGS, _PAST_TAGS = frozenset({"VBP", "VBZ"}), frozenset({"VBD"})
# What was decided or recommended holds until something else is; the rest holds where the question is in the present.
_STANDING = frozenset({"decision", "recency"})
_LASTING = frozenset({"usage", "ownership", "preference", "pattern", "blocker"})

# "I don't remember what …", "not sure which …": the asker knows not, and nothing is denied.
_HEDGE = re.compile(
    r"^(?:.{0,30}?\b)?(?:not (?:sure|certain|clear)|(?:do|does|did|can|could|ca)(?: n't| nt|n't| not|not)(?: \w+)? "
    r"(?:know|remember|recall|find|understand|see|figure))\b"
)
# "Didn't we decide …?" asks whether it is so. So does "or not".
_LEADING_NEGATION = re.compile(r"^(?:(?:so|but|and|wait|hey|ok|okay|hmm) )*(?:\w+ (?:n't|nt)|\w+n't)\b")
_NO_DENIAL = re.compile(r"\b(?:or not|not only|not just|if not|why not)\b")
_DENIAL = re.compile(
    r"\b(?:not|nt|never|no longer|cannot|without|no (?!one\b|matter\b|idea\b)\w+|nobody|nothing|none|neither|"
    r"avoid(?:s|ed|ing)?|reject(?:s|ed|ing)?|declin(?:e|ed)|discard(?:ed)?|dismiss(?:ed)?|veto(?:ed)?|exclud(?:e|ed)|"
    r"forbid|forbidden|forbade|prohibit(?:ed)?|ban(?:ned)?|abandon(?:ed)?|refus(?:e|ed)|deprecat(?:e|ed)|"
    r"rul(?:e|ed|ing) .{0,60}?\bout|turn(?:ed)? .{0,60}?\bdown|g(?:et|ot) rid of|mov(?:e|ed) away from|"
    r"giv(?:e|en) up|gave up|"
    r"(?:decid|advis|vot|argu|recommend|rul|warn|speak|spok|lean|push)\w*(?: \w+){0,3} against|"
    r"(?:was|were|is|are|am|be) against|"
    r"(?:stop|stopped|quit) (?!work|respond|fail|runn)[a-z]+ing|stopp?(?:ed)?(?=\W*$))(?!\w)|n't\b"
)


def read_tense(question: Question, intents: Collection[Intent], period: Period | None, today: date) -> Tense:
    """Return whether a question asks for what holds, for what held, or tells neither.

    `period` is the time that it names.
    """
    words, text = question.words, question.text
    if _SAYING.search(text):
        return "any"
    past = _is_past(words)
    if _is_before(text, past=past):
        return "before"
    if period is not None:
        is_over = period.until is not None and period.until < today
        return "before" if past and is_over and "usage" in intents else "any"
    # What somebody recommended they did recommend, whatever became of it.
    if _ANY.search(text) or (past and "recommendation" in intents):
        return "any"
    if _NOW.search(text) or not _STANDING.isdisjoint(intents):
        return "now"
    if past:
        return "any"
    if not _LASTING.isdisjoint(intents):
        return "now"
    return "now" if past is False and _OURS.search(text) else "any"


def is_denied(question: Question) -> bool:
    """Return whether a question asks for what is not so: "what did we decide against", "why don't we use X"."""
    text = question.text
    hedge = _HEDGE.match(text) or _LEADING_NEGATION.match(text)
    return bool(_DENIAL.search(_NO_DENIAL.sub(" ", text[hedge.end() :] if hedge else text)))


def asks_of_today(words: Iterable[Token], expression: str) -> bool:
    """Return whether "today" says no more than *now*: in "what do we use today", but not in "what happened today"."""
    return expression.lower() == "today" and _is_past(words) is False


def _is_before(text: str, *, past: bool | None) -> bool:
    if _BEFORE.search(text) or _ENDS_BEFORE.search(text):
        return True
    # "What do we run before a release?" is about an order, not about the past.
    if past and _BEFORE_SOMETHING.search(text):
        return True
    habit = _USED_TO.search(text)
    return habit is not None and not _BE.search(text[: habit.start()])


def _is_past(words: Iterable[Token]) -> bool | None:
    """Return whether the first finite verb is in the past, None where there is no verb."""
    words = list(words)
    for word in words:
        if word.lower_ in _PAST_WORDS:
            return True
        if word.lower_ in _PRESENT_WORDS:
            return False
    for word in words:
        if word.tag_ in _PAST_TAGS:
            return True
        if word.tag_ in _PRESENT_TAGS:
            return False
    return None
