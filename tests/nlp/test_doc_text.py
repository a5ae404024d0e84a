"""The text of a document is put together once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.nlp.doc_text import TEXT, text_of
from memory_fabric.nlp.worker import NlpWorker


@given(st.text(max_size=60))
def test_it_is_the_text_that_was_read(worker: NlpWorker, text: str) -> None:
    assert worker.run(lambda pipeline: text_of(pipeline.nlp.make_doc(text))) == text


def test_it_is_kept(worker: NlpWorker) -> None:
    def kept(worker_pipeline: object) -> bool:
        doc = worker.pipeline.nlp.make_doc("We use Redis.")
        text_of(doc)
        return doc.user_data[TEXT] is text_of(doc)

    assert worker.run(kept)


def test_what_stands_in_for_names_does_not_keep_the_text_of_before(worker: NlpWorker) -> None:
    # "Redis" is "Python" to the parser.
    assert worker.run(lambda pipeline: text_of(pipeline.read_alone("We use Redis."))) != "We use Redis."
