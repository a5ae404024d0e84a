"""Made-up talk of teams, of any length, as statements ready to be written: what extraction would make of it.

Names and words follow Zipf's law, as in real talk: a few names are in every tenth statement, most in a handful. Half of
the statements tell a relation, one in two hundred replaces what was used before, and some are said again word for word.
The same in every run.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Literal, NamedTuple

from memory_fabric.models import Entity, EntityType, Kind, Memory, Mention, Origin, Relation, Statement
from memory_fabric.nlp.patterns import load_patterns
from memory_fabric.resources import resource_folder

START = datetime(2023, 1, 2, 9, tzinfo=UTC)
DAYS = 1_000
"""From the first statement to the last, however many there are."""

TURNS_A_SESSION = 200
_PEOPLE, _COMPONENTS, _WORDS = 300, 4_000, 30_000
_TAIL_WORDS = 8
_SAID_AGAIN = 0.02

_FIRST_NAMES = (
    "Ana Bo Priya Tomas Yuki Lena Omar Ines Karl Mei Sofia Ivan Noor Hugo Aiko Marta Sven Zoe Raul Edda".split()
)
_LAST_NAMES = "Souza Lind Rao Novak Mori Braun Haddad Costa Weiss Chen Rossi Petrov Aziz Dubois Sato Olsen".split()
_PARTS = "auth billing orders checkout invoice report upload session profile pricing catalog shipping audit".split()
_SORTS = "service worker gateway importer scheduler exporter".split()
_SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi wo zu kra ble dri sto plu".split()


class Saying(NamedTuple):
    """A way to put it: the text with `{c}`omponent, `{n}`ame, `{o}`ther name and `{p}`erson, and what it tells."""

    text: str
    kind: Kind = "fact"
    relation: str = ""
    ends: tuple[Literal["c", "n", "o", "p", "speaker"], Literal["c", "n", "o"]] | None = None
    often: float = 1.0


_SAYINGS = (
    Saying("{c} uses {n} for {w}", "fact", "uses", ("c", "n")),
    Saying("{c} depends on {n}, which {p} set up", "fact", "depends_on", ("c", "n")),
    Saying("I recommend {n} for {w}", "recommendation", "recommends", ("speaker", "n")),
    Saying("We decided to use {n} for {w} in {c}", "decision", "uses", ("c", "n")),
    Saying("{p} moved {c} from {o} to {n}", "decision", "replaces", ("n", "o"), often=0.06),
    Saying("{c} is blocked by {n} again", "blocker", "blocked_by", ("c", "n")),
    Saying("{p} prefers {n} over {o} for {w}", "preference", "chose_over", ("n", "o")),
    Saying("Has anybody tried {n} for {w}?", "question"),
    Saying("{c} was slow this morning, and nobody knows why yet", "problem"),
    Saying("Let us talk about {w} after lunch, {p} has a few numbers"),
    Saying("Thanks, that helps. I will look at {c} tomorrow"),
    Saying("The review of {w} took longer than I thought, sorry for that"),
)
_OFTEN = [saying.often for saying in _SAYINGS]


class Zipf:
    """Values of which the first is picked most often; `flat` first ones are nearly alike."""

    def __init__(self, values: Sequence[str], flat: int = 0) -> None:
        self.values = values
        self._weights = list(itertools.accumulate(1 / (rank + flat) for rank in range(1, len(values) + 1)))

    def pick(self, chance: random.Random, count: int) -> list[str]:
        """Return so many of them."""
        return chance.choices(self.values, cum_weights=self._weights, k=count)


class TeamTalk:
    """The vocabulary, and statements made of it."""

    @cached_property
    def names(self) -> Zipf:
        """Technologies that the pattern files know."""
        rows = load_patterns([resource_folder("patterns")]).names
        known = [row.name for row in rows if row.type == "technology" and not row.common and row.case == "any"]
        random.Random(5).shuffle(known)
        return Zipf(known)

    @cached_property
    def components(self) -> Zipf:
        """Components of a system, which no pattern file knows."""
        return Zipf([f"{_PARTS[at % 13]}-{_SORTS[at // 13 % 6]}-{at}" for at in range(_COMPONENTS)])

    @cached_property
    def people(self) -> Zipf:
        """Speakers, who are spoken of too."""
        pairs = [f"{first} {last}" for last in _LAST_NAMES for first in _FIRST_NAMES]
        return Zipf(pairs[:_PEOPLE])

    @cached_property
    def words(self) -> Zipf:
        """Words of which the most frequent are in every twentieth statement."""
        found = ("".join(parts) for size in (2, 3, 4) for parts in itertools.product(_SYLLABLES, repeat=size))
        known = list(itertools.islice(found, _WORDS))
        random.Random(6).shuffle(known)
        return Zipf(known, flat=20)

    def statements(self, count: int) -> Iterator[Statement]:
        """Yield so many statements, oldest first, two hundred a session."""
        chance = random.Random(7)
        pause = timedelta(days=DAYS) / count
        for number in range(count):
            session = number // TURNS_A_SESSION
            yield self._statement(chance, number, f"day-{session}", START + pause * number)

    def _statement(self, chance: random.Random, number: int, session: str, said: datetime) -> Statement:
        name, other = self.names.pick(chance, 2)
        (component,) = self.components.pick(chance, 1)
        person, speaker = self.people.pick(chance, 2)
        (saying,) = chance.choices(_SAYINGS, _OFTEN)
        words = self.words.pick(chance, _TAIL_WORDS)
        filled = {"c": f"The {component}", "n": name, "o": other, "p": person, "w": " ".join(words[:2])}
        text = f"{saying.text.format_map(filled)}."
        if chance.random() > _SAID_AGAIN:
            text += f" It was about {' '.join(words[2:])}."
        types: dict[str, EntityType] = {
            component: "component",
            name: "technology",
            other: "technology",
            person: "person",
        }
        entities = [_entity(text, called, kind) for called, kind in types.items() if called in text]
        entities.sort(key=lambda entity: entity.mentions[0].start)
        relations = []
        if saying.ends is not None:
            ends = {"c": component, "n": name, "o": other, "p": person, "speaker": speaker}
            from_, to = (ends[end] for end in saying.ends)
            if from_ != to:
                relations.append(Relation(from_, saying.relation, to))
            if saying.relation == "replaces" and other != name:
                relations += [Relation(component, "uses", other, ended=True), Relation(component, "uses", name)]
        memory = Memory(
            id=f"{chance.getrandbits(96):024x}",
            text=text,
            kind=saying.kind,
            entities=tuple(entity.name for entity in entities),
            origins=(Origin("chat", session, str(number), speaker, said),),
            stored_at=said,
        )
        return Statement(memory, tuple(entities), tuple(relations))


def _entity(text: str, name: str, kind: EntityType) -> Entity:
    start = text.index(name)
    return Entity(name, kind, (Mention(start, start + len(name), name),))
