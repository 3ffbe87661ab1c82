"""The engine on a real Redis, with a chat that is a ledger and a model that says what it is told."""
