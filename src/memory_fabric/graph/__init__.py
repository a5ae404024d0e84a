"""The knowledge graph: one protocol (`store`), its backends, and the door to them (`open`)."""
