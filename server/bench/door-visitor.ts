import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Who visits, for how long, and with which pause between two requests, as a person's pages make them. */
export type VisitorTask = { url: string; headers: Record<string, string>; seconds: number; pauseMs: number };
/** The 95th percentile of the times in milliseconds, of how many requests, and how many were not answered with 200. */
export type Visited = { p95: number; count: number; failed: number };

const { url, headers, seconds, pauseMs } = workerData as VisitorTask;

/** Milliseconds until the answer is whole; null when it is not a page of data. */
const visit = (): Promise<number | null> =>
  new Promise((resolve) => {
    const began = performance.now();
    request(url, { headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : null));
    })
      .once('error', () => resolve(null))
      .end();
  });

const times: number[] = [];
let failed = 0;
for (const ends = performance.now() + seconds * 1000; performance.now() < ends; await wait(pauseMs)) {
  const ms = await visit();
  if (ms === null) failed += 1;
  else times.push(ms);
}
const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
parentPort?.postMessage({ p95, count: times.length, failed } satisfies Visited);
