import type { LimitKind } from '@panel/contract';
import type { LimitCounts, SiteCgroup } from './site-cgroup.ts';

const EVERY_MS = 2000;
/** A site counts as throttled when it waited for its share in half of an interval's slices. */
const THROTTLED_SLICES = EVERY_MS / 100 / 2;

/**
 * Reports when a site hits the limits of its cgroup. Calls `outOfMemory` when the kernel killed one of its processes,
 * because the rest of the site is then incomplete. Returns a function that stops the watch after a final check.
 */
export function watchLimits(
  cgroup: SiteCgroup,
  hit: (kind: LimitKind) => void,
  outOfMemory: () => void,
): () => Promise<void> {
  let last: Promise<LimitCounts> = cgroup.counts();
  const look = async (): Promise<void> => {
    const before = last;
    last = cgroup.counts();
    const [old, now] = await Promise.all([before, last]);
    if (now.processes > old.processes) hit('processes');
    if (now.cpu - old.cpu >= THROTTLED_SLICES) hit('cpu');
    if (now.memory <= old.memory) return;
    hit('memory');
    outOfMemory();
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await look();
  };
}
