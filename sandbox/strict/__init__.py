"""Block Kit as Slack checks and stores it."""
