"""What people see, told as stories against the real bot and the local Slack."""
