"""Reads the names out of the registry packages that `make names` fetched. What each holds is said in its docstring."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlparse

# Where software is at home, rather than a brand of cars or food.
_SOFTWARE_HOSTS = frozenset({"github.com", "gitlab.com", "codeberg.org", "raw.githubusercontent.com"})
_SOFTWARE_DOMAINS = (
    ".io .dev .ai .sh .app .cloud .so .tech .rs .run .codes .software .github.io .js.org .apache.org .kde.org "
    ".gnome.org .readthedocs.io .netlify.app .vercel.app"
).split()
# Linguist's types that are notations people name; "prose" and most of its data formats are file types of one tool.
_TYPES = frozenset({"programming", "markup", "data"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name as a source spells it. A weak one counts only where another source has the name too."""

    name: str
    aliases: tuple[str, ...] = ()
    weak: bool = False


def simple_icons(modules: Path) -> Iterator[Candidate]:
    """Brands with an icon. Those whose icon comes from where software is at home are software."""
    icons = json.loads((modules / "simple-icons/data/simple-icons.json").read_text("utf-8"))
    for icon in icons:
        source = urlparse(icon["source"])
        host = source.netloc.removeprefix("www.")
        is_icons_own = source.path.startswith("/simple-icons/")
        is_software = (host in _SOFTWARE_HOSTS and not is_icons_own) or host.endswith(tuple(_SOFTWARE_DOMAINS))
        aliases = icon.get("aliases", {})
        yield Candidate(icon["title"], (*aliases.get("aka", ()), *aliases.get("old", ())), weak=not is_software)


def linguist(modules: Path) -> Iterator[Candidate]:
    """Programming languages, markup languages and data formats."""
    for file in sorted((modules / "linguist-languages/data").glob("*.js")):
        text = file.read_text("utf-8")
        name = re.search(r"\bname: (['\"])(.+?)\1", text)
        kind = re.search(r"\btype: '(\w+)'", text)
        aliases = re.search(r"\baliases: \[(.*?)\]", text, re.DOTALL)
        if name and kind and kind[1] in _TYPES:
            yield Candidate(name[2], tuple(re.findall(r"'([^']+)'", aliases[1]) if aliases else ()))


def devicon(modules: Path) -> Iterator[Candidate]:
    """Tools of programmers. The names are slugs, so that they only bear out what other sources spell."""
    for icon in json.loads((modules / "devicon/devicon.json").read_text("utf-8")):
        yield Candidate(icon["name"], tuple(icon["altnames"]), weak=True)


def stack_analyser(modules: Path) -> Iterator[Candidate]:
    """Services and tools of web development."""
    text = (modules / "@specfy/stack-analyser/dist/common/techs.generated.js").read_text("utf-8")
    for name in re.findall(r"\bname: (?:'([^']+)'|\"([^\"]+)\")", text):
        yield Candidate(name[0] or name[1])


def npm_packages(modules: Path) -> Iterator[Candidate]:
    """JavaScript packages that are both downloaded and depended on much. One list alone holds spam."""
    lists = []
    for part in ("top-download", "top-dependent"):
        text = (modules / f"npm-high-impact/lib/{part}.js").read_text("utf-8")
        lists.append(re.findall(r"'([^']+)'", text))
    both = set(lists[0]) & set(lists[1])
    for name in sorted(both):
        if not name.startswith("@"):
            yield Candidate(name)


def botocore(packages: Path) -> Iterator[Candidate]:
    """The services of AWS, with the short names that it has for some."""
    for folder in sorted((packages / "botocore/data").iterdir()):
        files = sorted(folder.glob("*/service-2.json*")) if folder.is_dir() else []
        if files:
            raw = files[-1].read_bytes()
            metadata = json.loads(gzip.decompress(raw) if files[-1].suffix == ".gz" else raw)["metadata"]
            full, short = metadata["serviceFullName"], metadata.get("serviceAbbreviation")
            yield Candidate(short or full, (full,) if short else ())


def trove(packages: Path) -> Iterator[Candidate]:
    """Frameworks, languages, implementations and operating systems that Python packages may be classified under."""
    text = (packages / "trove_classifiers/__init__.py").read_text("utf-8")
    for classifier in re.findall(r'^    "(.+)",$', text, re.MULTILINE):
        group, _, name = classifier.partition(" :: ")
        parts = name.split(" :: ")
        if group == "Framework":
            yield Candidate(parts[0])
        elif group in ("Operating System", "Programming Language") and parts[-1] != "Implementation":
            yield Candidate(parts[-1])
