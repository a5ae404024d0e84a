"""How a relation came about: the words of the text that its rule matched."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from memory_fabric.models import Filler, Match, Span
from memory_fabric.nlp.clauses.arguments import Arguments
from memory_fabric.nlp.clauses.clause import Clause
from memory_fabric.nlp.refs import Ref

End = tuple[str, Token, Ref]
"""An end of a relation: the role that it fills, the word that fills it, and the entity that the word stands for."""


def match_of(clause: Clause, arguments: Arguments, from_: End, to: End, cues: Iterable[Token]) -> Match:
    """Return what a rule matched of a clause, as offsets into the document."""
    predicate = [clause.head, *(child for child in clause.head.children if child.dep_ == "prt")]
    return Match(
        predicate=_spans(predicate, arguments),
        from_=_filler(from_, arguments),
        to=_filler(to, arguments),
        cues=_spans(cues, arguments),
    )


def _spans(tokens: Iterable[Token], arguments: Arguments) -> tuple[Span, ...]:
    ordered = sorted(set(tokens), key=lambda token: token.i)
    return tuple(Span(*arguments.place(token)) for token in ordered)


def _filler(end: End, arguments: Arguments) -> Filler:
    """Return the words of an end: a name, a phrase with the name in it, or the pronoun that points at one."""
    role, token, ref = end
    start, stop = arguments.place(token)
    if ref.has_place and (arguments.is_name(token) or not arguments.stands_for(token)):
        start, stop = min(start, ref.start), max(stop, ref.end)
    return Filler(role, start, stop)
