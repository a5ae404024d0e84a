from __future__ import annotations

from memory_fabric.graph.mcp import observation
from memory_fabric.graph.mcp.nodes import Node
from memory_fabric.graph.mcp.plan import Plan, entity_names, make_plan, placed
from memory_fabric.models import Edge, Relation, Statement
from tests.graph.mcp.builders import day, entity, statement

USES_VUE = Relation("web", "uses", "Vue")
ENDS_VUE = Relation("web", "uses", "Vue", polarity="negated", ended=True)


def plan(*statements: Statement, nodes: tuple[Node, ...] = (), edges: tuple[Edge, ...] = ()) -> Plan:
    return make_plan(placed(statements, {}), nodes, edges)


def held(name: str, *memories: Statement) -> Node:
    return Node(name, "technology", tuple(observation.encode(each.memory) for each in memories))


def test_a_memory_goes_on_every_entity_and_every_end_of_a_relation() -> None:
    said = statement("web uses Vue", "Vue", relations=(USES_VUE,))
    made = plan(said)
    assert {node.name: node.type for node in made.creates} == {"Vue": "technology", "web": "concept"}
    assert {name: [m.id for m in memories] for name, memories in made.additions.items()} == {
        "Vue": ["web uses Vue"],
        "web": ["web uses Vue"],
    }


def test_a_memory_without_entities_goes_on_its_conversation() -> None:
    assert [node.name for node in plan(statement("Hello.", session="monday")).creates] == ["conversation: monday"]
    assert [node.name for node in plan(statement("Hello.")).creates] == ["conversation"]


def test_spelling_variants_are_one_entity_under_the_first_or_the_existing_name() -> None:
    variants = [statement("a", "Cursor Pagination"), statement("b", "cursor_pagination")]
    assert [node.name for node in plan(*variants).creates] == ["Cursor Pagination"]
    places = placed(variants, {"cursor-pagination": "cursor-pagination"})
    assert {name for place in places for name in place.memory.entities} == {"cursor-pagination"}


def test_what_is_held_everywhere_is_known_and_sent_again_nowhere() -> None:
    said = statement("Redis and Vue", "Redis", "Vue")
    made = plan(said, nodes=(held("Redis", said), held("Vue", said)))
    assert made == Plan((), (), (), {}, added=(), known=("Redis and Vue",))


def test_what_a_failed_write_left_out_is_all_that_is_sent_again() -> None:
    said = statement("Redis and Vue", "Redis", "Vue")
    made = plan(said, nodes=(held("Redis", said), held("Vue")))
    assert (made.creates, list(made.additions), made.added) == ((), ["Vue"], ("Redis and Vue",))


def test_one_id_is_planned_once() -> None:
    assert plan(statement("a", "Redis"), statement("a", "Redis")).added == ("a",)


def test_only_current_relations_between_two_entities_become_edges() -> None:
    made = plan(
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
    made = plan(statement("no longer", relations=(ENDS_VUE,)), edges=(Edge("web", "uses", "Vue"),))
    assert made.ended == (Edge("web", "uses", "Vue"),)


def test_an_end_that_is_only_imagined_ends_nothing() -> None:
    imagined = Relation("web", "uses", "Vue", modality="hypothetical", ended=True)
    assert plan(statement("if", relations=(imagined,)), edges=(Edge("web", "uses", "Vue"),)).ended == ()


def test_of_a_batch_what_was_said_last_holds() -> None:
    first = statement("we use", relations=(USES_VUE,), said=day(1))
    last = statement("no more", relations=(ENDS_VUE,), said=day(2))
    assert plan(last, first).started == ()
    assert plan(statement("no more", relations=(ENDS_VUE,)), first).started == (Edge("web", "uses", "Vue"),)


def test_a_known_memory_does_not_bring_back_what_was_ended_since() -> None:
    said = statement("web uses Vue", "web", "Vue", relations=(USES_VUE,))
    assert plan(said, nodes=(held("web", said), held("Vue", said))).started == ()


def test_names_that_no_json_can_carry_are_made_harmless() -> None:
    said = statement("odd", entity("\ud800x"), relations=(Relation("\ud800x", "uses", "Vue"),))
    assert plan(said).started == (Edge("\ufffdx", "uses", "Vue"),)
    assert entity_names([said]) == ["\ufffdx", "Vue"]
