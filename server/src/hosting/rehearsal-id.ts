import type { PhpSettings } from '@panel/contract';
import type { LimitPort, LimitsOf } from './driver.ts';
import { workloadOf } from './preview-id.ts';

const SUFFIX = '-rehearsal';

/** Of a copy that no task of the site makes: both kinds may exist at once. */
const OWN = '-2';

/** The id under which a backup of a site is restored to see whether it works; one at a time per site. */
export const rehearsalOf = (siteId: string): string => siteId + SUFFIX;

/** The same for a restore that the panel started by itself, while other tasks may work on the site. */
export const ownRehearsalOf = (siteId: string): string => siteId + OWN + SUFFIX;

export const isRehearsal = (hostedId: string): boolean => hostedId.endsWith(SUFFIX);

type Ports = {
  limits: LimitPort;
  limitsOf: LimitsOf;
  ownerOf: (siteId: string) => Promise<string>;
  phpOf: (siteId: string) => Promise<PhpSettings | null>;
};

/**
 * A rehearsal has the plan, the owner and the PHP settings of its site, and what it does is not counted. A preview has those of its
 * application, and what it does counts as that of its application.
 */
export function withRehearsals({ limits, limitsOf, ownerOf, phpOf }: Ports): Ports {
  const siteOf = (hostedId: string) => {
    if (!isRehearsal(hostedId)) return workloadOf(hostedId);
    const id = hostedId.slice(0, -SUFFIX.length);
    return id.endsWith(OWN) ? id.slice(0, -OWN.length) : id;
  };
  return {
    limitsOf: (hostedId) => limitsOf(siteOf(hostedId)),
    ownerOf: (hostedId) => ownerOf(siteOf(hostedId)),
    phpOf: (hostedId) => phpOf(siteOf(hostedId)),
    limits: {
      hit(hostedId, kind) {
        if (!isRehearsal(hostedId)) limits.hit(workloadOf(hostedId), kind);
      },
    },
  };
}
