"""Signoff: a Slack bot that does a team's work and gets a sign-off before it matters."""
