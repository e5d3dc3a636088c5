import { t, type ListState } from '@panel/core';
import { Inline, Select } from '@panel/ui';
import { CUSTOMER_STATES } from '@panel/contract/schemas';
import { CUSTOMER_STATE_LABELS } from '@panel/resources/customer';
import { TagFilter } from '@panel/workload/bulk';

type Props = {
  filters: ListState['filters'];
  tags: readonly string[];
  onChange: (filters: ListState['filters']) => void;
};

/** State and tag. */
export function CustomerFilters({ filters, tags, onChange }: Props) {
  const set = (name: string) => (value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  return (
    <Inline gap={2}>
      <Select
        aria-label={t('State')}
        placeholder={t('All states')}
        options={CUSTOMER_STATES.map((value) => ({ value, label: CUSTOMER_STATE_LABELS[value].label }))}
        value={filters['state']?.[0] ?? ''}
        onChange={set('state')}
      />
      <TagFilter tags={tags} value={filters['tag']?.[0]} onChange={(tag) => onChange({ ...filters, tag })} />
    </Inline>
  );
}
