"""Decision records: what their status makes of what they say.

A record tells its status in front matter (`status: rejected`), under a heading "Status" or in a line "Status: …" before
its first section. What that does, by section:

| section | accepted, or none told | proposed | rejected | superseded, deprecated |
| --- | --- | --- | --- | --- |
| title, decision | a bare "Use X" is planned | proposed | negated | ended |
| consequences | as read | proposed | hypothetical | ended |
| options, alternatives, pros and cons | proposed | proposed | proposed | proposed |
| context and everything else | as read | what is planned is proposed | what is planned is hypothetical | as read |

Only relations that a decision brings about are touched (`DECIDED`, `OF_PARTS`): that Kafka depends on ZooKeeper holds
whatever was decided, and so does what is said of today ("we currently use X"). "Partly superseded" leaves a record in
force.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memory_fabric.models import Relation
from memory_fabric.nlp.relations import Found

Status = Literal["accepted", "proposed", "rejected", "ended"]
Section = Literal["decision", "consequences", "options", "other"]

DECIDED = frozenset({"uses", "used_for", "replaces", "chose_over", "prefers", "owns"})
"""Relations that hold because somebody decided so."""

OF_PARTS = frozenset({"depends_on", "integrates_with", "implements", "part_of"})
"""Relations that a decision brings about for parts of one's own system; of products they are facts."""

