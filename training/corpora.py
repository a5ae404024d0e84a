"""Reads the labelled corpora that the recogniser learns from, as texts with labelled spans."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# Labels of the corpora to those of the recogniser. The last six are contrasts: what is there and no name of ours.
STACK_OVERFLOW = {
    "Application": "technology", "Library": "technology", "Language": "technology", "Operating_System": "technology",
    "Algorithm": "pattern", "Organization": "organization", "User_Name": "person", "Website": "site",
    "Library_Class": "code", "Library_Function": "code", "Library_Variable": "code", "Class_Name": "code",
    "Function_Name": "code", "Variable_Name": "code", "Value": "code", "Code_Block": "code", "Output_Block": "code",
    "Error_Name": "code", "HTML_XML_Tag": "code",
    "Data_Structure": "data", "Data_Type": "data", "User_Interface_Element": "interface",
    "File_Type": "file", "File_Name": "file", "Version": "version", "Device": "device", "Keyboard_IP": "device",
}  # fmt: skip
CROSSNER = {
    "product": "technology", "programlang": "technology", "algorithm": "pattern",
    "researcher": "person", "person": "person", "organisation": "organization", "university": "organization",
    "country": "site", "location": "site", "conference": "site",
    "field": "topic", "task": "topic", "misc": "topic", "metrics": "topic",
}  # fmt: skip
WNUT = {
    "person": "person", "corporation": "organization", "product": "technology", "location": "site",
    "group": "topic", "creative-work": "topic",
}  # fmt: skip
# Where a text comes from. Only the posts label all that is technology; `MADE` are sentences of our own.
POSTS, MADE = "posts", "made"
_SOFTWARE = ("Application", "PlugIn", "ProgrammingEnvironment", "OperatingSystem")
_PLACEHOLDERS = {"Question_ID", "Question_URL", "CODE_BLOCK", "OP_BLOCK", "Answer_to_Question_ID"}
_NO_SPACE_BEFORE = re.compile(r"^(?:[.,;:!?)\]}%]|n't|'(?:s|m|re|ve|ll|d)|\.\.\.)$")
_NO_SPACE_AFTER = frozenset("([{")


FOLDERS = ("stackoverflow_ner", "crossner_ai", "wnut17", "somesci")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with spans `(start, end, label)`; `group` tells which texts belong together (one post, one paper)."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    source: str
    group: str


def training_texts(data: Path, *, spaced: bool) -> list[Labelled]:
    """Return the training parts of all corpora, the posts first; with a space between all tokens, or as written."""
    return [
        *stack_overflow(data / "stackoverflow_ner" / "train.txt", spaced=spaced),
        *crossner(data / "crossner_ai" / "train.txt", spaced=spaced),
        *wnut(data / "wnut17" / "wnut17train.conll", spaced=spaced),
        *somesci(data / "somesci"),
    ]


def development_texts(data: Path) -> list[Labelled]:
    """Return the development part of the posts, with a space between all tokens."""
    return list(stack_overflow(data / "stackoverflow_ner" / "dev.txt", spaced=True))


def stack_overflow(file: Path, *, spaced: bool) -> Iterator[Labelled]:
    """Read posts, a text for each sentence."""
    group = ""
    for sentence in labelled_sentences(file):
        words = [word for word, _ in sentence]
        if words[0] == "Question_URL":
            group = words[-1]
        if not _PLACEHOLDERS & set(words):
            yield _joined(sentence, STACK_OVERFLOW, POSTS, group, spaced=spaced)


def crossner(file: Path, *, spaced: bool) -> Iterator[Labelled]:
    """Read sentences from encyclopedia articles about artificial intelligence."""
    for number, sentence in enumerate(labelled_sentences(file)):
        yield _joined(sentence, CROSSNER, "ai", str(number), spaced=spaced)


def wnut(file: Path, *, spaced: bool) -> Iterator[Labelled]:
    """Read short posts."""
    for number, sentence in enumerate(labelled_sentences(file)):
        yield _joined(sentence, WNUT, "wnut", str(number), spaced=spaced)


def somesci(folder: Path) -> Iterator[Labelled]:
    """Read sentences of papers that mention software."""
    split = json.loads((folder / "train_devel_test_split.json").read_text("utf-8"))
    wanted = set(split["train"])
    for file in sorted(folder.glob("*_sentences/*.ann")):
        if file.stem not in wanted:
            continue
        text = file.with_suffix(".txt").read_text("utf-8")
        spans: list[tuple[int, int, str]] = []
        for line in file.read_text("utf-8").splitlines():
            fields = line.split("\t")
            if line.startswith("T") and ";" not in fields[1]:
                label, first, last = fields[1].split()
                kind = (
                    "technology" if label.startswith(_SOFTWARE)
                    else "organization" if label == "Developer" else "version" if label == "Version" else None
                )  # fmt: skip
                if kind:
                    spans.append((int(first), int(last), kind))
        start = 0
        for line in text.split("\n"):
            end = start + len(line)
            inside = tuple((a - start, b - start, kind) for a, b, kind in sorted(spans) if start <= a and b <= end)
            if line.strip():
                yield Labelled(line, inside, "papers", file.stem)
            start = end + 1


def labelled_sentences(file: Path) -> Iterator[list[tuple[str, str]]]:
    """Yield the sentences of a CoNLL file with tabs, each as its words with their labels (the second column)."""
    sentence: list[tuple[str, str]] = []
    for line in file.read_text("utf-8").split("\n"):
        fields = line.split("\t")
        if len(fields) > 1 and fields[0].strip():
            sentence.append((fields[0], fields[1]))
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _joined(
    sentence: Iterable[tuple[str, str]], labels: Mapping[str, str], source: str, group: str, *, spaced: bool
) -> Labelled:
    text, last, glued = "", "", True
    spans: list[tuple[int, int, str]] = []
    for word, tag in sentence:
        if text and (spaced or not (glued or _NO_SPACE_BEFORE.match(word))):
            text += " "
        start = len(text)
        text += word
        glued = word in _NO_SPACE_AFTER
        kind = tag[2:]
        label = labels.get(kind)
        if label and tag.startswith("I-") and kind == last and spans:
            spans[-1] = (spans[-1][0], len(text), label)
        elif label:
            spans.append((start, len(text), label))
        last = kind
    return Labelled(text, tuple(spans), source, group)
