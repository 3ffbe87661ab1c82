"""The model's own cards in Slack: made from the call that asked, drawn, pressed and answered."""
