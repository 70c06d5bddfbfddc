"""The command koblitz-bulk: files of signatures of any size."""

import sys


def main() -> None:
    try:
        from koblitz.bulk import command
    except ModuleNotFoundError as e:
        print(f"koblitz-bulk: {e}; pip install 'koblitz[bulk]'", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("koblitz-bulk: interrupted", file=sys.stderr)
        sys.exit(130)
    command.main()
