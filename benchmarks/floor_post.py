"""The floor that sends ready bytes by the openai client's `post`."""

from benchmarks import lifecycle
from benchmarks.floors import Post, opened

if __name__ == "__main__":
    lifecycle.main(opened(Post))
