"""The tense of a verb, from its tag and its auxiliaries."""

from __future__ import annotations

from spacy.tokens import Token


def is_past(verb: Token) -> bool:
    """Whether a verb tells of the past and no more: "used", "was using", "had used"; not "has used"."""
    if verb.tag_ == "VBD":
        return True
    return verb.tag_ in ("VBN", "VBG") and any(helper.tag_ == "VBD" for helper in _helpers(verb))


def is_present(verb: Token) -> bool:
    """Whether a verb stands in the present, simple or progressive: "use", "is using"."""
    if verb.tag_ in ("VBP", "VBZ"):
        return True
    return verb.tag_ == "VBG" and any(helper.tag_ in ("VBP", "VBZ") for helper in _helpers(verb))


def is_progressive(verb: Token) -> bool:
    """Whether a verb tells of what goes on: "is migrating", "were moving"."""
    return verb.tag_ == "VBG" and any(helper.lemma_ == "be" for helper in _helpers(verb))


def _helpers(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
