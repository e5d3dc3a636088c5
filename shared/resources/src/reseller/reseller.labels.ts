import { formatNumber, t, type NameserverState, type Reseller, type ResellerState } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';

export const RESELLER_STATE_LABELS: Readonly<Record<ResellerState, { label: string; tone: StatusTone }>> = {
  active: { label: t('Active'), tone: 'success' },
  suspended: { label: t('Suspended'), tone: 'warning' },
  deleting: { label: t('Being deleted'), tone: 'danger' },
};

/** What there is to know of a panel’s certificate that is not served. */
export const CERTIFICATE_LABELS: Readonly<Record<Reseller['certificate']['state'], string>> = {
  issued: t('Issued'),
  missing: t('Not issued yet: it is requested within ten minutes, once the host leads here.'),
  on_visit: t('The panel’s own authority makes it when somebody opens the panel.'),
  local: t('Not possible: public authorities issue none for this name.'),
  unneeded: t('Not needed: HTTPS is off or ends before the panel.'),
};

export const NAMESERVER_STATE_LABELS: Readonly<Record<NameserverState, { label: string; tone: StatusTone }>> = {
  ready: { label: t('Leads here'), tone: 'success' },
  missing: { label: t('No address'), tone: 'danger' },
  other: { label: t('Other addresses'), tone: 'danger' },
  unknown: { label: t('No resolver answered'), tone: 'warning' },
};

const GB = 1_073_741_824;

/** What a partner uses of a limit: `12 of 100`, or `12` without a limit. */
export const usedOf = (used: number, limit: number | null, format: (value: number) => string = formatNumber): string =>
  limit === null ? format(used) : t('{used} of {limit}', { used: format(used), limit: format(limit) });

/** Whether a partner has no room for more. */
export const isUsedUp = (used: number, limit: number | null): boolean => limit !== null && used >= limit;

/** The limit of the disk in bytes, as sizes are shown. */
export const diskLimitOf = ({ limits }: Pick<Reseller, 'limits'>): number | null =>
  limits.disk_gb === null ? null : limits.disk_gb * GB;
