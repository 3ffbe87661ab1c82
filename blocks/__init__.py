"""Block Kit as pure functions: typed views in, plain dicts out, every payload checked.

A leaf: imports nothing of the bot and no SDK, so that a card can be drawn, tested and previewed
without one. `check.checked` is the last step before a payload leaves.
"""
