"""Forms as modals: what is drawn, and what comes back."""
