// The conversation of docs/protocol.md.

import { Batch } from './batch.mjs';
import { parseRow, shapeOf } from './shape.mjs';

const VERSION = '1';

/** A reply of `error REASON`. */
export class Refusal extends Error {}

/** The state of one conversation. Feed it lines, it gives replies. */
export class Session {
  done = false;
  #contender;
  #load = null;
  #batch = null;

  constructor(contender) {
    this.#contender = contender;
  }

  /** Whether rows of a load are still to come. */
  get pending() {
    return this.#load !== null;
  }

  /** Takes a line; returns the reply, or undefined while a load's rows are read. */
  line(text) {
    try {
      return this.#load === null ? this.#command(text) : this.#row(text);
    } catch (e) {
      if (e instanceof Refusal) return `error ${e.message}`;
      process.stderr.write(`${e?.stack ?? e}\n`);
      return `error exception: ${oneLine(String(e))}`;
    }
  }

  #command(text) {
    const [name, ...args] = text.split(' ');
    const command = COMMANDS[name];
    if (
      !Object.hasOwn(COMMANDS, name) ||
      args.length < command.length ||
      args.length > command.length + (command.more ?? 0)
    ) {
      throw new Refusal('no such command, or a wrong number of words');
    }
    return command.run(this, args);
  }

  quit() {
    this.done = true;
    return 'ok';
  }

  hello(version) {
    if (version !== VERSION) throw new Refusal(`this worker speaks protocol ${VERSION} only`);
    const { name, version: release, date, path, flags, claims, marks, ops } = this.#contender;
    return [
      `contender ${name}`,
      `version ${release}`,
      ...(date === undefined ? [] : [`date ${date}`]),
      `path ${path}`,
      `flags ${flags}`,
      ...claims.map((c) => `claim ${c}`),
      ...marks.map((m) => `mark ${m.name} ${m.ops.join(',')} ${m.reason}`),
      ...ops.map((o) => `op ${o.name}`),
      'ok',
    ].join('\n');
  }

  load(name, count) {
    this.#batch = null;
    const total = number(count);
    const op = this.#contender.ops.find((o) => o.name === name);
    const problem = op ? null : 'the operation is not offered';
    this.#load = { op, left: total, total, rows: [], problem };
    return total === 0 ? this.#loaded() : undefined;
  }

  /** Takes a row. All rows are read, also of a load that fails: the next command follows them. */
  #row(text) {
    const load = this.#load;
    if (load.problem === null) {
      try {
        load.rows.push(parseRow(text, shapeOf(load.op.name)));
      } catch (e) {
        load.problem = `row ${load.total - load.left}: ${e.message}`;
      }
    }
    load.left -= 1;
    return load.left === 0 ? this.#loaded() : undefined;
  }

  #loaded() {
    const { op, rows, problem } = this.#load;
    this.#load = null;
    if (problem !== null) throw new Refusal(problem);
    this.#batch = new Batch(op, rows);
    return 'ok';
  }

  run(name, numbers) {
    const batch = this.#batch;
    if (batch === null || batch.op.name !== name) {
      throw new Refusal('the operation is not loaded');
    }
    const [first, count, warmFirst, warmCount, times = 1] = numbers.map(number);
    for (const [from, n] of [
      [first, count],
      [warmFirst, warmCount],
    ]) {
      if (from + n > batch.length) {
        throw new Refusal(`rows out of range, ${batch.length} are loaded`);
      }
    }
    const { ns, results } = batch.run(first, count, warmFirst, warmCount, times);
    return `ok ${ns} ${results}`;
  }
}

const COMMANDS = {
  hello: { length: 1, run: (s, [version]) => s.hello(version) },
  load: { length: 2, run: (s, [op, count]) => s.load(op, count) },
  run: { length: 5, more: 1, run: (s, [op, ...numbers]) => s.run(op, numbers) },
  quit: { length: 0, run: (s) => s.quit() },
};

/** A number in decimal digits only, at most 2^53 - 1. */
function number(word) {
  const n = /^[0-9]+$/.test(word) ? Number(word) : NaN;
  if (!Number.isSafeInteger(n)) throw new Refusal('a number is malformed or too large');
  return n;
}

const oneLine = (text) => text.replace(/[^ -~]/g, ' ');
