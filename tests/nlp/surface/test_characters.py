"""The plain form of a text, and the way back: every span of it stands at a place of the text as it was given."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.rows import SpellingRow
from memory_fabric.nlp.surface.characters import Spellings, readable

ODD = st.text(
    st.sampled_from(
        "aZ9+#. \n'\u2019\u201c\u2011\u00a0\u200b\u200d\u00ad\u0301\u0327eE\u00e9漢かﾃ한、。Ｒ＋&;#x3🎉\ufe0f"
    ),
    max_size=60,
)


@given(st.one_of(ODD, st.text(max_size=60)))
def test_every_place_of_the_plain_form_is_one_of_the_text(text: str) -> None:
    plain = readable(text)
    places = plain.places([(at, at + 1) for at in range(len(plain.text))])

    assert all(0 <= start <= end <= len(text) for start, end in places)
    assert places == sorted(places)


@given(ODD, st.sampled_from(["Redis", "C++", "Node.js"]), ODD)
def test_a_name_is_found_again_where_it_stands(before: str, name: str, after: str) -> None:
    text = f"{before} {name} {after}"
    plain = readable(text)
    at = plain.text.index(name)

    ((start, end),) = plain.places([(at, at + len(name))])
    assert text[start:end] == name


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("don\u2019t", "don't"),
        ("\u201cRedis\u201d", '"Redis"'),
        ("auth\u2011service", "auth-service"),
        ("we\u00a0use\u202fRedis", "we use Redis"),
        ("我们用Redis做缓存", "我们用 Redis 做缓存"),
        ("C++とC#を使う", "C++ と C# を使う"),
        ("PostgreSQL을 사용", "PostgreSQL 을 사용"),
        ("ＰＧ１５", "PG15"),
        ("Jose\u0301", "Jos\u00e9"),
        ("Re\u00addis\u200d!", "Redis!"),
        ("Kafka&nbsp;&amp; Solr don&#39;t", "Kafka & Solr don't"),
        ("AT&T; R&D", "AT&T; R&D"),
        ("&notasign; &#0; &#xD800;", "&notasign; \ufffd \ufffd"),
        ("plain", "plain"),
    ],
)
def test_the_parser_gets_what_it_knows(text: str, plain: str) -> None:
    assert readable(text).text == plain


SPELLINGS = Spellings(
    [
        SpellingRow(spelling="w/", means="with"),
        SpellingRow(spelling="u", means="you"),
        SpellingRow(spelling="teh", means="the"),
        SpellingRow(spelling="->", means="to"),
        SpellingRow(spelling="lets", means="let's", before=("use",)),
    ]
)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Teh cache w/ Redis", "the cache with Redis"),
        ("u and U", "you and U"),
        ("a -> b, a->b", "a to b, a->b"),
        ("lets use it", "let's use it"),
        ("it lets us in, w/o", "it lets us in, w/o"),
        ("teh caf\u00e9 w/ Jose\u0301", "the caf\u00e9 with Jos\u00e9"),
    ],
)
def test_hurried_spellings_are_read_as_what_they_mean(text: str, plain: str) -> None:
    assert readable(text, SPELLINGS).text == plain


@given(
    st.lists(
        st.sampled_from(["w/", "teh", "u", "->", "lets", "use", "caf\u00e9", "&amp;", "漢a", "Redis"]), max_size=12
    )
)
def test_spellings_keep_the_places_of_all_else(words: list[str]) -> None:
    text = " ".join([*words, "Kafka"])
    plain = readable(text, SPELLINGS)
    at = plain.text.index("Kafka")

    ((start, end),) = plain.places([(at, at + 5)])
    assert text[start:end] == "Kafka"


def test_what_is_composed_or_left_out_belongs_to_its_letter() -> None:
    text = "by Jose\u0301, Re\u00addis&amp;Kafka"
    plain = readable(text)
    spans = [(plain.text.index(word), plain.text.index(word) + len(word)) for word in ("José", "Redis", "&", "Kafka")]

    assert [text[start:end] for start, end in plain.places(spans)] == ["Jose\u0301", "Re\u00addis", "&amp;", "Kafka"]


@pytest.mark.parametrize("unit", ["&", "&a", "e\u0301", "\u0301", "\u200d", "漢a", "&#", "\u00ad\u2019", "w/ ", "teh"])
def test_hostile_runs_take_linear_time(unit: str) -> None:
    started = time.perf_counter()
    plain = readable(unit * 50_000, SPELLINGS)
    plain.places([(at, at + 1) for at in range(0, len(plain.text), 10)])

    assert time.perf_counter() - started < 5
