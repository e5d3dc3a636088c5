import { read, type ListState } from '@panel/contract/reads';

/** What is current for the signed-in customer. */
export const announcementsRead = read('announcement.current');

/** How the list of staff begins. */
export const ANNOUNCEMENT_LIST = { columns: ['created_at', 'from'], orderBy: 'created_at' } as const;
export type AnnouncementColumn = (typeof ANNOUNCEMENT_LIST)['columns'][number];

/** What customers of the partner are told, by page. */
export const announcementListRead = (state: ListState<AnnouncementColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder, keyword } = state;
  return read('announcement.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
};

/** One of them with its text. */
export const announcementDraftRead = (id: string) => read('announcement.byId', { id });
