import type { LimitKind } from '@panel/contract';
import type { LimitCounts, SiteCgroup } from './site-cgroup.ts';

const EVERY_MS = 2000;
/** A site counts as held back when it waited for its share in half of the slices of an interval. */
const THROTTLED_SLICES = EVERY_MS / 100 / 2;

/**
 * Reports when a site runs into the limits of its cgroup. `outOfMemory` is called when the kernel ended one of its
 * processes: what is left of the site is incomplete. The result stops the watch after one last look.
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
