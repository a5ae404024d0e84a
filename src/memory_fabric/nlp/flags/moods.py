"""Whether a sentence asks, commands or supposes: what word order and conjunctions say, rather than cues."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from spacy.tokens import Span, Token

from memory_fabric.models import Modality
from memory_fabric.nlp.clauses.verb_forms import is_command_beside
from memory_fabric.nlp.flags.scope import Link, has_subject_or_expletive
from memory_fabric.nlp.flags.tenses import is_past, is_present

_ASKING = frozenset({"what", "which", "who", "whom", "whose", "where", "when", "why", "how"})
_AUXILIARY_STARTS = frozenset(
    "do does did is are was were can could should would will shall has have may might isn aren don doesn didn".split()
)
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_CONDITIONS = frozenset({"if", "provided", "providing", "assuming", "suppose", "supposing", "unless", "lest"})
# Of "unless" the other half is said outright, "does not support X unless you …", where it is not still to come.
_ONE_SIDED = frozenset({"unless", "lest"})
_TO_COME = frozenset({"will", "'ll", "shall", "would", "'d"})
# Of these a bare gerund tells what it would be like, and "before we migrate" what is to come; "when we use X" is habit.
_CHANGES = frozenset({"migrate", "move", "switch", "replace", "convert", "port", "transition", "upgrade", "rewrite",
                      "swap", "change", "shift", "drop", "retire", "adopt"})  # fmt: skip
_ALLOWING = frozenset({"allow", "enable", "permit", "let", "help"})  # "this allows us to drop X" has dropped nothing
_UP_TO = frozenset({"before", "until", "till", "once", "after", "when", "by"})
# "If I remember correctly, …", "…, if you ask me" and the like condition nothing.
_POLITE = frozenset({"remember", "recall", "mistake", "ask", "wonder", "care", "curious", "interested", "mistaken",
                     "wrong", "help", "useful", "understand", "like", "mind", "want", "need", "possible", "necessary",
                     "correct", "correctly"})  # fmt: skip
_POLITE_SUBJECTS = frozenset({"i", "you", "it", "that", "anyone", "anybody", "memory"})
_AROUND = frozenset("\"'()[]*_`\u201c\u201d\u2018\u2019")  # signs that a sentence may stand in


def is_question(sentence: Span) -> bool:
    """Whether a sentence asks: it ends with a question mark, or has the order of a question and no full stop. What it
    stands in, quotes or brackets, is left aside.
    """
    start, end = sentence.start, sentence.end
    while end - start > 1 and sentence.doc[end - 1].text in _AROUND:
        end -= 1
    while end - start > 1 and sentence.doc[start].text in _AROUND:
        start += 1
    sentence = sentence.doc[start:end]
    last = sentence[-1].text
    if "?" in last:
        return True
    if last in (".", "!", ":", ";") or len(sentence) <= 2:
        return False
    first = sentence[0]
    if first.lower_ in _ASKING and first.tag_ in ("WP", "WRB", "WDT", "WP$"):
        return (first.dep_ in _SUBJECTS and first.head.dep_ == "ROOT") or _has_inversion(sentence[1:5])
    return (
        first.lower_ in _AUXILIARY_STARTS
        and first.pos_ in ("AUX", "VERB")
        and first.dep_ in ("aux", "auxpass", "ROOT")
        and _has_inversion(sentence[:2])
    )


def _has_inversion(words: Iterable[Token]) -> bool:
    """Whether an auxiliary among the words comes before its subject."""
    for word in words:
        if word.pos_ == "AUX":
            verb = word if word.dep_ in ("ROOT", "ccomp") else word.head
            found = {child.dep_: child.i for child in verb.children if child.dep_ in (*_SUBJECTS, "attr", "expl")}
            subjects = [place for dep, place in found.items() if dep != "attr"] or list(found.values())
            if subjects and word.i < min(subjects):
                return True
    return False


def is_command(way: Sequence[Link]) -> bool:
    """Whether the topmost verb commands: "Use X for Y.", "Please consider using X", "Don't use X"."""
    top = next((link.token for link in reversed(way) if link.token.pos_ in ("VERB", "AUX")), None)
    if top is None or top.tag_ not in ("VB", "VBP"):
        return False
    if any(child.dep_ == "aux" and child.lower_ in ("let", "lets") for child in top.children):
        return True
    helpers = [child.lower_ for child in top.children if child.dep_ in ("aux", "auxpass")]
    if has_subject_or_expletive(top) or any(helper not in ("do", "don", "please") for helper in helpers):
        return False
    if is_command_beside(top):
        return True
    first = top.head if top.dep_ == "conj" else top
    return first.dep_ == "ROOT" and (first is top or (first.tag_ == "VB" and not has_subject_or_expletive(first)))


def change_to_come(way: Sequence[Link]) -> tuple[Modality | None, tuple[Token, ...]]:
    """Return how a change is meant that is told in the present without being done: "before we migrate to X",
    "migrating to X is hard"; and the word that says so.
    """
    for link in way:
        verb = link.token
        if verb.lemma_ not in _CHANGES:
            continue
        if verb.dep_ == "advcl" and verb.tag_ in ("VBP", "VB", "VBZ"):
            mark = next((child for child in verb.children if child.dep_ in ("mark", "advmod")), None)
            if mark is not None and mark.lower_ in _UP_TO and has_subject_or_expletive(verb):
                return "planned", (mark,)
        if verb.dep_ in ("xcomp", "ccomp") and verb.head.lemma_ in _ALLOWING and is_present(verb.head):
            return "proposed", (verb.head,)
        if verb.dep_ == "csubj" and verb.tag_ in ("VBG", "VB") and not is_past(verb.head):
            return "hypothetical", (verb.head,)
    return None, ()


def condition(way: Sequence[Link]) -> tuple[Token, ...]:
    """Return the words that make a clause half of a condition, none where it is not."""
    for link in way:
        verb = link.token
        own = _conjunction(verb) or _before_what_comes(verb)
        if own is not None:
            return (own,)
        if not link.means:
            continue
        for half in (*verb.children, *(child for child in _partner(verb).children if child.i < verb.i)):
            word = _conjunction(half) if half.dep_ in ("advcl", "prep") else None
            if word is None or _is_harmless(half, word):
                continue
            if word.lower_ not in _ONE_SIDED or any(child.lower_ in _TO_COME for child in verb.children):
                return (word,)
    return ()


def _partner(verb: Token) -> Token:
    """Return the verb that this one continues: of "If it rains, we go and Bo stays" both depend on the rain."""
    if verb.dep_ == "conj" and not any(child.lower_ == "but" for child in verb.head.children):
        return verb.head
    return verb


def _conjunction(verb: Token) -> Token | None:
    """Return the word that makes a clause a condition: *if* above it, an inverted auxiliary, "in case of"."""
    if verb.dep_ == "prep":
        noun = next((child for child in verb.children if child.lower_ in ("case", "event")), None)
        return verb if noun is not None and verb.lower_ == "in" else None
    for child in verb.children:
        if child.dep_ == "mark" and child.lower_ in _CONDITIONS:
            return child
        if child.dep_ == "mark" and child.lower_ == "as" and verb.dep_ == "advcl" and verb.head.lower_ == "long":
            return child
    if verb.lower_ in _CONDITIONS and verb.dep_ == "advcl":
        return verb  # "assuming we use X"
    first = verb if verb.lower_ == "were" else next((child for child in verb.children if child.dep_ == "aux"), None)
    subject = next((child for child in verb.children if child.dep_ in _SUBJECTS), None)
    inverted = first is not None and subject is not None and first.i < subject.i and verb.dep_ == "advcl"
    return first if inverted and first is not None and first.lower_ in ("had", "should", "were") else None


def _before_what_comes(word: Token) -> Token | None:
    """Return the *before* that leaves open whether what follows ever comes: "before using X, you should test it"."""
    marks = (word, *(child for child in word.children if child.dep_ == "mark"))
    before = next((mark for mark in marks if mark.lower_ == "before" and mark.dep_ in ("prep", "mark")), None)
    if before is None:
        return None
    main = word.head
    is_open = main.tag_ == "VB" or any(child.tag_ == "MD" for child in main.children)
    return before if is_open and main.pos_ in ("VERB", "AUX") else None


def _is_harmless(half: Token, word: Token) -> bool:
    """Whether a condition conditions nothing: a polite phrase, a concession, an aside in brackets."""
    if word.i and word.nbor(-1).lower_ in ("even", "as", "(", "only"):
        return word.nbor(-1).lower_ != "only"
    words = {half.lemma_.lower(), *(child.lemma_.lower() for child in half.children)}
    subject = next((child.lower_ for child in half.children if child.dep_ in _SUBJECTS), None)
    return bool(words & _POLITE) and (subject is None or subject in _POLITE_SUBJECTS)


def asks_under(way: Sequence[Link], asking: Collection[str]) -> tuple[int, tuple[Token, ...]]:
    """Return how far up the way an indirect question starts ("not sure if we use X", "asked whether …"), and its
    words; no words where there is none.
    """
    for place, link in enumerate(way):
        verb = link.token
        head = verb.head
        # The parser hangs "how well X works" on the verb, and "not sure if" on the copula.
        mark = next((child for child in verb.children if child.lower_ in ("if", "whether")), None)
        if mark is not None and mark.lower_ == "whether" and verb.dep_ not in ("advcl",):
            return place, (mark,)
        if verb.dep_ not in ("ccomp", "advcl", "xcomp", "pcomp", "acl") or verb.i < head.i:
            continue
        words = [head, *(child for child in head.children if child.dep_ in ("acomp", "attr", "dobj", "neg"))]
        above = next((word for word in words if word.lemma_.lower() in asking), None)
        if above is None:
            continue
        if mark is not None:
            return place, (above, mark)
        question = next(
            (
                word
                for child in verb.lefts
                for word in (child, *child.lefts)
                if word.tag_ in ("WRB", "WP", "WDT", "WP$") and word.dep_ != "mark"
            ),
            None,
        )
        if question is not None and any(child.dep_ == "neg" for child in (*words, *above.children)):
            return place, (above, question)
    return 0, ()
