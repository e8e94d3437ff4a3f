"""``python -m wonderland`` is ``wonderland``."""

from wonderland.cli.main import main

if __name__ == "__main__":
    main()
