"""Editing a call in a modal: its arguments as a form, and what was sent as arguments."""
