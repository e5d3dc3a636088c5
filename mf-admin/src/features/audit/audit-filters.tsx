import { t, type ListState } from '@panel/core';
import { Button, Inline, Select, TextInput } from '@panel/ui';
import { AUDIT_BY_OPTIONS } from '@panel/resources/audit';

type Props = { filters: ListState['filters']; onChange: (filters: ListState['filters']) => void };

/** Who did it, and the days between which it was done. */
export function AuditFilters({ filters, onChange }: Props) {
  const valueOf = (name: string) => filters[name]?.[0] ?? '';
  const set = (name: string) => (value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  return (
    <Inline gap={2} wrap={false}>
      {valueOf('user') && (
        <Button icon="close" onClick={() => set('user')('')}>
          {t('One person')}
        </Button>
      )}
      <Select
        aria-label={t('Who')}
        placeholder={t('Everybody')}
        options={AUDIT_BY_OPTIONS}
        value={AUDIT_BY_OPTIONS.find(({ value }) => value === valueOf('by'))?.value ?? ''}
        onChange={set('by')}
      />
      <TextInput type="date" aria-label={t('From')} value={valueOf('from')} onChange={set('from')} />
      <TextInput type="date" aria-label={t('Until')} value={valueOf('to')} onChange={set('to')} />
    </Inline>
  );
}
