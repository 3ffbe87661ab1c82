"""Forms in Slack: a page as a modal, and what stands in one as it comes back."""
