import type { LimitPort, LimitsOf } from './driver.ts';

const SUFFIX = '-rehearsal';

/** The id under which a backup of a site is restored to see whether it works; one at a time per site. */
export const rehearsalOf = (siteId: string): string => siteId + SUFFIX;

export const isRehearsal = (hostedId: string): boolean => hostedId.endsWith(SUFFIX);

type Ports = { limits: LimitPort; limitsOf: LimitsOf; ownerOf: (siteId: string) => Promise<string> };

/** A rehearsal has the plan and the owner of its site, and what it does is not counted. */
export function withRehearsals({ limits, limitsOf, ownerOf }: Ports): Ports {
  const siteOf = (hostedId: string) => (isRehearsal(hostedId) ? hostedId.slice(0, -SUFFIX.length) : hostedId);
  return {
    limitsOf: (hostedId) => limitsOf(siteOf(hostedId)),
    ownerOf: (hostedId) => ownerOf(siteOf(hostedId)),
    limits: {
      hit(hostedId, kind) {
        if (!isRehearsal(hostedId)) limits.hit(hostedId, kind);
      },
    },
  };
}
