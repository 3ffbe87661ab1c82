"""The Slack adapter, against payloads as Slack sends them and against the local Slack."""
