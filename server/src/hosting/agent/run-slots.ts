/** Lets at most `total` runs go on at once, and one for each site; the others wait in order. */
export type RunSlots = { run<T>(siteId: string, work: () => Promise<T>): Promise<T> };

export function createRunSlots(total: number): RunSlots {
  const waiting: { siteId: string; go(): void }[] = [];
  const busy = new Set<string>();

  const next = () => {
    for (let index = 0; index < waiting.length && busy.size < total; ) {
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
    async run(siteId, work) {
      await new Promise<void>((go) => {
        waiting.push({ siteId, go });
        next();
      });
      try {
        return await work();
      } finally {
        busy.delete(siteId);
        next();
      }
    },
  };
}
