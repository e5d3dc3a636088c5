import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { workerData } from 'node:worker_threads';
import { createQuietTime } from './quiet-time.ts';
import { readWork, writeReport } from './report.ts';
import { BEAT, DEBUGGED, numbersOf, readBoard } from './shared-state.ts';
import { stopMainThread } from './stack-of-main.ts';
import type { WatchdogData } from './watchdog.ts';

const { state, silentMs, everyMs, folder }: WatchdogData = workerData;
const numbers = numbersOf(state);
const quiet = createQuietTime(everyMs);

/** Reports what the loop does and ends the process, also when the report cannot be written. */
async function end(quietMs: number): Promise<void> {
  try {
    const running = readBoard(state).flatMap((text) => readWork(text) ?? []);
    const place = await stopMainThread().catch(() => null);
    const work = place && readWork(place.work);
    writeReport(folder, {
      at: new Date().toISOString(),
      process: `${hostname()}:${process.pid}`,
      silentMs: Math.round(quietMs),
      work,
      running,
      stack: place?.stack ?? [],
      rssBytes: process.memoryUsage.rss(),
    });
    const what = work ? ` It was at ${work.kind} ${work.name}${work.siteId ? ` of the site ${work.siteId}` : ''}.` : '';
    // The main thread prints nothing any more.
    writeSync(2, `The panel did not answer for ${Math.round(quietMs / 1000)} s and was ended.${what}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

const timer = setInterval(() => {
  const quietMs = quiet.tick(Atomics.load(numbers, BEAT), performance.now());
  if (quietMs < silentMs || Atomics.load(numbers, DEBUGGED) === 1) return;
  clearInterval(timer);
  void end(quietMs);
}, everyMs);