_STATUS_WORDS: tuple[tuple[re.Pattern[str], Status], ...] = (
    (re.compile(r"part(?:ly|ially) (?:superseded|deprecated|replaced)"), "accepted"),
    (re.compile(r"superseded|superceded|deprecated|obsolete|retired|replaced|reverted|expired|no longer"), "ended"),
    (re.compile(r"rejected|declined|withdrawn|abandoned|not accepted|cancell?ed|discarded|dropped|closed"), "rejected"),
    (re.compile(r"proposed|pending|draft|on hold|under (?:discussion|review)|in (?:discussion|review|progress)|"
                r"incomplete|open|rfc|postponed|deferred|wip|to be decided|tbd|undecided|review"), "proposed"),
    (re.compile(r"accepted|approved|agreed|decided|adopted|implemented|completed?|done|active|final|in force"),
     "accepted"),
)  # fmt: skip
_SECTIONS: tuple[tuple[re.Pattern[str], Section], ...] = (
    (
        re.compile(r"options?\b|alternatives?\b|considered|pros (?:and|&) cons|rejected|not chosen|proposals?\b"),
        "options",
    ),
    (re.compile(r"decision drivers?|decision[- ]makers?|deciders?"), "other"),
    (re.compile(r"decisions?\b|outcome|resolution|chosen|conclusion|what we decided"), "decision"),
    (re.compile(r"consequences?|implications?|impact|results?\b"), "consequences"),
)
_LINE = re.compile(r"[^\n]*\n?")
_ATX = re.compile(r"[ \t]{0,3}(?P<marks>#{1,6})[ \t]+(?P<title>[^\n]{1,200})")
_UNDERLINE = re.compile(r"[ \t]*(?P<sign>[=-])(?P=sign)+[ \t]*\r?$")
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n")
_STATUS_LINE = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}status[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*(?P<words>[^\n]{0,200})", re.IGNORECASE
)
_STATUS_TITLE = re.compile(r"[^\w]*status[^\w]*$", re.IGNORECASE)
_NOT_WORDS = re.compile(r"^[\W\d_]+")
_FILLERS = re.compile(r"^(?:(?:the|our|other|positive|negative|possible|expected|final) )+")
_TODAY = re.compile(r"\b(?:currently|already|today|at the moment|at present|existing)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a sentence stands in a record: its section, and the status of the record."""

    section: Section
    status: Status


@dataclass(frozen=True, slots=True)
class _Heading:
    start: int
    end: int
    level: int
    title: str


class Records:
    """The decision records of a document, found by their headings in one pass."""

    def __init__(self, text: str) -> None:
        headings = _headings(text)
        statuses = _statuses(text, headings)
        self._starts: list[int] = []
        self._standings: list[Standing | None] = []
        if not headings or not (statuses or any(_section(heading) == "decision" for heading in headings)):
            return
        stack: list[tuple[int, Section]] = []
        for number, heading in enumerate(headings):
            status = _status_at(statuses, heading.start)
            while stack and stack[-1][0] >= heading.level:
                stack.pop()
            section = _section(heading)
            above = stack[-1][1] if stack else "other"
            if section == "other" and above in ("options", "consequences", "decision"):
                section = above
            is_title = section == "other" and (number == 0 or heading.level == 1) and "status" not in heading.title
            stack.append((heading.level, "other" if is_title else section))
            self._add(heading.start, Standing("decision" if is_title else section, status))
            if is_title:
                self._add(heading.end, Standing("other", status))

    def _add(self, start: int, standing: Standing) -> None:
        self._starts.append(start)
        self._standings.append(standing)

    def at(self, place: int) -> Standing | None:
        """Return where in a record a place of the text stands; None where it is in none."""
        index = bisect_right(self._starts, place) - 1
        return self._standings[index] if index >= 0 else None


def in_record(found: Found, standing: Standing | None, sentence: str) -> Relation:
    """Return a relation as its place in a decision record lets it stand (the table above)."""
    relation = found.relation
    decided = relation.relation in DECIDED or (relation.relation in OF_PARTS and found.from_.type == "component")
    if standing is None or relation.modality == "question" or not decided:
        return relation
    section, status = standing.section, standing.status
    told = relation.modality in ("asserted", "planned")
    if section == "options":
        is_option = told and not relation.ended and not _TODAY.search(sentence)
        return replace(relation, modality="proposed") if is_option else relation
    if section == "decision" and found.commanded and relation.modality == "proposed":
        relation, told = replace(relation, modality="planned"), True
    planned = relation.modality == "planned"
    if not told or status == "accepted" or (not planned and (section == "other" or _TODAY.search(sentence))):
        return relation
    if status == "proposed":
        return replace(relation, modality="proposed")
    if status == "rejected":
        if section != "decision" or relation.polarity == "negated":
            return replace(relation, modality="hypothetical")
        return replace(relation, modality="asserted", polarity="negated")
    if section == "other" or relation.polarity == "negated":
        return relation
    return replace(relation, modality="asserted", ended=True)


def _headings(text: str) -> list[_Heading]:
    found: list[_Heading] = []
    above, above_at = "", 0
    for match in _LINE.finditer(text):
        line = match.group().rstrip("\n")
        if atx := _ATX.match(line):
            found.append(_Heading(match.start(), match.end(), len(atx["marks"]), atx["title"].lower()))
        elif above.strip() and (underline := _UNDERLINE.match(line)) and not _ATX.match(above):
            level = 1 if underline["sign"] == "=" else 2
            if level == 1 or (
                len(line.strip()) > 2 and not above.lstrip().startswith(("-", "*", "|")) and ":" not in above
            ):
                found.append(_Heading(above_at, match.end(), level, above.strip().lower()[:200]))
        above, above_at = line, match.start()
    return found


def _statuses(text: str, headings: Sequence[_Heading]) -> list[tuple[int, Status]]:
    """Return where each record starts, with its status."""
    found: list[tuple[int, Status]] = []
    if front := _FRONT_MATTER.match(text):
        end = text.find("\n---", front.end())
        for line in text[front.end() : end].split("\n") if end > 0 else ():
            if (match := _STATUS_LINE.match(line)) and (status := _status(match["words"])):
                found.append((0, status))
    for number, heading in enumerate(headings):
        if _STATUS_TITLE.match(heading.title):
            end = headings[number + 1].start if number + 1 < len(headings) else len(text)
            words = next((line for line in text[heading.end : end].split("\n")[:10] if line.strip()), "")
            if status := _status(words):
                title = next((h for h in reversed(headings[:number]) if h.level < heading.level), None)
                found.append((title.start if title and found else 0, status))
        elif _section(heading) == "other":
            end = headings[number + 1].start if number + 1 < len(headings) else len(text)
            for line in text[heading.end : min(end, heading.end + 1_000)].split("\n"):
                if (match := _STATUS_LINE.match(line)) and (status := _status(match["words"])):
                    if number == 0 or heading.level == 1:
                        found.append((heading.start if found else 0, status))
                    break
    return found


def _status(words: str) -> Status | None:
    """Return the status that words begin with, signs and pictures before them left aside."""
    plain = _NOT_WORDS.sub("", words.lower())[:60]
    first = [(match.start(), status) for pattern, status in _STATUS_WORDS if (match := pattern.search(plain))]
    return min(first)[1] if first and (min(first)[0] == 0 or len(plain) < 30) else None


def _status_at(statuses: Sequence[tuple[int, Status]], place: int) -> Status:
    found: Status = "accepted"
    for start, status in statuses:
        if start <= place:
            found = status
    return found


def _section(heading: _Heading) -> Section:
    words = _FILLERS.sub("", _NOT_WORDS.sub("", heading.title))
    return next((section for pattern, section in _SECTIONS if pattern.match(words)), "other")
