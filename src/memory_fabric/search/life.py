"""What the graph around an answer knows of the life of things: what is over, and which memories tell through what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from memory_fabric.models import Edge
from memory_fabric.search.normalize import Candidate
from memory_fabric.search.traverse import ProvedEdges

_FALLS_WITH_ITS_THING = frozenset({"uses", "depends_on", "used_for"})


def thing_of(edge: Edge) -> str:
    """Return the end of an edge whose replacement ends it: what is used, and not what it is used for; what came
    instead, and not what went.
    """
    return edge.from_ if edge.relation in ("used_for", "replaces") else edge.to


def told_by(candidate: Candidate, proved: ProvedEdges) -> list[Edge]:
    """Return the edges that a candidate, or what was folded into it, proves."""
    if not candidate.merged:
        return list(proved.get(candidate.memory.id, ()))
    return [edge for id in sorted(candidate.ids) for edge in proved.get(id, ())]


class Life:
    """The edges around the candidates, by who replaced what and who ended what.

    A replacement is over when what came has been replaced itself, unless `keeps_replacements`: who asks what replaced
    a thing asks for that one.
    """

    def __init__(self, edges: Sequence[Edge], proved: ProvedEdges, *, keeps_replacements: bool = False) -> None:
        self._proved = proved
        self._falling = _FALLS_WITH_ITS_THING if keeps_replacements else _FALLS_WITH_ITS_THING | {"replaces"}
        self._replaced: dict[str, datetime | None] = {}
        self._ended_at: dict[tuple[str, str, str], list[datetime | None]] = {}
        self._ids_of_end: dict[tuple[str, str, str], list[str]] = {}
        self._replacements: dict[str, list[Edge]] = {}
        # Most are met several times. Told by their place in memory: to hash an edge takes longer than all the rest.
        self._edges = list({id(edge): edge for edge in edges}.values())
        for edge in self._edges:
            if edge.relation == "replaces" and edge.is_current:
                self._replacements.setdefault(edge.to, []).append(edge)
                if edge.modality == "asserted":
                    self._replaced[edge.to] = edge.valid_from
            if edge.ended:
                self._ended_at.setdefault((edge.from_, edge.relation, edge.to), []).append(edge.valid_from)
                self._ids_of_end.setdefault((edge.from_, edge.relation, edge.to), []).extend(edge.memories)

    def told_by(self, candidate: Candidate) -> list[Edge]:
        """Return the edges that a candidate proves."""
        return told_by(candidate, self._proved)

    def over(self, candidate: Candidate) -> list[Edge]:
        """Return the edges that the candidate proved and that are over: closed, or their thing has been replaced
        since; none if one of its edges still holds.

        What a thing is used for falls with its use: that Vue was used for the client holds nothing up.
        """
        told = self.told_by(candidate)
        if not told:
            # Where nobody says who *we* are, no relation was read; what it speaks of may have been replaced all the
            # same.
            return [Edge("", "mentions", name) for name in candidate.memory.entities if name in self._replaced]
        claims = [edge for edge in told if edge.polarity == "affirmed"]
        ended = [edge for edge in claims if self._is_over(edge)]
        fallen = {edge.to for edge in ended}
        return (
            [] if any(edge.is_current and edge not in ended and edge.from_ not in fallen for edge in claims) else ended
        )

    def successor_ids(self, ended: Iterable[Edge]) -> list[str]:
        """Return the memories that tell of an edge's end: of the same relation as ended, or of what replaced its
        object.
        """
        ids: dict[str, None] = {}
        for edge in ended:
            ids.update(dict.fromkeys(self._ids_of_end.get((edge.from_, edge.relation, edge.to), ())))
            for came in self._replacements.get(thing_of(edge), ()):
                ids.update(dict.fromkeys(came.memories))
        return list(ids)

    def after(self, candidate: Candidate) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield each thing that a candidate told of and that is over, with the memories that tell of its end; then what
        came instead, where that is over too, and so on.
        """
        followed = set()
        ended = self.over(candidate)
        while ended:
            edge = ended.pop(0)
            name = thing_of(edge)
            yield name, frozenset(self.successor_ids([edge]))
            if name not in followed:
                followed.add(name)
                ended += [came for came in self._replacements.get(name, ()) if self._is_over(came)]

    def before(self, candidate: Candidate) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield each thing whose end or replacement a candidate tells, with the memories of the time that it held."""
        gone = {edge.to for edge in self.told_by(candidate) if edge.relation == "replaces" or edge.ended}
        for name in sorted(gone):
            held = [edge for edge in self._edges if not edge.ended and thing_of(edge) == name]
            yield name, frozenset(id for edge in held for id in edge.memories)

    def _is_over(self, edge: Edge) -> bool:
        if not edge.is_current:
            return edge.modality in ("asserted", "planned")
        if any(_follows(end, edge.valid_from) for end in self._ended_at.get((edge.from_, edge.relation, edge.to), ())):
            return True  # a graph without history closes no edge; what ends it tells of it all the same
        since = self._replaced.get(thing_of(edge))
        return edge.relation in self._falling and _follows(since, edge.valid_from)


def _follows(end: datetime | None, start: datetime | None) -> bool:
    return end is not None and (start is None or start <= end)
