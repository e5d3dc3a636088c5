import { t, type SiteStatus } from '@panel/core';
import { SITE_ENVIRONMENTS, SITE_WARNINGS, type SiteEnvironment, type SiteWarning } from '@panel/contract/status';
import { AT_WORK } from './site-groups.queries.ts';
import { STATUS_OPTIONS } from './site.labels.ts';

type Choice = { value: string; label: string; group?: string; statuses: readonly SiteStatus[] };

const ENDS: readonly string[] = ['ready', 'failed'];
const one = (option: (typeof STATUS_OPTIONS)[number], group?: string): Choice => ({
  ...option,
  group,
  statuses: [option.value],
});

/** How a site ended up, whether it is in progress, and each step of that. */
const CHOICES: readonly Choice[] = [
  ...STATUS_OPTIONS.filter(({ value }) => ENDS.includes(value)).map((option) => one(option)),
  { value: 'in-progress', label: t('In progress'), statuses: AT_WORK },
  ...STATUS_OPTIONS.filter(({ value }) => !ENDS.includes(value)).map((option) =>
    one(option, t('In progress, by step')),
  ),
];

/** The status filter of a list of sites, as properties of a `Select`. One choice can cover several statuses. */
export function statusFilter(statuses: readonly string[], onChange: (statuses: string[]) => void) {
  const chosen = CHOICES.find(
    (choice) =>
      choice.statuses.length === statuses.length && choice.statuses.every((status) => statuses.includes(status)),
  );
  return {
    'aria-label': t('Status'),
    placeholder: statuses.length > 0 && !chosen ? t('Several statuses') : t('All statuses'),
    options: CHOICES,
    value: chosen?.value ?? '',
    onChange: (value: string) => onChange([...(CHOICES.find((choice) => choice.value === value)?.statuses ?? [])]),
  };
}

const ENVIRONMENTS: Readonly<Record<SiteEnvironment, string>> = { live: t('Live sites'), staging: t('Staging sites') };

/** The filter by environment, as properties of a `Select`. */
export const environmentFilter = (chosen: readonly string[], onChange: (chosen: string[]) => void) => ({
  'aria-label': t('Environment'),
  placeholder: t('Live and staging'),
  options: SITE_ENVIRONMENTS.map((value) => ({ value, label: ENVIRONMENTS[value] })),
  value: SITE_ENVIRONMENTS.find((environment) => chosen.includes(environment)) ?? '',
  onChange: (value: string) => onChange(value === '' ? [] : [value]),
});

const WARNINGS: Readonly<Record<SiteWarning, string>> = {
  certificate: t('Certificate failed or ends soon'),
  disk: t('Disk nearly full'),
};

/** The filter by what may soon be a problem, as properties of a `Select`. */
export const warningFilter = (warnings: readonly string[], onChange: (warnings: string[]) => void) => ({
  'aria-label': t('Warning'),
  placeholder: t('All warnings'),
  options: SITE_WARNINGS.map((value) => ({ value, label: WARNINGS[value] })),
  value: SITE_WARNINGS.find((warning) => warnings.includes(warning)) ?? '',
  onChange: (value: string) => onChange(value === '' ? [] : [value]),
});
