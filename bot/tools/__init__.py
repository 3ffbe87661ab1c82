"""Toolsets: Python functions that an agent may call, once the gate has let a call through."""
