import { Socket } from 'node:net';
import { MessageChannel, Worker } from 'node:worker_threads';
import pg from 'pg';
import { DumpError } from './dump-error.ts';

/** What the thread with pg_dump gets. `turn`: one number that wakes it. */
export type ThreadGiven = { args: string[]; version: string; turn: SharedArrayBuffer; port: MessagePort };
export type ThreadMessage = { query: Uint8Array } | { sql: string } | { error: string };
export type ThreadAnswer = { bytes: Uint8Array } | { error: string };
type MessagePort = InstanceType<typeof MessageChannel>['port1'];

/** What is made before the rows, and what after them: indexes, keys, triggers. */
export type Section = 'pre-data' | 'post-data';

/** The definitions of ten thousand tables are some 20 MB. */
const MOST = 64 * 1024 * 1024;
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
const PG_DUMP_MS = 300_000;
const [READY, HEAD] = ['Z'.charCodeAt(0), 5];

/**
 * The definitions of a database as SQL, as pg_dump writes them, in the state of a snapshot that another connection keeps. pg_dump runs in a
 * thread of its own.
 * @throws DumpError for definitions that are too large, or that pg_dump cannot write
 */
export async function schemaOf(
  config: pg.ClientConfig,
  { section, snapshot, signal }: { section: Section; snapshot: string; signal: AbortSignal },
): Promise<string> {
  const socket = new Socket();
  const client = new pg.Client({ ...config, stream: () => socket });
  client.on('error', () => undefined);
  const late = AbortSignal.any([signal, AbortSignal.timeout(PG_DUMP_MS)]);
  let thread: Worker | null = null;
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    // From here on the connection is pg_dump's.
    socket.removeAllListeners('data');
    const { port1, port2 } = new MessageChannel();
    const turn = new SharedArrayBuffer(4);
    const args = ['--no-owner', '--no-privileges', '--no-blobs', `--section=${section}`, `--snapshot=${snapshot}`];
    const given: ThreadGiven = { args, version: rows[0]?.version ?? '', turn, port: port2 };
    thread = new Worker(new URL('schema-thread.ts', import.meta.url), {
      ...{ workerData: given, transferList: [port2], resourceLimits: THREAD_LIMITS, stdout: true, stderr: true },
    });
    return await converse(thread, socket, { late, answer: (answer) => wake(port1, turn, answer) });
  } finally {
    await thread?.terminate();
    socket.destroy();
  }
}

function wake(port: MessagePort, turn: SharedArrayBuffer, answer: ThreadAnswer): void {
  port.postMessage(answer);
  const turns = new Int32Array(turn);
  Atomics.store(turns, 0, 1);
  Atomics.notify(turns, 0);
}

/** Passes each query of the thread to the server, and its whole answer back, until the thread has the definitions. */
function converse(
  thread: Worker,
  socket: Socket,
  { late, answer }: { late: AbortSignal; answer(given: ThreadAnswer): void },
): Promise<string> {
  let parts: Buffer[] = [];
  let size = 0;
  const received = createBoundary();
  return new Promise<string>((resolve, reject) => {
    const fail = (why: unknown) => reject(why instanceof Error ? why : new DumpError(String(why)));
    late.addEventListener('abort', () => fail(late.reason), { once: true });
    socket.on('error', fail).on('close', () => fail('The connection to the database ended.'));
    socket.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size > MOST) return fail('The definitions of this database are too large.');
      parts.push(bytes);
      if (!received(bytes)) return;
      answer({ bytes: Buffer.concat(parts) });
      [parts, size] = [[], 0];
    });
    thread.on('error', fail).on('exit', () => fail('pg_dump ended.'));
    thread.on('message', (message: ThreadMessage) => {
      if ('query' in message) socket.write(message.query);
      else if ('error' in message) fail(message.error.slice(0, 2000));
      else if (message.sql.length > MOST) fail('The definitions of this database are too large.');
      else resolve(message.sql);
    });
    late.throwIfAborted();
  });
}

/** Tells with each piece of an answer whether it is whole: the server is ready for another query. Only heads of messages are looked at. */
function createBoundary(): (bytes: Buffer) => boolean {
  let head = Buffer.alloc(0);
  /** Bytes of the present message that are still to come. */
  let left = 0;
  return (bytes) => {
    let isReady = false;
    for (let at = 0; at < bytes.length;) {
      if (left === 0) {
        const more = bytes.subarray(at, at + HEAD - head.length);
        head = Buffer.concat([head, more]);
        at += more.length;
        if (head.length < HEAD) break;
        left = head.readInt32BE(1) - 4;
        isReady = head[0] === READY;
        head = Buffer.alloc(0);
      }
      const taken = Math.min(left, bytes.length - at);
      left -= taken;
      at += taken;
    }
    return isReady && left === 0 && head.length === 0;
  };
}
