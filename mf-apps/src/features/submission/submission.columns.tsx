import { t } from '@panel/core';
import { Badge, Inline, RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import type { Submission } from '@panel/resources/submission';

export const submissionColumns: readonly Column<Submission>[] = [
  {
    key: 'excerpt',
    title: t('Message'),
    render: ({ excerpt, is_spam }) => (
      <Inline gap={2}>
        <Text weight="medium">{excerpt || t('No text')}</Text>
        {is_spam && <Badge tone="warning">{t('Spam')}</Badge>}
      </Inline>
    ),
  },
  { key: 'form', title: t('Form'), sortable: true, render: ({ form }) => form },
  { key: 'fqdn', title: t('Site'), sortable: true, render: ({ fqdn }) => fqdn },
  { key: 'files', title: t('Files'), render: ({ files }) => files || '–' },
  {
    key: 'created_at',
    title: t('Received'),
    sortable: true,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];
