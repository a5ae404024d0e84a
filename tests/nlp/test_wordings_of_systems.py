"""How engineers say what their systems are made of, without saying *use*: the whole reading of each."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

TOLD = """
The billing service writes to Kafka. | billing-service uses Kafka
The billing service reads from Kafka and writes to PostgreSQL. | billing-service uses Kafka; billing-service uses PostgreSQL
The ingest worker publishes events to Kafka. | ingest-worker uses Kafka; Kafka used_for events
The ingest worker pulls jobs from SQS. | ingest-worker uses SQS
The ingest worker used to read from MySQL. | ingest-worker uses MySQL ended
The ingest worker can't write to Kafka. | ingest-worker uses Kafka negated
The gateway forwards requests to the orders API. | gateway integrates_with orders-api
The gateway proxies requests to the orders API. | gateway integrates_with orders-api
Fluent Bit ships logs to Loki. | Fluent Bit integrates_with Loki; Loki used_for logs
Debezium streams changes from PostgreSQL to Kafka. | Debezium integrates_with PostgreSQL; Debezium integrates_with Kafka
Vault is where we keep secrets. | acme uses Vault; Vault used_for secrets
Jira is where we plan sprints. | acme uses Jira; Jira used_for plan-sprints
Redis is what we use for caching. | acme uses Redis; Redis used_for caching
What we use for caching is Redis. | acme uses Redis; Redis used_for caching
pnpm is the package manager we use. | acme uses pnpm
The database we use is PostgreSQL. | acme uses PostgreSQL
Nobody uses Bamboo anymore. | acme uses Bamboo negated ended
No one on our team uses Bamboo. | acme uses Bamboo negated
None of us uses Bamboo. | acme uses Bamboo negated
Don't use Redis in the billing service. | billing-service uses Redis negated proposed
We use Redis in the billing service. | acme uses Redis; billing-service uses Redis
Ana added Redis to the billing service. | billing-service uses Redis
Ana removed Redis from the billing service. | billing-service uses Redis negated ended
We removed Redis. | acme uses Redis negated ended
We're a Postgres shop. | acme uses PostgreSQL
We're not a Java shop. | acme uses Java negated
Our stack: Django, PostgreSQL and Redis. | acme uses Django; acme uses PostgreSQL; acme uses Redis
Our stack is Django and PostgreSQL. | acme uses Django; acme uses PostgreSQL
Our message broker is RabbitMQ. | RabbitMQ used_for message-broker
Grafana does our dashboards. | Grafana used_for dashboards
All traffic goes through Envoy. | Envoy used_for traffic
Logs go to Loki. | Loki used_for logs
All logs end up in Loki. | Loki used_for logs
All infrastructure is done in Terraform. | Terraform used_for infrastructure
Our tests run in GitHub Actions. | GitHub Actions used_for tests
Authentication is delegated to Keycloak. | Keycloak used_for authentication
We delegate authentication to Keycloak. | acme uses Keycloak; Keycloak used_for authentication
The checkout service sends emails through SendGrid. | checkout-service uses SendGrid; SendGrid used_for sends-emails
The orders API persists sessions to Redis. | orders-api uses Redis; Redis used_for sessions
The gateway is in Go. | gateway uses Go
The frontend is React. | frontend uses React
The frontend is no longer React. | frontend uses React negated ended
We deploy to AWS. | acme uses AWS
Ana works with Terraform. | Ana uses Terraform
We are considering Kafka for events. | acme uses Kafka proposed; Kafka used_for events proposed
Bo is looking at Kafka for events. | Kafka used_for events proposed
Gitea won't start without PostgreSQL. | Gitea depends_on PostgreSQL planned
Superset requires Python 3.9 or newer. | Apache Superset depends_on Python
Supabase is fast. It's been around since 2020. It's built on top of PostgreSQL. | Supabase uses PostgreSQL
fdir is fast (and tinyglobby is actually built on top of it). | tinyglobby uses fdir
Our services run on Kubernetes. | acme uses Kubernetes
All of our services run on Kubernetes. | acme uses Kubernetes
Most of our code is in Python. | acme uses Python
The codebase is written in Python. | acme uses Python
We push images to ECR. | acme uses ECR; ECR used_for images
We send our metrics to Datadog. | acme uses Datadog; Datadog used_for metrics
The docs are hosted on Netlify. | Netlify used_for docs
Redis is used throughout the billing service. | billing-service uses Redis
Redis is mostly for caching. | Redis used_for caching
Redis is meant for caching. | Redis used_for caching
Caching is done by Redis. | Redis used_for caching
Error tracking is Sentry. | Sentry used_for error-tracking
Error tracking happens in Sentry. | Sentry used_for error-tracking
Monitoring is Prometheus and Grafana. | Prometheus used_for monitoring; Grafana used_for monitoring
Our monitoring is built on Prometheus. | Prometheus used_for monitoring
Our monitoring uses Prometheus. | Prometheus used_for monitoring
Message broker: RabbitMQ | RabbitMQ used_for message-broker
Frontend: React and Redux | React used_for frontend; Redux used_for frontend
Hosting: AWS | AWS used_for hosting
CI/CD: GitHub Actions | GitHub Actions used_for CI/CD
Isolation in the clusters is done using RBAC. | RBAC used_for isolation
The gateway relies on Redis to prevent abuse. | gateway depends_on Redis; Redis used_for prevent-abuse
Redis (used for caching) is fast. | Redis used_for caching
You can use libraries like Glide, Picasso etc for downloading images. | Glide is_a libraries; Picasso is_a libraries; Glide used_for downloading-images; Picasso used_for downloading-images
We do not want to manage the roles of databases using Terraform. | Terraform used_for manage-roles-of-databases negated planned
We don't deploy containers using Docker. | Docker used_for deploy-containers negated
Restic - Backups to disk and cloud. Integrates with Grafana. | restic integrates_with Grafana
We use Celery with Redis as the broker. | acme uses Celery; Redis used_for broker
You may want to use Celery for background tasks. | Celery used_for background-tasks proposed
Celery can handle background tasks. | Celery used_for background-tasks
Celery will need a broker such as Redis. | Celery depends_on broker planned; Redis is_a broker
Before using Kafka, we should test it. | acme uses Kafka hypothetical
Before using Kafka we used RabbitMQ. | acme uses Kafka; acme uses RabbitMQ
The gateway checks tokens before sending them to Kafka. | gateway uses Kafka
Avoid Redis for locks. | Redis used_for locks negated proposed
PyPy implements Python in RPython. | PyPy uses RPython; PyPy implements Python
My IDE is IntelliJ IDEA. | IntelliJ IDEA used_for ide
The billing service is written in Go and uses MongoDB. | billing-service uses Go; billing-service uses MongoDB
Metrics are collected by Prometheus and visualised in Grafana. | Prometheus used_for metrics; Grafana used_for metrics
Tokens are checked by Keycloak using OPA. | Keycloak uses Open Policy Agent
Everything runs on Kubernetes. | acme uses Kubernetes
Everything is written in Go. | acme uses Go
The search API is a thin layer on top of Elasticsearch. | search-api uses Elasticsearch
We go through Cloudflare for name resolution. | acme uses Cloudflare; Cloudflare used_for name-resolution
Secrets are pulled from Vault. | Vault used_for secrets
Tech stack: Django, Celery, React. | acme uses Django; acme uses Celery; acme uses React
orders-api: Go, PostgreSQL | orders-api uses Go; orders-api uses PostgreSQL
We will drop Jenkins. | acme uses Jenkins negated planned ended
"""  # noqa: E501 - a row is a line

SILENT = """
We sent a PR to Redis.
We pushed a fix to Kubernetes.
We went through the Redis docs.
Ana walked us through Terraform.
We put Redis in the backlog.
We looked at Redis for an hour.
Our main problem is Kafka.
Our next tool is Kafka.
Redis does not do persistence well.
Kafka does this well.
We removed Redis keys.
Everything goes to Bo.
Tests run on Mondays.
Ana works with Kubernetes people.
Ana works in DevOps.
Bo works on Redis.
Redis is where things go wrong.
AWS is where we had problems.
The gateway is in Terraform state.
The gateway reads from the config file.
Thanks to Docker, tests run on every machine.
Redis is great for beginners.
Redis is for beginners.
Biggest problem: RabbitMQ
Monitoring is hard.
Everything in Python is an object.
Everything depends on the weather.
Redis vs Memcached for caching
Celery can handle this task.
Use Celery for this purpose.
We have a Django app running on Heroku.
Our React apps use Redux.
The monitoring stack: Prometheus and Grafana
Redis: Kafka
Running: Docker
Our billing is in trouble.
Our code is in trouble.
"""


def _read(extractor: Extractor, text: str) -> set[str]:
    return {
        " ".join(
            (r.from_, r.relation, r.to)
            + ("negated",) * (r.polarity == "negated")
            + (r.modality,) * (r.modality != "asserted")
            + ("ended",) * r.ended
        )
        for r in extractor.extract(text, project="acme").relations
    }


@pytest.mark.parametrize("row", TOLD.strip().splitlines())
def test_what_a_system_is_made_of_is_told(row: str, extractor: Extractor) -> None:
    text, _, told = row.partition(" | ")

    assert _read(extractor, text) == set(told.split("; "))


@pytest.mark.parametrize("text", SILENT.strip().splitlines())
def test_what_only_looks_like_it_tells_nothing(text: str, extractor: Extractor) -> None:
    assert _read(extractor, text) == set()
