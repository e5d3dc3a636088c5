import { AsyncLocalStorage } from 'node:async_hooks';

/** A piece of the panel's work, for reports of a slow event loop. It contains nothing that a customer typed. */
export type Work = {
  kind: 'request' | 'call' | 'visit' | 'task' | 'step' | 'schedule' | 'chore' | 'dns';
  /** e.g. `site.update`, `site.create: configure`, `GET`. */
  name: string;
  /** The hosted site or application whose content it is about. */
  siteId?: string;
  /** The person who started it; absent where nobody did. */
  userId?: string;
  /** The HTTP status of the answer; known where work is traced. */
  status?: number;
};

/** What follows work from one part of the installation to the next. */
export type WorkTracer = {
  /**
   * @param parent what the work is a part of, as the value of a `traceparent` header (W3C Trace Context)
   * @returns null where this kind of work is not traced
   */
  begin(work: Work, parent: string | null): WorkTrace | null;
};
export type WorkTrace = {
  /** The parent of what this work starts. */
  parent: string;
  /** @param error what the work has thrown */
  end(work: Work, error?: unknown): void;
};

/** A task is reported by the step that runs. */
export type ReportedWork = Work & { kind: Exclude<Work['kind'], 'task'> };
const isReported = (work: Work): work is ReportedWork => work.kind !== 'task';

type Running = { work: Work; since: number; endedAt: number | null; slot: number; trace: WorkTrace | null };

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
let tracer: WorkTracer | null = null;

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

/** Sets who gets the traces of all work from this call on; with null nobody does. */
export function traceWorkWith(next: WorkTracer | null): void {
  tracer = next;
}

/** What work that is started now is a part of, as a `traceparent`; null where nothing is traced. */
export const currentTrace = (): string | null => storage.getStore()?.trace?.parent ?? null;

/** For lines of the log: the trace that they belong to. */
export function traceField(): { traceId: string } | undefined {
  const traceId = currentTrace()?.split('-')[1];
  return traceId === undefined ? undefined : { traceId };
}

/**
 * Runs something under a name, until its promise ends. Work inside of other work has its own name.
 * @param parent the trace that it goes on with; by default that of the work around it
 */
export function runAs<T>(work: Work, run: () => Promise<T>, parent: string | null = currentTrace()): Promise<T> {
  const trace = tracer?.begin(work, parent) ?? null;
  const running: Running = { work, since: performance.now(), endedAt: null, slot: board.put(-1, work), trace };
  active.add(running);
  const ending = storage.run(running, run);
  if (trace !== null)
    ending.then(
      () => trace.end(work),
      (error: unknown) => trace.end(work, error),
    );
  return ending.finally(() => {
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

/** The answer to a request, which describes its work by its status where that is traced. */
export const withStatus = (answer: () => Promise<void>, res: { statusCode: number }) => async (): Promise<void> => {
  await answer();
  if (currentTrace() !== null) describeWork({ status: res.statusCode });
};

/** What runs here, or undefined outside of any work. */
export const currentWork = (): Readonly<Work> | undefined => storage.getStore()?.work;

/**
 * What ran during the last milliseconds, at most five: first what ended then, because a turn of the loop that took
 * long mostly ends its work, then what began, then what waited.
 */
export function workDuring(ms: number): ReportedWork[] {
  const from = performance.now() - ms;
  const of = [...active];
  return [
    ...ended.filter(({ endedAt }) => endedAt !== null && endedAt >= from),
    ...of.filter(({ since }) => since >= from),
    ...of.filter(({ since }) => since < from),
  ]
    .map(({ work }) => ({ ...work }))
    .filter(isReported)
    .slice(0, NAMED_MAX);
}
