"""Reading documents: segments through the pipeline, and what their names, clauses and cues say, with global offsets."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from spacy.language import Language
from spacy.tokens import Doc

from memory_fabric.models import KINDS, Kind, Relation, Turn
from memory_fabric.nlp.clauses.arguments import Arguments
from memory_fabric.nlp.dialogue import Dialogue
from memory_fabric.nlp.kinds import Headings, KindReader
from memory_fabric.nlp.names.code_spans import code_spans, mark_code
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.mentions import MentionReader
from memory_fabric.nlp.names.project_name import PROJECT
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.records import Records, in_record
from memory_fabric.nlp.refs import Ref
from memory_fabric.nlp.relations import RelationReader
from memory_fabric.nlp.standins import OFFSETS
from memory_fabric.nlp.surface.characters import Readable, Spellings, readable
from memory_fabric.nlp.surface.lists import joined
from memory_fabric.nlp.surface.segments import Segment, segments
from memory_fabric.nlp.tables import Columns
from memory_fabric.nlp.unsaid import UNDER, UNSAID, Topics, is_name
from memory_fabric.text import kebab, scrub

# Transcripts that know roles rather than names: nobody in particular says *I*.
_ROLES = frozenset({"user", "assistant", "system", "human", "agent", "bot", "ai"})

# A slice takes a quarter of a second or so: the longest that a question waits behind a long document.
_SLICE_CHARS = 8_000


@dataclass(slots=True)
class Reading:
    """What one document yields: `named_only` are entities that stand at no place of it, named by *I* or *we*;
    `topics` what the headings above name.
    """

    headings: Headings
    records: Records
    dialogue: Dialogue
    mentions: list[Ref] = field(default_factory=list)
    named_only: list[Ref] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    kinds: list[tuple[int, Kind]] = field(default_factory=list)
    topics: Topics = field(default_factory=Topics)

    def kind(self, start: int, end: int) -> Kind:
        """Return the kind of the statement at `start:end`: the foremost one, in order of `KINDS`, of its sentences."""
        found = {kind for at, kind in self.kinds if start <= at < end}
        return next((kind for kind in KINDS if kind in found), "fact")


class DocumentReader:
    """Turns parsed segments into mentions and relations. Runs inside the worker; gives back plain data only."""

    def __init__(self, patterns: PatternSet, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._relations = RelationReader(patterns, lexicon)
        self._kinds = KindReader(patterns)
        self._suffixes = frozenset(row.suffix for row in patterns.suffixes if row.suffix != "*")
        self._agents = {row.suffix for row in patterns.suffixes if row.type == "agent"}
        self._spellings = Spellings(patterns.spellings)
        self.columns = Columns(patterns.tables)
        self.mentions = MentionReader(patterns, lexicon)

    def plain(self, text: str) -> Readable:
        """Return a text as the pipeline reads it."""
        return readable(text, self._spellings)

    def is_name(self, title: str) -> bool:
        """Whether a heading may be a name and nothing else."""
        return is_name(title, self._lexicon, self._suffixes)

    def begin(self, text: str, *, has_speaker: bool = False) -> Reading:
        """Return the empty reading of a document. `has_speaker`: whether it is known who says it."""
        return Reading(Headings(text, self._kinds), Records(text), Dialogue(text, has_speaker=has_speaker))

    def read_segment(
        self, doc: Doc, segment: Segment, turn: Turn, text: str, reading: Reading, earlier: list[Ref]
    ) -> list[Ref]:
        """Add what a segment says to the reading; return its entities, for the pronouns of the next one."""
        offsets: list[tuple[int, int]] = doc.user_data[OFFSETS]
        by_token = self.mentions.read(doc, offsets, segment.start)
        # What the model named and nobody bears out is an ordinary word to the rules.
        doc.set_ents([ent for ent in doc.ents if ent.start in by_token], default="outside")
        reading.dialogue.enter(doc, by_token, is_heading=bool(segment.level))
        project = Ref(kebab(turn.project), "component") if turn.project else None
        arguments = Arguments(
            doc=doc,
            offsets=offsets,
            shift=segment.start,
            text=text,
            speaker=self._speaker(turn.speaker) or reading.dialogue.speaker,
            project=project,
            earlier=earlier,
            by_token=by_token,
            heading=reading.topics.subject,
            owner=reading.topics.owner(project),
            is_stack=reading.topics.is_stack and not segment.level,
            unsaid=doc.user_data.get(UNSAID, ()),
        )
        mentions = [ref for ref in dict.fromkeys(by_token.values()) if not ref.candidate]
        for found in self._relations.read(arguments):
            told = found.relation.evidence
            standing = reading.records.at(told.start)
            reading.relations.append(in_record(found, standing, text[told.start : told.end]))
            for ref in (found.from_, found.to):
                if not ref.has_place:
                    if ref not in reading.named_only:
                        reading.named_only.append(ref)
                elif (ref.type == "concept" or ref.candidate) and ref not in mentions:
                    mentions.append(ref)
        reading.mentions.extend(mentions)
        if segment.level:
            reading.headings.open(segment.level, segment.text)
            reading.topics.open(segment.level, segment.text, segment.start, mentions)
        if not (segment.level and self._kinds.under(segment.text)):  # "Decision" above a statement is none itself
            for sentence in doc.sents:
                kind = reading.headings.kind(self._kinds.kind(sentence))
                reading.kinds.append((arguments.place(sentence[0])[0], kind))
        return [ref for ref in mentions if ref.type != "concept" and not ref.candidate] or earlier

    def knows(self, turn: Turn) -> bool:
        """Whether it is known who says a turn."""
        return self._speaker(turn.speaker) is not None

    def _speaker(self, name: str | None) -> Ref | None:
        if not name or name.casefold() in _ROLES:
            return None
        last_word = kebab(name).rpartition("-")[2]
        if self._lexicon.type_of(name) == "agent" or ("-" in name and last_word in self._agents):
            return Ref(kebab(name), "agent")
        return Ref(name, "person")


class ReadingJob:
    """The reading of some turns, done slice by slice, so that others get their turn at the one worker in between."""

    def __init__(self, reader: DocumentReader, turns: Sequence[Turn]) -> None:
        self._reader = reader
        self._turns = turns
        self._texts = [scrub(turn.text) for turn in turns]
        self._code = [code_spans(text) for text in self._texts]
        self.readings = [
            reader.begin(text, has_speaker=reader.knows(turn)) for text, turn in zip(self._texts, turns, strict=True)
        ]
        self._waiting = deque(
            (index, segment)
            for index, text in enumerate(self._texts)
            for segment in reader.columns.joined(text, joined(text, segments(text)))
        )
        self._earlier: list[Ref] = []
        self._last = -1
        self._heading = -1, False

    def advance(self, nlp: Language) -> bool:
        """Read the next slice; return whether `readings` are complete. Runs inside the worker."""
        # `placeholder` makes new Docs, on which `as_tuples` would lose its context; the order is kept.
        chosen = self._next_slice()
        plain = [self._reader.plain(segment.text) for _, segment in chosen]
        made = [nlp.make_doc(text.text) for text in plain]
        for (index, segment), text, doc in zip(chosen, plain, made, strict=True):
            mark_code(doc, text, segment.start, self._code[index])
            doc.user_data[PROJECT] = self._turns[index].project
            doc.user_data[UNDER] = not segment.level and self._is_under_name(index)
            if segment.level:
                self._heading = index, self._reader.is_name(segment.text)
        docs = nlp.pipe(made)
        for (index, segment), text, doc in zip(chosen, plain, docs, strict=True):
            doc.user_data[OFFSETS] = text.places(doc.user_data[OFFSETS])
            if index != self._last:
                self._last, self._earlier = index, []
            self._earlier = self._reader.read_segment(
                doc, segment, self._turns[index], self._texts[index], self.readings[index], self._earlier
            )
        if self._waiting:
            return False
        for reading in self.readings:
            _use_longest_names(reading)
        return True

    def _is_under_name(self, index: int) -> bool:
        return self._heading == (index, True)

    def _next_slice(self) -> list[tuple[int, Segment]]:
        chosen: list[tuple[int, Segment]] = []
        length = 0
        while self._waiting and (not chosen or length + len(self._waiting[0][1].text) <= _SLICE_CHARS):
            chosen.append(self._waiting.popleft())
            length += len(chosen[-1][1].text)
        return chosen


def _use_longest_names(reading: Reading) -> None:
    """Put each person under the longest form seen: "Ana" is Ana Souza where one Ana Souza is named or speaks."""
    people = {ref.name for ref in [*reading.mentions, *reading.named_only] if ref.type == "person"}
    longest: dict[str, str] = {}
    for name in people:
        full = [other for other in people if " " in other and name in (other.split()[0], other.split()[-1])]
        if " " not in name and len(full) == 1:
            longest[name] = full[0]
    if not longest:
        return
    reading.mentions = [
        replace(ref, name=longest.get(ref.name, ref.name)) if ref.type == "person" else ref for ref in reading.mentions
    ]
    reading.relations = [
        replace(
            relation,
            from_=longest.get(relation.from_, relation.from_),
            to=longest.get(relation.to, relation.to),
        )
        for relation in reading.relations
    ]
