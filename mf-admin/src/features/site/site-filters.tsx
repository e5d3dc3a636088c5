import { siteStatusLabels, SITE_STATUSES, siteTypeLabels, SITE_TYPES } from '@panel/contract/status';
import { Button, Select } from '@panel/ui';

type Filters = Record<string, string[]>;
type Props = { filters: Filters; onChange: (filters: Filters) => void };

const STATUSES = SITE_STATUSES.map((value) => ({ value, label: siteStatusLabels[value].label }));
const TYPES = SITE_TYPES.map((value) => ({ value, label: siteTypeLabels[value] }));

/** Changes one filter and leaves the others as they are. */
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
        options={STATUSES}
        value={chosen('status', STATUSES) as ''}
        onChange={(value) => set('status', value)}
      />
      <Select
        aria-label="Type"
        placeholder="All types"
        options={TYPES}
        value={chosen('type', TYPES) as ''}
        onChange={(value) => set('type', value)}
      />
    </>
  );
}
