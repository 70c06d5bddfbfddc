"""python -m koblitz --version"""

import argparse
from importlib.metadata import version

import koblitz


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m koblitz")
    parser.add_argument(
        "--version",
        action="version",
        version=f"koblitz {version('koblitz')} ({koblitz.backend()})",
    )
    parser.parse_args()
    parser.print_help()


if __name__ == "__main__":
    main()
