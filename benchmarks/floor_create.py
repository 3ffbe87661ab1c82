"""The floor that calls the openai client's `create()`."""

from benchmarks import lifecycle
from benchmarks.floors import Create, opened

if __name__ == "__main__":
    lifecycle.main(opened(Create))
