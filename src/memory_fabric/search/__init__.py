"""The search workflow, one module for each step; `workflow` composes them, `render` writes the result format.

1. parse: `memory_fabric.query` reads the question into a `ParsedQuery`
2. `dispatch`: one graph query for each hint, alias and spelling variant, and one over the texts, all at once
3. `normalize`: what was found becomes candidates with a relevance and the reasons for it
4. `dedupe`, with its `guards`: near-identical texts that tell the same become one
5. `boost`, `answering` and `traverse`: what the rest of the graph says about a candidate's entities; `supersede`,
with `claims` and `life`: what is not so, or no longer
6. `rank`: recency, relevance and authority become the score
"""
