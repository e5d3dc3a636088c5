import { read, type ListState } from '@panel/contract/reads';

/** The partner's published articles, and what is read most. */
export const helpCenterRead = read('help.center');

/** How the list of a partner's own articles begins. */
export const HELP_LIST = { columns: ['created_at', 'title', 'slug'], orderBy: 'created_at' } as const;
export type HelpColumn = (typeof HELP_LIST)['columns'][number];

/** The partner's own articles by page. */
export const helpListRead = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<HelpColumn>) =>
  read('help.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });

/** What readers said about each article. */
export const helpFeedbackRead = read('help.feedback');

/** An article of the partner with its newest text and its versions. */
export const helpDraftRead = (id: string) => read('help.byId', { id });
