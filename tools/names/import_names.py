"""Writes patterns/technologies-registry.jsonl from registry packages: `make names`.

What is written by hand wins: a name that any curated file has a spelling of is left out. A name that is an ordinary
word too, a short one, or one of ordinary words, is marked so that it counts only where case and context say so.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import sources

from memory_fabric.nlp.names.spelling import spelled

HERE = Path(__file__).parent
PATTERNS = HERE.parents[1] / "patterns"
TARGET = PATTERNS / "technologies-registry.jsonl"
SHORTEST_SURE = 4
LONGEST = 48
_MAKERS = re.compile(r"^(?:Apache|The|Eclipse|GNU|HashiCorp|JetBrains|Atlassian) (?=\S)")
_VERSION = re.compile(r"(?: v?\d+(?:\.\d+)*)+$")
_NOT_A_NAME = re.compile(r"\d+(?:\.\d+)*|.*[,;()\[\]:]|.* :: |.* - .*")
# What the sources have as names and no text means as one: kinds of file, and words that stand for many things.
_SKIPPED = frozenset(
    """Answer App Implementation Email E-mail Text Diff Other Abstract Action Component Container Document Event
    Feature Framework Image Index Interface Layout Message Model Module Object Package Page Plugin Protocol Query
    Record Resource Schema Script Session Source State Stream Task Template Test Token Type User View
    Widget Window OS Independent POSIX
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
    September October November December Checksums Edge Space Snippet""".split()
) | {
    "AWS Account",
    "AWS Container",
    "AWS Compute",
    "AWS Support",
    "AWS Organizations",
    "AWS Health",
    "SSO Admin",
    "Raw data",
    "Agent Skills",
    "Docker Image",
    "Personalize Events",
    "Other OS",
    "Public Key",
}
# Short words of code, of which no list of English words knows: identifiers of everyday use, not names.
_CODE_WORDS = frozenset(
    """argv args async asynciterator backend basename boolean bugfix changelog charset checkbox cleanup clientside
    config codegen const datetime dateformat debounce dedupe defaults deps dirname dropdown enum errno eval filename
    formdata frontend func github globals hostname html http https inbox init iterable javascript json keygen kwargs
    localhost lockfile login logout lookups lowercase middleware mimetype multipart namespace nonce noop null
    nullable param params pathname plugin plugins popup prefetch preload println readme readonly regex regexp
    renderer repo rpc runtime schema serializer setup shebang sidebar signup sitemap startup stderr stdin stdout
    strftime stringify struct subtype symlink sync templating timestamp toggle tokenizer toolkit tooltip traceback
    tuple typedef undefined unicode unix unzip uppercase uri url urlencode urls username utf utils uuid validator
    variadic viewport webhook webpage website whitelist wildcard wiki workflow workspace xml yaml zip""".split()
)


@dataclass(slots=True)
class _Found:
    name: str
    aliases: list[str] = field(default_factory=list)


def main(argv: list[str]) -> None:
    """Read the packages of the two folders given (npm's and Python's), and write the pattern file."""
    modules, packages = Path(argv[1]), Path(argv[2])
    words = set(json.loads((modules / "an-array-of-english-words/index.json").read_text("utf-8"))) | _CODE_WORDS
    given_names = {name.casefold() for name in _given_names()}
    taken = set(_curated_keys())
    rows = []
    for found in _merged(_candidates(modules, packages), taken, words, given_names):
        rows.append(_row(found, words))
    rows.sort(key=lambda row: (str(row["name"]).casefold(), row["name"]))
    TARGET.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    print(f"{len(rows)} names written to {TARGET.relative_to(HERE.parents[1])}")


def _candidates(modules: Path, packages: Path) -> list[sources.Candidate]:
    """Return all candidates. The first source that has a name says how it is spelt."""
    return [
        *sources.linguist(modules),
        *sources.simple_icons(modules),
        *sources.trove(packages),
        *sources.botocore(packages),
        *sources.stack_analyser(modules),
        *sources.devicon(modules),
        *sources.npm_packages(modules),
    ]


def _given_names() -> Iterator[str]:
    for line in (PATTERNS / "given_names.jsonl").read_text("utf-8").splitlines():
        yield from json.loads(line)["given_names"]


def _curated_keys() -> Iterator[str]:
    for file in sorted(PATTERNS.glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines() if file != TARGET else ():
            row = json.loads(line)
            if "name" in row:
                for spelling in (row["name"], *row.get("aliases", ()), *row.get("weak_aliases", ())):
                    yield spelled(spelling).key


def _merged(
    candidates: Iterable[sources.Candidate], taken: set[str], words: set[str], given_names: set[str]
) -> Iterator[_Found]:
    """Yield each new name once, with the aliases of all sources; a weak one only where a second source has it."""
    skipped = {spelled(name).key for name in _SKIPPED} | given_names
    found: dict[str, _Found] = {}
    weak: dict[str, sources.Candidate] = {}
    for candidate in candidates:
        name = _clean(candidate.name)
        key = spelled(name).key
        if not _may_be_a_name(name, words) or key in taken | skipped or _without_maker(name, taken):
            continue
        if candidate.weak and key not in found and key not in weak:
            weak[key] = candidate
            continue
        best = found.setdefault(key, _Found(_clean(weak[key].name) if key in weak else name))
        best.aliases.extend(_clean(alias) for alias in candidate.aliases)
    owners = {key: key for key in found}
    for key, one in found.items():
        kept: dict[str, str] = {}
        for alias in (*one.aliases, *_variants(one.name, words)):
            alias_key = spelled(alias).key
            is_free = alias_key not in taken and owners.setdefault(alias_key, key) == key and alias_key != key
            if is_free and _may_be_a_name(alias, words):
                kept.setdefault(alias_key, alias)
        yield _Found(one.name, list(kept.values()))


def _clean(name: str) -> str:
    return _VERSION.sub("", re.sub(r"\s*\([^)]*\)", "", name).strip())


def _variants(name: str, words: set[str]) -> Iterator[str]:
    """Yield how else people write a name: without its vendor or the words that say what it is."""
    for vendor in ("AWS ", "Amazon ", "Google Cloud ", "Azure ", "Apache "):
        if name.startswith(vendor):
            if " " in name.removeprefix(vendor) or name.removeprefix(vendor).lower() not in words:
                yield name.removeprefix(vendor)
            if vendor in ("AWS ", "Amazon "):
                yield ("Amazon " if vendor == "AWS " else "AWS ") + name.removeprefix(vendor)


def _without_maker(name: str, taken: set[str]) -> bool:
    """Whether a curated name is the same without the maker or what it is: "Apache Kafka", "AWS S3", "Koa.js"."""
    bare = _MAKERS.sub("", name)
    bare = re.sub(r"^(?:AWS|Amazon|Google Cloud|Google|Microsoft) ", "", bare)
    ends = (" UI", " CI", " CMS", " JS", " DB", ".js", ".io", ".dev", ".com", "js", " AI", " IDE", " Database")
    shorter = {bare, *(bare.removesuffix(end) for end in ends)} - {name}
    return any(spelled(one).key in taken for one in shorter)


def _may_be_a_name(name: str, words: set[str]) -> bool:
    key = spelled(name).key
    if not 1 < len(key) <= LONGEST or _NOT_A_NAME.fullmatch(name) or not any(char.isalpha() for char in key):
        return False
    if not name.isascii() or name.count(" ") > 4:
        return False
    if name.islower():  # slugs and package names: a name only if it is more than words run together
        parts = [part for part in re.split(r"[ ._-]|\d+", name) if part]
        return len(key) > SHORTEST_SURE and not all(_is_ordinary(part, words) for part in parts)
    return True


def _is_ordinary(word: str, words: set[str]) -> bool:
    word = word.lower()
    if word in words or len(word) < 3:
        return True
    return any(word[:at] in words and word[at:] in words for at in range(3, len(word) - 2))


def _row(found: _Found, words: set[str]) -> dict[str, object]:
    """Return the pattern line of a name, with the marks that keep it from being seen in ordinary text."""
    row: dict[str, object] = {"name": found.name, "type": "technology"}
    is_common = _needs_context(found.name, words)
    strong = [alias for alias in found.aliases if not _needs_context(alias, words) and not _plain(alias, words)]
    weak = [alias for alias in found.aliases if alias not in strong]
    if strong:
        row["aliases"] = sorted(strong)
    if weak:
        row["weak_aliases"] = sorted(weak)
    if is_common or _plain(found.name, words) or (found.name.isupper() and len(found.name) <= SHORTEST_SURE):
        row["case"] = "exact"
    if is_common:
        row["common"] = True
    return row


def _needs_context(name: str, words: set[str]) -> bool:
    """Whether the name is one word of everyday use, or too short to be sure."""
    if len(spelled(name).key) < SHORTEST_SURE:
        return True
    if not name.isalnum():
        return False
    has_capital_inside = any(char.isupper() for char in name[1:]) and not name.isupper()
    return not has_capital_inside and name.lower() in words


def _plain(name: str, words: set[str]) -> bool:
    """Whether every part of the name is an ordinary word, so that only its capitals make a name of it."""
    parts = re.split(r"[ .-]", name)
    return all(part.lower() in words or part.isdigit() or len(part) < 3 for part in parts)


if __name__ == "__main__":
    main(sys.argv)
