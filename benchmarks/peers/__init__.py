"""Two other libraries at the same lifecycle, as their documents say; they have their own lock."""
