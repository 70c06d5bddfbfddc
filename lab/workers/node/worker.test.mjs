// Drives the worker over its pipes, and checks what it pins.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Batch, batches } from './lib/batch.mjs';
import { Session } from './lib/protocol.mjs';
import { shapeOf } from './lib/shape.mjs';

const file = (name) => new URL(name, import.meta.url);
const KEY = '00'.repeat(31) + '02';
const OWN = ['js-wasm', 'js-native'];
const CONTENDERS = ['noble', 'noble-secp256k1', 'elliptic', 'tiny-secp256k1', 'ox', ...OWN];
const ZERO = '00'.repeat(32);
const HIGH = 'ff'.repeat(32);
const VERDICTS = [
  'ecdsa_verify',
  'ecdsa_parse_verify',
  'schnorr_verify',
  'schnorr_parse_verify',
  'xonly_tweak_add_check',
  'seckey_verify',
];
/** What a batch is made of. */
const single = (op) => op.replace(/^batch_(.+)_[0-9]+$/, '$1');

function worker(args, input) {
  return spawnSync(process.execPath, [file('worker.mjs').pathname, ...args], {
    input,
    encoding: 'latin1',
    maxBuffer: 1 << 26,
  });
}

/** The lines that a contender answers with. */
function talk(input, contender = 'noble') {
  const got = worker(['--contender', contender], input);
  assert.equal(got.status, 0, got.stderr);
  assert.match(got.stdout, /\n$/);
  return got.stdout.slice(0, -1).split('\n');
}

/** What hello says: the values by key. */
function hello(contender) {
  const values = { op: [], claim: [], mark: [] };
  for (const line of talk('hello 1\n', contender)) {
    const [, key, value] = line.match(/^(\S+) ?(.*)$/);
    (values[key] ??= []).push(value);
  }
  return values;
}

