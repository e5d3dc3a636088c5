import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { PanelError } from '../kernel/errors.ts';
import { createQueuedSlots } from '../lib/queued-slots.ts';
import { inputSize } from './input-size.ts';
import { UPLOAD_JOBS, type JobLimits, type UploadJob, type UploadJobs } from './upload-jobs.ts';
import type { JobAnswer } from './upload-worker.ts';

/** Reads uploads in threads that can be ended. */
export type UploadPool = {
  /**
   * Runs a job. Jobs of one `owner` run one after the other, and owners take turns.
   * @param owner a customer, or a task, which waits in a line of its own
   * @param gone ends the job
   * @throws PanelError TOO_LARGE, UPLOAD_STOPPED, UPLOADS_WAITING; what the job throws
   */
  run<J extends UploadJob>(
    job: J,
    owner: string,
    input: UploadJobs[J]['input'],
    gone?: AbortSignal,
  ): Promise<UploadJobs[J]['output']>;
  close(): Promise<void>;
};

export type UploadPoolOptions = {
  threads?: number;
  /** Jobs of one owner that wait. */
  waiting?: number;
  waitMs?: number;
  /** Replaces the declared limits. */
  limits?: Partial<Record<UploadJob, JobLimits>>;
};

const MB = 1024 ** 2;
const RETRY_SECONDS = 10;
/** Owners that wait for a thread, each with one job. */
const OWNERS_WAITING = 1000;
/** Heap of a thread; pictures lie beside it, bounded by the size of the input. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, codeRangeSizeMb: 16, stackSizeMb: 4 };
const IDLE_MS = 10_000;
const LONG_WAIT_MS = 3_600_000;
/** To start a thread and to load what reads: shorter than others wait for their turn. */
const THREAD_MS = 30_000;

/** The threads start with the first job, and end when they have had none for ten seconds. */
export function createUploadPool({
  threads = 2,
  waiting = 16,
  waitMs = 60_000,
  limits = {},
}: UploadPoolOptions = {}): UploadPool {
  // An owner has one job in the second line, which is first come, first served: so owners take turns.
  const turns = createQueuedSlots({ atOnce: 1, waiting, waitMs });
  const free = createQueuedSlots({ atOnce: threads, waiting: OWNERS_WAITING, waitMs });
  // A task waits longer than a request, in which somebody waits.
  const long = createQueuedSlots({ atOnce: Math.max(1, threads - 1), waiting: OWNERS_WAITING, waitMs: LONG_WAIT_MS });
  const closed = new AbortController();
  let pool: Piscina | null = null;

  const start = (): Piscina =>
    (pool ??= new Piscina({
      filename: new URL('upload-worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 1,
      resourceLimits: THREAD_LIMITS,
    }));

  const waited = <T>(slot: T | null): T => {
    if (slot === null) throw busy();
    return slot;
  };

  async function inThread<J extends UploadJob>(
    job: J,
    input: UploadJobs[J]['input'],
    { limit, ends }: { limit: JobLimits; ends: AbortSignal },
  ) {
    const late = new AbortController();
    let hasBegun = false;
    let timer = setTimeout(() => late.abort(), THREAD_MS);
    // A busy machine takes its time to start a thread: the input has all of its own.
    const { port1, port2: begun } = new MessageChannel();
    port1.once('message', () => {
      hasBegun = true;
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(), limit.deadlineMs);
    });
    try {
      const running: Promise<JobAnswer<J>> = start().run(
        { job, input, begun },
        { signal: AbortSignal.any([late.signal, ends]), transferList: [begun] },
      );
      return await running;
    } catch (error) {
      // The input is not to blame for a thread that never started.
      if (late.signal.aborted && !hasBegun) throw busy(error);
      if (late.signal.aborted || isOutOfMemory(error)) throw stopped(limit, error);
      throw error;
    } finally {
      clearTimeout(timer);
      port1.close();
    }
  }

  return {
    async run(job, owner, input, gone) {
      const limit = limits[job] ?? UPLOAD_JOBS[job];
      if (inputSize(input, limit.inputBytes) > limit.inputBytes)
        throw new PanelError('TOO_LARGE', { limit: `${limit.inputBytes / MB} MB` });
      const ends = gone ? AbortSignal.any([gone, closed.signal]) : closed.signal;
      const lines = [() => turns.enter(owner, ends), () => free.enter('threads', ends)];
      if (limit.isLong) lines.splice(1, 0, () => long.enter('long', ends));
      const left: (() => void)[] = [];
      try {
        for (const enter of lines) left.unshift(waited(await enter()));
        const answer = await inThread(job, input, { limit, ends });
        if ('done' in answer) return answer.done;
        throw new PanelError(answer.refusal.code, answer.refusal.values, answer.refusal.extra);
      } finally {
        for (const leave of left) leave();
      }
    },
    async close() {
      closed.abort();
      await pool?.destroy();
    },
  };
}

const busy = (cause?: unknown): PanelError =>
  new PanelError('UPLOADS_WAITING', {}, { retryAfter: RETRY_SECONDS }, cause);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const stopped = ({ what }: JobLimits, cause: unknown): PanelError =>
  new PanelError('UPLOAD_STOPPED', { what }, {}, cause);
