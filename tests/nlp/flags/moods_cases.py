"""Sentences that plan, propose, report, suppose and ask, a line each, for `test_cues`."""

from __future__ import annotations

PLANNED = """
WIP: moving from MySQL to Redis. | Redis replaces MySQL | planned
We are looking to use Redis. | acme uses Redis | planned
We will use Redis. | acme uses Redis | planned
We'll use Redis. | acme uses Redis | planned
We shall use Redis. | acme uses Redis | planned
we will be using redis | acme uses Redis | planned
We are going to use Redis. | acme uses Redis | planned
we're gonna use redis | acme uses Redis | planned
I was going to use Redis. | Dana uses Redis | planned
We plan to use Redis. | acme uses Redis | planned
We plan on using Redis. | acme uses Redis | planned
We are planning to use Redis. | acme uses Redis | planned
We have plans to use Redis. | acme uses Redis | planned
The plan is to use Redis for caching. | Redis used_for caching | planned
We decided to use Redis. | acme uses Redis | planned
We have decided to use Redis. | acme uses Redis | planned
It was decided to use Redis for caching. | Redis used_for caching | planned
We have decided that we will use Redis. | acme uses Redis | planned
We elected to use Redis. | acme uses Redis | planned
We chose to use Redis. | acme uses Redis | planned
We opted to use Redis. | acme uses Redis | planned
We agreed to use Redis. | acme uses Redis | planned
We agreed on using Redis. | acme uses Redis | planned
We made the decision to use Redis. | acme uses Redis | planned
We took the decision to adopt Redis. | acme uses Redis | planned
We intend to use Redis. | acme uses Redis | planned
Our intention is to use Redis for caching. | Redis used_for caching | planned
We aim to use Redis. | acme uses Redis | planned
We are aiming to use Redis. | acme uses Redis | planned
We want to use Redis. | acme uses Redis | planned
We wanted to use Redis. | acme uses Redis | planned
we wanna use redis | acme uses Redis | planned
We need to use Redis. | acme uses Redis | planned
We would like to use Redis. | acme uses Redis | planned
We'd love to use Redis. | acme uses Redis | planned
We are about to adopt Redis. | acme uses Redis | planned
We are due to adopt Redis. | acme uses Redis | planned
We are set to adopt Redis. | acme uses Redis | planned
We are scheduled to adopt Redis in May. | acme uses Redis | planned
We are preparing to adopt Redis. | acme uses Redis | planned
We are getting ready to adopt Redis. | acme uses Redis | planned
We are looking to adopt Redis. | acme uses Redis | planned
We are keen to adopt Redis. | acme uses Redis | planned
We committed to using Redis. | acme uses Redis | planned
We promised to use Redis. | acme uses Redis | planned
We are migrating to Redis. | acme uses Redis | planned
The gateway is transitioning to Redis. | gateway uses Redis | planned
The gateway is moving to Redis. | gateway uses Redis | planned
We are switching to Redis next quarter. | acme uses Redis | planned
We adopt Redis next quarter. | acme uses Redis | planned
We switch to Redis next week. | acme uses Redis | planned
Next month we adopt Redis. | acme uses Redis | planned
Ana will maintain the gateway. | Ana owns gateway | planned
We will not use Redis. | acme uses Redis | negated planned
We won't use Redis. | acme uses Redis | negated planned
we wont use redis | acme uses Redis | negated planned
We will never use Redis. | acme uses Redis | negated planned
We will avoid using Redis. | acme uses Redis | negated planned
We are not going to use Redis. | acme uses Redis | negated planned
We do not want to use Redis. | acme uses Redis | negated planned
We don't need to use Redis. | acme uses Redis | negated planned
We don't plan to use Redis. | acme uses Redis | negated planned
We don't plan on using Redis. | acme uses Redis | negated planned
We have no plans to use Redis. | acme uses Redis | negated planned
We have no intention of using Redis. | acme uses Redis | negated planned
There is no need to use Redis for caching. | Redis used_for caching | negated planned
We will stop using Redis. | acme uses Redis | negated planned ended
We want to stop using Redis. | acme uses Redis | negated planned ended
We are going to stop using Redis. | acme uses Redis | negated planned ended
We will no longer use Redis. | acme uses Redis | negated planned ended
We will use Redis and drop Memcached. | acme uses Redis | planned
We will store sessions in Redis. | acme uses Redis | planned
By adopting Redis we will no longer need Memcached. | acme uses Redis | planned
The gateway will be built using Redis. | gateway uses Redis | planned
"""

