import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type ListState } from '@panel/core';
import { Inline, Select, TextInput } from '@panel/ui';
import { submissionFormsQuery } from '@panel/resources/submission';

type Props = {
  filters: ListState['filters'];
  onChange: (filters: ListState['filters']) => void;
};

/** Form, spam, and the days between which something was received. */
export function SubmissionFilters({ filters, onChange }: Props) {
  const { data } = useSuspenseQuery(submissionFormsQuery());
  const valueOf = (name: string) => filters[name]?.[0] ?? '';
  const set = (name: string) => (value: string) => onChange({ ...filters, [name]: value ? [value] : [] });
  return (
    <Inline gap={2}>
      <Select
        aria-label={t('Form')}
        value={valueOf('form')}
        onChange={set('form')}
        options={[
          { value: '', label: t('All forms') },
          ...data.forms.map(({ form, count }) => ({ value: form, label: `${form} (${count})` })),
        ]}
      />
      <Select
        aria-label={t('Spam')}
        value={valueOf('spam')}
        onChange={set('spam')}
        options={[
          { value: '', label: t('Without spam') },
          { value: 'yes', label: t('Spam only') },
          { value: 'all', label: t('All') },
        ]}
      />
      <TextInput type="date" aria-label={t('Received from')} value={valueOf('from')} onChange={set('from')} />
      <TextInput type="date" aria-label={t('Received until')} value={valueOf('to')} onChange={set('to')} />
    </Inline>
  );
}
