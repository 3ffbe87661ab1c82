"""Worker processes that are killed, stopped and lied to, while runs must come out right."""
