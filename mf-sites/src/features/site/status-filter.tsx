import { Select } from '@panel/ui';
import { AT_WORK, STATUS_OPTIONS } from '@panel/resources/site';

type Choice = { value: string; label: string; statuses: readonly string[] };

/** The dashboard links to the sites in progress, which have one of several statuses. */
const CHOICES: readonly Choice[] = [
  { value: 'in-progress', label: 'In progress', statuses: AT_WORK },
  ...STATUS_OPTIONS.map((option) => ({ ...option, statuses: [option.value] })),
];

export function StatusFilter({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const chosen = CHOICES.find(
    ({ statuses }) => statuses.length === value.length && statuses.every((status) => value.includes(status)),
  );
  return (
    <Select
      aria-label="Status"
      placeholder={value.length > 0 && !chosen ? 'Several statuses' : 'All statuses'}
      options={CHOICES}
      value={chosen?.value ?? ''}
      onChange={(next) => onChange([...(CHOICES.find((choice) => choice.value === next)?.statuses ?? [])])}
    />
  );
}
