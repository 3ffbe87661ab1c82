"""The sans-IO core: events in, state and owed effects out."""
