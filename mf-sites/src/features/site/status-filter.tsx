import { Select } from '@panel/ui';
import { choiceOf, STATUS_CHOICES, statusesOf, statusPlaceholder } from '@panel/resources/site';

export const StatusFilter = ({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (value: string[]) => void;
}) => (
  <Select
    aria-label="Status"
    placeholder={statusPlaceholder(value)}
    options={STATUS_CHOICES}
    value={choiceOf(value)?.value ?? ''}
    onChange={(choice) => onChange(statusesOf(choice))}
  />
);
