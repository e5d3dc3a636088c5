import { t } from '@panel/core';
import { Button, Select } from '@panel/ui';
import { environmentFilter, statusFilter, TYPE_OPTIONS, warningFilter } from '@panel/resources/site';
import { healthFilter } from '@panel/resources/workload';
import { TagFilter } from '@panel/workload/bulk';

type Filters = Record<string, string[]>;
type Props = { filters: Filters; tags: readonly string[]; onChange: (filters: Filters) => void };

/** Changes one filter and keeps the others. */
export function SiteFilters({ filters, tags, onChange }: Props) {
  const set = (name: string, value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  const type = TYPE_OPTIONS.find(({ value }) => value === filters['type']?.[0])?.value ?? '';
  return (
    <>
      {filters['customer']?.[0] && (
        <Button icon="close" onClick={() => set('customer', '')}>
          {t('One customer')}
        </Button>
      )}
      <Select {...statusFilter(filters['status'] ?? [], (status) => onChange({ ...filters, status }))} />
      <Select {...healthFilter(filters['health'] ?? [], (health) => onChange({ ...filters, health }))} />
      <Select
        {...environmentFilter(filters['environment'] ?? [], (environment) => onChange({ ...filters, environment }))}
      />
      <Select {...warningFilter(filters['warning'] ?? [], (warning) => onChange({ ...filters, warning }))} />
      <Select
        aria-label={t('Type')}
        placeholder={t('All types')}
        options={TYPE_OPTIONS}
        value={type}
        onChange={(value) => set('type', value)}
      />
      <TagFilter tags={tags} value={filters['tag']?.[0]} onChange={(tag) => onChange({ ...filters, tag })} />
    </>
  );
}
