"""The embedded graph: the truth in one SQLite file, its text index beside it."""
