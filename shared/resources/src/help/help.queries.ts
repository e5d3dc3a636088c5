import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type Api, type ListState } from '@panel/core';
import { helpCenterRead, helpDraftRead, helpFeedbackRead, helpListRead, type HelpColumn } from './help.reads.ts';

/** One row of the partner's own articles, as the contract has it. */
export type HelpDraftRow = Awaited<ReturnType<Api['help']['list']>>['pageElements'][number];

export const helpCenterQuery = queryOf(helpCenterRead, { staleTime: 300_000 });

/** A published article of the partner. */
export const helpArticleQuery = (slug: string) => calls.help.article.queryOptions({ input: { slug } });

export const helpListQuery = (state: ListState<HelpColumn>) =>
  queryOf(helpListRead(state), { placeholderData: keepPreviousData });

export const helpFeedbackQuery = queryOf(helpFeedbackRead);

export const helpDraftQuery = (id: string) => queryOf(helpDraftRead(id));
