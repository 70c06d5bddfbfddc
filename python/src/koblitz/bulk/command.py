"""koblitz-bulk verify, koblitz-bulk generate"""

import contextlib
import json
import math
import os
import signal
import sys
import traceback
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

import koblitz
from koblitz.bulk import generate as generation
from koblitz.bulk.progress import Progress, files_of_run, folders_of
from koblitz.bulk.sources import COLUMNS, InputError, Job, expand, form, interrupted, names_known
from koblitz.bulk.verify import Summary, Verifier

# Key of the context's metadata: what is added to the message after Ctrl-C.
GOES_ON = "koblitz.goes_on"
KINDS = click.Choice(list(COLUMNS))
THREADS = click.IntRange(1, 4096)


# Suffixes that --failed refuses: they name other formats.
REFUSED = {
    ".arrow",
    ".feather",
    ".gz",
    ".json",
    ".jsonl",
    ".ndjson",
    ".tsv",
    ".txt",
    ".xlsx",
    ".zst",
}


def complain(why: str) -> None:
    """Prints an error. If standard error is closed, it does nothing: click would exit with 1, the
    status for a row that is not valid."""
    with contextlib.suppress(OSError):
        click.echo(f"koblitz-bulk: {why}", err=True)


class Group(click.Group):
    """Gives Ctrl-C a status of its own. Click's is 1, the status for a row that is not valid."""

    def invoke(self, ctx: click.Context) -> Any:
        received = signal.SIGINT

        def interrupt(number: int, _: Any) -> None:
            nonlocal received
            received = signal.Signals(number)
            interrupted.set()
            raise KeyboardInterrupt

        interrupted.clear()
        before = {s: signal.signal(s, interrupt) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            pass
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        # No longer in the clause, in which the frames that hold DuckDB's objects are kept.
        complain(f"interrupted{ctx.meta.get(GOES_ON, '')}")
        return sys.exit(128 + received)


@click.group(cls=Group)
@click.version_option(f"{version('koblitz')} ({koblitz.backend()})", prog_name="koblitz-bulk")
def main() -> None:
    """Verify files of secp256k1 signatures, of any size: Parquet, CSV and JSON lines.

    \b
    koblitz-bulk verify signatures.csv
    koblitz-bulk verify 'day*.parquet' --failed bad.csv
    koblitz-bulk generate test.parquet --rows 1000000 --invalid 0.001

    A command's own --help has more examples.
    """


class Share(click.FloatRange):
    """A range without NaN, which click's comparisons let pass."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("not a number", param, ctx)
        return number


def names_of(kind: str, columns: tuple[str, ...]) -> dict[str, str]:
    names: dict[str, str] = {}
    known = names_known(kind)
    for pair in (p for given in columns for p in given.split(",")):
        wanted, _, given = pair.partition("=")
        if wanted not in known or not given:
            raise click.BadParameter(
                f"--columns {pair}: expected COLUMN=NAME, COLUMN one of {', '.join(known)}"
            )
        if wanted in names:
            raise click.BadParameter(f"--columns {pair}: {wanted} is given twice")
        names[wanted] = given
    return names


def stats(files: list[str]) -> dict[str, list[int]]:
    """Returns sizes and times of files. If one differs later, the file has changed."""
    return {file: [os.stat(file).st_size, os.stat(file).st_mtime_ns] for file in files}


def said(error: InputError | OSError, output: Path | None) -> str:
    """Returns the error's text, with the output's name if the error has no name, as Arrow's."""
    is_nameless = isinstance(error, OSError) and error.filename is None and output is not None
    return f"{output}: {error}" if is_nameless else str(error)


def require_output(failed: Path | None) -> None:
    """Raises BadParameter for a name that is not allowed for the output."""
    if failed is None:
        return
    if not failed.name:
        raise click.BadParameter("a file name is missing", param_hint="--failed")
    if failed.suffix.lower() in REFUSED:
        raise click.BadParameter(
            f"{failed}: use a name for CSV (.csv) or Parquet (.parquet)", param_hint="--failed"
        )


def finish(summary: Summary, before: dict[str, list[int]]) -> None:
    for file in before:
        try:
            if stats([file])[file] == before[file]:
                continue
            error = "changed while it was read"
        except OSError as e:
            error = f"disappeared while it was read: {e.strerror}"
        summary.unreadable.append({"file": file, "error": error})
    try:
        click.echo(json.dumps(asdict(summary), indent=1))
    except OSError as e:
        raise InputError(f"standard output: {e.strerror}") from e
    if summary.rows == 0 and not summary.unreadable:
        complain("no rows: nothing was verified")
    sys.exit(summary.status())


@main.command()
@click.argument("patterns", nargs=-1, required=True)
@click.option(
    "--kind",
    type=KINDS,
    default="ecdsa",
    show_default=True,
    help="Kind of the rows. A column alg (ecdsa or schnorr) gives the scheme of its row instead.",
)
@click.option(
    "--columns",
    multiple=True,
    metavar="pubkey=NAME,...",
    help="Names of the files' columns, if they are not pubkey, digest or message, signature or "
    "sig, alg; event or its members (nostr).",
)
@click.option("--low-s", is_flag=True, help="Fail ECDSA signatures with a high s.")
@click.option(
    "--failed",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the rows that are not valid, with their other columns, to this file: CSV if the "
    "name ends in .csv, otherwise Parquet. Progress is kept beside it: after Ctrl-C or a kill the "
    "same command continues from there.",
)
@click.option("--threads", type=THREADS, help="Threads. Default: one for each processor.")
def verify(
    patterns: tuple[str, ...],
    kind: str,
    columns: tuple[str, ...],
    low_s: bool,
    failed: Path | None,
    threads: int | None,
) -> None:
    """Verify the rows of files and print a summary as JSON.

    A file is .parquet, .csv, .jsonl or .ndjson. CSV and JSON lines may be compressed by gzip or
    zstd: .csv.gz, .jsonl.zst.

    \b
    koblitz-bulk verify signatures.csv
    koblitz-bulk verify 'day*.parquet' --failed bad.csv
    koblitz-bulk verify export.csv --columns pubkey=key,signature=proof
    koblitz-bulk verify events.jsonl.gz --kind nostr

    The summary counts rows by fault. failed: the signature does not verify. malformed: a column is
    not what the kind requires. null: a column is null. It shows the first malformed row and the
    first null row with the reason. Rows are counted from 0 in each file.

    Exit status: 0 if every row is valid, 1 if a row is not, 2 if something could not be read, no
    file had a row or the command could not start, 130 after Ctrl-C, 143 after SIGTERM.
    """
    require_output(failed)
    progress = None
    try:
        files = expand(patterns, folders_of(failed) if failed is not None else ())
        if failed is not None and failed.exists():
            # Where a run was killed after it had written its output, a pattern may find that now.
            begun = files_of_run(failed)
            files = [f for f in files if begun is None or f in begun or not failed.samefile(f)]
        for file in files:
            form(file)
        job = Job(kind, low_s, names_of(kind, columns))
        before = stats(files)
        if failed is not None:
            if failed.exists() and any(failed.samefile(file) for file in files):
                raise InputError(f"{failed}: also a file to verify")
            run = {"version": version("koblitz"), "files": before} | asdict(job)
            progress = Progress(failed, run)
        meta = click.get_current_context().meta
        meta[GOES_ON] = "; without --failed FILE no progress is kept"
        if progress is not None:
            meta[GOES_ON] = f"; the same command continues from {progress.folder}"
        verifier = Verifier(job, files, threads or len(os.sched_getaffinity(0)))
        finish(verifier.run(progress), before)
    except click.ClickException:
        raise
    except Exception as e:
        if interrupted.is_set():
            raise KeyboardInterrupt from e
        if isinstance(e, (InputError, OSError)):
            complain(said(e, failed))
            sys.exit(2)
        # By itself the status would be 1, which says that a row is not valid.
        traceback.print_exc()
        sys.exit(2)
    finally:
        if progress is not None:
            progress.close()


@main.command()
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--rows", type=click.IntRange(0), required=True, help="Number of rows.")
@click.option(
    "--invalid",
    type=Share(0, 1),
    default=0,
    show_default=True,
    help="Share of rows that are not valid.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="The same seed gives the same bytes.",
)
@click.option("--kind", type=KINDS, default="ecdsa", show_default=True, help="Kind of the rows.")
@click.option("--threads", type=THREADS, help="Threads. Default: one for each processor.")
def generate(
    output: Path, rows: int, invalid: float, seed: int, kind: str, threads: int | None
) -> None:
    """Write test data to OUTPUT (.parquet, .csv or .jsonl).

    \b
    koblitz-bulk generate test.parquet --rows 1000000 --invalid 0.001 --seed 1
    koblitz-bulk generate events.jsonl --rows 1000 --kind nostr
    """
    try:
        generation.write(output, kind, rows, invalid, seed, threads)
    except (InputError, OSError) as e:
        complain(said(e, output))
        sys.exit(2)


if __name__ == "__main__":
    main()
