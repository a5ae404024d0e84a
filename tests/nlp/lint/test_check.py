"""What can never take effect is found in pattern files, with its line; what works is left in peace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_fabric.nlp.lint import Finding, check
from memory_fabric.nlp.patterns import Layers
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.resources import resource_folder

Check = Callable[..., list[tuple[int | None, str, str]]]

RULE = {
    "rule": "bless", "reads": "someone approves of something", "verbs": ["bless"], "emit": ["subj recommends obj"],
    "example": "Ana blessed Kafka.", "gives": ["Ana recommends Kafka"], "counter": "Ana blessed.",
}  # fmt: skip


@pytest.fixture
def check_lines(tmp_path: Path, worker: NlpWorker) -> Check:
    """Check a folder of these rows over the shipped ones; return the line, level and message of each finding."""

    def run(*rows: object) -> list[tuple[int | None, str, str]]:
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (tmp_path / "own.jsonl").write_text("\n".join(lines), "utf-8")
        return [(found.line, found.level, found.message) for found in findings(tmp_path, worker)]

    return run


def findings(folder: Path, worker: NlpWorker) -> list[Finding]:
    layers = Layers([resource_folder("patterns"), folder])
    apart = NlpWorker(worker.pipeline.over(layers.patterns()))
    try:
        return check(layers, apart)
    finally:
        apart.close()


def test_rows_that_work_give_no_findings(check_lines: Check) -> None:
    found = check_lines(
        {"name": "Zorblax", "type": "technology", "aliases": ["zorblax.io", "@zorblax/core", "Zorblax++"]},
        {"name": "Quux", "type": "technology", "common": True, "weak_aliases": ["qx"]},
        {"name": "ZQL", "type": "technology", "case": "exact"},
        {"name": "zorblax-tuner", "type": "agent"},
        {"label": "pattern", "pattern": "double zorbing"},
        {"cue": "no way", "polarity": "negated"},
        {"given_names": ["Zorbina"]},
        RULE,
        {"rule": "use", "off": True},
    )

    assert found == []


def test_every_error_is_told_in_the_words_of_the_loader_and_the_rest_is_checked_too(check_lines: Check) -> None:
    found = check_lines(
        {"name": "Zorblax", "type": "gadget", "alias": []},
        "{",
        {"cue": "can't ever", "polarity": "negated"},
    )

    assert [(line, level) for line, level, _ in found] == [(1, "error"), (1, "error"), (2, "error"), (3, "warning")]
    assert [message.partition(":")[0] for _, _, message in found] == ["type", "alias", "is not JSON", "cue"]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"cue": "can't ever"}, 'cue: "can\'t ever" never matches: "can\'t" is read as "ca n\'t"'),
        ({"suffix": "pre-flight", "type": "component"}, "'pre-flight' is read as 'pre - flight'"),
        ({"given_names": ["Jean-Luc"]}, "given_names: 'Jean-Luc' never matches"),
        ({**RULE, "verbs": ["bless", "wrote"]}, "verbs: 'wrote' never matches: 'wrote' is a form of 'write'"),
        ({**RULE, "nouns": ["blessings"]}, "'blessings' is a form of 'blessing'"),
        ({**RULE, "excluding": ["forks"]}, "excluding: 'forks' never matches"),
    ],
)
def test_words_that_no_text_can_match(check_lines: Check, row: object, message: str) -> None:
    ((line, level, text),) = check_lines(row)

    assert (line, level) == (1, "warning")
    assert message in text


@pytest.mark.parametrize(
    ("row", "spelling"),
    [
        ({"name": "Zorblax", "type": "technology", "aliases": ["<zorblax>"]}, "<zorblax>"),
        (
            {"name": "Zorblax", "type": "technology", "aliases": ["git.zorblax.io/a/b/c.git"]},
            "git.zorblax.io/a/b/c.git",
        ),
        ({"name": "Zorblax", "type": "technology", "aliases": ["ops@zorblax.io"]}, "ops@zorblax.io"),
        ({"name": "zorb-tuner", "type": "agent", "weak_aliases": ["ZT"]}, "ZT"),
    ],
)
def test_spellings_that_are_never_found(check_lines: Check, row: object, spelling: str) -> None:
    ((line, level, text),) = check_lines(row)

    assert (line, level) == (1, "warning")
    assert text.startswith(f"{spelling!r} is never found in a text")


def test_a_canonical_name_need_not_be_written_where_another_spelling_is(check_lines: Check) -> None:
    assert check_lines({"name": "<zorblax>", "type": "technology", "aliases": ["Zorblax"]}) == []


def test_vendors_are_held_to_the_canonical_names(check_lines: Check) -> None:
    found = check_lines({"vendors": ["Kafka", "k8s"]})

    assert [message for _, _, message in found] == [
        "'k8s' never matches: it is a spelling of 'Kubernetes', and canonical names are compared"
    ]


def test_standards_may_go_by_any_of_their_spellings(check_lines: Check) -> None:
    assert check_lines({"standards": ["Zorb Protocol", "k8s"]}) == []


def test_a_clitic_is_a_word_behind_another(check_lines: Check) -> None:
    assert check_lines({"cue": "must 've", "modality": "hypothetical"}) == []


def test_a_name_in_the_shadow_of_another(check_lines: Check) -> None:
    found = check_lines(
        {"name": "Zorb.JS", "type": "technology"},
        {"name": "Zorbjs", "type": "technology"},
    )

    assert found == [
        (1, "warning", "'Zorb.JS' can never match: it reads like 'Zorbjs' of own.jsonl, line 2, which counts")
    ]


def test_rows_that_replace_each_other_or_switch_off_nothing(check_lines: Check) -> None:
    found = check_lines(
        {"cue": "no way", "polarity": "negated"},
        {"cue": "no way", "modality": "question"},
        {"rule": "no-such-rule", "off": True},
        {"signature": "deploys", "from": ["person"], "to": ["component"]},
    )

    assert found == [
        (1, "warning", "is replaced by own.jsonl, line 2, which speaks of the same cue"),
        (3, "warning", "switches off nothing: there is no shipped rule 'no-such-rule'"),
        (4, "warning", "no rule tells the relation 'deploys'"),
    ]


def test_what_is_done_to_shipped_rows_is_noted(check_lines: Check) -> None:
    (taken, placed) = check_lines(
        {"name": "page-group", "type": "component", "aliases": ["PG"]},
        {"name": "Redis", "type": "component"},
    )

    assert taken[:2] == (1, "note") and taken[2].startswith("takes 'PG' from 'PostgreSQL' of technologies.jsonl, line ")
    assert placed[:2] == (2, "note") and placed[2].startswith("stands in the place of the shipped name of technologies")


def test_a_rule_whose_signature_lets_nothing_through(check_lines: Check) -> None:
    found = check_lines(
        {**RULE, "emit": ["subj recommends obj", "subj owns obj"], "actors": ["person", "technology"]},
        {**RULE, "rule": "of-technology", "actors": ["technology"]},
    )

    texts = [message for line, _, message in found if line == 2]
    assert not [line for line, *_ in found if line == 1]
    assert texts[0] == (
        "emit 'subj recommends obj' never passes the signature: "
        "recommends is said of agent, person, organization, not of technology"
    )
    assert texts[1] == "its example does not give 'Ana recommends Kafka' by this rule, but nothing"


def test_a_rule_that_gives_what_must_be_empty(check_lines: Check) -> None:
    found = check_lines({**RULE, "emit": ["subj recommends obj", "obj used_for @for"], "lacks": ["@for"]})

    assert [message for _, _, message in found] == [
        "emit 'obj used_for @for' can give nothing: the rule speaks only where '@for' is empty"
    ]


def test_a_rule_is_held_to_its_examples(check_lines: Check) -> None:
    found = check_lines(
        {**RULE, "gives": ["Ana recommends Kafka", "Ana uses Kafka"], "counter": "Bo blessed Redis."},
        {**RULE, "rule": "silent", "example": "Ana slept.", "gives": []},
    )

    assert [(line, message) for line, _, message in found] == [
        (1, "its example does not give 'Ana uses Kafka' by this rule, but 'Ana recommends Kafka'"),
        (1, "speaks on its counter-example too: 'Bo recommends Redis'"),
        (2, "has no `gives`, so its example proves nothing; it gives nothing"),
    ]


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path, worker: NlpWorker) -> None:
    (found,) = findings(tmp_path / "nowhere", worker)

    assert (found.file, found.line, found.level) == (str(tmp_path / "nowhere"), None, "error")
