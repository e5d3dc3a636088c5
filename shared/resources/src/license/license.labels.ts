import { t } from '@panel/core';
import type { License } from '@panel/core';

/** `formatDate` of @panel/ui, which is above this package. */
type FormatDate = (at: number) => string;

/** The radio of a licence (spec §2, panel 1). Times of licences are in seconds. */
export const licenseLabel = ({ plan_type, to_date }: License, format: FormatDate): string =>
  t('License: {plan} - Expires At: {date}', { plan: plan_type, date: format(to_date * 1000) });

/** Tells licences of one plan and date apart. */
export const licenseHelp = ({ product_name, license_key, site_limit, sites }: License): string =>
  t('{product}, {free} of {count, plural, one {# site} other {# sites}} free. Key {license}', {
    product: product_name,
    free: site_limit - sites.length,
    count: site_limit,
    license: license_key,
  });

/** The name with which the page after an upgrade is opened (spec §2, `selectedSite`). */
export const licenseName = ({ product_name }: License): string => product_name;

/** What state a licence is in. */
export const licenseState = ({ is_valid, deactivated_at }: Pick<License, 'is_valid' | 'deactivated_at'>) =>
  is_valid
    ? ({ label: t('Active'), tone: 'success' } as const)
    : deactivated_at
      ? ({ label: t('Deactivated'), tone: 'neutral' } as const)
      : ({ label: t('Expired'), tone: 'warning' } as const);

/** Terms for which licences are given, in months. */
export const termLabel = (months: number): string =>
  months === 12 ? t('1 year') : t('{count, plural, one {# month} other {# months}}', { count: months });
