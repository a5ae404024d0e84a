from __future__ import annotations

from dataclasses import replace

from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.observation import Note, decode, encode
from memory_fabric.graph.mcp.plan import entity_names, placed, write
from memory_fabric.graph.mcp.snapshot import Changes, Snapshot
from memory_fabric.models import Edge, Origin, Relation, Statement, WriteReport
from tests.graph.mcp.builders import day, entity, statement

USES_VUE = Relation("web", "uses", "Vue")
ENDS_VUE = Relation("web", "uses", "Vue", polarity="negated", ended=True)


def plan(
    *statements: Statement, nodes: tuple[Node, ...] = (), edges: tuple[Edge, ...] = ()
) -> tuple[WriteReport, Changes]:
    return write(Snapshot(nodes, edges), placed(statements, {}))


def changes(*statements: Statement, nodes: tuple[Node, ...] = (), edges: tuple[Edge, ...] = ()) -> Changes:
    return plan(*statements, nodes=nodes, edges=edges)[1]


def held(name: str, *statements: Statement) -> Node:
    return Node(name, "technology", tuple(encode(place.note) for place in placed(statements, {})))


def again(statement: Statement, origin: Origin) -> Statement:
    return replace(statement, memory=replace(statement.memory, origins=(origin,)))


def ids(texts: tuple[str, ...]) -> list[str]:
    return [note.memory.id for note in (decode(text, None) for text in texts) if note]


def test_a_memory_goes_on_every_entity_and_every_end_of_a_relation() -> None:
    said = statement("web uses Vue", "Vue", relations=(USES_VUE,))
    made = changes(said)
    assert {node.name: node.type for node in made.creates} == {"Vue": "technology", "web": "concept"}
    assert {name: ids(texts) for name, texts in made.additions.items()} == {
        "Vue": ["web uses Vue"],
        "web": ["web uses Vue"],
    }


def test_a_memory_without_entities_goes_on_its_conversation() -> None:
    assert [node.name for node in changes(statement("Hello.", session="monday")).creates] == ["conversation: monday"]
    assert [node.name for node in changes(statement("Hello.")).creates] == ["conversation"]


def test_spelling_variants_are_one_entity_under_the_first_or_the_existing_name() -> None:
    variants = [statement("a", "Cursor Pagination"), statement("b", "cursor_pagination")]
    assert [node.name for node in changes(*variants).creates] == ["Cursor Pagination"]
    places = placed(variants, {"cursor-pagination": "cursor-pagination"})
    assert {name for place in places for name in place.note.memory.entities} == {"cursor-pagination"}


def test_what_is_held_everywhere_is_known_and_sent_again_nowhere() -> None:
    said = statement("Redis and Vue", "Redis", "Vue")
    made = plan(said, nodes=(held("Redis", said), held("Vue", said)))
    assert made == (WriteReport(known=("Redis and Vue",)), Changes())


def test_what_a_failed_write_left_out_is_all_that_is_sent_again() -> None:
    said = statement("Redis and Vue", "Redis", "Vue")
    assert changes(said, nodes=(held("Redis", said), held("Vue"))) == Changes(
        additions={"Vue": held("", said).observations}
    )


def test_one_id_is_planned_once() -> None:
    report, made = plan(statement("a", "Redis"), statement("a", "Redis"))
    assert (report.added, report.known) == (("a",), ("a",))
    assert {name: ids(texts) for name, texts in made.additions.items()} == {"Redis": ["a"]}


def test_only_current_relations_between_two_entities_become_edges() -> None:
    made = changes(
        statement(
            "a lot",
            "web",
            "Vue",
            relations=(
                USES_VUE,
                Relation("web", "uses", "Web"),
                Relation("web", "uses", "Go", modality="hypothetical"),
                Relation("web", "uses", "Solr", polarity="negated"),
                Relation("web", "used", "Perl", ended=True),
            ),
        )
    )
    assert made.started == (Edge("web", "uses", "Vue"),)


def test_an_ended_relation_takes_the_current_edge_away() -> None:
    made = changes(statement("no longer", relations=(ENDS_VUE,)), edges=(Edge("web", "uses", "Vue"),))
    assert made.ended == (Edge("web", "uses", "Vue"),)


def test_an_end_that_is_only_imagined_ends_nothing() -> None:
    imagined = Relation("web", "uses", "Vue", modality="hypothetical", ended=True)
    assert changes(statement("if", relations=(imagined,)), edges=(Edge("web", "uses", "Vue"),)).ended == ()


def test_of_a_batch_what_was_said_last_holds() -> None:
    first = statement("we use", relations=(USES_VUE,), said=day(1))
    last = statement("no more", relations=(ENDS_VUE,), said=day(2))
    assert changes(last, first).started == ()
    assert changes(statement("no more", relations=(ENDS_VUE,)), first).started == (), "untimed: when it was stored"


def test_what_comes_in_late_does_not_bring_back_what_was_ended_later() -> None:
    late = statement("we use", "web", "Vue", relations=(USES_VUE,), said=day(1))
    ending = statement("no more", "web", "Vue", relations=(ENDS_VUE,), said=day(2))
    assert changes(late, nodes=(held("web", ending), held("Vue", ending))).started == ()


def test_a_second_origin_of_a_known_memory_is_added_and_the_observation_replaced() -> None:
    said = statement("Redis is fast", "Redis", said=day(1), speaker="Ana")
    report, made = plan(again(said, Origin(source="wiki")), nodes=(held("Redis", said),))
    [text] = made.additions["Redis"]
    note = decode(text, "Redis")
    assert report == WriteReport(known=("Redis is fast",))
    assert note is not None
    assert note.memory.origins == (*said.memory.origins, Origin(source="wiki"))
    assert made.removals == {"Redis": held("", said).observations}


def test_two_strings_of_one_memory_are_made_one_by_the_next_write() -> None:
    said = statement("Redis is fast", "Redis", said=day(1), speaker="Ana")
    [place] = placed([said], {})
    double = encode(Note(replace(place.note.memory, origins=(*place.note.memory.origins, Origin(source="wiki")))))
    node = Node("Redis", "technology", (encode(place.note), double))
    assert changes(said, nodes=(node,)) == Changes(removals={"Redis": (encode(place.note),)})


def test_what_is_said_again_later_holds_again() -> None:
    said = statement("web uses Vue", "web", "Vue", relations=(USES_VUE,), said=day(1))
    ending = statement("no more", "web", "Vue", relations=(ENDS_VUE,), said=day(2))
    nodes = (held("web", said, ending), held("Vue", said, ending))
    assert changes(again(said, Origin(timestamp=day(3))), nodes=nodes).started == (Edge("web", "uses", "Vue"),)
    assert changes(again(said, Origin("wiki", timestamp=day(1))), nodes=nodes).started == ()


def test_a_known_memory_does_not_bring_back_what_was_ended_since() -> None:
    said = statement("web uses Vue", "web", "Vue", relations=(USES_VUE,))
    assert changes(said, nodes=(held("web", said), held("Vue", said))).started == ()


def test_names_that_no_json_can_carry_are_made_harmless() -> None:
    said = statement("odd", entity("\ud800x"), relations=(Relation("\ud800x", "uses", "Vue"),))
    assert changes(said).started == (Edge("\ufffdx", "uses", "Vue"),)
    assert entity_names([said]) == ["\ufffdx", "Vue"]
