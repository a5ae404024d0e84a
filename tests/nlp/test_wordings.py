"""The many ways in which English says one relation between things, or of a person towards them.

Each line is a sentence and all relations of these types that it tells; `-` is none. "Dana: " says who speaks.
"""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from tests.nlp.wordings_cases import BLOCKED_BY, OWNS, PREFERS, RECOMMENDS

TYPES = frozenset(
    {"is_a", "integrates_with", "implements", "depends_on", "part_of", "enables", "recommends", "prefers", "blocked_by",
     "conflicts_with", "causes", "owns"}
)  # fmt: skip

INTEGRATES_WITH = """
Grafana supports Loki out of the box. | Grafana integrates_with Loki
Grafana supports both Loki and Tempo. | Grafana integrates_with Loki ; Grafana integrates_with Tempo
Loki is supported by Grafana. | Grafana integrates_with Loki
Loki is not supported by Grafana. | Grafana integrates_with Loki
Loki is supported in Grafana. | Grafana integrates_with Loki
Prisma has support for MongoDB. | Prisma integrates_with MongoDB
Prisma provides first-class support for MongoDB. | Prisma integrates_with MongoDB
Prisma adds support for CockroachDB. | Prisma integrates_with CockroachDB
Prisma has no MongoDB support yet. | Prisma integrates_with MongoDB
Prisma lacks support for Oracle Database. | Prisma integrates_with Oracle Database
Polars is compatible with pandas. | Polars integrates_with pandas
Polars is fully pandas-compatible. | Polars integrates_with pandas
The billing-service connects to PostgreSQL over TLS. | billing-service integrates_with PostgreSQL
The billing-service talks directly to Kafka. | billing-service integrates_with Kafka
Sentry can be integrated with Jira. | Sentry integrates_with Jira
Sentry integrates nicely with Jira and Slack. | Sentry integrates_with Jira ; Sentry integrates_with Slack
The integration of Sentry with Jira took a day. | Sentry integrates_with Jira
ESLint is a plugin for webpack. | ESLint integrates_with webpack
PyTorch works well with NumPy. | PyTorch integrates_with NumPy
PyTorch plays nicely with NumPy. | PyTorch integrates_with NumPy
PyTorch interoperates with NumPy. | PyTorch integrates_with NumPy
Terraform can be used with AWS. | Terraform integrates_with AWS
Vault plugs into Kubernetes. | Vault integrates_with Kubernetes
Vault hooks into Kubernetes. | Vault integrates_with Kubernetes
The search-api calls the auth-service. | search-api integrates_with auth-service
The orders-service is connected to RabbitMQ. | orders-service integrates_with RabbitMQ
Does Prisma work with Bun? | Prisma integrates_with Bun
Is Prisma compatible with Bun? | Prisma integrates_with Bun
Grafana is able to talk to Loki. | Grafana integrates_with Loki
Grafana can connect to Loki. | Grafana integrates_with Loki
The mobile-app communicates directly with the auth-service. | mobile-app integrates_with auth-service
Loki support was added to Grafana in May. | Grafana integrates_with Loki
Grafana now has native Loki support. | Grafana integrates_with Loki
Grafana, which supports Loki, is fine. | Grafana integrates_with Loki
An integration between Sentry and Jira exists. | Sentry integrates_with Jira
Sentry's integration with Jira is broken. | Sentry integrates_with Jira
Valkey is API-compatible with Redis. | Valkey integrates_with Redis
Valkey is wire-compatible with Redis and KeyDB. | Valkey integrates_with KeyDB ; Valkey integrates_with Redis
Valkey remains compatible with Redis clients. | Valkey integrates_with Redis
Rollup and Vite are compatible. | Rollup integrates_with Vite
Rollup and Vite integrate well. | Rollup integrates_with Vite
"""

