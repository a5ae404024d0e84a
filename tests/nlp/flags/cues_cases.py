"""Sentences that tell what is so, what is not and what is over, a line each, for `test_cues`."""

from __future__ import annotations

ASSERTED = """
Ana told us that we use Redis. | acme uses Redis |
We use Memcached but no Redis. | acme uses Redis | -
Originally written in Perl, the auth service is now in Go. | auth-service uses Go |
The outage is due to Redis. | Redis causes outage |
We use Redis. | acme uses Redis |
We don't only use Redis. | acme uses Redis |
We not only use Redis but also PostgreSQL. | acme uses Redis |
We not just use Redis, we rely on it. | acme uses Redis |
We never stopped using Redis. | acme uses Redis |
We have not stopped using Redis. | acme uses Redis |
We no longer avoid using Redis. | acme uses Redis |
We didn't forget to use Redis. | acme uses Redis |
We do use Redis. | acme uses Redis |
We had to use Redis. | acme uses Redis |
We started using Redis last year. | acme uses Redis |
We managed to use Redis. | acme uses Redis |
We keep using Redis. | acme uses Redis |
We still use Redis. | acme uses Redis |
We are using Redis now. | acme uses Redis |
We used Redis. | acme uses Redis |
We used Redis in 2023. | acme uses Redis |
We have been using Redis since 2019. | acme uses Redis |
We chose Redis. | acme uses Redis |
We settled on Redis. | acme uses Redis |
We went with Redis. | acme uses Redis |
We use Redis, not Memcached. | acme uses Redis |
We use Redis because PostgreSQL was not fast enough. | acme uses Redis |
We use Redis so that nothing is lost. | acme uses Redis |
We use Redis even if it is slow. | acme uses Redis |
We use Redis, if that is any help. | acme uses Redis |
If I remember correctly, we use Redis. | acme uses Redis |
We use Redis without any problem. | acme uses Redis |
The team was not happy, but we use Redis. | acme uses Redis |
We did not like Memcached and use Redis. | acme uses Redis |
We use Redis, which we did not like at first. | acme uses Redis |
We use Redis until the build is done. | acme uses Redis |
You can use Redis for caching. | Redis used_for caching |
Redis can be used for caching. | Redis used_for caching |
The gateway can use Redis. | gateway uses Redis |
Redis is used for caching. | Redis used_for caching |
Kafka depends on ZooKeeper, no question. | Kafka depends_on ZooKeeper |
The gateway uses Redis whether or not it rains. | gateway uses Redis |
"""

NEGATED = """
Redis does not make it easier to scale. | Redis enables scale | negated
We exclude the jobs from running in Kubernetes. | acme uses Kubernetes | negated
We refrain from using Redis. | acme uses Redis | negated
Ana recommends not using Redis. | Ana recommends Redis | negated
Ana suggests that we don't use Redis. | Ana recommends Redis | negated
We prefer to not use Redis. | acme prefers Redis | negated
We came close to adopting Redis. | acme uses Redis | negated
We don't use Redis. | acme uses Redis | negated
We do not use Redis. | acme uses Redis | negated
we dont use redis | acme uses Redis | negated
We are not using Redis. | acme uses Redis | negated
We aren't using Redis. | acme uses Redis | negated
We never used Oracle. | acme uses Oracle Database | negated
We have never used Redis. | acme uses Redis | negated
We haven't adopted Redis yet. | acme uses Redis | negated
We have yet to adopt Redis. | acme uses Redis | negated
We hardly use Redis. | acme uses Redis | negated
We barely use Redis. | acme uses Redis | negated
We cannot use Redis. | acme uses Redis | negated
We can't use Redis. | acme uses Redis | negated
We can not use Redis here. | acme uses Redis | negated
We couldn't use Redis. | acme uses Redis | negated
We were unable to use Redis. | acme uses Redis | negated
We are not able to use Redis. | acme uses Redis | negated
We are not allowed to use Redis. | acme uses Redis | negated
We avoid using Redis. | acme uses Redis | negated
We avoid Redis. | acme uses Redis | negated
We have always avoided using Redis. | acme uses Redis | negated
We refuse to use Redis. | acme uses Redis | negated
We refused to adopt Redis. | acme uses Redis | negated
We declined to use Redis. | acme uses Redis | negated
We failed to adopt Redis. | acme uses Redis | negated
We forgot to use Redis. | acme uses Redis | negated
We decided against using Redis. | acme uses Redis | negated
We decided not to use Redis. | acme uses Redis | negated planned
We chose not to use Redis. | acme uses Redis | negated planned
We have opted not to use Redis. | acme uses Redis | negated planned
We opted against using Redis. | acme uses Redis | negated
We voted against using Redis. | acme uses Redis | negated
We ruled out using Redis. | acme uses Redis | negated
We have ruled out Redis. | acme uses Redis | negated
We rejected using Redis. | acme uses Redis | negated
We stopped short of using Redis. | acme uses Redis | negated
We got by without using Redis. | acme uses Redis | negated
We work without using Redis. | acme uses Redis | negated
We use neither Redis nor PostgreSQL. | acme uses PostgreSQL | negated
We use neither Redis nor PostgreSQL. | acme uses Redis | negated
Neither the gateway nor the scheduler uses Redis. | gateway uses Redis | negated
Neither the gateway nor the scheduler uses Redis. | scheduler uses Redis | negated
The gateway does not use Redis or PostgreSQL. | gateway uses PostgreSQL | negated
The gateway doesn't need Redis or use Kafka. | gateway uses Kafka | negated
I don't think we use Redis. | acme uses Redis | negated
I do not believe that the gateway uses Redis. | gateway uses Redis | negated
Nobody uses Redis for caching. | Redis used_for caching | negated
No one uses Redis for caching. | Redis used_for caching | negated
None of us use Redis for caching. | Redis used_for caching | negated
Redis is not used for caching. | Redis used_for caching | negated
Redis isn't used for caching. | Redis used_for caching | negated
Redis is never used for caching. | Redis used_for caching | negated
Redis does not depend on ZooKeeper. | Redis depends_on ZooKeeper | negated
Sidekiq has no dependency on Redis. | Sidekiq depends_on Redis | negated
The gateway does not seem to use Redis. | gateway uses Redis | negated
The gateway was written without using Redis. | gateway uses Redis | -
We don't use Redis for sessions. | Redis used_for sessions | negated
We don't use Redis for sessions. | acme uses Redis | -
We never use Redis for sessions. | acme uses Redis | -
Ana does not recommend Redis. | Ana recommends Redis | negated
Ana advises against using Redis. | Ana recommends Redis | negated
By no means do we use Redis. | acme uses Redis | negated
Under no circumstances do we use Redis. | acme uses Redis | negated
At no point did we use Redis. | acme uses Redis | negated
"""

