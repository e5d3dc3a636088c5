const HOUR_MS = 3_600_000;

/** Counts each site's recipients over the last hour, in memory: a new process starts at zero. */
export type MailBudget = {
  /** Counts one recipient; false when `perHour` is reached. */
  take(siteId: string, perHour: number): boolean;
};

export function createMailBudget(now: () => number): MailBudget {
  const taken = new Map<string, number[]>();
  let swept = now();

  const sweep = (since: number) => {
    for (const [siteId, times] of taken) if ((times.at(-1) ?? 0) <= since) taken.delete(siteId);
  };
  return {
    take(siteId, perHour) {
      const since = now() - HOUR_MS;
      if (swept <= since) {
        sweep(since);
        swept = now();
      }
      const times = (taken.get(siteId) ?? []).filter((time) => time > since);
      taken.set(siteId, times);
      if (times.length >= perHour) return false;
      times.push(now());
      return true;
    },
  };
}
