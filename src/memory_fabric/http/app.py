"""The service as a whole: its routes, what stands around them, and how it is run."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from anyio import to_thread
from fastapi import FastAPI
from fastapi.routing import APIRoute

from memory_fabric import __version__
from memory_fabric.config import Settings
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.http import (
    routes_entities,
    routes_extract,
    routes_health,
    routes_memories,
    routes_patterns,
    routes_relations,
    routes_search,
)
from memory_fabric.http.middleware import BodyLimit, ErrorBoundary
from memory_fabric.http.problems import PROBLEM_JSON, install
from memory_fabric.http.replies import Problem
from memory_fabric.http.service import Service
from memory_fabric.listening import LOGGING, listen, longest_body, url_of
from memory_fabric.models import PatternReport

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

_SWITCH_SECONDS = 0.0005
_GRACE_SECONDS = 10


def create_app(fabric: Fabric | None, settings: Settings) -> FastAPI:
    """Return the service over `fabric`, or, where that is None, over one that it opens by itself in the
    background when it starts, and closes when it ends. A given fabric stays the caller's to close.
    """
    return app_for(Service(settings, fabric))


def app_for(service: Service) -> FastAPI:
    """Return the application over `service`, which it starts and stops."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.start()
        try:
            yield
        finally:
            await to_thread.run_sync(service.stop)

    app = FastAPI(
        title="Memory Fabric",
        version=__version__,
        description="Text in, a typed knowledge graph out, plain questions answered. No language model. "
        f"Errors are `{PROBLEM_JSON}` with a stable `code`.",
        lifespan=lifespan,
        redirect_slashes=False,
        generate_unique_id_function=_operation_id,
        responses={"default": {"model": Problem, "description": "What went wrong."}},
    )
    app.state.service = service
    for routes in (
        routes_extract,
        routes_memories,
        routes_search,
        routes_entities,
        routes_relations,
        routes_patterns,
        routes_health,
    ):
        app.include_router(routes.router)
    install(app)
    app.add_middleware(BodyLimit, limit=longest_body(service.settings.max_text_bytes))
    app.add_middleware(ErrorBoundary)
    _describe_problems(app)
    return app


def serve(settings: Settings) -> None:
    """Serve on `settings.host` and `settings.port` until told to stop. The address is printed on standard
    error as soon as the service can answer. An unreachable graph is tried again and again; calls get 503. SIGHUP
    loads the pattern files anew.

    Raises:
        InvalidInput: the address cannot be had, or the graph's URL is of no known kind.
        PatternError: a pattern file has an error.
        ModelMissing: no spaCy model is installed.
    """
    # A search goes through several threads, each for a millisecond; the default lets a waiting one wait for five.
    sys.setswitchinterval(_SWITCH_SECONDS)
    service = Service(settings)
    with listen(settings.host, settings.port) as listener:
        config = uvicorn.Config(
            app_for(service),
            log_config=LOGGING,
            access_log=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        server = uvicorn.Server(config)

        def on_loaded(loaded: Future[Fabric]) -> None:
            if loaded.cancelled():
                return
            if loaded.exception() is None:
                gc.freeze()  # what is loaded stays: the collector need not look at it during a search
                sys.stderr.write(f"Memory Fabric serves {url_of(listener)} (documentation at /docs)\n")
                sys.stderr.flush()
            else:
                server.should_exit = True

        def reload_patterns() -> PatternReport:
            return service.fabric.reload_patterns()

        service.loaded.add_done_callback(on_loaded)
        with reloading_on_hangup(reload_patterns):
            server.run(sockets=[listener])
    if not service.loaded.cancelled():
        service.loaded.result()


def _operation_id(route: APIRoute) -> str:
    return route.name


def _describe_problems(app: FastAPI) -> None:
    # FastAPI documents errors under the media type of the answers.
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            for path in generate()["paths"].values():
                for operation in path.values():
                    content = operation["responses"]["default"]["content"]
                    content[PROBLEM_JSON] = content.pop("application/json")
        return generate()

    app.openapi = openapi  # type: ignore[method-assign]
