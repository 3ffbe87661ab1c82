"""A scripted model that speaks the OpenAI wire protocol and says that it is scripted."""

from sandbox.model.server import MODEL, add_routes, create_app

__all__ = ["MODEL", "add_routes", "create_app"]
