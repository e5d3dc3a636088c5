import { t } from '@panel/core';
import { EmptyState, Link } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  exportAddress,
  SUBMISSION_LIST,
  submissionListQuery,
  useMarkSubmission,
  type Submission,
} from '@panel/resources/submission';
import { SubmissionFilters } from './submission-filters.tsx';
import { SubmissionPanels } from './submission-panels.tsx';
import { SubmissionSnippet } from './submission-snippet.tsx';
import { submissionColumns } from './submission.columns.tsx';

const source = { list: SUBMISSION_LIST, query: submissionListQuery, panels: ['read', 'delete'] } as const;
export const prefetch = prefetchList(source);

/** /forms: what visitors sent with the forms of sites and applications. */
export function Component() {
  const { mutate: mark } = useMarkSubmission();
  const actions = (row: Submission, open: (panel: 'read' | 'delete', of: string) => void) => [
    { key: 'read', label: t('Read'), icon: 'eye' as const, onSelect: () => open('read', row.id) },
    {
      key: 'spam',
      label: row.is_spam ? t('Not spam') : t('Mark as spam'),
      icon: 'shield' as const,
      onSelect: () => mark({ id: row.id, is_spam: !row.is_spam }),
    },
    {
      key: 'delete',
      label: t('Delete'),
      icon: 'trash' as const,
      danger: true,
      onSelect: () => open('delete', row.id),
    },
  ];
  return (
    <ListPage
      {...source}
      title={t('Forms')}
      subtitle={t('What visitors send with the forms of your sites. It is kept for a year, spam for 30 days.')}
      actions={({ isEmpty, state }) => !isEmpty && <Link href={exportAddress(state)}>{t('Export as CSV')}</Link>}
      caption={t('Submissions')}
      columns={submissionColumns}
      rowKey={({ id }) => id}
      rowLabel={({ excerpt }) => excerpt || t('Submission')}
      rowActions={(row, { open }) => actions(row, open)}
      search={t('Search submissions')}
      filters={({ state, change }) => (
        <SubmissionFilters filters={state.filters} onChange={(filters) => change({ filters })} />
      )}
      empty={() => (
        <EmptyState
          icon="forms"
          title={t('No submissions yet')}
          text={t('Messages that visitors send with the forms of your sites will appear here.')}
          action={<SubmissionSnippet />}
        />
      )}
    >
      {({ panel, chosen, close }) => <SubmissionPanels panel={panel} row={chosen} onClose={close} />}
    </ListPage>
  );
}
