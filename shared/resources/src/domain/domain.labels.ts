import { t, translated } from '@panel/core';
import { pageErrors } from '@panel/contract/page-errors';
import { zoneNameOf } from '@panel/contract/schemas';
import type { SiteDomain } from '@panel/core';

type State = NonNullable<SiteDomain['domain']>['state'];

const STATES = {
  unproven: { label: t('Not verified'), tone: 'warning' },
  proven: { label: t('Verified'), tone: 'info' },
  connected: { label: t('Connected'), tone: 'success' },
} as const satisfies Record<State, { label: string; tone: string }>;

export const domainState = (state: State): (typeof STATES)[State] => STATES[state];

/** Why a domain cannot be used, or nothing (spec §8). */
export const domainRefusal = ({ used, refused }: { used: boolean; refused: string | null }): string | undefined =>
  refused ?? (used ? translated(pageErrors.DOMAIN_USED) : undefined);

/** Whether a lookup shows that a domain uses the name servers: its last line is one of them (spec §4). */
export const isPropagated = (lines: readonly string[], nameservers: readonly string[]): boolean =>
  nameservers.map((host) => host.toLowerCase()).includes(lines.at(-1) ?? '');

/** The domain whose records are in the panel, of what has one of its own; null below the partner's domain. */
export const zoneOf = ({ fqdn, sub_domain }: Pick<SiteDomain, 'fqdn' | 'sub_domain'>): string | null =>
  fqdn === sub_domain ? null : zoneNameOf(fqdn);
