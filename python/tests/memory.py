"""The memory of a process."""

import re
import sys
from pathlib import Path


def peak() -> int:
    """The most that this process has held so far, in MiB.

    In ru_maxrss Linux counts the process that started this one; VmHWM is this program's own.
    """
    if sys.platform != "linux":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20
    found = re.search(r"^VmHWM:\s*(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) >> 10