IMPLEMENTS = """
Kafka followed RabbitMQ in our stack. | -
The orders-service follows CQRS. | orders-service implements CQRS
CQRS is implemented in the orders-service. | orders-service implements CQRS
CQRS is implemented with Kafka. | -
We implemented CQRS in the orders-service. | orders-service implements CQRS
Hibernate is the reference implementation of JPA. | Hibernate implements JPA
Hibernate provides an implementation of JPA. | Hibernate implements JPA
Hibernate, an implementation of JPA, is old. | Hibernate implements JPA
Keycloak is OIDC-compliant. | Keycloak implements OIDC
Keycloak is compliant with OIDC. | Keycloak implements OIDC
The orders-api conforms to OpenAPI. | orders-api implements OpenAPI
The orders-api adheres to the repository-pattern. | orders-api implements repository-pattern
DuckDB reads and writes Parquet. | DuckDB implements Parquet
DuckDB can read Parquet files. | DuckDB implements Parquet
Rspack understands JSON. | Rspack implements JSON
CQRS is implemented by the orders-service. | orders-service implements CQRS
The orders-service is implementing CQRS. | orders-service implements CQRS
Apollo uses the observer-pattern. | -
SQLite implements most of the SQL standard. | SQLite implements SQL
The ingest-worker sits behind nginx and speaks AMQP. | ingest-worker implements AMQP
FastAPI fully implements the ASGI spec. | FastAPI implements ASGI
Keycloak, implementing OIDC, is old. | Keycloak implements OIDC
The orders-service was refactored to follow CQRS. | orders-service implements CQRS
The orders-service should follow CQRS. | orders-service implements CQRS
"""

ENABLES = """
Grafana has support for 250+ apps. | -
Grafana supports many databases. | -
Grafana uses Loki to support log search. | -
Kafka makes it possible to replay events. | Kafka enables replay-events
Kafka makes it easy to replay events. | Kafka enables replay-events
Terraform lets you provision clusters. | Terraform enables provision-clusters
Terraform allows provisioning clusters. | Terraform enables provisioning-clusters
Terraform allows you to provision clusters. | Terraform enables provision-clusters
Terraform helps us provision clusters. | -
Kafka enables real-time analytics. | Kafka enables real-time-analytics
Real-time analytics is enabled by Kafka. | Kafka enables real-time-analytics
Real-time analytics is made possible by Kafka. | Kafka enables real-time-analytics
Kafka unlocks event-sourcing. | Kafka enables event-sourcing
webpack supports tree shaking. | webpack enables tree-shaking
webpack has support for hot module replacement. | webpack enables hot-module-replacement
webpack, which enables hot module replacement, is slow. | webpack enables hot-module-replacement
Istio enables teams to roll out canaries. | Istio enables roll-out-canaries
Istio gives us the ability to shift traffic. | Istio enables shift-traffic
Istio does not allow us to shift traffic. | Istio enables shift-traffic
Kafka allows us to decouple services. | Kafka enables decouple-services
Kafka enabled us to decouple services. | Kafka enables decouple-services
Kafka makes replaying events possible. | Kafka enables replaying-events
Kafka opens the door to event replay. | Kafka enables event-replay
Kafka paves the way for event replay. | Kafka enables event-replay
webpack doesn't support hot reloading. | webpack enables hot-reloading
webpack supports code splitting and lazy loading. | webpack enables code-splitting ; webpack enables lazy-loading
"""

DEPENDS_ON = """
The checkout-service depends on Redis for caching. | checkout-service depends_on Redis
GitLab requires Ruby 3. | GitLab depends_on Ruby
Ruby is required by GitLab. | GitLab depends_on Ruby
Ruby is needed by GitLab. | GitLab depends_on Ruby
GitLab cannot run without Redis. | GitLab depends_on Redis
GitLab does not work without Redis. | GitLab depends_on Redis
GitLab relies on Redis and PostgreSQL. | GitLab depends_on PostgreSQL ; GitLab depends_on Redis
GitLab is heavily dependent on Redis. | GitLab depends_on Redis
Redis is a dependency of GitLab. | GitLab depends_on Redis
Redis is a prerequisite for GitLab. | GitLab depends_on Redis
Redis is a requirement for GitLab. | GitLab depends_on Redis
GitLab no longer depends on Sidekiq. | GitLab depends_on Sidekiq
esbuild has zero dependencies. | -
GitLab's only dependency is Redis. | GitLab depends_on Redis
The dependency of GitLab on Redis hurts. | GitLab depends_on Redis
The checkout-service is tightly coupled to Redis. | checkout-service depends_on Redis
GitLab needs access to Redis. | -
The checkout-service needs Redis and Kafka. | checkout-service depends_on Kafka ; checkout-service depends_on Redis
The checkout-service can't function without Redis. | checkout-service depends_on Redis
The checkout-service fails without Redis. | checkout-service depends_on Redis
GitLab's dependencies are Redis and PostgreSQL. | GitLab depends_on PostgreSQL ; GitLab depends_on Redis
GitLab doesn't need Redis. | GitLab depends_on Redis
Redis is mandatory for GitLab. | GitLab depends_on Redis
Redis is required for GitLab. | GitLab depends_on Redis
pytest-cov requires that pytest is installed. | pytest-cov depends_on pytest
"""

