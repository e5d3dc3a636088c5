import { Button, Select } from '@panel/ui';
import { STATUS_OPTIONS, TYPE_OPTIONS } from '@panel/resources/site';

type Filters = Record<string, string[]>;
type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** Changes one filter and keeps the others. */
export function SiteFilters({ filters, onChange }: Props) {
  const set = (name: string, value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  const chosen = (name: string, options: readonly { value: string }[]) =>
    options.find(({ value }) => value === filters[name]?.[0])?.value ?? '';
  return (
    <>
      {filters['customer']?.[0] && (
        <Button icon="close" onClick={() => set('customer', '')}>
          One customer
        </Button>
      )}
      <Select
        aria-label="Status"
        placeholder="All statuses"
        options={STATUS_OPTIONS}
        value={chosen('status', STATUS_OPTIONS) as ''}
        onChange={(value) => set('status', value)}
      />
      <Select
        aria-label="Type"
        placeholder="All types"
        options={TYPE_OPTIONS}
        value={chosen('type', TYPE_OPTIONS) as ''}
        onChange={(value) => set('type', value)}
      />
    </>
  );
}
