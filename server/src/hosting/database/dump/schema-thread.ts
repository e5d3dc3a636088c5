/** Runs pg_dump, which is compiled to WebAssembly, for schema-of.ts. It asks the server through the thread that started it. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import type { ThreadAnswer, ThreadGiven, ThreadMessage } from './schema-of.ts';

const { args, version, turn, port } = workerData as ThreadGiven;
const turns = new Int32Array(turn);
const QUERY = 'Q'.charCodeAt(0);
/** The requests of a connection for SSL and GSSAPI, which are answered with a letter. */
const ENCRYPTION = new Set([80877103, 80877104]);

const say = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** Waits for the answer to a query. pg_dump reads and writes without waiting for anything else. */
function ask(query: Uint8Array): Uint8Array {
  Atomics.store(turns, 0, 0);
  say({ query });
  Atomics.wait(turns, 0, 0);
  const answer = (receiveMessageOnPort(port)?.message ?? { error: 'no answer' }) as ThreadAnswer;
  if ('error' in answer) throw new Error(answer.error);
  return answer.bytes;
}

const frame = (type: string, ...parts: Uint8Array[]): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + parts.reduce((sum, { length }) => sum + length, 0), 1);
  return Buffer.concat([head, ...parts]);
};
const setting = (name: string, value: string): Buffer => frame('S', Buffer.from(`${name}\0${value}\0`));

/** What a server says to an account that has got in: this one has, in the thread that started this one. */
const WELCOME = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  setting('server_version', version),
  setting('server_encoding', 'UTF8'),
  setting('client_encoding', 'UTF8'),
  setting('standard_conforming_strings', 'on'),
  setting('integer_datetimes', 'on'),
  frame('K', Buffer.alloc(8)),
  frame('Z', Buffer.from('I')),
]);

let waiting: Buffer = Buffer.alloc(0);
let isOpen = false;

/** The answers to what libpq has written, which may be a part of a message or several. */
function* answersTo(bytes: Uint8Array): Generator<Uint8Array> {
  waiting = Buffer.concat([waiting, bytes]);
  for (;;) {
    const head = isOpen ? 1 : 0;
    if (waiting.length < head + 4) return;
    const length = head + waiting.readInt32BE(head);
    if (waiting.length < length) return;
    const message = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    if (isOpen) {
      // It says nothing but simple queries, and that it ends.
      if (message[0] === QUERY) yield ask(Uint8Array.from(message));
    } else if (ENCRYPTION.has(message.readInt32BE(4))) yield Buffer.from('N');
    else {
      isOpen = true;
      yield WELCOME;
    }
  }
}

const server = {
  query: async () => ({ rows: [{ search_path: '' }] }),
  exec: async () => [],
  execProtocolRawStream(bytes: Uint8Array, { onRawData }: { onRawData: (answer: Uint8Array) => void }) {
    for (const answer of answersTo(bytes)) onRawData(answer);
  },
};

try {
  // The four calls of the package's PGlite that its pg_dump makes.
  const file = await pgDump({ pg: server as unknown as PGlite, args });
  say({ sql: await file.text() });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
}
