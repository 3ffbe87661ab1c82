"""signoff.yaml: people, tools, the agent's limits and the policy. It fails closed, in words."""

from bot.config.build import Config, load, loads
from bot.config.examples import examples, one_argument
from bot.config.fitting import check_tools
from bot.config.following import Following
from bot.config.tree import ConfigTrouble, Place, Problem

__all__ = [
    "Config", "ConfigTrouble", "Following", "Place", "Problem", "check_tools", "examples", "load",
    "loads", "one_argument",
]  # fmt: skip
