"""The engine on a real Redis, with a ledger for a chat and a model that is told its words."""
