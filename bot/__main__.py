"""`python -m bot` is the `signoff` command."""

from bot.cli import main

if __name__ == "__main__":
    main(prog_name="signoff")
