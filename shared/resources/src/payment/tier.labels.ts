import { limitsOfPlan, type PlanLimits } from '@panel/contract/schemas';
import { formatNumber, t } from '@panel/core';

/** `formatBytes` of @panel/ui, which is above this package. */
type FormatBytes = (bytes: number) => string;

/** The hosting plans, the smallest first (spec §3). */
export const PLAN_TIERS = ['FREE', 'STARTER', 'PRO', 'PREMIUM', 'BUSINESS'] as const;

const MB = 1024 * 1024;

type Row = { label: string; value: (limits: PlanLimits, size: FormatBytes) => string; perAccount?: true };

const ROWS: readonly Row[] = [
  { label: t('Disk space'), value: ({ site }, size) => size(site.diskMb * MB) },
  { label: t('Files'), value: ({ site }) => formatNumber(site.maxFiles) },
  { label: t('Largest file'), value: ({ site }, size) => size(site.fileSizeMb * MB) },
  { label: t('Memory'), value: ({ site }, size) => size(site.memoryMb * MB) },
  {
    label: t('Processor'),
    value: ({ site }) => t('{count, plural, one {# core} other {# cores}}', { count: site.cpuPercent / 100 }),
  },
  { label: t('Requests at once'), value: ({ site }) => formatNumber(site.concurrentRequests) },
  {
    label: t('Time per request'),
    value: ({ site }) => t('{count, plural, one {# second} other {# seconds}}', { count: site.requestSeconds }),
  },
  { label: t('Emails an hour'), value: ({ site }) => formatNumber(site.mailsPerHour) },
  { label: t('Sites of the account'), value: ({ account }) => formatNumber(account.sites), perAccount: true },
  {
    label: t('Tasks at once'),
    value: ({ account }) => formatNumber(account.concurrentTasks),
    perAccount: true,
  },
];

/** What each plan allows, a row for each limit, with one value for each of the plans. */
export const tierRows = (
  size: FormatBytes,
  plans: readonly string[] = PLAN_TIERS,
): { label: string; perAccount: boolean; values: string[] }[] =>
  ROWS.map(({ label, value, perAccount = false }) => ({
    ...{ label, perAccount },
    values: plans.map((plan) => value(limitsOfPlan(plan), size)),
  }));
