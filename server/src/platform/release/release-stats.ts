import type { Beacon, ReleaseStats } from '@panel/contract';

/** Upper bounds of load times in ms; the last bucket has none. Each is about a fifth larger than the previous one. */
const BOUNDS: readonly number[] = Array.from({ length: 48 }, (_, i) => Math.round(20 * 1.2 ** i));

/** The kind under which a report is counted. */
export function kindOf({ kind, ms = 0, reason }: Beacon): string {
  if (kind === 'error') return `error:${reason ?? 'P201'}`;
  const bucket = BOUNDS.findIndex((bound) => ms <= bound);
  return `load:${bucket === -1 ? BOUNDS.length : bucket}`;
}

/** The middle of a bucket, accurate to about a tenth. */
const msOf = (bucket: number): number =>
  Math.round(((BOUNDS[bucket - 1] ?? 0) + (BOUNDS[bucket] ?? (BOUNDS.at(-1) as number) * 1.2)) / 2);

function quantile(buckets: readonly [number, number][], total: number, share: number): number | null {
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= total * share) return msOf(bucket);
  }
  return null;
}

/** Loads, load times and failures from counts. */
export function statsOf(counts: readonly { kind: string; count: number }[]): ReleaseStats {
  const loads = new Map<number, number>();
  const reasons: Record<string, number> = {};
  for (const { kind, count } of counts) {
    const [what, which = ''] = kind.split(':');
    if (what === 'load') loads.set(Number(which), (loads.get(Number(which)) ?? 0) + count);
    else reasons[which] = (reasons[which] ?? 0) + count;
  }
  const buckets = [...loads].sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  return {
    loads: total,
    loadMsMedian: quantile(buckets, total, 0.5),
    loadMsP75: quantile(buckets, total, 0.75),
    errors: Object.values(reasons).reduce((sum, count) => sum + count, 0),
    reasons,
  };
}
