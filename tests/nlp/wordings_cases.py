"""Sentences about what people recommend, prefer, own and wait for, a line each, for `test_wordings`."""

from __future__ import annotations

RECOMMENDS = """
Ana urged us to drop Redis. | -
Ana recommends Redis for caching. | Ana recommends Redis
Ana recommended that we use Redis. | Ana recommends Redis
Ana recommended us to use Redis. | Ana recommends Redis
Ana suggested moving to Kubernetes. | Ana recommends Kubernetes
Ana suggests we try Polars. | Ana recommends Polars
Ana proposed GraphQL for the gateway. | Ana recommends GraphQL
Ana advised against MongoDB. | Ana recommends MongoDB
Ana advises using Redis for this. | Ana recommends Redis
Ana advised us to adopt Terraform. | Ana recommends Terraform
Redis was recommended by Ana. | Ana recommends Redis
Redis is recommended by Ana and Bo. | Ana recommends Redis ; Bo recommends Redis
Ana is pushing for OpenTelemetry. | Ana recommends OpenTelemetry
Ana advocates trunk-based-development. | Ana recommends trunk-based-development
Ana's recommendation is Redis. | Ana recommends Redis
Ana's recommendation is to use Redis. | Ana recommends Redis
The recommendation from Ana is Redis. | Ana recommends Redis
Ana's advice is to use Redis. | Ana recommends Redis
Ana does not recommend Redis. | Ana recommends Redis
Ana warned against Redis. | Ana recommends Redis
Ana swears by Neovim. | Ana recommends Neovim
Dana: I'd recommend Vite over webpack. | Dana recommends Vite
Dana: I recommend you use Vite. | Dana recommends Vite
Dana: I would suggest Vite. | Dana recommends Vite
Dana: My recommendation would be Vite. | Dana recommends Vite
Dana: My suggestion is to try Vite. | Dana recommends Vite
According to Ana, Vite is the way to go. | -
Vite comes recommended by the React team. | -
Ana strongly recommends Redis. | Ana recommends Redis
Ana highly recommends that the team adopts Redis. | Ana recommends Redis
Ana suggested that we should use Redis. | Ana recommends Redis
Ana made the case for Redis. | Ana recommends Redis
Ana is in favour of Redis. | Ana recommends Redis
Ana advises against using Redis. | Ana recommends Redis
Ana advised not to use Redis. | Ana recommends Redis
Ana recommends against Redis. | Ana recommends Redis
Ana wouldn't recommend Redis. | Ana recommends Redis
Ana pitched Redis. | Ana recommends Redis
The frontend-developer recommended Vite. | frontend-developer recommends Vite
Ana proposes replacing Redis with Valkey. | Ana recommends Valkey
Ana proposes to replace Redis by Valkey. | Ana recommends Valkey
"""

PREFERS = """
Ana likes Redis better than Memcached. | Ana prefers Redis
Ana prefers Redis to Memcached. | Ana prefers Redis
Ana prefers using Redis. | Ana prefers Redis
Ana prefers to use Redis. | Ana prefers Redis
Ana would rather use Redis. | Ana prefers Redis
Ana would rather use Redis than Memcached. | Ana prefers Redis
Ana would prefer Redis. | Ana prefers Redis
Ana is a fan of Redis. | Ana prefers Redis
Ana is a big fan of Redis. | Ana prefers Redis
Ana's favourite editor is Neovim. | Ana prefers Neovim
Dana: My favorite editor is Neovim. | Dana prefers Neovim
Dana: My preferred editor is Neovim. | Dana prefers Neovim
Dana: My preference is Neovim. | Dana prefers Neovim
Neovim is my favourite. | -
Dana: I have a preference for Neovim. | Dana prefers Neovim
Neovim is preferred by Ana. | Ana prefers Neovim
Ana is partial to Neovim. | Ana prefers Neovim
Ana leans towards Neovim. | Ana prefers Neovim
Dana: I'd rather have Neovim. | Dana prefers Neovim
Dana: I prefer to write Rust. | Dana prefers Rust
Dana: I don't like Vim. | -
Ana prefers Redis. | Ana prefers Redis
Ana still prefers Redis for caching. | Ana prefers Redis
Ana has a strong preference for Redis. | Ana prefers Redis
Dana: I'm a big fan of Redis. | Dana prefers Redis
Dana: I much prefer Redis. | Dana prefers Redis
Dana: Redis is my preferred cache. | Dana prefers Redis
"""

