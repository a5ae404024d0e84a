"""From a parse to clauses: predicates with what fills their roles, and what the words in them stand for."""
