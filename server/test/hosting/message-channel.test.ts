import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import * as v from 'valibot';
import { openMessageChannel } from '../../src/hosting/wasm/message-channel.ts';
import { WorkerAnswer } from '../../src/hosting/wasm/wasm-protocol.ts';
import { until } from './hosting-support.ts';

/** A channel whose other side is the test. */
function setUp(maxBytes: number) {
  const stream = new PassThrough();
  const heard: unknown[] = [];
  let ends = 0;
  openMessageChannel(
    stream,
    { bytes: maxBytes, depth: 4, elements: 100 },
    { message: (value) => void heard.push(value), ended: () => void (ends += 1) },
  );
  return { stream, heard, ended: () => ends };
}

test('messages arrive whole however they are split, and several at a time', async () => {
  const { stream, heard, ended } = setUp(100);
  for (const byte of '{"a":"ü"}\n') stream.write(byte);
  stream.write('{"b":1}\n{"c":2}\n{"d"');
  stream.write(':3}\n');
  await until('all were heard', () => heard.length === 4);
  assert.deepEqual(heard, [{ a: 'ü' }, { b: 1 }, { c: 2 }, { d: 3 }]);
  assert.equal(ended(), 0);
});

test('the channel ends once on an oversized, malformed or unknown message', async () => {
  const endless = setUp(1000);
  for (let n = 0; n < 100 && !endless.stream.destroyed; n += 1) endless.stream.write('x'.repeat(100));
  const nonsense = setUp(1000);
  nonsense.stream.write('no JSON\n{"type":"later"}\n');
  await until('both ended', () => endless.ended() === 1 && nonsense.ended() === 1);
  assert.deepEqual([endless.heard, nonsense.heard], [[], []]);
  assert.ok(endless.stream.destroyed);
});

test('only responses of the protocol are accepted', () => {
  const nothing = [
    null,
    1,
    'ready',
    [],
    {},
    { type: 'result' },
    { type: 'listening', id: -1 },
    { type: 'turn', busy: 1 },
    { type: 'turn', busy: true, more: 1 },
    { type: 'failed', id: '1', message: '' },
  ];
  for (const value of nothing) assert.equal(v.safeParse(WorkerAnswer, value).success, false, JSON.stringify(value));
  assert.equal(
    v.safeParse(WorkerAnswer, { type: 'result', id: 1, code: 0, stdout: 'x'.repeat(3_000_000), stderr: '' }).success,
    false,
  );
  assert.equal(v.safeParse(WorkerAnswer, { type: 'result', id: 1, code: 0, stdout: 'x', stderr: '' }).success, true);
});
