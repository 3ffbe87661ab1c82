"""A strict local Slack: the Web API, Socket Mode, signed HTTP and people who click.

It imports neither `bot` nor `blocks`, so that the two can't share a wrong belief.
"""
