import type { UsageKind } from '@panel/contract';
import { formatNumber, t, type PlanUsage } from '@panel/core';

/** `formatBytes` of @panel/ui, which is above this package. */
type FormatBytes = (bytes: number) => string;

const NAMES: Readonly<Record<UsageKind, string>> = {
  sites: t('Sites'),
  applications: t('Applications'),
  storage: t('Disk space'),
  build_minutes: t('Build minutes this month'),
};

/** What is limited: "Sites", or the disk space of a site by its address. */
export const usageName = ({ kind, subject }: Pick<PlanUsage, 'kind' | 'subject'>): string =>
  subject === null ? NAMES[kind] : t('{what} of {subject}', { what: NAMES[kind], subject });

/** How much of it is used: "15 of 20". */
export function usageText(
  { kind, used, limit }: Pick<PlanUsage, 'kind' | 'used' | 'limit'>,
  size: FormatBytes,
): string {
  const amount = (value: number) => (kind === 'storage' ? size(value) : formatNumber(value));
  return t('{used} of {limit}', { used: amount(used), limit: amount(limit) });
}

/** What a usage near its limit means; nothing below 75%. */
export const usageNote = ({ level, percent }: Pick<PlanUsage, 'level' | 'percent'>): string | null =>
  level === 0
    ? null
    : level === 100
      ? t('The limit is reached')
      : t('{percent}% used: close to the limit', { percent: formatNumber(percent) });
