import { siteStatusLabels, SITE_STATUSES } from '@panel/contract/status';
import { Select } from '@panel/ui';

const OPTIONS = SITE_STATUSES.map((value) => ({ value, label: siteStatusLabels[value].label }));

export function StatusFilter({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const chosen = OPTIONS.find((option) => option.value === value[0])?.value ?? '';
  return (
    <Select
      aria-label="Status"
      placeholder="All statuses"
      options={OPTIONS}
      value={chosen}
      onChange={(next) => onChange(next ? [next] : [])}
    />
  );
}
