"""The conversation of docs/protocol.md."""

import re
import sys
import traceback

from batch import Batch, MistakeError
from shape import SHAPES, parse_row

VERSION = "1"
NUMBER_MAX = 2**63


class RefusalError(Exception):
    """A reply of `error REASON`."""


class _Load:
    def __init__(self, op, count, problem):
        self.op = op
        self.left = self.total = count
        self.rows = []
        self.problem = problem


class Session:
    """The state of one conversation. Feed it lines, it gives replies."""

    def __init__(self, contender):
        self.done = False
        self._contender = contender
        self._ops = {op.name: op for op in contender["ops"]}
        self._load = None
        self._batch = None

    @property
    def pending(self):
        """Whether rows of a load are still to come."""
        return self._load is not None

    def line(self, text):
        """Takes a line; returns the reply, or None while a load's rows are read."""
        try:
            return self._command(text) if self._load is None else self._row(text)
        except RefusalError as e:
            return f"error {e}"
        except MistakeError as e:
            return f"error exception in {_one_line(str(e))}"
        except Exception as e:
            traceback.print_exc(file=sys.stderr)
            return f"error exception: {_one_line(repr(e))}"

    def _command(self, text):
        name, *args = text.split(" ")
        run, counts = {
            "hello": (self._hello, (1,)),
            "load": (self._start_load, (2,)),
            "run": (self._run, (5, 6)),
            "quit": (self._quit, (0,)),
        }.get(name, (None, ()))
        if len(args) not in counts:
            raise RefusalError("no such command, or a wrong number of words")
        return run(*args)

    def _quit(self):
        self.done = True
        return "ok"

    def _hello(self, version):
        if version != VERSION:
            raise RefusalError(f"this worker speaks protocol {VERSION} only")
        c = self._contender
        return "\n".join(
            [
                f"contender {c['name']}",
                f"version {c['version']}",
                f"date {c['date']}",
                f"path {c['path']}",
                f"flags {c['flags']}",
                *(f"claim {claim}" for claim in c["claims"]),
                *(f"mark {name} {','.join(ops)} {reason}" for name, ops, reason in c["marks"]),
                *(f"op {name}" for name in self._ops),
                "ok",
            ]
        )

    def _start_load(self, name, count):
        self._batch = None
        total = _number(count)
        op = self._ops.get(name)
        self._load = _Load(op, total, None if op else "the operation is not offered")
        return self._loaded() if total == 0 else None

    def _row(self, text):
        """Takes a row. All are read, also of a load that fails: the next command follows them."""
        load = self._load
        if load.problem is None:
            try:
                load.rows.append(parse_row(text, SHAPES[load.op.name]))
            except ValueError as e:
                load.problem = f"row {load.total - load.left}: {e}"
        load.left -= 1
        return self._loaded() if load.left == 0 else None

    def _loaded(self):
        load, self._load = self._load, None
        if load.problem is not None:
            raise RefusalError(load.problem)
        self._batch = Batch(load.op, load.rows)
        return "ok"

    def _run(self, name, *numbers):
        batch = self._batch
        if batch is None or batch.op.name != name:
            raise RefusalError("the operation is not loaded")
        first, count, warm_first, warm_count, times = [*map(_number, numbers), 1][:5]
        if max(first + count, warm_first + warm_count) > len(batch):
            raise RefusalError(f"rows out of range, {len(batch)} are loaded")
        ns, results = batch.run(first, count, warm_first, warm_count, times)
        return f"ok {ns} {results}"


def _number(word):
    """A number in decimal digits only."""
    if not re.fullmatch("[0-9]{1,19}", word, re.ASCII) or int(word) >= NUMBER_MAX:
        raise RefusalError("a number is malformed or too large")
    return int(word)


def _one_line(text):
    return re.sub("[^ -~]", " ", text)
