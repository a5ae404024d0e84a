"""The search, step by step, over a graph in memory."""
