"""Words that say nothing of what a text is about: one place, and a set for each use of them."""

from __future__ import annotations

GRAMMAR_WORDS = frozenset(
    """
a an and any are as at be been being but by can could did do does for from had has have he her him his how i
if in into is it its me my of on or our she should so some than that the their them then there these they this
those to was we were what when where which who whom whose why will with would you your s t d ll m re ve
""".split()
)
"""Words that texts are not looked up by, unless nothing else is asked."""

LIGHT_WORDS = frozenset(
    """
a an the this that these those it its is are was were be been being am do does did has have had having i we you they
he she our my your their us me them him her his and also so just really very quite well ok okay please then now there
here again too s re ve ll d m
""".split()
)
"""Words whose coming and going leaves a statement's meaning as it was. Prepositions and modals are not among them."""

FUNCTION_WORDS = GRAMMAR_WORDS | LIGHT_WORDS | frozenset("about hey hm hmm oh uh um whats".split())
"""Words of a question that say nothing of what it is about."""

EMPTY_WORDS = frozenset(
    """
hmm okay ok please hey hi thanks what which who whom whose when where why how thing stuff something anything
do be have say tell happen discuss talk
""".split()
)
"""Lemmas of a question that are no content, beside the stop words of the language."""

TALK_WORDS = frozenset(
    """
discuss discussion summarize summarise summary talk say tell think mention describe description explain opinion
present presentation meeting group team
""".split()
)
"""Words of a question that tell that something was talked of, where and among whom, and not what it was."""

CONTENT_WORDS = frozenset(
    """
back bottom call down empty front full keep move name off out part side top up used using
""".split()
)
"""Stop words of the language that are content in questions about work: "what do we back up", "who is on call"."""
