import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { showWorkOn } from '../../lib/running-work.ts';
import { BEAT, createBoard, DEBUGGED, newSharedState, numbersOf } from './shared-state.ts';

export type WatchdogData = { state: SharedArrayBuffer; silentMs: number; everyMs: number; folder: string };

/** Beats and looks in one allowed silence. */
const BEATS = 30;

export type WatchdogOptions = {
  /** The process ends after its loop was silent for this long. */
  silentMs: number;
  /** Where it leaves a report. */
  folder: string;
  log: { error(fields: Record<string, unknown>, message: string): void };
};

/**
 * Starts a thread that this thread's event loop must answer. When it is silent for too long, the thread writes a
 * report with the stack and ends the process with SIGKILL, because nothing inside of it can go on; a supervisor starts
 * it again. Returns a function that stops it.
 */
export function startWatchdog({ silentMs, folder, log }: WatchdogOptions): () => Promise<void> {
  const state = newSharedState();
  const numbers = numbersOf(state);
  const everyMs = Math.ceil(silentMs / BEATS);
  showWorkOn(createBoard(state));
  const beat = (): void => {
    Atomics.store(numbers, DEBUGGED, inspector.url() === undefined ? 0 : 1);
    Atomics.add(numbers, BEAT, 1);
  };
  const timer = setInterval(beat, everyMs).unref();
  const workerData: WatchdogData = { state, silentMs, everyMs, folder };
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData,
    name: 'watchdog',
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 },
  });
  thread.unref();
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog ended; nothing watches the event loop'));
  return async () => {
    clearInterval(timer);
    showWorkOn(null);
    await thread.terminate();
  };
}
