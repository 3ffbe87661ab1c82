"""The `signoff` command and its supervisor."""
