// Nostr events: the project's files, events with what JSON escapes, and fields that are not well formed.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as koblitz from 'koblitz';
import { verifyEvent } from 'nostr-tools/pure';
import { bytes32, hex, json, text } from './lib.mjs';

const seckey = bytes32(3);

function signed(contents) {
  const event = {
    pubkey: text(koblitz.xonlyCreate(seckey)),
    created_at: 1,
    kind: 1,
    tags: [],
    content: '',
    ...contents,
  };
  event.id = koblitz.eventId(event);
  event.sig = text(koblitz.schnorrSign(hex(event.id), seckey, { aux: null }));
  return event;
}

test('files of events', () => {
  let n = 0;
  for (const { name, lines, kind, rows, end } of json('formats/cases.json').cases) {
    if (kind !== 'nostr' || end !== undefined) continue;
    const read = lines.map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        return null;
      }
    });
    if (rows?.length !== lines.length) continue;
    assert.deepEqual(
      [...koblitz.verifyEvents(read)],
      rows.map((row) => (row === 'valid' ? 1 : 0)),
      name,
    );
    n += rows.length;
  }
  assert.ok(n > 0);
});

test('ids are those of clients', () => {
  const controls = Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('');
  for (const contents of [
    {},
    { content: controls },
    { content: '\u007f\u2028\u2029\ufeff"\\/<>&' },
    { content: '\ud83d\ude00 \u00e9 \u4e2d', tags: [['e', controls], [], ['']] },
    { content: 'a lone surrogate \ud800' },
    { kind: 65535, created_at: 253402300800 },
    { kind: 0, created_at: 0, content: 'x'.repeat(100000) },
  ]) {
    const event = signed(contents);
    assert.equal(verifyEvent({ ...event }), true, contents.content);
    assert.deepEqual([...koblitz.verifyEvents([event])], [1], contents.content);
  }
});

test('one that is changed fails, and no other', async () => {
  const event = signed({ content: 'hello', tags: [['t', 'x']] });
  // Digits that are none, where a byte is the one that their value of -1 would make.
  const isFf = /^(..)*?ff/;
  let other = event;
  for (let i = 0; !isFf.test(other.sig) || !isFf.test(other.id); i++)
    other = signed({ content: `${i}` });
  const zz = (digits) => digits.replace(/^((?:..)*?)ff/, '$1zz');
  const changed = [
    { ...other, sig: zz(other.sig) },
    { ...other, id: zz(other.id) },
    { content: 'hallo' },
    { kind: 2 },
    { created_at: 2 },
    { tags: [] },
    { tags: [['t', 'y']] },
    { id: text(bytes32(1)) },
    { id: event.id.toUpperCase() },
    { id: event.id.slice(1) },
    { id: event.id.slice(0, 63) + '\u0131' },
    { sig: event.sig.slice(0, 126) + (event.sig.endsWith('00') ? '01' : '00') },
    { sig: event.sig.toUpperCase() },
    { sig: undefined },
    { pubkey: text(koblitz.xonlyCreate(bytes32(4))) },
    { pubkey: event.pubkey.toUpperCase() },
    { pubkey: null },
    { kind: '1' },
    { kind: 1.5 },
    { kind: -1 },
    { kind: 65536 },
    { created_at: '1' },
    { created_at: -1 },
    { created_at: 2 ** 53 },
    { created_at: NaN },
    { content: 1 },
    { tags: null },
    { tags: ['t'] },
    { tags: [[1]] },
    { tags: [[null]] },
  ].map((change) => ({ ...event, ...change }));
  const others = [null, undefined, 1, 'event', [], {}];
  const list = [...changed, ...others].flatMap((wrong) => [event, wrong]);
  const wanted = list.map((_, i) => 1 - (i % 2));
  assert.deepEqual([...koblitz.verifyEvents(list)], wanted);
  assert.deepEqual([...(await koblitz.verifyEventsAsync(list))], wanted);
  assert.deepEqual([...koblitz.verifyEvents([])], []);
  // A list that changes while rows are verified, and a field that changes when it is read.
  for (const change of [(all) => all.splice(0), (all) => all.push(event)]) {
    const own = [...list];
    const verdicts = koblitz.verifyEventsAsync(own);
    change(own);
    assert.deepEqual([...(await verdicts)], wanted, `${change}`);
  }
  const sig = text(koblitz.schnorrSign(hex(event.id), bytes32(4), { aux: null }));
  const keys = [event.pubkey, text(koblitz.xonlyCreate(bytes32(4)))];
  const changing = Object.defineProperty({ ...event, sig }, 'pubkey', { get: () => keys.shift() });
  assert.deepEqual([...koblitz.verifyEvents([changing])], [0]);
  assert.throws(() => koblitz.eventId({ ...event, kind: 70000 }), TypeError);
});
