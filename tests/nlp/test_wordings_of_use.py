"""The ways in which English says that something is used, for what, instead of what: the whole reading of each."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

USES: list[tuple[str, tuple[str, ...]]] = [
    ("the auth service uses Redis.", ("auth-service uses Redis",)),
    (
        "The billing service makes use of Kafka for event delivery.",
        ("billing-service uses Kafka", "Kafka used_for event-delivery"),
    ),
    (
        "We leverage Terraform to provision the clusters.",
        ("acme uses Terraform", "Terraform used_for provision-clusters"),
    ),
    ("The search API was built on top of Lucene.", ("search-api uses Lucene",)),
    ("The search API sits on top of Elasticsearch.", ("search-api uses Elasticsearch",)),
    ("Supabase is built around PostgreSQL.", ("Supabase uses PostgreSQL",)),
    ("orders-api is backed by MySQL.", ("orders-api uses MySQL",)),
    ("orders-api is powered by Node.js and Express.", ("orders-api uses Node.js", "orders-api uses Express")),
    ("Shopify is running Vitess in production.", ("Shopify uses Vitess",)),
    ("The ingest worker runs in Docker.", ("ingest-worker uses Docker",)),
    ("The gateway is implemented in Elixir.", ("gateway uses Elixir",)),
    ("The frontend is made with Svelte.", ("frontend uses Svelte",)),
    ("Bo went with Pulumi.", ("Bo uses Pulumi",)),
    ("We ended up with PostgreSQL.", ("acme uses PostgreSQL",)),
    ("We ended up using PostgreSQL.", ("acme uses PostgreSQL",)),
    ("We landed on Pulumi.", ("acme uses Pulumi",)),
    ("We settled on Pulumi for infrastructure.", ("acme uses Pulumi", "Pulumi used_for infrastructure")),
    (
        "We have standardised on OpenTelemetry for tracing.",
        ("acme uses OpenTelemetry", "OpenTelemetry used_for tracing"),
    ),
    ("We are standardizing on Bazel.", ("acme uses Bazel",)),
    ("We decided on GraphQL.", ("acme uses GraphQL",)),
    ("We've opted for SQLite.", ("acme uses SQLite",)),
    ("We're going with Temporal for workflows.", ("acme uses Temporal", "Temporal used_for workflows")),
    ("We plan to adopt Istio.", ("acme uses Istio",)),
    ("We would like to try Deno.", ("acme uses Deno",)),
    ("We started using uv last month.", ("acme uses uv",)),
    ("We introduced Renovate for dependency updates.", ("acme uses Renovate", "Renovate used_for dependency-updates")),
    ("We brought in Sentry for error tracking.", ("acme uses Sentry", "Sentry used_for error-tracking")),
    ("We rolled out Cilium.", ("acme uses Cilium",)),
    ("We rely on Stripe for payments.", ("acme uses Stripe", "Stripe used_for payments")),
    ("We will continue to use Jenkins.", ("acme uses Jenkins",)),
    ("We keep using Jenkins.", ("acme uses Jenkins",)),
    ("We stick with Jenkins.", ("acme uses Jenkins",)),
    ("We'll stay on Java.", ("acme uses Java",)),
    ("We are on Java.", ("acme uses Java",)),
    ("We still use Svn.", ("acme uses Subversion",)),
    (
        "Priya employs Airflow to schedule the jobs.",
        ("Priya uses Apache Airflow", "Apache Airflow used_for schedule-jobs"),
    ),
    ("Netflix uses Cassandra heavily.", ("Netflix uses Cassandra",)),
    ("backend-architect applies CQRS.", ("backend-architect uses CQRS",)),
    ("We follow GitFlow.", ("acme uses gitflow",)),
    ("We practice trunk-based development.", ("acme uses trunk-based-development",)),
    ("The worker consumes messages from RabbitMQ.", ()),
    ("Ana has been using Vim for years.", ("Ana uses Vim",)),
]
NOT_OR_NO_LONGER: list[tuple[str, tuple[str, ...]]] = [
    ("We don't use Redis.", ("acme uses Redis",)),
    ("We are no longer on Jenkins.", ("acme uses Jenkins",)),
    ("We got rid of MobX.", ("acme uses MobX",)),
    ("We moved off Heroku.", ("acme uses Heroku",)),
    ("We moved away from Heroku.", ("acme uses Heroku",)),
    ("We stopped using Jenkins for deploys.", ("acme uses Jenkins", "Jenkins used_for deploys")),
    ("We no longer use Jenkins for deploys.", ("acme uses Jenkins", "Jenkins used_for deploys")),
    ("We dropped Jenkins.", ("acme uses Jenkins",)),
    ("We decided against Kafka.", ("acme uses Kafka",)),
    ("We ruled out Kafka.", ("acme uses Kafka",)),
    ("We decided not to use Kafka.", ("acme uses Kafka",)),
    ("We are avoiding jQuery.", ("acme uses jQuery",)),
    ("We used to rely on Solr.", ("acme uses Solr",)),
    ("We used to run Solr.", ("acme uses Solr",)),
    ("Bo removed Babel from the frontend.", ("frontend uses Babel",)),
    (
        "We deprecated Thrift in favour of gRPC.",
        ("acme uses Apache Thrift", "acme uses gRPC", "gRPC replaces Apache Thrift"),
    ),
    ("We migrated off of Heroku last year.", ("acme uses Heroku",)),
]
MIGRATIONS: list[tuple[str, tuple[str, ...]]] = [
    ("We migrated from MySQL to PostgreSQL.", ("acme uses PostgreSQL", "PostgreSQL replaces MySQL", "acme uses MySQL")),
    ("We went from Flask to FastAPI.", ("acme uses FastAPI", "FastAPI replaces Flask", "acme uses Flask")),
    ("We will move from Jenkins to GitHub Actions.", ("acme uses GitHub Actions", "GitHub Actions replaces Jenkins")),
    ("We are migrating away from Jenkins to Buildkite.", ("acme uses Buildkite", "Buildkite replaces Jenkins")),
    (
        "We moved away from Jenkins to Buildkite.",
        ("acme uses Buildkite", "Buildkite replaces Jenkins", "acme uses Jenkins"),
    ),
    ("We moved over to Buildkite.", ("acme uses Buildkite",)),
    ("We switched over from npm to pnpm.", ("acme uses pnpm", "pnpm replaces npm", "acme uses npm")),
    ("The migration from MySQL to PostgreSQL took a week.", ("PostgreSQL replaces MySQL",)),
    ("The move from npm to pnpm was painless.", ("pnpm replaces npm",)),
    ("Our switch from npm to pnpm was painless.", ("pnpm replaces npm", "acme uses pnpm", "acme uses npm")),
    ("Our migration to Kubernetes is done.", ("acme uses Kubernetes",)),
    ("Shopify's migration to Kubernetes is done.", ("Shopify uses Kubernetes",)),
    ("Shopify's adoption of Ruby is well known.", ("Shopify uses Ruby",)),
    ("The adoption of Rust by Microsoft continues.", ("Microsoft uses Rust",)),
    ("Adoption of GraphQL at GitHub began in 2016.", ("GitHub uses GraphQL",)),
    ("Our use of Redis for locks is a problem.", ("acme uses Redis", "Redis used_for locks")),
    ("Usage of Redis for session storage is discouraged.", ("Redis used_for session-storage",)),
]
REPLACES: list[tuple[str, tuple[str, ...]]] = [
    ("We replaced RabbitMQ with Kafka.", ("Kafka replaces RabbitMQ", "acme uses RabbitMQ")),
    ("RabbitMQ was replaced by Kafka.", ("Kafka replaces RabbitMQ",)),
    ("RabbitMQ was replaced with Kafka in 2020.", ("Kafka replaces RabbitMQ",)),
    ("RabbitMQ has been superseded by Kafka.", ("Kafka replaces RabbitMQ",)),
    ("Kafka took RabbitMQ's place.", ("Kafka replaces RabbitMQ",)),
    ("Kafka took the place of RabbitMQ.", ("Kafka replaces RabbitMQ",)),
    ("Kafka takes over from RabbitMQ.", ("Kafka replaces RabbitMQ",)),
    ("uv is a drop-in replacement for pip.", ("uv replaces pip",)),
    ("uv, a replacement for pip, is fast.", ("uv replaces pip",)),
    ("uv was designed to replace pip.", ("uv replaces pip",)),
    ("uv is intended as a replacement for pip.", ("uv replaces pip",)),
    ("uv aims to replace pip.", ("uv replaces pip",)),
    ("Use uv as a replacement for pip.", ("uv replaces pip",)),
    ("We dropped MobX in favor of Redux.", ("acme uses MobX", "acme uses Redux", "Redux replaces MobX")),
    ("MobX was dropped in favour of Redux.", ("Redux replaces MobX",)),
]
CHOSE_OVER: list[tuple[str, tuple[str, ...]]] = [
    ("We chose PostgreSQL over MongoDB.", ("acme uses PostgreSQL", "PostgreSQL chose_over MongoDB")),
    ("We picked PostgreSQL rather than MongoDB.", ("acme uses PostgreSQL", "PostgreSQL chose_over MongoDB")),
    ("We use pnpm instead of npm.", ("acme uses pnpm", "pnpm chose_over npm")),
    ("We use pnpm, not npm.", ("acme uses pnpm", "pnpm chose_over npm")),
    ("Instead of npm, we use pnpm.", ("acme uses pnpm", "pnpm chose_over npm")),
    ("Instead of using npm, we went with pnpm.", ("acme uses pnpm", "pnpm chose_over npm")),
    ("Bo opted for Pulumi over Terraform.", ("Bo uses Pulumi", "Pulumi chose_over Terraform")),
    ("Bo went for Pulumi instead of Terraform.", ("Bo uses Pulumi", "Pulumi chose_over Terraform")),
    ("We settled on Pulumi over Terraform.", ("acme uses Pulumi", "Pulumi chose_over Terraform")),
    ("Ana prefers Vim to Emacs.", ("Ana prefers Vim", "Vim chose_over Emacs")),
    ("Ana prefers Vim over Emacs.", ("Ana prefers Vim", "Vim chose_over Emacs")),
    ("Ana prefers using Vim over Emacs.", ("Ana prefers Vim", "Vim chose_over Emacs")),
    ("We favour Go over Java.", ("acme prefers Go", "Go chose_over Java")),
    (
        "We selected Qdrant instead of Pinecone for vector search.",
        ("acme uses Qdrant", "Qdrant chose_over Pinecone", "Qdrant used_for vector-search"),
    ),
    ("Use pnpm instead of npm.", ("pnpm chose_over npm",)),
    ("PostgreSQL was chosen over MySQL.", ("PostgreSQL chose_over MySQL",)),
    (
        "PostgreSQL was selected instead of MySQL for invoices.",
        ("PostgreSQL chose_over MySQL", "PostgreSQL used_for invoices"),
    ),
    ("PostgreSQL won over MySQL.", ("PostgreSQL chose_over MySQL",)),
    ("The choice of Kafka over RabbitMQ was debated.", ("Kafka chose_over RabbitMQ",)),
    ("Choosing Kafka over RabbitMQ was right.", ("Kafka chose_over RabbitMQ",)),
    ("We rejected Consul in favour of etcd.", ("acme uses etcd", "etcd chose_over Consul", "acme uses Consul")),
    ("Ana decided to use Svelte instead of React.", ("Ana uses Svelte", "Svelte chose_over React")),
    ("We deploy with Helm instead of Kustomize.", ("acme uses Helm", "Helm chose_over Kustomize")),
]
USED_FOR: list[tuple[str, tuple[str, ...]]] = [
    ("Use Redis for caching.", ("Redis used_for caching",)),
    ("Use Redis to cache sessions.", ("Redis used_for cache-sessions",)),
    ("Use Redis as a session store.", ("Redis used_for session-store",)),
    ("Use Redis as our session store for logins.", ("Redis used_for session-store",)),
    ("Redis is used for session caching.", ("Redis used_for session-caching",)),
    ("Redis is used as a message broker.", ("Redis used_for message-broker",)),
    ("Redis is used to store sessions.", ("Redis used_for store-sessions",)),
    ("Redis serves as the job queue.", ("Redis used_for job-queue",)),
    ("Redis acts as a cache.", ("Redis used_for cache",)),
    ("Redis handles our caching.", ("Redis used_for caching",)),
    ("Redis handles rate limiting and locks.", ("Redis used_for rate-limiting", "Redis used_for locks")),
    ("Redis is our cache.", ("Redis used_for cache",)),
    ("Redis will be the cache.", ("Redis used_for cache",)),
    ("Redis is responsible for caching.", ("Redis used_for caching",)),
    ("Redis takes care of caching.", ("Redis used_for caching",)),
    ("Terraform manages our infrastructure.", ("Terraform used_for infrastructure",)),
    ("Redis, used for caching, is down.", ("Redis used_for caching",)),
    ("Redis, which we use for caching, is down.", ("acme uses Redis", "Redis used_for caching")),
    ("Caching is handled by Redis.", ("Redis used_for caching",)),
    ("Authentication is provided by Keycloak.", ("Keycloak used_for authentication",)),
    ("Authentication happens through Keycloak.", ("Keycloak used_for authentication",)),
    ("For caching we use Redis.", ("acme uses Redis", "Redis used_for caching")),
    ("For caching, Redis is used.", ("Redis used_for caching",)),
    ("We manage deployments via Argo CD.", ("acme uses Argo CD", "Argo CD used_for manage-deployments")),
    ("We deploy containers using Helm.", ("acme uses Helm", "Helm used_for deploy-containers")),
    ("We run migrations with Alembic.", ("acme uses Alembic", "Alembic used_for run-migrations")),
    ("Priya schedules the jobs with Airflow.", ("Priya uses Apache Airflow", "Apache Airflow used_for schedules-jobs")),
    ("The session service stores tokens in Redis.", ("session-service uses Redis", "Redis used_for tokens")),
    ("The session service keeps tokens in Redis.", ("session-service uses Redis", "Redis used_for tokens")),
    ("We keep our secrets in Vault.", ("acme uses Vault", "Vault used_for secrets")),
    ("Secrets live in Vault.", ("Vault used_for secrets",)),
    ("Secrets are kept in Vault.", ("Vault used_for secrets",)),
    ("Our secrets are stored in Vault.", ("Vault used_for secrets",)),
    ("The worker pulls images from ECR.", ()),
    (
        "We use Redis for caching and Kafka for events.",
        ("acme uses Redis", "Redis used_for caching", "acme uses Kafka", "Kafka used_for events"),
    ),
    (
        "auth-service uses Redis, Kafka, and Vault.",
        ("auth-service uses Redis", "auth-service uses Kafka", "auth-service uses Vault"),
    ),
    ("Ana recommends Redis and Bo uses Kafka.", ("Ana recommends Redis", "Bo uses Kafka")),
    ("Ana uses Redis and Bo uses Kafka for events.", ("Ana uses Redis", "Bo uses Kafka", "Kafka used_for events")),
    ("pgvector is used by database-engineer for RAG.", ("database-engineer uses pgvector", "pgvector used_for RAG")),
    ("Celery with Redis as the broker", ("Redis used_for broker",)),
    ("Set up Grafana for monitoring", ("Grafana used_for monitoring",)),
    ("Kafka: used for streaming events between teams", ("Kafka used_for streaming-events",)),
    ("Terraform can be used to create clusters.", ("Terraform used_for create-clusters",)),
    ("You can use ngrok to expose a local port.", ("ngrok used_for expose-local-port",)),
    ("I'd use SQLite for local tests.", ("SQLite used_for local-tests",)),
    ("The Kafka cluster is used for event delivery.", ("Kafka used_for event-delivery",)),
    ("Kafka-based event delivery is used.", ()),
    ("We have a Kafka-based pipeline.", ()),
]
WHO: list[tuple[str, tuple[str, ...]]] = [
    ("Ana and Bo use tmux.", ("Ana uses tmux", "Bo uses tmux")),
    ("Both Ana and Bo use tmux.", ("Ana uses tmux", "Bo uses tmux")),
    ("The gateway, which uses Envoy, is slow.", ("gateway uses Envoy",)),
    ("The gateway uses Envoy. It also uses Lua.", ("gateway uses Envoy", "gateway uses Lua")),
    ("The gateway that Bo built with Envoy is slow.", ("gateway uses Envoy", "Bo uses Envoy")),
    ("Ana asked Bo to use tmux.", ("Bo uses tmux",)),
    ("Ana got Bo to use tmux.", ("Bo uses tmux",)),
    ("Ana suggested that we use tmux.", ("acme uses tmux", "Ana recommends tmux")),
    ("Ana said Bo uses tmux.", ("Bo uses tmux",)),
    ("Ana thinks we should use tmux.", ("acme uses tmux",)),
    ("Should we use tmux?", ("acme uses tmux",)),
    ("What if we used tmux?", ("acme uses tmux",)),
    ("Do you use tmux?", ()),
    ("Let's use tmux.", ("acme uses tmux",)),
    ("Let us switch to tmux.", ("acme uses tmux",)),
    ("Ana compared Vim and Emacs.", ()),
    ("Ana installed Vim.", ()),
    ("Ana tested Vim.", ()),
    ("Ana read about Vim.", ()),
    ("Developers use Vim.", ()),
]
FIRST_PERSON = [
    ("Currently using Neovim for everything", ("Jo uses Neovim",)),
    ("moved everything to Hetzner", ("Jo uses Hetzner",)),
    ("using Docker Compose here", ("Jo uses Docker Compose",)),
    ("we use Argo CD.", ("acme uses Argo CD",)),
    ("I'm on Arch Linux", ("Jo uses Arch Linux",)),
]


def _read(extractor: Extractor, text: str, speaker: str | None = None) -> set[str]:
    found = extractor.extract(text, project="acme", speaker=speaker).relations
    return {f"{r.from_} {r.relation} {r.to}" for r in found}


@pytest.mark.parametrize(("text", "gives"), USES)
def test_a_use_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), NOT_OR_NO_LONGER)
def test_a_use_is_denied_or_ended(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), MIGRATIONS)
def test_a_move_from_one_thing_to_another_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), REPLACES)
def test_a_replacement_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), CHOSE_OVER)
def test_a_choice_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), USED_FOR)
def test_a_purpose_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), WHO)
def test_who_does_it_is_told(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text) == set(gives)


@pytest.mark.parametrize(("text", "gives"), FIRST_PERSON)
def test_a_speaker_may_leave_himself_out(text: str, gives: tuple[str, ...], extractor: Extractor) -> None:
    assert _read(extractor, text, speaker="Jo") == set(gives)


@pytest.mark.parametrize(
    "text",
    [
        "Switched to Neovim yesterday.",
        "Build the image with care.",
        "Terraform and Pulumi.",
        "We compared Vim with Emacs.",
    ],
)
def test_nothing_is_made_up(text: str, extractor: Extractor) -> None:
    assert _read(extractor, text) == set()
