import type { PGlite } from '@electric-sql/pglite';

/**
 * The embedded database broke down during a statement, or is not open again yet. The code is PostgreSQL's for a
 * crash.
 */
export class DatabaseBroke extends Error {
  override readonly name = 'DatabaseBroke';
  readonly code = '57P02';
}

/** Methods that run statements; everything else is passed through. */
const STATEMENTS: ReadonlySet<string | symbol> = new Set(['query', 'exec', 'sql', 'transaction']);

/**
 * An instance that cannot write its log, as on a full disk, rejects every later statement with one of these messages
 * and must be reopened; acknowledged data is safe. Messages can quote customer input, so the SQLSTATE has to match as
 * well: resources, system, shutdown, internal error, or invalid cursor state.
 */
const BROKEN = /pg_wal|cannot drop active portal|database system is/i;
const BROKEN_STATE = /^(?:53|58|XX|57P|24000)/;
const CLOSED = /^PGlite is clos/;

/** Whether an error, or its cause, means that the instance broke down. */
function isBroken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof WebAssembly.RuntimeError) return true;
    const { code, severity } = cause as { code?: unknown; severity?: unknown };
    if (typeof code !== 'string') {
      if (CLOSED.test(cause.message)) return true;
    } else if (severity === 'PANIC' || (BROKEN_STATE.test(code) && BROKEN.test(cause.message))) return true;
  }
  return false;
}

const RETRY_MS = 1000;

type Listener = { channel: string; callback: (payload: string) => void; end: () => Promise<void> };

/**
 * An embedded database that reopens after a breakdown. The failing statement gets DatabaseBroke; later ones wait for
 * the new instance. While opening fails, statements fail, and it retries every second.
 * @param open gets whether the database broke down before
 */
export async function openReopening(open: (again: boolean) => Promise<PGlite>): Promise<PGlite> {
  let current = await open(false);
  let triedAt = -Infinity;
  let reopening: Promise<void> | null = null;
  let closed = false;
  const listeners = new Set<Listener>();

  const reopen = async (): Promise<void> => {
    await current.close().catch(() => undefined);
    current = await open(true);
    triedAt = -Infinity;
    for (const listener of listeners) listener.end = await current.listen(listener.channel, listener.callback);
  };
  /** One at a time; a failure keeps the broken instance, and the next statement retries. */
  const renew = (broken: PGlite): Promise<void> => {
    if (closed || broken !== current || performance.now() - triedAt < RETRY_MS) return reopening ?? Promise.resolve();
    if (!reopening) triedAt = performance.now();
    reopening ??= reopen().finally(() => (reopening = null));
    return reopening;
  };
  const run = async (name: string | symbol, args: unknown[]): Promise<unknown> => {
    if (reopening) await reopening.catch(() => undefined);
    const used = current;
    try {
      return await (Reflect.get(used, name) as (...given: unknown[]) => Promise<unknown>).apply(used, args);
    } catch (error) {
      if (closed || !isBroken(error)) throw error;
      await renew(used).catch(() => undefined);
      throw new DatabaseBroke('The embedded database had to be opened again.', { cause: error });
    }
  };
  const listen = async (channel: string, callback: (payload: string) => void): Promise<() => Promise<void>> => {
    const listener: Listener = { channel, callback, end: await current.listen(channel, callback) };
    listeners.add(listener);
    return async () => {
      listeners.delete(listener);
      await listener.end();
    };
  };
  const close = async (): Promise<void> => {
    closed = true;
    await reopening?.catch(() => undefined);
    if (!current.closed) await current.close();
  };
  const own = new Map<string | symbol, unknown>([
    ['listen', listen],
    ['close', close],
  ]);
  for (const name of STATEMENTS) own.set(name, (...args: unknown[]) => run(name, args));
  return new Proxy(current, {
    get(_target, name) {
      if (own.has(name)) return own.get(name);
      const value: unknown = Reflect.get(current, name);
      return typeof value === 'function' ? value.bind(current) : value;
    },
  });
}
