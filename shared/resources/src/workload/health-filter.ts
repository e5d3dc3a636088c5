import { t, translated } from '@panel/core';
import { healthLabels, HEALTH_FILTERS, UNWELL } from '@panel/contract/status';

const BOTH = UNWELL.join(' ');

/** The filter by health, as properties of a `Select`; the levels are in the address. */
export const healthFilter = (levels: readonly string[], onChange: (levels: string[]) => void) => ({
  'aria-label': t('Health'),
  placeholder: t('Any health'),
  options: [
    { value: BOTH, label: t('Not healthy') },
    ...UNWELL.map((value) => ({ value, label: translated(healthLabels[value].label) })),
    { value: 'healthy', label: t('No known problems') },
  ],
  value: HEALTH_FILTERS.filter((level) => levels.includes(level)).join(' '),
  onChange: (value: string) => onChange(value === '' ? [] : value.split(' ')),
});
