"""Slack's side of the bot: payloads become events, what is owed becomes posts.

The only package that knows Bolt, the SDK and `blocks`. Nothing here reads the environment.
"""
