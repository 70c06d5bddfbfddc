// Loaded rows and their timing.

/** In place of a row or an answer: the library refused. */
const REFUSED = Symbol('refused');

/**
 * An operation. `prepare` turns a row's fields into what `call` takes, untimed;
 * `call` is timed and gives a verdict or bytes. What throws is refused when
 * `isRefusal` says so of the error, and otherwise shows a mistake of the worker.
 *
 * @typedef {{name: string, isVerdict: boolean, prepare: Function, loop: Function,
 *   refuse: Function}} Op
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
  return { empty, verdict, bytes };
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
  #rows;

  constructor(op, rows) {
    this.op = op;
    this.#rows = rows.map((fields) => {
      try {
        return op.prepare(fields);
      } catch (e) {
        op.refuse(e);
        return REFUSED;
      }
    });
  }

  get length() {
    return this.#rows.length;
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
