import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type Api, type ListState } from '@panel/core';
import {
  announcementDraftRead,
  announcementListRead,
  announcementsRead,
  type AnnouncementColumn,
} from './announcement.reads.ts';

/** One row of the list of staff, as the contract has it. */
export type AnnouncementRow = Awaited<ReturnType<Api['announcement']['list']>>['pageElements'][number];

export const BANNER_POLL_MS = 300_000;

export const announcementsQuery = queryOf(announcementsRead);

/** What the banner shows. The initial HTML brings the first answer; open tabs ask again now and then. */
export const announcementBannerQuery = calls.announcement.banner.queryOptions({
  staleTime: BANNER_POLL_MS,
  refetchInterval: BANNER_POLL_MS,
});

export const announcementListQuery = (state: ListState<AnnouncementColumn>) =>
  queryOf(announcementListRead(state), { placeholderData: keepPreviousData });

export const announcementDraftQuery = (id: string) => queryOf(announcementDraftRead(id));
