import type { MetricsSink, Traffic } from '../edge/edge-types.ts';
import type { Database } from '../db/database.ts';
import { addUsage, type UsageRow } from './usage.repo.ts';

/**
 * Stores the edge's traffic counts. All counts of one turn are written in one statement; when that fails, the caller
 * keeps the numbers and sends them again.
 */
export function createUsageSink(db: Database): MetricsSink {
  let waiting = new Map<string, UsageRow>();
  let batch: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    await Promise.resolve();
    const rows = [...waiting.values()];
    waiting = new Map();
    batch = null;
    await addUsage(db, rows);
  };
  return {
    add(siteId: string, { day, requests, bytes, pageViews }: Traffic): Promise<void> {
      const key = `${siteId} ${day}`;
      const row = waiting.get(key) ?? { siteId, day, requests: 0, bytes: 0, pageViews: 0 };
      waiting.set(key, {
        siteId,
        day,
        requests: row.requests + requests,
        bytes: row.bytes + bytes,
        pageViews: row.pageViews + pageViews,
      });
      batch ??= write();
      return batch;
    },
  };
}
