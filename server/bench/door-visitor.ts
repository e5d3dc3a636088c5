import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What a customer opens. */
export type Asked = { name: string; path: string; headers: Record<string, string>; body?: string };
/** All of it again and again for so long, with a pause between two requests, as a person's pages make them. */
export type VisitorTask = { url: string; asked: Asked[]; seconds: number; pauseMs: number };
/** The times of its answers in milliseconds, and how many requests were not answered with 200. */
export type Visited = { times: number[]; failed: number };

const { url, asked, seconds, pauseMs } = workerData as VisitorTask;

/** Milliseconds until the answer is whole; null when it is not what was asked for. */
const visit = ({ path, headers, body }: Asked): Promise<number | null> =>
  new Promise((resolve) => {
    const began = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : null));
      answer.once('error', () => resolve(null));
    })
      .once('error', () => resolve(null))
      .end(body);
  });

const times = new Map(asked.map(({ name }) => [name, [] as (number | null)[]]));
for (const ends = performance.now() + seconds * 1000; performance.now() < ends;)
  for (const each of asked) {
    times.get(each.name)?.push(await visit(each));
    await wait(pauseMs);
  }
const found = [...times].map(([name, all]): [string, Visited] => {
  const answered = all.filter((ms) => ms !== null);
  return [name, { times: answered, failed: all.length - answered.length }];
});
parentPort?.postMessage(new Map(found));
