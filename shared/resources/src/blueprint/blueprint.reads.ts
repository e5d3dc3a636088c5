import { read, type ListState } from '@panel/contract/reads';

/** How the list begins, and what the server orders it by. */
export const BLUEPRINT_LIST = { columns: ['created_at', 'name'], orderBy: 'created_at' } as const;
export type BlueprintColumn = (typeof BLUEPRINT_LIST)['columns'][number];

/** Blueprints by page: all that the caller can see, or those of one site. */
export const blueprintListRead = (
  { pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<BlueprintColumn>,
  siteId?: string,
) =>
  read('blueprint.list', { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined, site_id: siteId });
