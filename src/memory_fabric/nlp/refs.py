"""What a word of a text stands for."""

from __future__ import annotations

from dataclasses import dataclass

from memory_fabric.models import EntityType

LONGEST_NAME = 200
"""Characters of a mention; what is longer is noise, not a name."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An entity that a word stands for, at `start:end` of the document, or without a place (speaker, project).

    A `candidate` is an entity only as the end of a relation.
    """

    name: str
    type: EntityType
    start: int = -1
    end: int = -1
    candidate: bool = False

    @property
    def has_place(self) -> bool:
        """Whether the document names it."""
        return self.start >= 0
