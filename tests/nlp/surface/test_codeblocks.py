"""Blocks of code, comments and literal text are no prose; what only looks indented is."""

from __future__ import annotations

import pytest

from memory_fabric.nlp.surface.codeblocks import code_blocks
from memory_fabric.nlp.surface.markup import mask


@pytest.mark.parametrize(
    "text",
    [
        "before\n```\nKafka\n```\nafter",
        "before\n```python\nKafka\n\n# Kafka\n```\nafter",
        "before\n~~~ yaml\nKafka\n~~~\nafter",
        "before\n````\n```\nKafka\n````\nafter",
        "- before\n  ```sh\n  Kafka\n  ```\n- after",
        "> before\n> ```\n> Kafka\n> ```\nafter",
        "before\n\n    Kafka.connect(host)\n    Kafka = 1\n\nafter",
        "before:\n\n\tkafka start;\n\nafter",
        "before::\n\n  Kafka is here\n\n  and here\n\nafter",
        "before\n\n.. code-block:: python\n   :linenos:\n\n   Kafka\n\nafter",
        "before <!-- Kafka\nand Kafka --> after",
        "before <pre>Kafka\n\nKafka</pre> after",
        "before <script type='x'>Kafka</script><style>Kafka</style> after",
    ],
)
def test_what_stands_in_a_block_of_code_is_no_prose(text: str) -> None:
    assert mask(text).split() == ["before", "after"] or mask(text).replace(":", " ").split() == ["before", "after"]


@pytest.mark.parametrize(
    "text",
    [
        "    We use Kafka for events, as before.",
        "Abstract\n\n    This is about Kafka. It is indented,\n    as papers do.",
        "- one\n\n    We use Kafka(s) here; really.",
        "we run ```Kafka``` here",
        "Kafka\n~~~~~\nwords",
        "<!-- never closed, Kafka",
        "<pre> never closed, Kafka",
        "and then: Kafka",
    ],
)
def test_prose_stays(text: str) -> None:
    assert "Kafka" in mask(text)


def test_a_fence_that_is_never_closed_takes_the_rest() -> None:
    assert mask("say\n```\nuses Kafka").split() == ["say"]


def test_blocks_come_in_order_and_apart() -> None:
    text = "<!-- a -->\n```\n<pre>\n```\nb::\n\n  c\n  d\n"

    blocks = code_blocks(text)

    assert [text[start:end] for start, end in blocks] == ["<!-- a -->", "```\n<pre>\n```\n", "  c\n  d\n"]
