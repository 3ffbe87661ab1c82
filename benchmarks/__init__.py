"""What takes how long, measured on one machine against the floor of that machine."""
