"""The text of a parsed document, put together once: spaCy joins its words anew each time that it is asked."""

from __future__ import annotations

from spacy.tokens import Doc

TEXT = "memory_fabric_text"


def text_of(doc: Doc) -> str:
    """Return the text of a document whose words stay as they are."""
    text: str | None = doc.user_data.get(TEXT)
    if text is None:
        text = doc.user_data[TEXT] = doc.text
    return text
