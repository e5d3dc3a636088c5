import { AsyncLocalStorage } from 'node:async_hooks';

/** A piece of the panel's work, for reports of a slow event loop. It contains nothing that a customer typed. */
export type Work = {
  kind: 'request' | 'call' | 'visit' | 'step' | 'schedule' | 'chore' | 'dns';
  /** e.g. `site.update`, `site.create: configure`, `GET`. */
  name: string;
  /** The hosted site or application whose content it is about. */
  siteId?: string;
  /** The person who started it; absent where nobody did. */
  userId?: string;
};

type Running = { work: Work; since: number; endedAt: number | null; slot: number };

/** Where the names of running work can be read from outside of this thread; `slot` is -1 when all are taken. */
export type WorkBoard = { put(slot: number, work: Work): number; clear(slot: number): void };

/** Enough for what can end during one delay. */
const ENDED_KEPT = 32;
const NAMED_MAX = 5;

const storage = new AsyncLocalStorage<Running>();
const active = new Set<Running>();
const ended: Running[] = [];
const NO_BOARD: WorkBoard = { put: () => -1, clear: () => undefined };
let board = NO_BOARD;

/** Key on `globalThis` of a function that returns the current work as JSON, for the watchdog's debugger. */
export const CURRENT_WORK = 'panel.current-work';
Object.defineProperty(globalThis, Symbol.for(CURRENT_WORK), {
  value: () => JSON.stringify(storage.getStore()?.work ?? null),
  configurable: true,
});

/** Shows the names of running work on a board from now on; null stops it. */
export function showWorkOn(next: WorkBoard | null): void {
  board = next ?? NO_BOARD;
}

/** Runs something under a name, until its promise ends. Work inside of other work has its own name. */
export function runAs<T>(work: Work, run: () => Promise<T>): Promise<T> {
  const running: Running = { work, since: performance.now(), endedAt: null, slot: board.put(-1, work) };
  active.add(running);
  return storage.run(running, run).finally(() => {
    active.delete(running);
    if (running.slot >= 0) board.clear(running.slot);
    running.endedAt = performance.now();
    ended.push(running);
    if (ended.length > ENDED_KEPT) ended.shift();
  });
}

/** Adds what is known about the current work by now; nothing happens outside of any. */
export function describeWork(more: Partial<Work>): void {
  const running = storage.getStore();
  if (!running || running.endedAt !== null) return;
  Object.assign(running.work, more);
  running.slot = board.put(running.slot, running.work);
}

/** What runs here, or undefined outside of any work. */
export const currentWork = (): Readonly<Work> | undefined => storage.getStore()?.work;

/**
 * What ran during the last milliseconds, at most five: first what ended then, because a turn of the loop that took
 * long mostly ends its work, then what began, then what waited.
 */
export function workDuring(ms: number): Work[] {
  const from = performance.now() - ms;
  const of = [...active];
  return [
    ...ended.filter(({ endedAt }) => endedAt !== null && endedAt >= from),
    ...of.filter(({ since }) => since >= from),
    ...of.filter(({ since }) => since < from),
  ]
    .slice(0, NAMED_MAX)
    .map(({ work }) => ({ ...work }));
}
