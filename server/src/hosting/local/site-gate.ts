/** Serialises changes to a site, and delays starts while a change needs the site stopped. */
export type SiteGate = {
  exclusive<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when no exclusive operation is running. */
  passed(siteId: string): Promise<void>;
};

/** A gate within this process; the task queue ensures that only one worker changes a site. */
export function createSiteGate(): SiteGate {
  const last = new Map<string, Promise<unknown>>();
  return {
    exclusive(siteId, work) {
      const before = last.get(siteId) ?? Promise.resolve();
      const result = before.then(work);
      const settled = result.catch(() => undefined);
      last.set(siteId, settled);
      void settled.then(() => {
        if (last.get(siteId) === settled) last.delete(siteId);
      });
      return result;
    },
    async passed(siteId) {
      for (let work = last.get(siteId); work !== undefined; work = last.get(siteId)) await work;
    },
  };
}
