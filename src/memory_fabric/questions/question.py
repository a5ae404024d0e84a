"""A question as its parts are read from: its words, and the names among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spacy.tokens import Token

from memory_fabric.nlp.refs import Ref

ACTORS = frozenset({"agent", "person"})

_NOUNS = ("NN", "NNS", "NNP", "NNPS")
_DESCRIBING = ("JJ", "JJR", "JJS", "VBN", "VBG", "CD", "HYPH", "POS")


@dataclass(frozen=True, slots=True)
class Question:
    """The words of a question without its time expression, and the name that each is part of, by its place in the text.

    Lives as long as the text that the pipeline read, inside the worker.
    """

    words: Sequence[Token]
    names: Mapping[int, Ref]

    text: str = field(init=False)
    """The words in lower case, one space apart, with a plain apostrophe: what cues of several words are told by."""

    def __post_init__(self) -> None:
        text = " ".join(word.lower_ for word in self.words).replace("\u2019", "'")
        object.__setattr__(self, "text", text)

    def name(self, at: int) -> Ref | None:
        """Return the name that the word at a place is part of, or None."""
        return self.names.get(self.words[at].i)

    def is_actor(self, at: int) -> bool:
        """Whether the word at a place names an agent or a person."""
        ref = self.name(at)
        return ref is not None and ref.type in ACTORS

    def is_noun(self, at: int) -> bool:
        """Whether the word at a place is a noun and part of no name."""
        return self.words[at].tag_ in _NOUNS and self.name(at) is None and self.words[at].is_alpha

    def describes(self, at: int) -> bool:
        """Whether the word at a place may stand before a noun that it belongs to."""
        return self.words[at].tag_ in _DESCRIBING or self.words[at].text == "-"

    def runs(self) -> Iterator[tuple[int, str]]:
        """Yield each place with its word in lower case."""
        return ((at, word.lower_) for at, word in enumerate(self.words))
