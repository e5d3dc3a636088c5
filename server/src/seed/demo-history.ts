import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { uptimeDay, workload } from '../db/schema.ts';
import { addTimes, countTime } from '../lib/response-times.ts';
import { countHistory } from '../metrics/status-day.repo.ts';
import { addUsage, type UsageRow } from '../metrics/usage.repo.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days that the demo has behind it before today: what lists, charts and the uptime page look back. */
const DAYS = 30;
const CHECKS_A_DAY = 48;
/** Page views of an hour in parts of the day's average: few at night, most in the evening. */
const BY_HOUR = [3, 2, 1, 1, 1, 2, 5, 9, 11, 12, 12, 13, 14, 13, 12, 12, 13, 15, 17, 19, 20, 18, 12, 7] as const;
const HOURS_SUM = BY_HOUR.reduce<number>((sum, part) => sum + part, 0);

/** What is counted of a workload on an average day. `growth` is for each day, `outageDay` counts back from today. */
export type DemoTraffic = {
  views: number;
  growth: number;
  requestsPerView: number;
  bytesPerRequest: number;
  outageDay?: number;
};

/** The same value between 0.85 and 1.15 for the same numbers, so that each demo looks alike. */
const wobble = (a: number, b: number): number => 0.85 + (((a * 7919 + b * 104_729) % 1000) / 1000) * 0.3;

/** Milliseconds and their share: most responses come from the cache, some from PHP, and a few from a site that was asleep. */
const TIMES = { 2: 0.72, 90: 0.22, 260: 0.06 };

const timesOf = (requests: number): number[] =>
  Object.entries(TIMES)
    .map(([ms, share]) => countTime(Number(ms)).map((count) => count * Math.round(requests * share)))
    .reduce(addTimes, []);

function hourOf(siteId: string, at: number, age: number, { views, growth, ...traffic }: DemoTraffic): UsageRow {
  const time = new Date(at);
  const hour = time.getUTCHours();
  const weekend = time.getUTCDay() % 6 === 0 ? 1.25 : 1;
  const part = (BY_HOUR[hour] ?? 0) / HOURS_SUM;
  const pageViews = Math.round(views * (1 + growth * (DAYS - age)) * weekend * part * wobble(age, hour));
  const bots = Math.round(views * 0.01);
  const requests = Math.round(pageViews * traffic.requestsPerView) + bots;
  const missing = Math.round(requests * 0.012);
  const bytes = requests * traffic.bytesPerRequest;
  const content = (name: string, share: number) => ({
    ...{ part: 'content' as const, name },
    ...{ requests: Math.round(requests * share), bytes: Math.round(bytes * share) },
  });
  return {
    ...{ siteId, day: time.toISOString().slice(0, 10), hour: time.toISOString() },
    ...{ requests, bytes, pageViews, bots, hits: Math.round(requests * 0.72) },
    ...{ s2xx: requests - missing, s3xx: 0, s4xx: missing, s5xx: 0 },
    times: timesOf(requests),
    parts: [content('pages', 0.3), content('images', 0.45), content('styles', 0.15), content('scripts', 0.1)],
  };
}

/** Gives a workload of the demo an age, and the traffic and checks of that time. Its present state is none of this. */
export async function writeHistory(tx: Database, id: string, traffic: DemoTraffic, now: Date): Promise<void> {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  const days = Array.from({ length: DAYS }, (_, index) => ({ age: DAYS - index, at: today - (DAYS - index) * DAY_MS }));
  const hours = [...days, { age: 0, at: today }].flatMap(({ age, at }) =>
    BY_HOUR.map((_, hour) => ({ age, at: at + hour * HOUR_MS })),
  );
  const rows = hours
    .filter(({ at }) => at + HOUR_MS <= now.getTime())
    .map(({ age, at }) => hourOf(id, at, age, traffic));
  await addUsage(tx, { id: randomUUID(), rows });
  await tx.insert(uptimeDay).values(
    days.map(({ age, at }) => {
      const failed = age === traffic.outageDay ? 1 : 0;
      const seconds = DAY_MS / 1000;
      return {
        ...{ workloadId: id, day: new Date(at).toISOString().slice(0, 10), checks: CHECKS_A_DAY, failed, seconds },
        failedSeconds: failed * (seconds / CHECKS_A_DAY),
      };
    }),
  );
  await countHistory(tx, id);
  // Lists show the newest first: the demo's sites keep the order in which they are written.
  const createdAt = new Date(today - (DAYS + 1) * DAY_MS + (now.getTime() % DAY_MS));
  await tx.update(workload).set({ createdAt }).where(eq(workload.id, id));
}
