"""Step 2: ask the graph. One query for each hint, alias and spelling variant and for what stands near them, one over
the texts, all at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from typing import Literal, Protocol, get_args

from memory_fabric.graph.store import GraphStore, MentionQuery, TextQuery
from memory_fabric.models import Filters, Hit, ParsedQuery
from memory_fabric.stop_words import FUNCTION_WORDS
from memory_fabric.text import scrub, spaced_cjk, spelling_key

MAX_ENTITY_QUERIES = 32
MAX_WORDS = 64
TEXT_HITS = 120
ENTITY_HITS, GRAPH_HITS = 20, 5
HINTED_HITS, LEAST_HITS = 40, 8
"""Of several hints each gets its share: what has to do with all of them is found by the words too."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINT = re.compile(r"(?<=\w)[-_ ](?=\w)")
_WORD = re.compile(r"\w+(?:[^\w\s]+\w+)*[+#]*")


class Lexicon(Protocol):
    """What the search needs to know about names and cues; the pattern files of the pipeline provide it."""

    @property
    def negation_words(self) -> frozenset[str]:
        """Words and phrases that turn a statement round: "not", "never", "no longer", "without" …"""
        ...

    def canonical(self, name: str) -> str:
        """Return the canonical name that `name` is an alias or spelling variant of, or `name` itself."""
        ...

    def aliases(self, name: str) -> tuple[str, ...]:
        """Return the other spellings of a canonical name."""
        ...


Route = Literal["entity", "text", "graph", "recent"]
_IN_ORDER: tuple[Route, ...] = get_args(Route)


@dataclass(frozen=True, slots=True)
class Query:
    """One question to the graph.

    `text` looks for words, `entity` for the memories of a hint under one of its names, `graph` for those of
    an entity that is `distance` edges away from a hint, `recent` for the last ones. At most `limit` are wanted of an
    entity. With `among` only memories of these ids count.
    """

    route: Route
    name: str = ""
    hint: str = ""
    distance: int = 0
    among: frozenset[str] | None = None
    limit: int = GRAPH_HITS

    @property
    def label(self) -> str:
        """How the query is named in `metadata.matched.by`."""
        return f"{self.route}:{self.name}" if self.name else self.route


@dataclass(frozen=True, slots=True)
class Found:
    """What one query found, in the store's order."""

    query: Query
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked: `words` of the texts, of which `light` ones count for less, `names` for each hint, or, where
    neither is left, the recent memories.
    """

    words: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recent: bool = False
    light: tuple[str, ...] = ()


def make_plan(parsed: ParsedQuery, lexicon: Lexicon) -> Plan:
    """Return the queries that a parsed question asks for.

    Texts are searched for the question's words as they are written: an index of stems finds less by lemmas. A
    question without content asks for the recent memories, of the time and speaker that it names, if it does; one of
    function words alone is looked up by those.
    """
    names = {hint: _names_of(hint, lexicon) for hint in dict.fromkeys(parsed.entity_hints)}
    written = _distinct_words(_WORD.findall(parsed.question))
    if not (names or parsed.query) and (not written or parsed.since or parsed.until or parsed.speaker):
        return Plan(recent=True)
    content = [word for word in written if word.casefold() not in FUNCTION_WORDS]
    words = _distinct_words([*content, *parsed.entity_hints]) or written
    return Plan(words, names, light=_distinct_words(_actors(parsed)))


def dispatch(
    store: GraphStore,
    namespace: str,
    plan: Plan,
    near: Sequence[Query] = (),
    *,
    parsed: ParsedQuery,
    filters: Filters,
    limit: int,
) -> list[Found]:
    """Ask everything in the plan, and `near` besides, at once; return what each query found: those of hints, then the
    one over the texts, then the rest.

    `limit` bounds the recent memories alone.

    Raises:
        GraphUnavailable: one of the queries failed; there is no partial answer.
    """
    if plan.recent:
        memories = store.recent(namespace, narrowed(filters, parsed), limit)
        return [Found(Query("recent"), tuple(Hit(memory, 1.0, "recent") for memory in memories))]
    text = TextQuery(plan.words, filters, TEXT_HITS, plan.light) if plan.words else None
    found = fetch(store, namespace, [*_entity_queries(plan), *near], filters=filters, text=text)
    return sorted(found, key=lambda answer: _IN_ORDER.index(answer.query.route))


def fetch(
    store: GraphStore, namespace: str, queries: Sequence[Query], *, filters: Filters, text: TextQuery | None = None
) -> list[Found]:
    """Return the memories of each query's entity, in the order of the queries, and last those that `text` finds.

    Raises:
        GraphUnavailable: one of the queries failed.
    """
    mentions = [MentionQuery(query.name, filters, query.limit, query.among) for query in queries]
    if not (text or mentions):
        return []
    finds = store.find(namespace, text, mentions)
    found = [Found(query, tuple(hits)) for query, hits in zip(queries, finds.mentions, strict=True)]
    return [*found, Found(Query("text"), tuple(finds.texts))] if text else found


def narrowed(filters: Filters, parsed: ParsedQuery) -> Filters:
    """Return the filters, tightened by the time and speaker that the question itself names."""
    since = datetime.combine(parsed.since, time.min, UTC) if parsed.since else None
    until = datetime.combine(parsed.until, time.max, UTC) if parsed.until else None
    return replace(
        filters,
        since=max((end for end in (filters.since, since) if end), default=None),
        until=min((end for end in (filters.until, until) if end), default=None),
        speaker=filters.speaker or parsed.speaker,
    )


def _actors(parsed: ParsedQuery) -> list[str]:
    # The query keeps the names of things and leaves out those of agents and people.
    kept = parsed.query.casefold()
    return [hint for hint in parsed.entity_hints if hint.casefold() not in kept]


def _names_of(hint: str, lexicon: Lexicon) -> tuple[str, ...]:
    # The store knows entities by spelling key, so one query for each key finds every variant of a spelling.
    canonical = lexicon.canonical(hint)
    by_key: dict[str, str] = {}
    for name in (canonical, hint, *lexicon.aliases(canonical), *_written_otherwise(hint)):
        by_key.setdefault(spelling_key(name), name)
    return tuple(by_key.values())


def _written_otherwise(name: str) -> tuple[str, ...]:
    """Return a name as those write it who put its words together, or apart: `AuthService` and `auth-service`."""
    return _HUMP.sub("-", name), _JOINT.sub("", name)


def _entity_queries(plan: Plan) -> list[Query]:
    # Every hint's canonical name before anyone's second alias, so that the bound cuts the least telling ones.
    limit = min(ENTITY_HITS, max(LEAST_HITS, HINTED_HITS // max(1, len(plan.names))))
    ranked = [
        (at, Query("entity", name, hint, limit=limit))
        for hint, names in plan.names.items()
        for at, name in enumerate(names)
    ]
    return [query for _, query in sorted(ranked, key=lambda pair: pair[0])][:MAX_ENTITY_QUERIES]


def _distinct_words(texts: Sequence[str]) -> tuple[str, ...]:
    by_key: dict[str, str] = {}
    for text in texts:
        for word in spaced_cjk(scrub(text)).split():
            if any(char.isalnum() for char in word):
                by_key.setdefault(word.casefold(), word)
    return tuple(by_key.values())[:MAX_WORDS]
