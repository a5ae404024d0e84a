"""Statements as people make them in chats, records and meetings, with the kind that each should get."""

from __future__ import annotations

from memory_fabric.models import Kind

SAID: dict[Kind, str] = {
    "decision": """
        We decided to keep the monolith for another year.
        After a long talk the team decided against sharding.
        ok so we're going with Postgres for the audit log
        We went with a single region in the end.
        We've settled on trunk-based development.
        The team opted for gRPC between the services.
        We chose Kafka because it keeps the order of events.
        Tailwind was chosen for the new admin pages.
        We picked the boring option.
        It was agreed that every change needs two approvals.
        We agreed on a weekly release train.
        We will use feature flags for the rollout.
        We'll be using Vite from now on.
        We will therefore store the sessions in Redis.
        We will not use GraphQL for internal calls.
        Decision: the API stays on version one until June.
        The final decision is to drop support for Internet Explorer.
        We ruled out MongoDB last week.
        Ana and Bo have agreed to postpone the launch.
        The proposal to merge the two queues was rejected.
        we ended up with two read replicas
        let's go with option B then
        We're moving to ARM instances next quarter.
        We have decided that nobody deploys on Fridays.
        We elected to keep the old schema.
        The board approved the move to Frankfurt.
        I've decided: no more nightly builds.
        We didn't go with Consul, etcd was enough.
        We are standardising on OpenTelemetry.
        We adopted semantic versioning in March.
    """,
    "recommendation": """
        I recommend a connection pool of twenty.
        My recommendation is to start with one shard.
        I'd suggest splitting the table by month.
        Bo suggested that we try a bloom filter.
        I would use a materialised view here.
        You should pin the base image.
        We should move the secrets out of the repository.
        we should probably switch to pnpm
        Maybe it is worth considering a circuit breaker.
        Consider using a dead letter queue.
        Sam proposes to cache the tokens for five minutes.
        The vendor advises against sharing one account.
        It would be better to fail early.
        let's try Bun for the scripts
        You might want to look at the slow query log first.
        My advice: keep the transaction short.
        security-auditor recommends rotating the keys.
        I wouldn't recommend running this as root.
        It is worth trying a smaller batch.
        We ought to delete the old buckets.
        pls consider moving this into a library
        The auditors strongly recommended hardware keys.
    """,
    "pattern": """
        Every service follows the outbox pattern.
        Our convention is one folder per feature.
        As a rule, handlers never call each other.
        It is good practice to log the request id.
        Our strategy for schema changes is expand and contract.
        By convention the tests live beside the code.
        The usual approach is to retry with jitter.
        We always squash before merging.
        Best practices say that a container runs one process.
        The technique behind it is copy on write.
        The rule of thumb is one connection per core.
        We follow the twelve factor guidelines.
        All endpoints must return problem details, that is our standard practice.
        The naming convention is verb before noun.
    """,
    "blocker": """
        The release is blocked by the security review.
        I'm blocked on the staging credentials.
        we are stuck on the certificate renewal
        The migration is waiting on the legal team.
        We're still waiting for access to the cluster.
        The rollout is held up by a missing licence.
        We can't deploy until the database is upgraded.
        we cant merge before the tests are green
        CI is failing on main again.
        I cannot reach the bastion host from home.
        That ticket is a blocker for the beta.
        The missing index is blocking the import.
        Nothing can ship until Ana signs the contract.
        im stuck, the vpn drops every minute
        We are unable to publish without the signing key.
        The firewall prevents us from testing it.
        This blocks the mobile release.
        Blocked: no quota for GPUs in this region.
    """,
    "problem": """
        There is a memory leak in the worker.
        The checkout page crashes on Safari.
        We had an outage on Monday morning.
        The nightly job failed twice this week.
        Someone found a bug in the date parser.
        The login is broken since the last release.
        The problem is that the queue grows without limit.
        We see random timeouts under load.
        The search does not work for Japanese.
        Deploys have become painfully slow.
        The latest update broke our calendar sync.
        The build isn't working on Windows.
        Half of the alerts are false alarms, which is an issue.
        Something is wrong with the clock on that host.
        The tests are flaky.
        The cache returned an error for every tenth user.
        the api was down for an hour
        Memory usage keeps growing until the pod is killed, it's a regression.
        It throws an exception when the list is empty.
        We lost two hours of data in that incident.
    """,
    "preference": """
        I prefer tabs over spaces.
        Ana would rather work with plain SQL.
        I'd rather not touch the parser.
        Bo favours small pull requests.
        My preference is a dark theme.
        I like pytest more than unittest.
        We love how simple SQLite is.
        I'm not a fan of decorators.
        The team prefers async stand-ups.
        Rust is my favourite language.
        I don't like magic strings.
        I hate yaml
        Jo leans towards a managed service.
    """,
    "question": """
        Which region do we deploy to?
        what time is the stand-up
        Should we use Redis for this?
        Did we ever decide on a message broker?
        does anyone know why the build is failing?
        Can you recommend a good linter?
        Could you please tell me who owns the gateway?
        I wonder whether the cache is worth it.
        Not sure if we still need the proxy.
        any idea where the logs go?
        why is the api so slow
        How do I restart the scheduler?
        Is there a convention for branch names?
        Who is blocked at the moment?
        Do you prefer mornings or afternoons?
        We use port 8080, right?
        I'd like to know how the backup works.
        is this a known issue
        How about a circuit breaker in front of the bank?
    """,
    "fact": """
        The API runs on port 8080.
        The orders service uses Redis for sessions.
        Ana joined the team in May.
        The deploy is no longer blocked.
        The build is not blocked any more.
        There are no known issues.
        That is not a problem.
        No errors since Tuesday.
        We have not decided anything yet.
        No decision was made today.
        We decided nothing.
        The team still needs to decide.
        If the build fails, the pipeline stops.
        If we decide to move, Bo will write it up.
        The error handling lives in one module.
        The decision tree has forty leaves.
        Users can choose a theme in the settings.
        The regression tests take ten minutes.
        The server issues a token for each session.
        Pick up the parcel at the front desk.
        The field holds up to forty characters.
        The code block starts with three backticks.
        Use non-blocking calls in the event loop.
        The backup is stored in two places.
        Passwords cannot be shorter than twelve characters.
        The client waits for the reply.
        The old cluster was switched off in April.
        Press F5 to run it.
        The suggested value stands in the table.
        The meeting is at ten.
        Nobody reported a bug.
        The unblocked queue drains in a minute.
        It has never crashed.
        The engine supports pattern matching.
        We use cursors for all list endpoints.
        Everything looks like the old version.
        The likes are stored in Redis.
        The task is broken down into three parts.
        The lecture covers linear regression.
    """,
}