ENDED = """
We used Redis before. | acme uses Redis | ended
We have used Redis before. | acme uses Redis |
We used Redis before the rewrite. | acme uses Redis |
Back when we had one server, we used Redis. | acme uses Redis | ended
Originally written in Perl, the auth service is now in Go. | auth-service uses Perl | ended
Until we had Valkey, we used Redis. | acme uses Redis | ended
We no longer use Redis. | acme uses Redis | negated ended
We don't use Redis anymore. | acme uses Redis | negated ended
We don't use Redis any more. | acme uses Redis | negated ended
We do not use Redis any longer. | acme uses Redis | negated ended
We are no longer using Redis. | acme uses Redis | negated ended
We stopped using Redis. | acme uses Redis | negated ended
We have stopped using Redis. | acme uses Redis | negated ended
We ceased using Redis. | acme uses Redis | negated ended
We quit using Redis. | acme uses Redis | negated ended
We gave up using Redis. | acme uses Redis | negated ended
We gave up on using Redis. | acme uses Redis | negated ended
We discontinued using Redis. | acme uses Redis | negated ended
We no longer use Redis for caching. | acme uses Redis | negated ended
We no longer use Redis for caching. | Redis used_for caching | negated ended
Redis is no longer used for caching. | Redis used_for caching | negated ended
We used to run Solr. | acme uses Solr | ended
We used to use Redis. | acme uses Redis | ended
We used to rely on Redis. | acme uses Redis | ended
Redis used to be used for caching. | Redis used_for caching | ended
We previously used Redis. | acme uses Redis | ended
Previously, we used Redis. | acme uses Redis | ended
We formerly used Redis. | acme uses Redis | ended
We originally used Redis. | acme uses Redis | ended
Originally we used Redis. | acme uses Redis | ended
We traditionally used Redis. | acme uses Redis | ended
Traditionally, we have used Redis. | acme uses Redis | ended
Historically we used Redis. | acme uses Redis | ended
In the past we used Redis. | acme uses Redis | ended
We used Redis in the past. | acme uses Redis | ended
Back then, we used Redis. | acme uses Redis | ended
We used Redis back then. | acme uses Redis | ended
We initially used Redis. | acme uses Redis | ended
At first we used Redis. | acme uses Redis | ended
We once used Redis. | acme uses Redis | ended
We were using Redis until 2024. | acme uses Redis | ended
The gateway was using Redis until 2024. | gateway uses Redis | ended
Until last year, we used Redis. | acme uses Redis | ended
Until recently we used Redis. | acme uses Redis | ended
We used Redis until we moved to Memcached. | acme uses Redis | ended
We ran Redis up until March. | acme uses Redis | ended
Before Kafka, we used RabbitMQ. | acme uses RabbitMQ | ended
We used RabbitMQ before Kafka. | acme uses RabbitMQ | ended
Before we adopted Kafka, we used RabbitMQ. | acme uses RabbitMQ | ended
Before switching to Kafka, we used RabbitMQ. | acme uses RabbitMQ | ended
We used RabbitMQ before we switched to Kafka. | acme uses RabbitMQ | ended
Prior to Kafka, we used RabbitMQ. | acme uses RabbitMQ | ended
From 2018 to 2021 we used Redis. | acme uses Redis | ended
Between 2018 and 2021 we used Redis. | acme uses Redis | ended
We moved from Vue to React. | acme uses Vue.js | negated ended
We moved from Vue to React. | acme uses React |
We did not stop using Redis. | acme uses Redis |
Did we stop using Redis? | acme uses Redis | negated question ended
"""
