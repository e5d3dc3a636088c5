import { ACTIVE_BUILD_STATUSES } from '@panel/contract/app-values';
import { APP_SCHEDULES_MAX } from '@panel/contract/app-values';
import type { AppCommands, AppDatabaseState, AppRun } from '@panel/contract';
import type { App, AppBuild } from '@panel/core';
import { t } from '@panel/core';

type Asked<K extends keyof App> = Pick<App, K>;

/** Whether a build waits or runs. */
export const isActiveBuild = ({ status }: Pick<AppBuild, 'status'>): boolean =>
  (ACTIVE_BUILD_STATUSES as readonly string[]).includes(status);

/** Whether something of an application changes by itself now. */
export const isAppWorkedOn = ({ task_id, status, last_build }: Asked<'task_id' | 'status' | 'last_build'>): boolean =>
  task_id !== null ||
  status === 'deploying' ||
  status === 'processing' ||
  status === 'moving' ||
  (last_build !== null && isActiveBuild(last_build));

/** Whether its code is, or can be, in the panel's own Git. */
export const hasPanelGit = ({ repository: { source } }: Asked<'repository'>): boolean =>
  source === 'panel' || source === 'template';

/** Why there is nothing to see at its address, or nothing. */
export const cannotVisitApp = ({ status }: Asked<'status'>): string | undefined =>
  status === 'ready' ? undefined : t('The application doesn’t answer until its first release is live.');

/** Why its address cannot be changed now, or nothing. */
export function cannotRenameApp(app: Asked<'domain_type' | 'status' | 'task_id' | 'last_build'>): string | undefined {
  if (app.domain_type !== 'sub_domain') return t('Only an application on a subdomain can be renamed.');
  if (isAppWorkedOn(app)) return t('This application is being changed. Wait until that finishes.');
  return app.status === 'ready' ? undefined : t('The application is not ready. Deploy it first.');
}

/** Why nothing of it can be changed now, or nothing. */
export function cannotChangeApp({ status, task_id }: Asked<'status' | 'task_id'>): string | undefined {
  if (task_id) return t('This application is being changed. Wait until that finishes.');
  return status === 'ready' ? undefined : t('The application is not ready. Deploy it first.');
}

/** Why it cannot be deleted now, or nothing. */
export const cannotDeleteApp = (app: Asked<'status' | 'task_id' | 'last_build'>): string | undefined =>
  isAppWorkedOn(app) ? t('This application is being changed. Wait until that finishes.') : undefined;

/** Why no build of it can be started, or nothing. */
export function cannotBuild(
  { repository }: Asked<'repository'>,
  given: { missing: string | null; isAbuse: boolean },
): string | undefined {
  if (given.isAbuse) return t('Your build time of this month is used up.');
  if (repository.source === 'zip') return t('Upload a zip to deploy this application.');
  return repository.source === 'template' ? undefined : (given.missing ?? undefined);
}

/** Why a build cannot be cancelled, or nothing. */
export function cannotCancelBuild(build: Pick<AppBuild, 'status'>): string | undefined {
  if (!isActiveBuild(build)) return t('This build has ended.');
  return build.status === 'deploying' ? t('This release is being published.') : undefined;
}

/** Why a release of an application cannot be published again now, or nothing. */
export function cannotPublishBuild(
  app: Asked<'task_id'>,
  { is_live, is_kept, preview_id }: Pick<AppBuild, 'is_live' | 'is_kept' | 'preview_id'>,
): string | undefined {
  if (preview_id !== null) return t('This is a preview. Promote it on the page of previews.');
  if (is_live) return t('This release is live.');
  if (!is_kept) return t('This release is gone. Deploy its commit again.');
  return app.task_id === null ? undefined : t('This application is being changed. Wait until that finishes.');
}

/** Whether a command waits or runs. */
export const isActiveRun = ({ status }: Pick<AppRun, 'status'>): boolean => status === 'queued' || status === 'running';

/** Why no command can be run now, or nothing. */
export function cannotRunCommand(
  { status }: Asked<'status'>,
  { missing, runs }: Pick<AppCommands, 'missing' | 'runs'>,
): string | undefined {
  if (missing !== null) return missing;
  if (status !== 'ready') return t('The application is not ready. Deploy it first.');
  return runs.some((run) => run.schedule_id === null && isActiveRun(run))
    ? t('One command runs already. Wait until it ends, or cancel it.')
    : undefined;
}

/** Why no scheduled command can be added, or nothing. */
export function cannotSchedule({ schedules, missing }: Pick<AppCommands, 'schedules' | 'missing'>): string | undefined {
  if (missing !== null) return missing;
  return schedules.length < APP_SCHEDULES_MAX
    ? undefined
    : t('An application can have {limit} scheduled commands.', { limit: APP_SCHEDULES_MAX });
}

/** Why it can get no database now, or nothing. */
export function cannotCreateDatabase(
  { status }: Asked<'status'>,
  { missing, task_id }: Pick<AppDatabaseState, 'missing' | 'task_id'>,
): string | undefined {
  if (missing !== null) return missing;
  if (task_id) return t('This application is being changed. Wait until that finishes.');
  return status === 'ready' || status === 'failed' ? undefined : t('The application is not ready. Deploy it first.');
}

/** Why its database cannot be changed now, or nothing. */
export function cannotChangeDatabase({
  missing,
  task_id,
}: Pick<AppDatabaseState, 'missing' | 'task_id'>): string | undefined {
  if (task_id) return t('This application is being changed. Wait until that finishes.');
  return missing ?? undefined;
}

/** Why no license can be assigned to it now, or nothing. */
export function cannotUpgradeApp(app: Asked<'status' | 'task_id' | 'last_build'>): string | undefined {
  if (isAppWorkedOn(app)) return t('This application is being changed. Wait until that finishes.');
  return app.status === 'ready' ? undefined : t('The application is not ready. Deploy it first.');
}