/** Rows and their results, by operation. */
function knownAnswers() {
  const table = {};
  for (const line of readFileSync(file('../testdata/known_answers.txt'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, op, row, want] = line.match(/^(\S+) (.*) = (\S+)$/);
    (table[op] ??= []).push({ row, want });
  }
  return table;
}

// Operations in which a library answers rows that must be refused: the gate
// rejects it there.
const LENIENT = {
  elliptic: ['ecdsa_sign', 'pubkey_create', 'pubkey_parse33', 'pubkey_parse65', 'pubkey_tweak_add'],
};

test('answers are the known ones', async (t) => {
  const table = knownAnswers();
  for (const contender of CONTENDERS) {
    const { op: offered, claim } = hello(contender);
    for (const op of offered.filter((o) => o !== 'empty')) {
      await t.test(`${contender} ${op}`, () => {
        const cases = table[single(op)];
        const n = cases.length;
        const rows = cases.map(({ row }) => `${row}\n`).join('');
        const load = `load ${op} ${n}\n${rows}run ${op} 0 ${n} 0 ${n}\n`;
        const [loaded, ran] = talk(load, contender);
        assert.equal(loaded, 'ok');
        const [, results] = ran.match(/^ok [0-9]+ (.*)$/);
        const items = results.split(VERDICTS.includes(single(op)) ? '' : ',');
        assert.equal(items.length, n);
        const lenient = [];
        cases.forEach(({ row, want }, i) => {
          if (want === 'high') want = claim.includes('rejects_high_s') ? '0' : '1';
          if (want === '-' && items[i] !== '-') lenient.push(row);
          else assert.equal(items[i], want, row);
        });
        const known = LENIENT[contender]?.includes(op) ?? false;
        assert.equal(lenient.length > 0, known, lenient.join('\n'));
      });
    }
  }
});

test('empty says yes', () => {
  assert.match(talk('load empty 3\n\n\n\nrun empty 0 3 0 0\n')[1], /^ok [0-9]+ 111$/);
});

test('bad commands get an error and no more', async (t) => {
  const one = `load pubkey_create 1\n${KEY}\n`;
  // Each with the start of every reply.
  const cases = [
    ['another version', 'hello 2', ['error ']],
    ['no version', 'hello', ['error ']],
    ['an unknown command', 'jump 1', ['error ']],
    ['a name that objects have', 'constructor', ['error ']],
    ['an empty line', '', ['error ']],
    ['bytes that are no text', '\xff\xfe', ['error ']],
    ['two spaces', 'run  pubkey_create 0 1 0 0', ['error ']],
    ['a load without a count', 'load pubkey_create', ['error ']],
    ['a count that is no number', 'load pubkey_create x', ['error ']],
    ['a count with a sign', 'load pubkey_create +1', ['error ']],
    ['a negative count', 'load pubkey_create -1', ['error ']],
    ['a count with a fraction', 'load pubkey_create 1.0', ['error ']],
    ['a count beyond 2^53', 'load pubkey_create 9007199254740992', ['error ']],
    ['an operation that is not offered', `load nothing 2\n${KEY}\n${KEY}`, ['error ']],
    ['a field too few', 'load pubkey_create 1\n', ['error row 0: ']],
    ['a field too many', `load pubkey_create 2\n${KEY}\n${KEY} ${KEY}`, ['error row 1: ']],
    ['a short field', 'load pubkey_create 1\n00', ['error row 0: ']],
    ['an empty field', 'load pubkey_create 1\n-', ['error row 0: ']],
    ['half a byte', 'load der_parse 1\n0', ['error row 0: ']],
    ['upper case', 'load der_parse 1\nAB', ['error row 0: ']],
    ['not hex', 'load der_parse 1\nxy', ['error row 0: ']],
    ['a space at the end', 'load der_parse 1\n00 ', ['error row 0: ']],
    ['every bad row is read', 'load der_parse 3\nxy\nquit\nzz\njump', ['error row 0: ', 'error ']],
    ['alloc', `${one}alloc pubkey_create 0 1`, ['ok', 'error ']],
    ['run before load', 'run pubkey_create 0 1 0 0', ['error ']],
    ['run of another', `${one}run der_parse 0 1 0 0`, ['ok', 'error ']],
    ['timed rows too many', `${one}run pubkey_create 0 2 0 0`, ['ok', 'error ']],
    ['timed rows behind', `${one}run pubkey_create 1 1 0 0`, ['ok', 'error ']],
    ['warm rows too many', `${one}run pubkey_create 0 1 0 2`, ['ok', 'error ']],
    ['a word missing', `${one}run pubkey_create 0 1 0`, ['ok', 'error ']],
    ['a word too many', `${one}run pubkey_create 0 1 0 0 1 1`, ['ok', 'error ']],
    [
      'a failed load leaves nothing',
      `${one}load pubkey_create 1\n00\nrun pubkey_create 0 1 0 0`,
      ['ok', 'error ', 'error '],
    ],
    ['no rows', 'load pubkey_create 0\nrun pubkey_create 0 0 0 0', ['ok', 'ok ']],
  ];
  for (const [what, input, want] of cases) {
    await t.test(what, () => {
      // The last command shows that the worker still serves.
      const got = talk(Buffer.from(`${input}\n${one}quit\n`, 'latin1'));
      assert.equal(got.length, want.length + 2, got.join('\n'));
      want.forEach((start, i) => assert.ok(got[i].startsWith(start), got[i]));
      assert.deepEqual(got.slice(-2), ['ok', 'ok']);
    });
  }
});

test('results are those of the timed rows', () => {
  const two = '04c6047f9441ed7d';
  const cases = [
    ['0 4 0 0', [two, '-', two, '-']],
    ['2 1 0 4', [two]],
    ['1 2 3 1', ['-', two]],
  ];
  for (const [range, want] of cases) {
    const load = `load pubkey_create 4\n${KEY}\n${ZERO}\n${KEY}\n${HIGH}\n`;
    const [, ran] = talk(`${load}run pubkey_create ${range}\n`);
    const items = ran.split(' ')[2].split(',');
    assert.equal(items.length, want.length, range);
    want.forEach((start, i) => assert.ok(items[i].startsWith(start), `${range}: ${items[i]}`));
  }
});

test('the process ends as it should', () => {
  const noble = ['--contender', 'noble'];
  const cases = [
    { what: 'quit', args: noble, input: 'quit\nhello 1\n', stdout: 'ok\n' },
    { what: 'the end of the input', args: noble },
    { what: 'a last line without end', args: noble, input: 'load empty 0', stdout: 'ok\n' },
    { what: 'an end amid rows', args: noble, input: 'load empty 2\n\n', status: 1, stderr: 'amid' },
    { what: 'no arguments', args: [], status: 2, stderr: 'usage' },
    { what: 'an unknown contender', args: ['--contender', 'x'], status: 2, stderr: 'no contender' },
    { what: 'too many arguments', args: ['--list', 'x'], status: 2, stderr: 'usage' },
    { what: 'the list', args: ['--list'], stdout: `${CONTENDERS.join('\n')}\n` },
  ];
  for (const { what, args, input = '', status = 0, stdout = '', stderr = '' } of cases) {
    const got = worker(args, input);
    assert.equal(got.status, status, `${what}: ${got.stderr}`);
    assert.equal(got.stdout, stdout, what);
    assert.ok(got.stderr.includes(stderr), `${what}: ${got.stderr}`);
    assert.equal(got.stderr === '', stderr === '', `${what}: ${got.stderr}`);
  }
});

const { verdict } = batches((e) => !(e instanceof TypeError || e instanceof ReferenceError));

test('what a library throws is a refusal, a mistake of the worker an error', () => {
  const thrown = [
    [new Error('not on the curve'), /^ok [0-9]+ 0$/],
    [new RangeError('out of range'), /^ok [0-9]+ 0$/],
    [new TypeError('no\nfunction'), /^error exception: TypeError: no function$/],
    [new ReferenceError('no name'), /^error exception: ReferenceError: no name$/],
  ];
  for (const [error, want] of thrown) {
    const call = () => {
      throw error;
    };
    const session = new Session({ ops: [verdict('empty', () => null, call)] });
    assert.equal(session.line('load empty 1'), undefined);
    assert.equal(session.line(''), 'ok');
    assert.match(session.line('run empty 0 1 0 0'), want);
    assert.equal(session.line('load empty 0'), 'ok');
  }
});

test('warm rows are called and then timed ones', () => {
  const calls = [];
  const prepare = ([[b]]) => {
    if (b === 9) throw new Error('refused');
    return b;
  };
  const call = (b) => {
    calls.push(b);
    return b % 2 === 1;
  };
  const session = new Session({ ops: [verdict('der_parse', prepare, call)] });
  for (const line of ['load der_parse 4', '00', '01', '09']) session.line(line);
  assert.equal(session.line('03'), 'ok');
  assert.match(session.line('run der_parse 1 3 0 2 2'), /^ok [0-9]+ 101$/);
  assert.deepEqual(calls, [0, 1, 1, 3, 1, 3]);
});

test('a batch makes calls of so many rows, the last of those that are left', () => {
  const calls = [];
  const { batchOfVerdicts, batchOfBytes } = batches(() => false);
  const verify = (a, b) => {
    calls.push([[...a], [...b]]);
    return a.map((byte) => byte % 2);
  };
  const recover = (a) => ({ valid: a.map((byte) => byte % 2), pubkeys: a });
  const rows = [1, 2, 3, 4, 5].map((i) => [Uint8Array.of(i), Uint8Array.of(i, 10 * i)]);
  const [two] = batchOfVerdicts('x', [1, 2], verify);
  assert.equal(two.name, 'batch_x_2');
  const batch = new Batch(two, rows);
  assert.equal(batch.length, 5);
  assert.equal(batch.run(1, 3, 0, 1, 1).results, '010');
  assert.deepEqual(calls, [
    [[1], [1, 10]],
    [
      [2, 3],
      [2, 20, 3, 30],
    ],
    [[4], [4, 40]],
  ]);
  const [bytes] = batchOfBytes('y', [1, 2], 1, recover);
  assert.equal(new Batch(bytes, rows).run(0, 5, 0, 0, 2).results, '01,-,03,-,05');
});

test('a contender is described, with the release that the lock file pins', () => {
  const packages = (path) => JSON.parse(readFileSync(file(path), 'utf8')).packages;
  const lock = { ...packages('package-lock.json'), ...packages('ox/package-lock.json') };
  for (const [contender, name] of Object.entries({
    noble: '@noble/curves',
    'noble-secp256k1': '@noble/secp256k1',
    elliptic: 'elliptic',
    'tiny-secp256k1': 'tiny-secp256k1',
    ox: 'ox',
    'js-wasm': null,
    'js-native': null,
  })) {
    const got = hello(contender);
    assert.deepEqual(got.contender, [contender]);
    if (name === null) {
      const own = JSON.parse(readFileSync(file('../../../js/package.json'), 'utf8'));
      assert.deepEqual([got.version, got.date], [[own.version], undefined]);
    } else {
      assert.deepEqual(got.version, [lock[`node_modules/${name}`].version]);
      assert.match(got.date[0], /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);
    }
    assert.match(readFileSync(got.path[0], 'latin1'), /secp256k1|elliptic|asm|koblitz/);
    assert.match(got.flags[0], new RegExp(`^node ${process.versions.node}, `));
    for (const mark of got.mark) {
      for (const op of mark.split(' ')[1].split(',')) assert.ok(got.op.includes(op), op);
    }
    assert.deepEqual(
      got.op.filter((op) => shapeOf(op) === undefined),
      [],
    );
  }
});

test('the lock file names no registry', () => {
  for (const path of ['package-lock.json', 'ox/package-lock.json']) {
    assert.doesNotMatch(readFileSync(file(path), 'utf8'), /"resolved"/);
  }
});
