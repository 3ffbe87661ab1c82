"""Tests of the local Slack and its scripted model."""
