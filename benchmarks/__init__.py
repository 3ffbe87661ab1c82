"""What a lifecycle of an approval costs, beside hand-written floors and two other libraries."""
