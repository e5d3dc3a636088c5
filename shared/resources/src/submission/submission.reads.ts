import { read, type ListState } from '@panel/contract/reads';

/** How the list begins, and what it is filtered by: days as `2026-11-25`. */
export const SUBMISSION_LIST = {
  columns: ['created_at', 'form', 'fqdn'],
  orderBy: 'created_at',
  filters: ['form', 'spam', 'from', 'to'],
} as const;
export type SubmissionColumn = (typeof SUBMISSION_LIST)['columns'][number];

const SPAM = ['yes', 'all'] as const;

/** The filter of a list, as calls and the export take it. */
export const filterOf = ({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>) => ({
  keyword: keyword || undefined,
  form: filters['form']?.[0] || undefined,
  spam: SPAM.find((spam) => spam === filters['spam']?.[0]),
  from: filters['from']?.[0] || undefined,
  to: filters['to']?.[0] || undefined,
});

/** Submissions by page. */
export const submissionListRead = (state: ListState<SubmissionColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder } = state;
  return read('submission.list', { pageIndex, pageSize, orderBy, sortOrder, ...filterOf(state) });
};

export const submissionFormsRead = () => read('submission.forms');
