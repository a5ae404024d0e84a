"""The service as a whole: its routes, what stands around them, and how it is run."""

from __future__ import annotations

import gc
import socket
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
from memory_fabric.errors import InvalidInput
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.http import (
    routes_entities,
    routes_extract,
    routes_health,
    routes_memories,
    routes_patterns,
    routes_search,
)
from memory_fabric.http.middleware import BodyLimit, ErrorBoundary
from memory_fabric.http.problems import PROBLEM_JSON, install
from memory_fabric.http.replies import Problem
from memory_fabric.http.service import Service
from memory_fabric.models import PatternReport

if TYPE_CHECKING:
    from memory_fabric.fabric import Fabric

# One text may need six bytes of JSON for each of its own, and a batch holds several. Each text is measured
# again when it is read; this bounds what is taken into memory before that.
_SWITCH_SECONDS = 0.0005
_BODY_TEXTS = 16
_BODY_FRAME_BYTES = 65_536
_GRACE_SECONDS = 10
# No access log: questions stand in addresses.
_LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr"}},
    "loggers": {
        "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "memory_fabric": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
    },
}


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
    for routes in (routes_extract, routes_memories, routes_search, routes_entities, routes_patterns, routes_health):
        app.include_router(routes.router)
    install(app)
    app.add_middleware(BodyLimit, limit=_BODY_TEXTS * service.settings.max_text_bytes + _BODY_FRAME_BYTES)
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
    with _listen(settings.host, settings.port) as listener:
        config = uvicorn.Config(
            app_for(service),
            log_config=_LOGGING,
            access_log=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        server = uvicorn.Server(config)

        def on_loaded(loaded: Future[Fabric]) -> None:
            if loaded.cancelled():
                return
            if loaded.exception() is None:
                gc.freeze()  # what is loaded stays: the collector need not look at it during a search
                sys.stderr.write(f"Memory Fabric serves {_url(listener)} (documentation at /docs)\n")
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


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2_048)
    except OSError as error:
        raise InvalidInput("port", f"cannot listen on {host}:{port}: {error.strerror}") from error
    # asyncio turns this on only for sockets that it opened itself; without it each answer waits 40 ms for an ACK.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _url(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


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
