/** The site of a run and its owner. Without an owner, a site is its own. */
export type RunOf = { siteId: string; owner?: string };

/**
 * Allows `total` concurrent runs, half of them for one owner, and one for each site; the others wait in order. Null
 * for a run whose `until` aborts while it waits: it never starts.
 */
export type RunSlots = { run<T>(of: RunOf, work: () => Promise<T>, until?: AbortSignal): Promise<T | null> };

export function createRunSlots(total: number): RunSlots {
  const waiting: { siteId: string; owner: string; go(): void }[] = [];
  /** The owners of the sites with a run. */
  const busy = new Map<string, string>();
  const ofOneOwner = Math.max(1, Math.floor(total / 2));
  const mayGo = ({ siteId, owner }: { siteId: string; owner: string }) =>
    !busy.has(siteId) && [...busy.values()].filter((name) => name === owner).length < ofOneOwner;

  const next = () => {
    for (let index = 0; index < waiting.length && busy.size < total;) {
      const one = waiting[index];
      if (one === undefined || !mayGo(one)) {
        index += 1;
        continue;
      }
      waiting.splice(index, 1);
      busy.set(one.siteId, one.owner);
      one.go();
    }
  };

  return {
    async run({ siteId, owner = siteId }, work, until) {
      const entered = await new Promise<boolean>((resolve) => {
        const one = { siteId, owner, go: () => (until?.removeEventListener('abort', leave), resolve(true)) };
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1);
          resolve(false);
        };
        if (until?.aborted) return resolve(false);
        until?.addEventListener('abort', leave, { once: true });
        waiting.push(one);
        next();
      });
      if (!entered) return null;
      try {
        return await work();
      } finally {
        busy.delete(siteId);
        next();
      }
    },
  };
}
