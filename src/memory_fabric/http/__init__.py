"""The HTTP service: FastAPI over `Fabric`, and nothing of its own."""
