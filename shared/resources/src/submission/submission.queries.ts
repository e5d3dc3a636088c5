import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type Api, type ListState } from '@panel/core';
import { filterOf, submissionFormsRead, submissionListRead, type SubmissionColumn } from './submission.reads.ts';

/** One row, as the contract has it. */
export type Submission = Awaited<ReturnType<Api['submission']['list']>>['pageElements'][number];

export const submissionListQuery = (state: ListState<SubmissionColumn>) =>
  queryOf(submissionListRead(state), { placeholderData: keepPreviousData });

export const submissionFormsQuery = () => queryOf(submissionFormsRead());

/** One submission, whole. */
export const submissionQuery = (id: string) => calls.submission.byId.queryOptions({ input: { id } });

/** The address of the filtered list as CSV. */
export function exportAddress(state: Pick<ListState, 'keyword' | 'filters'>): string {
  const query = new URLSearchParams(
    Object.entries(filterOf(state)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
  return `/submission-export${query && `?${query}`}`;
}
