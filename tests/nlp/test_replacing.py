"""What replaces what, in the many ways of saying so, and what is no replacement.

Each line is a sentence and all current or flagged `replaces` that it tells; `-` is none.
"""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

ROWS = """
Moment.js is deprecated; use Luxon instead. | Luxon replaces Moment.js proposed
TSLint has been deprecated. Please use ESLint instead. | ESLint replaces TSLint proposed
TSLint is no longer maintained, so we use ESLint instead. | ESLint replaces TSLint
We stopped using webpack and use Vite instead. | Vite replaces webpack
Kafka is dead, use NATS instead. | NATS replaces Kafka proposed
Kafka is slow, use NATS instead. | -
Kafka isn't deprecated, but we use NATS instead. | -
Instead of webpack we now use Vite. | Vite replaces webpack
We now use Vite instead of webpack. | Vite replaces webpack
We use Vite instead of webpack. | -
Jenkins → GitHub Actions migration is done. | GitHub Actions replaces Jenkins
The MySQL-to-PostgreSQL migration took two weeks. | PostgreSQL replaces MySQL
We did the MySQL to PostgreSQL migration last quarter. | PostgreSQL replaces MySQL
The MySQL to PostgreSQL migration is planned for May. | PostgreSQL replaces MySQL planned
The Angular to React rewrite was cancelled. | React replaces Angular negated
See the MySQL to PostgreSQL migration guide. | -
The JSON to YAML conversion is slow. | -
We rewrote the billing service from Python to Go. | Go replaces Python
The billing service was rewritten from Python in Go. | Go replaces Python
The billing service was rewritten in Go. | -
We moved off Heroku onto Fly.io. | Fly.io replaces Heroku
We moved from Heroku onto Fly.io. | Fly.io replaces Heroku
The frontend has moved on from Angular to React. | React replaces Angular
We went back from MongoDB to PostgreSQL. | PostgreSQL replaces MongoDB
Kafka made way for NATS. | NATS replaces Kafka
Kafka opens the way to event sourcing. | -
Polars is pandas' successor. | Polars replaces pandas
Polars is our replacement for pandas. | Polars replaces pandas
Our replacement for pandas is Polars. | Polars replaces pandas
Our successor is Polars. | -
Polars makes pandas obsolete. | Polars replaces pandas
We substituted pandas with Polars. | Polars replaces pandas
pandas has been substituted by Polars. | Polars replaces pandas
Before we migrate from Angular to React, we need tests. | React replaces Angular planned
After we migrated from Angular to React, builds got fast. | React replaces Angular
Migrating from Angular to React is hard. | React replaces Angular hypothetical
Migrating from Angular to React was hard. | React replaces Angular
Replacing webpack with Vite takes a day. | Vite replaces webpack hypothetical
Replacing webpack with Vite cut build times. | Vite replaces webpack
The migration from Angular to React is still ongoing. | React replaces Angular planned
The migration from Angular to React is in progress. | React replaces Angular planned
The migration from Angular to React is complete. | React replaces Angular
We are in the process of moving from Angular to React. | React replaces Angular planned
We are working on replacing webpack with Vite. | Vite replaces webpack planned
Replace our self hosted GitLab with the managed GitHub Enterprise. | GitHub Enterprise replaces GitLab proposed
We will replace our self managed Kafka with managed Redpanda. | Redpanda replaces Kafka planned
Zsh is a Unix shell, successor to Bash. | Zsh replaces Bash
The app uses a local MySQL instance. In moving to AWS we will replace this with RDS. | RDS replaces MySQL planned
We used webpack before; now we use Vite. | Vite replaces webpack
We used to use webpack, but now we use Vite. | Vite replaces webpack
We used to use webpack but switched to Vite. | Vite replaces webpack
We used webpack until we switched to Vite. | Vite replaces webpack
We no longer use webpack; we now use Vite. | Vite replaces webpack
We used to run on Heroku, now we run on Fly.io. | Fly.io replaces Heroku
The billing service previously used MySQL. It now uses PostgreSQL. | PostgreSQL replaces MySQL
We used to use Jenkins for deploys, and now we use Grafana for dashboards. | -
Ana used to use Vim. Now Bo uses Emacs. | -
We used Redis. Now we use Kafka. | -
As a replacement for pandas we chose Polars. | Polars replaces pandas
"""


@pytest.mark.parametrize("line", ROWS.strip().splitlines())
def test_what_replaces_what(line: str, extractor: Extractor) -> None:
    text, _, told = line.rpartition(" | ")

    found = extractor.extract(text, project="acme").relations

    said = [
        " ".join(word for word in (r.from_, r.relation, r.to, r.polarity, r.modality) if word not in _PLAIN)
        for r in found
        if r.relation == "replaces"
    ]
    assert said == ([] if told == "-" else [told])


_PLAIN = ("affirmed", "asserted")