PART_OF = """
Airflow includes a web server. | web-server part_of Apache Airflow
Grafana contains a bug. | -
Redis 7 includes many improvements. | -
npm ships with Node.js. | npm part_of Node.js
npm is bundled with Node.js. | npm part_of Node.js
npm is included in Node.js. | npm part_of Node.js
npm comes bundled with Node.js. | npm part_of Node.js
asyncio is built into Python. | asyncio part_of Python
asyncio is part of the Python standard library. | asyncio part_of Python
asyncio is a module of Python. | asyncio part_of Python
asyncio is a built-in module of Python. | asyncio part_of Python
Python contains asyncio. | asyncio part_of Python
The ELK stack consists of Kibana and Logstash. | Kibana part_of ELK ; Logstash part_of ELK
ELK is made up of Elasticsearch and Kibana. | Elasticsearch part_of ELK ; Kibana part_of ELK
ELK is composed of Elasticsearch and Kibana. | Elasticsearch part_of ELK ; Kibana part_of ELK
The login-service belongs to the identity-app. | login-service part_of identity-app
The login-service is a component of the identity-app. | login-service part_of identity-app
The identity-app bundles the login-service. | login-service part_of identity-app
pip has been part of Python since 3.4. | pip part_of Python
pip was removed from Python. | pip part_of Python
Hooks were introduced in React 16.8. | -
Elasticsearch, part of the ELK stack, is heavy. | Elasticsearch part_of ELK
Python's asyncio module is fine. | -
The identity-app has three services, including the login-service. | -
pip is shipped with Python. | pip part_of Python
npm is built with Node.js. | -
asyncio is built in Python. | -
The auth service is built with FastAPI. | -
The mobile app is bundled with Rollup. | -
The billing-service ships with a broken Redis config. | -
The login-service was merged with the identity-app. | -
The login-service was merged into the identity-app. | login-service part_of identity-app
Python ships pip by default. | pip part_of Python
Python bundles pip. | pip part_of Python
The monorepo contains the login-service. | login-service part_of monorepo
The login-service is a submodule of the monorepo. | login-service part_of monorepo
The login-service, which is part of the identity-app, is slow. | login-service part_of identity-app
npm comes with Node.js. | npm part_of Node.js
Node.js comes with npm. | npm part_of Node.js
K3s ships with Traefik. | Traefik part_of K3s
Ubuntu ships with Python. | Python part_of Ubuntu
Python ships with Ubuntu. | Python part_of Ubuntu
GitLab ships with PostgreSQL. | PostgreSQL part_of GitLab
Python comes bundled with SQLite. | SQLite part_of Python
asyncio comes as part of Python. | asyncio part_of Python
asyncio ships as part of Python. | asyncio part_of Python
Traefik is one of the components of K3s. | Traefik part_of K3s
One of the components of K3s is Traefik. | Traefik part_of K3s
LAMP is made of Linux and MySQL. | Linux part_of LAMP ; MySQL part_of LAMP
The scheduler is a component of Airflow. | scheduler part_of Apache Airflow
The login-service was split out of the identity-app. | login-service part_of identity-app
The login-service was extracted from the identity-app. | login-service part_of identity-app
Airflow is packaged with Docker. | -
Airflow is packaged with Helm. | -
React is bundled with webpack. | -
The mobile app is packaged with Docker. | -
Next.js ships React server components. | -
Grafana ships with a Prometheus plugin. | Grafana integrates_with Prometheus
The Docker image contains curl. | -
Terraform modules are part of the monorepo. | -
"""

