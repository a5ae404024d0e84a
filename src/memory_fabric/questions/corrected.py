"""The names of a question, with those that it misspells under the name that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.misspelt import Misspellings
from memory_fabric.nlp.refs import Ref
from memory_fabric.questions.question import Question


def corrected(
    question: Question, offsets: Sequence[tuple[int, int]], lexicon: Lexicon, misspellings: Misspellings
) -> dict[int, Ref]:
    """Return the names by token that stand in the place of those that the question has, or of none. `offsets` are the
    places of the tokens in the text.
    """
    found: dict[int, Ref] = {}
    for at, token in enumerate(question.words):
        ref = question.name(at)
        if ref is None or (ref.type == "technology" and lexicon.entry(ref.name) is None):
            # An unknown name is not its token's text: another name stands in for it while it is read.
            word = token.text if ref is None else ref.name
            entry = misspellings.name(word)
            if entry is not None and not _is_part(question, at):
                found[token.i] = Ref(entry.name, entry.type, *offsets[token.i])
        elif ref.type == "agent":
            name = misspellings.agent(ref.name)
            if name is not None:
                found[token.i] = replace(ref, name=name)
    return found


def _is_part(question: Question, at: int) -> bool:
    """Whether a word is part of a longer one, like `east` in `us-east-1`."""
    word = question.words[at]
    before = question.words[at - 1] if at else None
    after = question.words[at + 1] if at + 1 < len(question.words) else None
    return (before is not None and before.text in ("-", "_") and not before.whitespace_) or (
        after is not None and after.text in ("-", "_") and not word.whitespace_
    )
