import { t, translated } from '@panel/core';
import { healthLabels, HEALTH_FILTERS, NO_PROBLEM, UNWELL } from '@panel/contract/status';

const NOT_HEALTHY = UNWELL.join(' ');

/** The filter by health, as properties of a `Select`; the levels are in the address. */
export const healthFilter = (levels: readonly string[], onChange: (levels: string[]) => void) => ({
  'aria-label': t('Health'),
  placeholder: t('Any health'),
  options: [
    { value: NOT_HEALTHY, label: t('Not healthy') },
    ...UNWELL.map((value) => ({ value, label: translated(healthLabels[value].label) })),
    { value: NO_PROBLEM.join(' '), label: t('No known problems') },
    ...([...NO_PROBLEM, 'working'] as const).map((value) => ({ value, label: translated(healthLabels[value].label) })),
  ],
  value: HEALTH_FILTERS.filter((level) => levels.includes(level)).join(' '),
  onChange: (value: string) => onChange(value === '' ? [] : value.split(' ')),
});
