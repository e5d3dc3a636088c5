import { t } from '@panel/core';
import { Select } from '@panel/ui';

type Props = { tags: readonly string[]; value: string | undefined; onChange: (tags: string[]) => void };

/** Shows what has a tag; nothing while there are none. */
export const TagFilter = ({ tags, value = '', onChange }: Props) =>
  tags.length === 0 && value === '' ? null : (
    <Select
      aria-label={t('Tag')}
      placeholder={t('All tags')}
      options={[...new Set([...(value ? [value] : []), ...tags])].sort().map((tag) => ({ value: tag, label: tag }))}
      value={value}
      onChange={(tag) => onChange(tag ? [tag] : [])}
    />
  );
