"""signoff.yaml: people, tools, the agent's limits and the policy. It fails closed, in words."""

from bot.config.build import Config, check_tools, load, loads
from bot.config.tree import ConfigTrouble, Place, Problem

__all__ = ["Config", "ConfigTrouble", "Place", "Problem", "check_tools", "load", "loads"]
