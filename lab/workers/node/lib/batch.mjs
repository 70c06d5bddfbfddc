// Loaded rows and their timing.

/**
 * An operation. `prepare` turns a row's fields into what `call` takes, untimed;
 * `call` is timed and gives a verdict, or the library's own object, which
 * `bytes` serialises after the clock. What throws is refused.
 *
 * @typedef {{name: string, prepare: Function, call: Function, bytes?: Function, loop: Function}} Op
 */

/** An operation that answers yes or no. */
export const verdict = (name, prepare, call) => ({ name, prepare, call, loop: makeLoop(call) });

/** An operation that gives bytes. */
export const bytes = (name, prepare, call, toBytes) => ({
  name,
  prepare,
  call,
  bytes: toBytes,
  loop: makeLoop(call),
});

/** In place of a row or an answer: the library refused. */
const REFUSED = Symbol('refused');

/**
 * A loop that stores call(row) for rows[first] to rows[first + count - 1].
 *
 * Each operation gets code of its own: V8 keeps what it learns about a call by
 * source position, so that one loop for all would call each of them through a
 * site that has seen every other.
 */
function makeLoop(call) {
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

/**
 * Takes what a library threw for a refusal, unless it shows a mistake of the
 * worker: noble throws these two for wrong types of arguments only.
 */
function refuse(e) {
  if (e instanceof TypeError || e instanceof ReferenceError) throw e;
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
        refuse(e);
        return REFUSED;
      }
    });
  }

  get length() {
    return this.#rows.length;
  }

  /**
   * Calls the operation on warmCount rows from warmFirst, then, between two
   * readings of a monotonic clock, on count rows from first. Both ranges must
   * lie within the rows. Gives nanoseconds and the results as on the wire.
   */
  run(first, count, warmFirst, warmCount) {
    const { loop } = this.op;
    loop(this.#rows, new Array(warmCount).fill(REFUSED), warmFirst, warmCount);
    const answers = new Array(count).fill(REFUSED);
    const start = process.hrtime.bigint();
    loop(this.#rows, answers, first, count);
    const ns = process.hrtime.bigint() - start;
    return { ns, results: this.#write(answers) };
  }

  #write(answers) {
    const { bytes: toBytes } = this.op;
    if (toBytes === undefined) return answers.map((a) => (a === true ? '1' : '0')).join('');
    return answers.map((a) => (a === REFUSED ? '-' : hex(toBytes(a)))).join(',');
  }
}

const hex = (b) => Buffer.from(b.buffer, b.byteOffset, b.length).toString('hex');
