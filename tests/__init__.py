"""What Signoff promises, filed by purpose."""