IS_A = """
Redis is an in-memory data store. | Redis is_a in-memory-data-store
Redis and Memcached are in-memory data stores. | Memcached is_a in-memory-data-stores ; Redis is_a in-memory-data-stores
Redis, an in-memory data store, is fast. | Redis is_a in-memory-data-store
We compared data stores such as Redis and Memcached. | Memcached is_a data-stores ; Redis is_a data-stores
We compared data stores like Redis and Memcached. | Memcached is_a data-stores ; Redis is_a data-stores
We compared data stores (e.g. Redis, Memcached). | Memcached is_a data-stores ; Redis is_a data-stores
We compared data stores, e.g. Redis. | Redis is_a data-stores
We compared data stores, including Redis and Memcached. | Memcached is_a data-stores ; Redis is_a data-stores
We compared data stores, particularly Redis. | Redis is_a data-stores
We compared data stores, especially Redis. | Redis is_a data-stores
We compared data stores (like Redis). | Redis is_a data-stores
We compared Redis and other data stores. | Redis is_a data-stores
Redis, Memcached and other data stores are fast. | Memcached is_a data-stores ; Redis is_a data-stores
Other data stores, such as Redis, are fast. | Redis is_a data-stores
Redis is one of the most popular data stores. | Redis is_a most-popular-data-stores
Redis was a simple data store. | Redis is_a simple-data-store
Redis is the fastest data store on the market. | -
Redis is a fork of KeyDB. | -
Redis is not a relational database. | Redis is_a relational-database
pgvector is an open-source extension for PostgreSQL. | pgvector integrates_with PostgreSQL
It is based on Redis, which is an open source data store. | Redis is_a open-source-data-store
The data store, Redis, was slow. | -
Rust is a language for systems programming. | Rust is_a language
gRPC is a type of RPC. | gRPC is_a RPC
Redis is a pain to operate. | -
Redis is a great choice. | -
What is Redis? A data store. | -
Redis is more of a data store than a database. | Redis is_a data-store
Redis looks like a data store. | -
Try Redis, it's a data store. | Redis is_a data-store
Redis, which is a data store, is fast. | Redis is_a data-store
Databases (such as Redis) are fast. | Redis is_a databases
Databases, notably Redis and MongoDB, are fast. | MongoDB is_a databases ; Redis is_a databases
A database such as Redis is fast. | Redis is_a database
Use a message broker, e.g. RabbitMQ. | RabbitMQ is_a message-broker
Some databases like Redis are fast. | Redis is_a databases
Redis or another database is needed. | Redis is_a database
"""

CONFLICTS_WITH = """
Rollup and Vite don't mix. | Rollup conflicts_with Vite
Rollup doesn't get along with Vite. | Rollup conflicts_with Vite
Rollup is at odds with Vite. | Rollup conflicts_with Vite
You can't use Rollup and Vite together. | Rollup conflicts_with Vite
You cannot use Rollup together with Vite. | Rollup conflicts_with Vite
We don't use Rollup with Vite. | -
Rollup conflicts with Vite. | Rollup conflicts_with Vite
Rollup is incompatible with Vite. | Rollup conflicts_with Vite
Rollup is not compatible with Vite. | Rollup conflicts_with Vite
Rollup isn't compatible with Vite. | Rollup conflicts_with Vite
Rollup does not work with Vite. | Rollup conflicts_with Vite
Rollup doesn't play well with Vite. | Rollup conflicts_with Vite
Rollup breaks with Vite 5. | Rollup conflicts_with Vite
Rollup clashes with Vite. | Rollup conflicts_with Vite
There is a conflict between Rollup and Vite. | Rollup conflicts_with Vite
Rollup and Vite are incompatible. | Rollup conflicts_with Vite
Rollup interferes with Vite. | Rollup conflicts_with Vite
Rollup can't be used with Vite. | Rollup conflicts_with Vite
Rollup is in conflict with Vite. | Rollup conflicts_with Vite
The incompatibility of Rollup with Vite is known. | Rollup conflicts_with Vite
Rollup cannot coexist with Vite. | Rollup conflicts_with Vite
Ana conflicts with Vite. | -
Valkey isn't yet compatible with Redis 8. | Valkey conflicts_with Redis
Rollup and Vite don't work together. | Rollup conflicts_with Vite
Rollup and Vite are not compatible. | Rollup conflicts_with Vite
"""

