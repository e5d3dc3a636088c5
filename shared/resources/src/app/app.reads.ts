import { read, type ListState } from '@panel/contract/reads';
import type { HealthFilter } from '@panel/contract';

/** How the list begins. */
export const APP_LIST = {
  columns: ['created_at', 'fqdn', 'name', 'type'],
  orderBy: 'created_at',
  filters: ['health', 'tag'],
} as const;
export type AppColumn = (typeof APP_LIST)['columns'][number];

/** The filter of a list, as calls take it. */
export const appFilterOf = ({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>) => ({
  searchKey: keyword || undefined,
  health: filters['health']?.length ? (filters['health'] as HealthFilter[]) : undefined,
  tag: filters['tag']?.[0],
});

/** Applications by page. */
export const appListRead = (state: ListState<AppColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder } = state;
  return read('app.list', { pageIndex, pageSize, orderBy, sortOrder, ...appFilterOf(state) });
};

export const appRead = (id: string) => read('app.byId', { id });

/** What its checks saw, and its uptime. */
export const appChecksRead = (id: string) => read('app.checks', { id });

/** Numbers of all applications, and what this server can build. */
export const appDashboardRead = read('app.dashboard');

export const appTemplatesRead = read('app.templates');

export const appSettingsRead = (id: string) => read('app.settings', { id });

/** Its scheduled commands, and the last that ran. */
export const appCommandsRead = (id: string) => read('app.commands', { id });

/** Its database, without the password. */
export const appDatabaseRead = (id: string) => read('app.database', { id });

/** Its previews, and which branches get one. */
export const appPreviewsRead = (id: string) => read('app.previews', { id });

export const appPushRead = (id: string) => read('app.push', { id });

export const appVariablesRead = (id: string) => read('app.variables', { id });

/** How the list of an application's builds begins. */
export const BUILD_LIST = { columns: ['created_at'], orderBy: 'created_at' } as const;

export const buildListRead = (siteId: string, { pageIndex, pageSize, sortOrder }: ListState<'created_at'>) =>
  read('app.builds', { siteId, pageIndex, pageSize, orderBy: 'created_at', sortOrder });

export const PROJECT_LIST = { columns: ['created_at', 'name'], orderBy: 'created_at' } as const;
export type ProjectColumn = (typeof PROJECT_LIST)['columns'][number];

export const projectListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<ProjectColumn>) =>
  read('app.projects', { pageIndex, pageSize, orderBy, sortOrder });
