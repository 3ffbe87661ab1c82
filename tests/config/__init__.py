"""signoff.yaml, the settings and the log."""
