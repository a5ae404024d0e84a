"""The tokenizer of the pipeline: spaCy's for English, with infixes of our own, and with a memory for words.

What is made inside a memory zone goes with it, so a tokenizer that is used in zones alone splits every word anew, which
is seven times as slow. So the words that come again are kept, between the zones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex, registry

# Names meet other words at these: "C++/.NET", "PostgreSQL-15", "redis:7", "Redis+Kafka", "redis(as a cache)". spaCy
# leaves them in one token.
_INFIXES = (
    r"(?<=[^\s/])/(?=[^\s/])",
    r"(?<=[A-Za-z+#])-(?=\d)",
    r"(?<=[A-Za-z]):(?=\d)",
    r"[\u2013\u2014]",
    r"(?<=[A-Za-z][A-Za-z])\+(?=[A-Za-z])",
    r"(?<=\w)\((?=\w)",
)
# No ending of a word that is taken off as one is longer.
_LONGEST_SUFFIX = 64

# Words that are kept, at some 500 bytes each; words that are counted in between. What is longer is no word: a picture
# in letters takes megabytes, and what is kept stays for ever.
_MOST_KEPT = 10_000
_LONGEST_KEPT = 64
_MOST_COUNTED = 50_000


class _Cuts:
    """A regex for where a word is cut. It is not tried on plain letters, which it never cuts: that is most words, and
    most of their time. `pattern` is what spaCy stores of a tokenizer.
    """

    def __init__(self, regex: re.Pattern[str]) -> None:
        self.pattern = regex.pattern
        self._regex = regex

    def search(self, word: str) -> re.Match[str] | None:
        """Return what begins the word."""
        return None if _is_plain(word) else self._regex.search(word)

    def search_end(self, word: str) -> re.Match[str] | None:
        """Return what ends the word, looked for at its end only. spaCy does so anew for each sign that it takes off, so
        that a thousand brackets in a row would take a million steps.
        """
        return None if _is_plain(word) else self._regex.search(word, max(0, len(word) - _LONGEST_SUFFIX))

    def finditer(self, word: str) -> Iterator[re.Match[str]]:
        """Yield what joins the parts of the word."""
        return iter(()) if _is_plain(word) else self._regex.finditer(word)


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha()


class WordKeeper(Tokenizer):  # type: ignore[misc]
    """A tokenizer that notes the words it meets, so that those that come again can be kept."""

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__(*args, **settings)
        self._met: dict[str, int] = {}
        self._again: list[str] = []
        self._kept: set[str] = set()

    def __call__(self, string: str) -> Doc:
        """Split a text."""
        if len(self._kept) < _MOST_KEPT:
            for word in string.split():
                if word not in self._kept and len(word) <= _LONGEST_KEPT:
                    times = self._met[word] = self._met.get(word, 0) + 1
                    if times == 2:
                        self._again.append(word)
        doc: Doc = super().__call__(string)
        return doc

    def keep(self) -> None:
        """Keep the words that were met more than once, for as long as there is room. Not inside a memory zone."""
        for word in self._again[: _MOST_KEPT - len(self._kept)]:
            super().__call__(word)
            self._kept.add(word)
            del self._met[word]
        self._again.clear()
        if len(self._met) > _MOST_COUNTED or len(self._kept) >= _MOST_KEPT:
            self._met.clear()


@registry.tokenizers("memory_fabric_tokenizer")  # type: ignore[untyped-decorator]
def _make_tokenizer() -> Callable[[Language], WordKeeper]:
    """Make the tokenizer of the config: spaCy's for English, with our infixes from the beginning."""

    def tokenizer(nlp: Language) -> WordKeeper:
        defaults = nlp.Defaults
        return WordKeeper(
            nlp.vocab,
            rules=defaults.tokenizer_exceptions,
            prefix_search=_Cuts(compile_prefix_regex(defaults.prefixes or ())).search,
            suffix_search=_Cuts(compile_suffix_regex(defaults.suffixes or ())).search_end,
            infix_finditer=_Cuts(compile_infix_regex([*(defaults.infixes or ()), *_INFIXES])).finditer,
            token_match=defaults.token_match,
            # No `url_match`: addresses are masked before, and it takes "Node.js/TypeScript" for one.
        )

    return tokenizer
