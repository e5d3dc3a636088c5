import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { calls, queryOf, type App, type AppEnvironment, type ListState } from '@panel/core';
import type { HealthFilter } from '@panel/contract';
import { isActiveBuild, isAppWorkedOn } from './app.can.ts';
import {
  appChecksRead,
  appDashboardRead,
  appListRead,
  appPushRead,
  appRead,
  appSettingsRead,
  appTemplatesRead,
  buildListRead,
  projectListRead,
  type AppColumn,
  type ProjectColumn,
} from './app.reads.ts';

/** Polling interval while something changes, and of a log that grows. */
const PROGRESS_POLL_MS = 2000;
const LOG_POLL_MS = 700;
const STABLE_MS = 10 * 60_000;

export const appListQuery = (state: ListState<AppColumn>) =>
  queryOf(appListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isAppWorkedOn) ? PROGRESS_POLL_MS : false),
  });

/** The newest few applications, of all or of those with one of these levels of health. */
export const newestAppsQuery = (pageSize: number, health?: HealthFilter[]) =>
  calls.app.list.queryOptions({
    input: { pageIndex: 0, pageSize, orderBy: 'created_at', sortOrder: 'desc', health },
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isAppWorkedOn) ? PROGRESS_POLL_MS : false),
  });

export const appQuery = (id: string) =>
  queryOf(appRead(id), {
    refetchInterval: ({ state: { data } }) => (data && isAppWorkedOn(data) ? PROGRESS_POLL_MS : false),
  });

/** An application, once a page has read it. This asks for nothing. */
export const useKnownApp = (id = ''): App | undefined =>
  useQuery({ ...appQuery(id), refetchInterval: false, enabled: false }).data;

export const appChecksQuery = (id: string) => queryOf(appChecksRead(id));

export const appDashboardQuery = queryOf(appDashboardRead);

export const appTemplatesQuery = queryOf(appTemplatesRead, { staleTime: STABLE_MS });

export const appSettingsQuery = (id: string) => queryOf(appSettingsRead(id));

/** How a push deploys it, as it is now. */
export const appPushQuery = (id: string) => queryOf(appPushRead(id), { staleTime: 0 });

/** The environment variables, as they are now. */
export const appVariablesQuery = (id: string, environment: AppEnvironment = 'production') =>
  calls.app.variables.queryOptions({ input: { id, environment }, staleTime: 0 });

export const buildListQuery = (siteId: string) => (state: ListState<'created_at'>) =>
  queryOf(buildListRead(siteId, state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isActiveBuild) ? PROGRESS_POLL_MS : false),
  });

export const buildQuery = (id: string) =>
  calls.app.build.queryOptions({
    input: { id },
    refetchInterval: ({ state: { data } }) => (data && isActiveBuild(data) ? PROGRESS_POLL_MS : false),
  });

/** The newest commits that were built. */
export const appCommitsQuery = (siteId: string) => calls.app.commits.queryOptions({ input: { siteId }, staleTime: 0 });

/** A part of a build's log; the last part is asked for again while the build runs. */
export const buildLogQuery = (id: string, from: number) =>
  calls.app.buildLog.queryOptions({
    input: { id, from },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.ended ? false : LOG_POLL_MS),
  });

export const projectListQuery = (state: ListState<ProjectColumn>) =>
  queryOf(projectListRead(state), { placeholderData: keepPreviousData });

/** The newest lines that the server of an application wrote. */
export const appLogsQuery = (id: string) => calls.app.logs.queryOptions({ input: { id }, staleTime: 0 });

/** Whether the address is in use. Requested while the user types, never cached. */
export const appFqdnCheckQuery = (fqdn: string) =>
  calls.app.checkFqdn.queryOptions({ input: { fqdn }, staleTime: 0, gcTime: 0 });

const FOUND = 8;

/** A few applications whose name or address contains the text, by address. */
export const foundAppsQuery = (keyword: string, pageSize = FOUND) =>
  calls.app.list.queryOptions({
    input: {
      ...{ searchKey: keyword || undefined, pageIndex: 0, pageSize },
      ...({ orderBy: 'fqdn', sortOrder: 'asc' } as const),
    },
  });

const MANY = 100;

/** Applications that a license can be assigned to, by part of their address. */
export const upgradableAppsQuery = (keyword: string) =>
  calls.app.upgradable.queryOptions({
    input: {
      ...{ searchKey: keyword || undefined, pageIndex: 0, pageSize: MANY },
      ...({ orderBy: 'fqdn', sortOrder: 'asc' } as const),
    },
  });
