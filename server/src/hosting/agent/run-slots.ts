/**
 * Lets at most `total` runs go on at once, and one for each site; the others wait in order. Null for a run whose `until` aborts
 * while it waits: it never starts.
 */
export type RunSlots = { run<T>(siteId: string, work: () => Promise<T>, until?: AbortSignal): Promise<T | null> };

export function createRunSlots(total: number): RunSlots {
  const waiting: { siteId: string; go(): void }[] = [];
  const busy = new Set<string>();

  const next = () => {
    for (let index = 0; index < waiting.length && busy.size < total;) {
      const one = waiting[index];
      if (one === undefined || busy.has(one.siteId)) {
        index += 1;
        continue;
      }
      waiting.splice(index, 1);
      busy.add(one.siteId);
      one.go();
    }
  };

  return {
    async run(siteId, work, until) {
      const entered = await new Promise<boolean>((resolve) => {
        const one = { siteId, go: () => (until?.removeEventListener('abort', leave), resolve(true)) };
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
