/** Sites whose generation is known; of one that was forgotten, nothing is kept either. */
const MAX_SITES = 10_000;

/**
 * Up to which of its purges the cache of this process has followed a site. Messages about purges may be lost; the number
 * comes with what the edge knows of the site anyway, so that no visit asks for it.
 */
export function createGenerations(forgotten: (siteId: string) => void) {
  const known = new Map<string, number>();
  return {
    /**
     * Whether purges before `generation` were missed, so that nothing of the site may be used. Generations that are older
     * than the known one say nothing. `heard`: the one before a purge that is done now.
     */
    isBehind(siteId: string, generation: number, heard = generation): boolean {
      const last = known.get(siteId);
      if (last !== undefined && generation <= last) return false;
      known.delete(siteId);
      known.set(siteId, generation);
      const [oldest] = known.keys();
      if (known.size > MAX_SITES && oldest !== undefined) {
        known.delete(oldest);
        forgotten(oldest);
      }
      return last !== undefined && last < heard;
    },
  };
}
