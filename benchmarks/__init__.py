"""What things cost on one machine, beside floors and other libraries measured in the same run."""
