"""The Web API's methods, a file for each family; importing this registers them all."""

from sandbox.methods import (
    app,
    chat,
    conversations,
    files,
    oauth,
    reactions,
    sessions,
    streams,
    users,
    views,
)

ALL = (app, chat, conversations, files, oauth, reactions, sessions, streams, users, views)
