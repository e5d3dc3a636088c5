/** Running commands in sites, so that changes to a site's folder can end them first. */
export type SiteCommands = {
  /** Runs a command until its end, its deadline in milliseconds, or `end`. */
  run<T>(siteId: string, timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends the commands of a site and waits for their exit. */
  end(siteId: string): Promise<void>;
  /** Sites with a running command. */
  sites(): string[];
};

export function createSiteCommands(): SiteCommands {
  const running = new Map<string, Map<AbortController, Promise<unknown>>>();
  return {
    sites: () => [...running.keys()],
    async run(siteId, timeoutMs, work) {
      const stop = new AbortController();
      const commands = running.get(siteId) ?? new Map<AbortController, Promise<unknown>>();
      running.set(siteId, commands);
      const result = work(AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]));
      commands.set(stop, result);
      try {
        return await result;
      } finally {
        commands.delete(stop);
        if (commands.size === 0) running.delete(siteId);
      }
    },
    async end(siteId) {
      const commands = [...(running.get(siteId) ?? [])];
      for (const [stop] of commands) stop.abort();
      await Promise.allSettled(commands.map(([, result]) => result));
    },
  };
}