PROPOSED = """
Revert "Use Redis for sessions". | Redis used_for sessions | proposed
We looked at using Redis. | acme uses Redis | proposed
We had a discussion about using Redis. | acme uses Redis | proposed
Ana told us to use Redis. | acme uses Redis | proposed
Ana asked us to use Redis. | acme uses Redis | proposed
We were asked to use Redis. | acme uses Redis | proposed
This allows us to drop Jenkins. | acme uses Jenkins | -
This allowed us to drop Jenkins. | acme uses Jenkins | negated ended
Istio lets us migrate from nginx to Envoy. | Envoy replaces nginx | proposed
I would recommend using Redis for sessions. | Redis used_for sessions | proposed
We should use Redis. | acme uses Redis | proposed
We should be using Redis. | acme uses Redis | proposed
We could use Redis. | acme uses Redis | proposed
We may use Redis. | acme uses Redis | proposed
We might use Redis. | acme uses Redis | proposed
We might want to use Redis. | acme uses Redis | proposed
We ought to use Redis. | acme uses Redis | proposed
We can use Redis. | acme uses Redis | proposed
I can use Redis. | Dana uses Redis | proposed
Maybe we use Redis. | acme uses Redis | proposed
Perhaps we use Redis. | acme uses Redis | proposed
Possibly we use Redis. | acme uses Redis | proposed
Let's use Redis. | acme uses Redis | proposed
Let us use Redis for caching. | Redis used_for caching | proposed
Let's try using Redis for caching. | Redis used_for caching | proposed
Use Redis for caching. | Redis used_for caching | proposed
Please use Redis for caching. | Redis used_for caching | proposed
Just use Redis for caching. | Redis used_for caching | proposed
Always use Redis for caching. | Redis used_for caching | proposed
Consider using Redis for caching. | Redis used_for caching | proposed
How about using Redis for caching? | Redis used_for caching | proposed
What about using Redis for caching? | Redis used_for caching | proposed
Why not use Redis for caching? | Redis used_for caching | proposed
Why don't we use Redis for caching? | Redis used_for caching | proposed
We are considering using Redis. | acme uses Redis | proposed
We considered using Redis. | acme uses Redis | proposed
We are thinking about using Redis. | acme uses Redis | proposed
We are thinking of using Redis. | acme uses Redis | proposed
We are evaluating using Redis for caching. | Redis used_for caching | proposed
We have the option to use Redis. | acme uses Redis | proposed
We have the opportunity to use Redis. | acme uses Redis | proposed
One option is to use Redis for caching. | Redis used_for caching | proposed
Another idea is to use Redis for caching. | Redis used_for caching | proposed
My proposal is to use Redis for caching. | Redis used_for caching | proposed
It may be worth using Redis for caching. | Redis used_for caching | proposed
I suggest using Redis for caching. | Redis used_for caching | proposed
I propose that we use Redis. | acme uses Redis | proposed
I suggest we use Redis. | acme uses Redis | proposed
Ana recommends that we use Redis. | acme uses Redis | proposed
It would be better to use Redis for caching. | Redis used_for caching | proposed
We are likely to use Redis. | acme uses Redis | proposed
We will probably use Redis. | acme uses Redis | planned
We should not use Redis. | acme uses Redis | negated proposed
We shouldn't use Redis. | acme uses Redis | negated proposed
We may not use Redis. | acme uses Redis | negated proposed
We had better not use Redis. | acme uses Redis | negated proposed
Let's not use Redis. | acme uses Redis | negated proposed
Don't use Redis for caching. | Redis used_for caching | negated proposed
Never use Redis for caching. | Redis used_for caching | negated proposed
Avoid using Redis for caching. | Redis used_for caching | negated proposed
We should stop using Redis. | acme uses Redis | negated proposed ended
Stop using Redis for caching. | Redis used_for caching | negated proposed ended
We should provision Redis to replace Memcached. | Redis replaces Memcached | proposed
"""

HEARSAY = """
Rumor has it that Shopify uses Redis. | Shopify uses Redis | proposed
Word is that Shopify uses Redis. | Shopify uses Redis | proposed
There is a rumour that Shopify uses Redis. | Shopify uses Redis | proposed
Allegedly Shopify uses Redis. | Shopify uses Redis | proposed
Shopify supposedly uses Redis. | Shopify uses Redis | proposed
Supposedly, Shopify moved from MySQL to Vitess. | Vitess replaces MySQL | proposed
Shopify reportedly uses Redis. | Shopify uses Redis | proposed
I heard that Shopify uses Redis. | Shopify uses Redis | proposed
I hear Shopify uses Redis. | Shopify uses Redis | proposed
Shopify is rumored to use Redis. | Shopify uses Redis | proposed
Shopify is said to use Redis. | Shopify uses Redis | proposed
It is said that Shopify uses Redis. | Shopify uses Redis | proposed
They say Shopify uses Redis. | Shopify uses Redis | proposed
I was told that Shopify uses Redis. | Shopify uses Redis | proposed
They say Shopify doesn't use Redis. | Shopify uses Redis | negated proposed
Bo said that Shopify uses Redis. | Shopify uses Redis |
The docs say that Grafana supports Loki. | Grafana integrates_with Loki |
"""

