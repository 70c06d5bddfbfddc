"""Loaded rows and their timing."""

from time import monotonic_ns


class Op:
    """An operation.

    prepare turns a row's fields into what call takes, untimed; call is timed and gives a
    verdict or bytes. What is raised is refused when it is one of the refusals, and
    otherwise shows a mistake of the worker.
    """

    def __init__(self, name, is_verdict, prepare, call, refusals):
        self.name = name
        self.is_verdict = is_verdict
        self.prepare = prepare
        self.call = call
        self.refusals = refusals


class MistakeError(Exception):
    """What a library raised on a row and does not raise to refuse one."""


class Ops:
    """Makes the operations of a library that refuses by raising one of these."""

    def __init__(self, *refusals):
        self._refusals = refusals

    def verdict(self, name, prepare, call):
        return Op(name, True, prepare, call, self._refusals)

    def bytes(self, name, prepare, call):
        return Op(name, False, prepare, call, self._refusals)

    def empty(self):
        return self.verdict("empty", lambda: None, lambda _: True)


# In place of a row or an answer: the library refused.
REFUSED = None


class Batch:
    """The loaded rows of one operation."""

    def __init__(self, op, rows):
        self.op = op
        self._rows = [self._prepare(fields) for fields in rows]

    def _prepare(self, fields):
        try:
            return (self.op.prepare(*fields),)
        except self.op.refusals:
            return REFUSED

    def __len__(self):
        return len(self._rows)

    def run(self, first, count, warm_first, warm_count, times):
        """Calls the operation on warm_count rows from warm_first, then, between two readings
        of a monotonic clock, on count rows from first, times over. Both ranges must lie
        within the rows. Gives nanoseconds and the last results as on the wire.
        """
        self._call(warm_first, warm_count, 1)
        ns, answers = self._call(first, count, times)
        return ns, self._write(answers)

    def _call(self, first, count, times):
        call, refusals = self.op.call, self.op.refusals
        rows = self._rows[first : first + count]
        answers = [REFUSED] * count
        start = monotonic_ns()
        for _ in range(times):
            for i, row in enumerate(rows):
                if row is not REFUSED:
                    try:
                        answers[i] = call(row[0])
                    except refusals:
                        answers[i] = REFUSED
                    except Exception as e:
                        raise MistakeError(f"row {first + i}: {e!r}") from e
        return monotonic_ns() - start, answers

    def _write(self, answers):
        if self.op.is_verdict:
            return "".join("1" if a is True else "0" for a in answers)
        return ",".join("-" if a is REFUSED else a.hex() for a in answers)
