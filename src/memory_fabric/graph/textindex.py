"""The text index: a tantivy index with one weighted field, which knows how far into the truth it reaches.

It is derived data. `Position` says of which store and up to which change it holds everything; it is kept in
the index itself, as a document of its own, and so is committed in one step with what it speaks of.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import tantivy
from tantivy import Document, Occur, Query

from memory_fabric.graph.terms import build_analyzer

FORMAT = 4
"""Counted up when schema, analyzer or make-up of the body change; an index of another format is refilled."""

_REFUSALS = frozenset(
    {
        errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM,
        errno.EMFILE, errno.ENFILE, errno.ENOMEM,
    }
)  # fmt: skip
_OS_ERROR = re.compile(r"\(os error (\d+)\)")  # as Rust tells it
_PROBE_BYTES = 1 << 16
_WRITER_HEAP_BYTES = 50_000_000
_FREQUENT, _FREQUENT_SHARE = 20_000, 0.05
"""In how many memories, and in which share of all, a term is that tells little beside rarer ones."""
_K1 = 1.2  # BM25's saturation as tantivy has it


class IndexBusy(Exception):
    """Another writer, here or in another process, holds the index's write lock."""


class IndexRefused(Exception):
    """The system does not let the index's files be read or written: the disk is full, a permission is missing. There
    is nothing wrong with the index, which is good again when that is.
    """


class IndexDamaged(Exception):
    """The index's files cannot be used; they are to be thrown away and filled anew."""


@dataclass(frozen=True, slots=True)
class Position:
    """How far an index reaches: all changes of `store` up to the numbered one, which bears `stamp`.

    No memory with a higher number than `highest` was ever in it, so that new ones need not be looked for.
    """

    store: str
    change: int
    stamp: int
    highest: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """What is indexed for one memory; `number` is its row in the truth."""

    number: int
    namespace: str
    body: str