CAUSES = """
Most of the latency is caused by Kafka. | Kafka causes latency
Redis caused us to lose sessions. | Redis causes lose-sessions
Redis forced us to have to restart the nodes. | Redis causes restart-nodes
Redis causes traffic for one node to be routed elsewhere. | -
Redis is responsible for the outage. | Redis causes outage
GitHub Actions triggers a deploy. | -
The slowdown is due to Redis. | Redis causes slowdown
Redis causes memory pressure. | Redis causes memory-pressure
Memory pressure is caused by Redis. | Redis causes memory-pressure
Redis led to an outage. | Redis causes outage
Redis resulted in an outage. | Redis causes outage
Redis broke the build. | Redis causes build
Redis is the cause of the outage. | Redis causes outage
Redis is responsible for the outage. | Redis causes outage
The outage was due to Redis. | Redis causes outage
The outage happened because of Redis. | Redis causes outage
The outage was a result of Redis. | Redis causes outage
The outage stems from Redis. | Redis causes outage
Redis triggered an outage. | Redis causes outage
sharding brings operational complexity. | sharding causes operational-complexity
sharding adds complexity. | sharding causes complexity
sharding increases complexity. | sharding causes complexity
Ana caused a stir. | -
Dana: We caused an outage. | -
Latency spikes are caused by Redis and Kafka. | Kafka causes latency-spikes ; Redis causes latency-spikes
The root cause of the outage was Redis. | Redis causes outage
Redis, which causes timeouts, is old. | Redis causes timeouts
Memory leaks in Redis caused the outage. | memory-leaks causes outage
Redis crashed the build. | Redis causes build
Redis is causing timeouts. | Redis causes timeouts
Redis has caused several outages. | Redis causes outages
Redis may cause data loss. | Redis causes data-loss
Timeouts were caused by Redis. | Redis causes timeouts
Timeouts caused by Redis are common. | Redis causes timeouts
The timeouts are because of Redis. | Redis causes timeouts
The timeouts come from Redis. | Redis causes timeouts
Redis slowed down the build. | Redis causes build
"""

NOTHING = """
There is a Jira plugin for Sentry. | -
Bun is a drop-in replacement for Node.js. | -
Rollup won't run under Windows. | -
FastAPI is built on the ASGI standard. | -
Kafka Streams provides exactly-once semantics. | -
Kafka gives us decoupling. | -
Thanks to Kafka, we can replay events. | -
Redis must be installed before GitLab. | -
The login-service is within the identity-app. | -
Redis is the in-memory data store we use. | -
We like Redis. | -
It looks like Redis. | -
Ana asked about Redis. | -
As Ana suggested, we use Redis. | -
Ana loves Redis. | -
Dana: I like Redis better. | -
Terraform prevents us from shipping. | -
The deploy hinges on Bo. | -
The billing-service is Ana's. | -
Ana works on the billing-service. | -
Ana built the billing-service. | -
"""


@pytest.mark.parametrize(
    "line",
    [
        line
        for table in (
            INTEGRATES_WITH,
            IMPLEMENTS,
            ENABLES,
            DEPENDS_ON,
            PART_OF,
            IS_A,
            RECOMMENDS,
            PREFERS,
            BLOCKED_BY,
            CONFLICTS_WITH,
            CAUSES,
            OWNS,
            NOTHING,
        )
        for line in table.split("\n")
        if line
    ],
)
def test_a_sentence_tells_its_relations_and_no_others(line: str, extractor: Extractor) -> None:
    text, _, told = line.rpartition(" | ")
    said = text.removeprefix("Dana: ")

    found = extractor.extract(said, speaker="Dana" if said != text else None, project="acme").relations

    wanted = set() if told == "-" else set(told.split(" ; "))
    assert {f"{r.from_} {r.relation} {r.to}" for r in found if r.relation in TYPES} == wanted
