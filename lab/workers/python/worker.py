"""The lab's worker for Python libraries.

Speaks docs/protocol.md on stdin and stdout for the contender that its arguments name.
"""

import importlib
import sys

from protocol import Session

# Modules of the package contenders, imported when named: a contender's process
# holds no other library.
CONTENDERS = {"coincurve": "coincurve_library", "python-ecdsa": "ecdsa_library"}
USAGE = "usage: worker.py --contender NAME | --list"


def serve(contender):
    """Answers commands until quit or the end of the input; returns the exit status."""
    session = Session(contender)
    for line in sys.stdin.buffer:
        reply = session.line(line.decode("latin-1").removesuffix("\n"))
        if reply is not None:
            sys.stdout.write(reply + "\n")
            sys.stdout.flush()
        if session.done:
            return 0
    if session.pending:
        print("worker-python: the input ended amid the rows of a load", file=sys.stderr)
        return 1
    return 0


def refuse(why):
    print(f"worker-python: {why}", file=sys.stderr)
    return 2


def main(args):
    if args == ["--list"]:
        print(*CONTENDERS, sep="\n")
        return 0
    if len(args) != 2 or args[0] != "--contender":
        return refuse(USAGE)
    if args[1] not in CONTENDERS:
        return refuse(f"no contender {args[1]}; --list names them")
    return serve(importlib.import_module(f"contenders.{CONTENDERS[args[1]]}").contender())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