class Snapshot:
    """The index as it was at one moment. Safe to use from several threads."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> None:
        self._searcher = searcher
        self._schema = schema
        self.position = self._read_position()

    @property
    def size(self) -> int:
        """How many memories it holds."""
        return max(0, self._searcher.num_docs - 1)  # one document is the position

    def share_of(self, namespace: str) -> float:
        """Return which share of the memories is of a namespace, about: those deleted lately may count."""
        with _failures():
            return min(1.0, self._searcher.doc_freq("namespace", namespace) / max(1, self.size))

    def search(
        self, namespace: str | None, terms: Mapping[str, float], *, limit: int, offset: int = 0
    ) -> list[tuple[int, float]]:
        """Return (number, BM25 score) of the memories with any of `terms`, each counting as much as its weight, best
        first; with None for the namespace, of all:
        then most of the memories that hold only frequent terms need not be looked at. In a large index those that hold
        none of the rarer terms are left out where the others are many.

        Raises:
            IndexDamaged: the files cannot be read.
        """
        if not terms or self.position is None:
            return []
        telling = self._telling(terms, limit)
        query = self._any_of({term: terms[term] for term in telling} or terms)
        if telling:
            rest = [(Occur.Should, self._term(term, terms[term])) for term in terms if term not in telling]
            query = Query.boolean_query([(Occur.Must, query), *rest])
        if namespace is not None:
            # Scored as constant 0: a namespace that few memories share must not add to what the words earn.
            of_namespace = Query.const_score_query(Query.term_query(self._schema, "namespace", namespace), 0.0)
            query = Query.boolean_query([(Occur.Must, query), (Occur.Must, of_namespace)])
        with _failures():
            hits = self._searcher.search(query, limit=limit, offset=offset, count=False).hits
            numbers = self._searcher.fast_field_values("number", [address for _, address in hits])
        return [(int(number), score) for number, (score, _) in zip(numbers, hits, strict=True) if number is not None]

    def _any_of(self, terms: Mapping[str, float]) -> Query:
        return Query.boolean_query([(Occur.Should, self._term(term, weight)) for term, weight in terms.items()])

    def _term(self, term: str, weight: float) -> Query:
        query = Query.term_query(self._schema, "body", term)
        return query if weight == 1 else Query.boost_query(query, weight)

    def _telling(self, terms: Iterable[str], limit: int) -> frozenset[str]:
        """Return which of the terms a memory must hold one of, so that those with nothing but words that are in tens of
        thousands need not be scored; none in a small index, nor where the telling ones find too little.
        """
        frequent = max(_FREQUENT, int(_FREQUENT_SHARE * self.size))
        if self.size <= frequent:
            return frozenset()
        with _failures():
            holders = {term: self._searcher.doc_freq("body", term) for term in terms}
        telling = {term: held for term, held in holders.items() if held <= frequent}
        if len(telling) == len(holders) or max(telling.values(), default=0) < limit / 3:
            return frozenset()
        return frozenset(telling)

    def match_score(self, terms: Mapping[str, float], words: Sequence[str]) -> float:
        """Return what a text of `words`, not indexed yet, would score for `terms`: BM25 without length.

        The rarity of a term is this index's, so that the score can stand beside those of `search`.
        """
        score = 0.0
        for term, weight in terms.items():
            frequency = words.count(term)
            if frequency:
                score += weight * self._rarity(term) * (_K1 + 1) * frequency / (frequency + _K1)
        return score

    def _rarity(self, term: str) -> float:
        with _failures():
            holders = self._searcher.doc_freq("body", term)
        return math.log(1 + (self._searcher.num_docs - holders + 0.5) / (holders + 0.5))

    def _read_position(self) -> Position | None:
        with _failures():
            hits = self._searcher.search(Query.term_query(self._schema, "marker", "position"), limit=1).hits
            if not hits:
                return None
            stored = json.loads(self._searcher.doc(hits[0][1]).get_first("position") or "{}")
            is_ours = stored.pop("format", None) == FORMAT
        return Position(**stored) if is_ours else None


class IndexWriter:
    """The one writer of an index, for as long as it is open. Nothing is seen before `commit`.

    Raises, every method: IndexRefused, IndexDamaged.
    """

    def __init__(self, writer: tantivy.IndexWriter, path: Path | None) -> None:
        self._writer = writer
        self._path = path

    def clear(self) -> None:
        """Drop all that is held."""
        with _failures(self._path):
            self._writer.delete_all_documents()

    def delete(self, number: int) -> None:
        """Drop a memory, if it is held."""
        with _failures(self._path):
            self._writer.delete_documents_by_term("number", number)

    def add(self, entry: Entry) -> None:
        """Add a memory. One that is held already must be deleted first."""
        document = Document()
        document.add_integer("number", entry.number)
        document.add_text("namespace", entry.namespace)
        document.add_text("body", entry.body)
        with _failures(self._path):
            self._writer.add_document(document)

    def commit(self, position: Position) -> None:
        """Make everything since the last commit durable and visible, together with how far it reaches."""
        document = Document()
        document.add_text("marker", "position")
        document.add_text("position", json.dumps({"format": FORMAT, **asdict(position)}))
        with _failures(self._path):
            self._writer.delete_documents_by_term("marker", "position")
            self._writer.add_document(document)
            self._writer.commit()


class TextIndex:
    """A tantivy index in a folder, or in memory where `path` is None. Opening makes what is missing.

    Raises:
        IndexDamaged: what is there cannot be read.
        IndexRefused: what is missing cannot be made.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._open()

    def snapshot(self) -> Snapshot:
        """Return the index as it was when last refreshed by this process."""
        return self._snapshot

    def refresh(self) -> Snapshot:
        """Look for commits, those of other processes too, and return the newest snapshot.

        Raises:
            IndexDamaged: the files cannot be read.
        """
        if self.path is not None and not (self.path / "meta.json").exists():
            raise IndexDamaged(f"{self.path} is no longer there")
        with _failures():
            self._index.reload()
            self._snapshot = Snapshot(self._index.searcher(), self._schema)
        return self._snapshot

    @contextmanager
    def writer(self) -> Iterator[IndexWriter]:
        """Open the writer and let go of it at the end; what was not committed is dropped.

        Raises:
            IndexBusy: another writer is open.
            IndexRefused: the files cannot be written.
            IndexDamaged: the files are of no use.
        """
        with _failures(self.path):
            # One thread: catching up shares the machine with extraction; a small commit stays one segment.
            writer = self._index.writer(_WRITER_HEAP_BYTES, 1)
        try:
            yield IndexWriter(writer, self.path)
        finally:
            with suppress(ValueError):  # a writer that failed has nothing left to wait for
                writer.wait_merging_threads()

    def _open(self) -> None:
        self._schema = _schema()
        with _failures():
            if self.path is None:
                self._index = tantivy.Index(self._schema)
            else:
                self.path.mkdir(parents=True, exist_ok=True)
                self._index = tantivy.Index(self._schema, path=str(self.path))
            self._index.register_tokenizer("statement", build_analyzer())
            self._index.config_reader("manual")  # `refresh` says when; no thread watches the folder
            self._index.reload()
            self._snapshot = Snapshot(self._index.searcher(), self._schema)


def discard(path: Path) -> None:
    """Remove the files of an index, whatever state they are in.

    Raises:
        IndexRefused: they cannot be removed.
    """
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise IndexRefused(f"what is there is damaged and cannot be removed: {error}") from error


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    # Signed: an int that is given to an unsigned field kills tantivy's writer.
    builder.add_integer_field("number", indexed=True, fast=True)
    builder.add_text_field("namespace", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("body", tokenizer_name="statement", index_option="freq")
    builder.add_text_field("marker", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("position", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


@contextmanager
def _failures(written: Path | None = None) -> Iterator[None]:
    """Tell a held lock, a system that refuses and damaged files apart: tantivy raises ValueError for all, or panics.

    `written` is the folder that is being written to, if one is: a thread of tantivy's dies without saying why.
    """
    try:
        yield
    except (ValueError, TypeError, OSError) as error:
        if "LockBusy" in str(error):
            raise IndexBusy(str(error)) from error
        refusal = _refusal(error) or (_cannot_write(written) if written is not None else None)
        if refusal is not None:
            raise IndexRefused(refusal) from error
        raise IndexDamaged(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # derives from BaseException and cannot be imported
            raise IndexDamaged(str(error)) from error
        raise


def _refusal(error: Exception) -> str | None:
    """Return what the system refused, in its words, or None where the error is another."""
    number = error.errno if isinstance(error, OSError) else None
    told = _OS_ERROR.search(str(error))
    if told:
        number = int(told[1])
    return os.strerror(number) if number in _REFUSALS else None


def _cannot_write(folder: Path) -> str | None:
    """Return why no file can be written in a folder, or None where one can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE_BYTES))
            file.flush()
    except OSError as error:
        return _refusal(error)
    return None
