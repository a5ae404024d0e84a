"""What an emission of a rule can say of its ends beyond their types: a standard, a capability, a whole with parts."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from memory_fabric.models import EntityType
from memory_fabric.nlp.clauses.arguments import Arguments
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.refs import Ref
from memory_fabric.text import spelling_key

_PRODUCTS: frozenset[EntityType] = frozenset({"technology", "component"})
# Nouns by which something is meant as a whole: "the ELK stack", "a Redis server"; a Redis plugin is not Redis.
_WHOLE = frozenset(
    "server database db engine runtime library framework toolkit tool toolchain compiler interpreter shell editor "
    "broker command binary daemon stack language distribution distro suite platform family project core system "
    "installation install release product sdk app application program utility repository repo ecosystem kernel "
    "edition cluster instance protocol format standard specification spec organization organisation "
    "collection".split()
)
# What something has without being made of it.
_NO_PARTS = frozenset(
    "bug fix issue problem error lot number variety set list range way feature option change test note example mistake "
    "typo warning vulnerability flaw reference mention link way bit improvement integration support choice "
    "description explanation couple few mix combination".split()
)
# Kinds of product: to support "many databases" or "250+ apps" is to work with them, and no capability.
_GENERIC = frozenset(
    "app application tool platform language browser device service provider framework version user team client "
    "database backend library editor os distribution model vendor integration plugin cloud engine server".split()
)


class Sorts:
    """Tells whether the ends of a relation are of the sort that an emission is about."""

    def __init__(self, patterns: PatternSet, lexicon: Lexicon) -> None:
        def keys(names: Iterable[str]) -> frozenset[str]:
            return frozenset(spelling_key(lexicon.canonical(name)) for name in names)

        self._standards = keys(patterns.standards)
        self._standard_nouns = patterns.standard_nouns
        self._packers = keys(patterns.packers)
        self._tiers = {key: tier for tier, names in enumerate(patterns.platforms) for key in keys(names)}

    def fits(self, sort: str, from_: Ref, token: Token, to: Ref, arguments: Arguments) -> bool:
        """Whether a relation's ends are of a sort; `token` is the word that the right one is told by."""
        match sort:
            case "named":
                return "concept" not in (from_.type, to.type)
            case "itself":
                is_alone = not any(left.ent_type_ == "component" for left in token.lefts)
                return to.type == "technology" and arguments.is_name(token) and is_alone
            case "part":
                return from_.type == "component" and from_.has_place
            case "own":
                return to.type == "component" and to.has_place
            case "capability":
                return token.lemma_.lower() not in _GENERIC and arguments.named(token, _PRODUCTS) is None
            case "norm":
                return to.type == "pattern" or self._is_standard(token, to, arguments)
            case "packer":
                return self._packs(to)
            case "holder":
                return not self._packs(to) and not self._holds(from_, to)
            case "platform":
                return self._holds(to, from_)
            case _:
                return self._is_standard(token, to, arguments) == (sort == "standard")

    def _is_standard(self, token: Token, ref: Ref, arguments: Arguments) -> bool:
        head = "" if arguments.is_name(token) else token.lemma_.lower()
        return spelling_key(ref.name) in self._standards or head in self._standard_nouns

    def _packs(self, ref: Ref) -> bool:
        return spelling_key(ref.name) in self._packers

    def _holds(self, whole: Ref, part: Ref) -> bool:
        """Whether, of two things that come together, one is known to be the whole."""
        smallest = len(self._tiers)
        tier = self._tiers.get(spelling_key(whole.name), smallest)
        return tier < self._tiers.get(spelling_key(part.name), smallest)


def is_whole(token: Token, arguments: Arguments) -> bool:
    """Whether a phrase is the thing that it names, as the end of a part-whole relation has to be: Redis, or "the Redis
    server", and not "the Redis plugin".
    """
    return (arguments.stands_for(token) and not _runs_on(token)) or token.lemma_.lower() in _WHOLE


def is_countable(token: Token) -> bool:
    """Whether a noun without a name is one thing that something may contain: "a scheduler", not "fixes" or "a bug"."""
    return token.lemma_.lower() not in _NO_PARTS and any(
        child.dep_ == "det" and child.lower_ in ("a", "an") for child in token.children
    )


def _runs_on(name: Token) -> bool:
    """Whether a name is the first of several nouns that the parser did not take for one phrase: "ships [React] [server
    components]".
    """
    after = name.nbor() if name.i + 1 < len(name.doc) else name
    return after not in (name, name.head) and after.pos_ == "NOUN" and after.head.head == name.head
