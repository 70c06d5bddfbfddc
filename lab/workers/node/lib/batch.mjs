// Loaded rows and their timing.

/** In place of a row or an answer: the library refused. */
const REFUSED = Symbol('refused');

const BATCH_SIZES = [2, 8, 64, 1024, 16384];

/**
 * An operation. `prepare` turns a row's fields into what `call` takes, untimed;
 * `call` is timed and gives a verdict or bytes. What throws is refused when
 * `isRefusal` says so of the error, and otherwise shows a mistake of the worker.
 * A batch arranges the prepared rows.
 *
 * @typedef {{name: string, isVerdict: boolean, prepare: Function, arrange: Function,
 *   loop: Function, refuse: Function}} Op
 */

/** What makes the operations of a library whose refusals `isRefusal` tells from mistakes. */
export function batches(isRefusal) {
  const refuse = (e) => {
    if (!isRefusal(e)) throw e;
  };
  const op = (name, isVerdict, prepare, call) => ({
    name,
    isVerdict,
    prepare,
    arrange: (rows) => rows,
    loop: makeLoop(call, refuse),
    refuse,
  });
  /** An operation that answers yes or no. */
  const verdict = (name, prepare, call) => op(name, true, prepare, call);
  /** An operation whose call gives the library's own object, which toBytes serialises. */
  const bytes = (name, prepare, call, toBytes) =>
    op(name, false, prepare, (row) => toBytes(call(row)));
  const empty = verdict(
    'empty',
    () => null,
    () => true,
  );
  /**
   * Batches of every size, over columns of fields of these sizes. `call` gets the rows
   * of one call, a typed array for each column; `read` gives its answer to row i of those.
   */
  const batch = (name, isVerdict, sizes, call, read) =>
    BATCH_SIZES.map((n) => ({
      name: `batch_${name}_${n}`,
      isVerdict,
      prepare: (fields) => fields,
      arrange: (rows) => columns(rows, sizes),
      loop: makeBatchLoop(n, sizes, call, read),
      refuse,
    }));
  /** A batch whose call gives a verdict a row, 1 or 0. */
  const batchOfVerdicts = (name, sizes, call) =>
    batch(name, true, sizes, call, (verdicts, i) => verdicts[i] === 1);
  /** A batch whose call gives {valid, pubkeys}: verdicts, and `size` bytes a row. */
  const batchOfBytes = (name, sizes, size, call) =>
    batch(name, false, sizes, call, ({ valid, pubkeys }, i) =>
      valid[i] === 1 ? pubkeys.subarray(size * i, size * (i + 1)) : REFUSED,
    );
  return { empty, verdict, bytes, batchOfVerdicts, batchOfBytes };
}

/** The columns of rows whose fields have these sizes. */
function columns(rows, sizes) {
  return sizes.map((size, c) => {
    const column = new Uint8Array(size * rows.length);
    rows.forEach((fields, i) => column.set(fields[c], size * i));
    return column;
  });
}

/** A loop that makes calls of n rows; the last has those that are left. */
function makeBatchLoop(n, sizes, call, read) {
  return function loop(all, answers, first, count) {
    for (let at = 0; at < count; at += n) {
      const [from, to] = [first + at, first + Math.min(at + n, count)];
      const result = call(
        ...all.map((column, c) => column.subarray(sizes[c] * from, sizes[c] * to)),
      );
      for (let i = 0; i < to - from; i++) answers[at + i] = read(result, i);
    }
  };
}

/**
 * A loop that stores call(row) for rows[first] to rows[first + count - 1].
 *
 * Each operation gets code of its own: V8 keeps what it learns about a call by
 * source position, so that one loop for all would call each of them through a
 * site that has seen every other.
 */
function makeLoop(call, refuse) {
  const source = `return function loop(rows, answers, first, count) {
    for (let i = 0; i < count; i++) {
      const row = rows[first + i];
      if (row === REFUSED) continue;
      try {
        answers[i] = call(row);
      } catch (e) {
        refuse(e);
        answers[i] = REFUSED;
      }
    }
  };`;
  return new Function('call', 'refuse', 'REFUSED', source)(call, refuse, REFUSED);
}

/** The loaded rows of one operation. */
export class Batch {
  op;
  length;
  #rows;

  constructor(op, rows) {
    this.op = op;
    this.length = rows.length;
    const prepared = rows.map((fields) => {
      try {
        return op.prepare(fields);
      } catch (e) {
        op.refuse(e);
        return REFUSED;
      }
    });
    this.#rows = op.arrange(prepared);
  }

  /**
   * Calls the operation on warmCount rows from warmFirst, then, between two
   * readings of a monotonic clock, on count rows from first, times over. Both
   * ranges must lie within the rows. Gives nanoseconds and the last results as
   * on the wire.
   */
  run(first, count, warmFirst, warmCount, times) {
    const { loop } = this.op;
    loop(this.#rows, new Array(warmCount).fill(REFUSED), warmFirst, warmCount);
    const answers = new Array(count).fill(REFUSED);
    const start = process.hrtime.bigint();
    for (let pass = 0; pass < times; pass++) loop(this.#rows, answers, first, count);
    const ns = process.hrtime.bigint() - start;
    return { ns, results: this.#write(answers) };
  }

  #write(answers) {
    if (this.op.isVerdict) return answers.map((a) => (a === true ? '1' : '0')).join('');
    return answers.map((a) => (a === REFUSED ? '-' : hex(a))).join(',');
  }
}

const hex = (b) => Buffer.from(b.buffer, b.byteOffset, b.length).toString('hex');