BLOCKED_BY = """
Our biggest blocker is Terraform. | acme blocked_by Terraform
Terraform is our biggest blocker. | acme blocked_by Terraform
The deploy is stuck because of Terraform. | deploy blocked_by Terraform
The billing-service cannot ship until Stripe approves us. | billing-service blocked_by Stripe
We didn't use Redis until we hit scale. | -
The billing-service is blocked by the auth-service. | billing-service blocked_by auth-service
The billing-service is blocked on Terraform. | billing-service blocked_by Terraform
Ana is waiting for the auth-service. | Ana blocked_by auth-service
Ana is waiting on Bo. | Ana blocked_by Bo
Ana is still waiting for the security review. | Ana blocked_by security-review
The release is held up by Terraform. | release blocked_by Terraform
The rollout is stuck on the auth-service. | rollout blocked_by auth-service
Ana is stuck on Terraform. | Ana blocked_by Terraform
Ana got stuck on Terraform. | Ana blocked_by Terraform
The billing-service can't ship until Terraform is upgraded. | billing-service blocked_by Terraform
The billing-service cannot go live until the auth-service is fixed. | billing-service blocked_by auth-service
The billing-service won't work until Terraform is upgraded. | billing-service blocked_by Terraform
Terraform is blocking the release. | release blocked_by Terraform
Terraform blocks the billing-service. | billing-service blocked_by Terraform
Terraform is a blocker for the release. | release blocked_by Terraform
Terraform is holding up the release. | release blocked_by Terraform
Terraform is the blocker for the billing-service. | billing-service blocked_by Terraform
The billing-service is no longer blocked by Terraform. | billing-service blocked_by Terraform
The release is pending the security review. | release blocked_by security-review
The release is delayed by Terraform. | release blocked_by Terraform
The release was delayed because of Terraform. | release blocked_by Terraform
The migration is blocked pending approval from Ana. | -
Dana: We are blocked by Terraform. | acme blocked_by Terraform
Dana: Blocked by Terraform. | -
Dana: I'm waiting for Bo to merge it. | Dana blocked_by Bo
Dana: We're blocked on the auth-service. | acme blocked_by auth-service
Dana: We can't deploy until the auth-service is fixed. | acme blocked_by auth-service
Dana: I'm stuck waiting for Bo. | Dana blocked_by Bo
Dana: Still waiting on Bo. | Dana blocked_by Bo
The upgrade is gated on Bo. | upgrade blocked_by Bo
The upgrade has to wait for Bo. | upgrade blocked_by Bo
"""

OWNS = """
The billing-service was handed over to Bo. | Bo owns billing-service
Ana handed the billing-service over to Bo. | Bo owns billing-service
Bo inherited the billing-service from Ana. | Bo owns billing-service
Ana owns the billing-service. | Ana owns billing-service
The billing-service is owned by Ana. | Ana owns billing-service
Ana is the owner of the billing-service. | Ana owns billing-service
The owner of the billing-service is Ana. | Ana owns billing-service
The billing-service's owner is Ana. | Ana owns billing-service
Ana is the maintainer of the billing-service. | Ana owns billing-service
Ana maintains the billing-service. | Ana owns billing-service
Ana leads the billing-service. | Ana owns billing-service
Ana is responsible for the billing-service. | Ana owns billing-service
Ana is in charge of the billing-service. | Ana owns billing-service
Ana looks after the billing-service. | Ana owns billing-service
Ana takes care of the billing-service. | Ana owns billing-service
Ana is on the hook for the billing-service. | Ana owns billing-service
Ana is on call for the billing-service. | -
Ana takes over the billing-service from Bo. | Ana owns billing-service
Ana manages the billing-service. | Ana owns billing-service
The billing-service is maintained by Ana and Bo. | Ana owns billing-service ; Bo owns billing-service
Ana, who owns the billing-service, is away. | Ana owns billing-service
Ana no longer owns the billing-service. | Ana owns billing-service
Ana no longer maintains the billing-service. | Ana owns billing-service
Who owns the billing-service? | -
Ask Ana, she owns the billing-service. | -
Ana, the owner of the billing-service, is away. | Ana owns billing-service
Ana and Bo are the maintainers of the billing-service. | Ana owns billing-service ; Bo owns billing-service
Dana: I own the billing-service. | Dana owns billing-service
Dana: I'm responsible for the billing-service. | Dana owns billing-service
Ana owns Redis. | -
Dana: We own the billing-service. | -
Ana owns and maintains the billing-service. | Ana owns billing-service
Ana is owner of the billing-service. | Ana owns billing-service
Ana runs the billing-service. | Ana owns billing-service
Ana has ownership of the billing-service. | Ana owns billing-service
Ana took ownership of the billing-service. | Ana owns billing-service
Ana is the lead of the billing-service. | Ana owns billing-service
Ana is the billing-service owner. | Ana owns billing-service
Ana will take over the billing-service. | Ana owns billing-service
Ana used to own the billing-service. | Ana owns billing-service
The billing-service is Ana's responsibility. | Ana owns billing-service
The platform-engineer owns the deploy-pipeline. | platform-engineer owns deploy-pipeline
"""
