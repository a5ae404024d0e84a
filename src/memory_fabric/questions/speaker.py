"""Whose words a question asks for: "what did Ana say about", "according to Ana", "Ana's view on", in any case.

A name in lower case that no list has ("what did ana think") is one where only a name can stand: right between an
auxiliary and a verb of saying, or before "'s view".
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_fabric.nlp.names.ordinary import OrdinaryWords
from memory_fabric.nlp.refs import Ref
from memory_fabric.questions.question import Question

_SAYING = frozenset(
    "say says said saying mention mentions mentioned tell tells told ask asks asked think thinks thought believe "
    "believed explain explains explained argue argues argued report reported claim claims claimed comment commented "
    "remark remarked respond responded reply replied answer answered complain complained warn warned object "
    "objected announce announced state stated confirm confirmed describe described insist insisted feel felt reckon "
    "reckons note noted talk talked speak spoke point pointed discuss discussed".split()
)
_WRITING = frozenset({"write", "writes", "wrote", "bring", "brought", "raise", "raised"})
_AFTER_WRITING = frozenset({"about", "that", "on", "up"})
_BETWEEN = frozenset("ever just already really actually also once first originally initially last again have".split())
_VIEWS = frozenset(
    "view views opinion opinions take stance position thoughts thought argument arguments comment comments feedback "
    "point remark remarks statement words perspective response reply answer concern concerns objection "
    "objections message messages".split()
)
_BY = frozenset({"by", "from", "of"})
_SAID_BY = frozenset({"said", "mentioned", "told", "raised", "written", "explained", "asked", "reported", "announced"})
_AUXILIARIES = frozenset("did does do has had would could might is was if that what who when why how".split())
_NO_NAMES = frozenset(
    "i we you they he she it one who anyone someone everyone nobody anybody somebody everybody people person folks "
    "guys team us them the a an this that there not n't nt y'all user assistant".split()
)
_POSSESSIVE = frozenset({"'s", "\u2019s"})


def read_speaker(question: Question) -> str | None:
    """Return the agent or person whose words are asked for, None where there is none, or more than one."""
    found = [ref for at, _ in question.runs() if (ref := question.name(at)) and _is_speaker(question, at, ref)]
    names = list(dict.fromkeys(ref.name for ref in found))
    if len(names) != 1 or _is_one_of_several(question, names[0]):
        return None
    return names[0]


def find_unlisted(question: Question, ordinary: OrdinaryWords, given: frozenset[str]) -> Iterator[Ref]:
    """Yield the person that a question names where only a name can stand. `ordinary` are words that are no names in
    lower case; `given` are given names as they are written.
    """
    words = question.words
    for at, word in question.runs():
        if not _may_be_name(question, at):
            continue
        last = at
        if at + 1 < len(words) and _may_be_name(question, at + 1) and not _says(question, at + 1):
            last = at + 1
        is_given = word.title() in given or (at > 0 and words[at].is_title)
        if last > at and not is_given:
            last = at
        if words[at].tag_ in ("NNS", "NNPS") or (not is_given and word in ordinary):
            continue
        after_auxiliary = at > 0 and words[at - 1].lower_ in _AUXILIARIES
        says = after_auxiliary and _says_next(question, last + 1)
        if (
            says
            or _has_view(question, last)
            or (is_given and at == 0 and _says_next(question, last + 1))
            or (_follows_according(question, at))
        ):
            name = " ".join(words[index].text.title() for index in range(at, last + 1))
            yield Ref(name, "person", words[at].i, words[last].i + 1)
            return


def _may_be_name(question: Question, at: int) -> bool:
    if question.name(at) is not None:
        return False
    word = question.words[at]
    return (
        word.is_alpha
        and (word.is_lower or word.is_title)
        and len(word) > 1
        and word.lower_ not in _NO_NAMES
        and not word.is_stop
    )


def _is_speaker(question: Question, at: int, ref: Ref) -> bool:
    if ref.type not in ("agent", "person"):
        return False
    end = at + 1
    while end < len(question.words) and question.name(end) is ref:
        end += 1
    return _follows_according(question, at) or _says_next(question, end) or _has_view(question, end - 1)


def _says_next(question: Question, start: int) -> bool:
    """Whether a verb of saying follows, with an adverb in between at most."""
    while start < len(question.words) and question.words[start].lower_ in _BETWEEN:
        start += 1
    return start < len(question.words) and _says(question, start)


def _says(question: Question, at: int) -> bool:
    word = question.words[at].lower_
    if word in _WRITING:
        return at + 1 < len(question.words) and question.words[at + 1].lower_ in _AFTER_WRITING
    return word in _SAYING


def _has_view(question: Question, last: int) -> bool:
    """Whether what follows a name by an apostrophe are its words: "Ana's view"."""
    after = [word.lower_ for word in question.words[last + 1 : last + 4]]
    return bool(after) and after[0] in _POSSESSIVE and not _VIEWS.isdisjoint(after[1:])


def _follows_according(question: Question, at: int) -> bool:
    before = [word.lower_ for word in question.words[max(0, at - 2) : at]]
    return before == ["according", "to"] or (len(before) == 2 and before[1] in _BY and before[0] in (_SAID_BY | _VIEWS))


def _is_one_of_several(question: Question, name: str) -> bool:
    """Whether another agent or person is named beside the speaker: "what did Ana and Bo say"."""
    for at, word in question.runs():
        if word in ("and", "or", "&") and 0 < at < len(question.words) - 1:
            sides = [ref.name for side in (at - 1, at + 1) if (ref := question.name(side)) and question.is_actor(side)]
            if name in sides and len(sides) > 1:
                return True
    return False
