"""The command koblitz-bulk: files of signatures of any size."""

import sys


def main() -> None:
    if sys.platform == "win32":
        print("koblitz-bulk: does not run on Windows", file=sys.stderr)
        sys.exit(2)
    try:
        from koblitz.bulk import command
    except ModuleNotFoundError as e:
        print(f"koblitz-bulk: {e}; pip install 'koblitz[bulk]'", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("koblitz-bulk: interrupted", file=sys.stderr)
        sys.exit(130)
    command.main()
