import { Select } from '@panel/ui';
import { STATUS_OPTIONS } from '@panel/resources/site';

export function StatusFilter({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const chosen = STATUS_OPTIONS.find((option) => option.value === value[0])?.value ?? '';
  return (
    <Select
      aria-label="Status"
      placeholder="All statuses"
      options={STATUS_OPTIONS}
      value={chosen}
      onChange={(next) => onChange(next ? [next] : [])}
    />
  );
}