HYPOTHETICAL = """
If we adopted Kafka we could drop RabbitMQ. | acme uses Kafka | hypothetical
If we use Redis, the build breaks. | acme uses Redis | hypothetical
If the load grows, we use Redis. | acme uses Redis | hypothetical
If the load grows, we will use Redis. | acme uses Redis | hypothetical
If the load grows, we should use Redis. | acme uses Redis | hypothetical
If we don't use Redis, the build breaks. | acme uses Redis | negated hypothetical
We would use Redis. | acme uses Redis | hypothetical
We'd use Redis. | acme uses Redis | hypothetical
We would have used Redis. | acme uses Redis | hypothetical
We would not use Redis. | acme uses Redis | negated hypothetical
I wouldn't use Redis. | Dana uses Redis | negated hypothetical
We would never use Redis. | acme uses Redis | negated hypothetical
We could have used Redis. | acme uses Redis | hypothetical
We should have used Redis. | acme uses Redis | hypothetical
We had hoped to use Redis. | acme uses Redis | hypothetical
We hoped to use Redis. | acme uses Redis | hypothetical
I wish we used Redis. | acme uses Redis | hypothetical
Imagine we used Redis. | acme uses Redis | hypothetical
Suppose we use Redis. | acme uses Redis | hypothetical
Assuming we use Redis, the build is fast. | acme uses Redis | hypothetical
Provided that we use Redis, the build is fast. | acme uses Redis | hypothetical
As long as we use Redis, the build is fast. | acme uses Redis | hypothetical
Had we used Redis, the build would be fast. | acme uses Redis | hypothetical
Were we to use Redis, the build would be fast. | acme uses Redis | hypothetical
Should we ever use Redis, the build will be fast. | acme uses Redis | hypothetical
Unless we use Redis, the build breaks. | acme uses Redis | hypothetical
Unless the leak is fixed, we will use Redis. | acme uses Redis | hypothetical
In case we use Redis, tell the others. | acme uses Redis | hypothetical
In case of high load, we use Redis. | acme uses Redis | hypothetical
It would be possible to use Redis for caching. | Redis used_for caching | hypothetical
We almost used Redis. | acme uses Redis | negated
"""

QUESTION = """
"Do we use Redis?" | acme uses Redis | question
(Do we use Redis?) | acme uses Redis | question
Should we use Redis? | acme uses Redis | question
should we use redis | acme uses Redis | question
Do we use Redis? | acme uses Redis | question
Does the gateway use Redis? | gateway uses Redis | question
does the gateway use redis | gateway uses Redis | question
Are we using Redis? | acme uses Redis | question
Don't we use Redis? | acme uses Redis | negated question
Why do we use Redis? | acme uses Redis | question
How do we use Redis? | acme uses Redis | question
Where do we use Redis for caching? | Redis used_for caching | question
We use Redis, right? | acme uses Redis | question
we use redis, don't we? | acme uses Redis | question
We use Redis? | acme uses Redis | question
I wonder whether we use Redis. | acme uses Redis | question
I wonder if we use Redis. | acme uses Redis | question
I am wondering if we should use Redis. | acme uses Redis | question
I am not sure whether we use Redis. | acme uses Redis | question
I'm not sure if we use Redis. | acme uses Redis | question
I do not know if we use Redis. | acme uses Redis | question
I don't know whether the gateway uses Redis. | gateway uses Redis | question
I don't know how well Redis integrates with Rust. | Redis integrates_with Rust | question
It is unclear whether we use Redis. | acme uses Redis | question
It's not clear if the gateway uses Redis. | gateway uses Redis | question
We have to decide whether to use Redis. | acme uses Redis | question
We need to find out whether the gateway uses Redis. | gateway uses Redis | question
The question is whether we should use Redis. | acme uses Redis | question
Ana asked whether we use Redis. | acme uses Redis | question
Ana asked if we use Redis. | acme uses Redis | question
Let me check if the gateway uses Redis. | gateway uses Redis | question
Could you tell me if we use Redis? | acme uses Redis | question
No idea whether we use Redis. | acme uses Redis | question
We have not decided whether to use Redis. | acme uses Redis | question
"""
