import { APP_PICTURE_PATH, type App, type AppBuild } from '@panel/contract';
import { addressesOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import { githubAccess } from '../github-app/access.ts';
import { readFacts } from '../site/site-health.repo.ts';
import { siteHealth } from '../site/site-health.ts';
import type { BuildRow } from './app-build.repo.ts';
import type { AppRow, ListedApp } from './app.repo.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Maps a build to the contract. */
export const publicBuild = (row: BuildRow, liveBuildId: string | null): AppBuild => ({
  id: row.id,
  site_id: row.appId,
  number: row.number,
  status: row.status,
  stage: row.stage,
  trigger: row.trigger,
  branch: row.branch,
  preview_id: row.previewId,
  commit: row.commit,
  commit_message: row.commitMessage,
  commit_author: row.commitAuthor,
  framework: row.framework,
  runtime: row.runtime,
  node_version: row.nodeVersion,
  is_live: row.id === liveBuildId,
  is_kept: row.isKept,
  error: row.error,
  task_id: row.taskId,
  log_lines: row.logLines,
  created_at: row.createdAt.toISOString(),
  started_at: iso(row.startedAt),
  ended_at: iso(row.endedAt),
});

type Deps = Pick<AppContext, 'config'>;

/** The page of a repository in a browser. */
function repositoryUrl({ config }: Deps, { source, repository }: AppRow): string | null {
  if (repository === null) return null;
  return source === 'github' ? `${config.githubUrl}/${repository}` : repository.replace(/\.git$/, '');
}

/** Maps an application to the contract. */
export function publicApp(deps: Deps): (row: ListedApp) => App {
  const address = addressesOf(deps.config);
  return ({
    workload,
    app,
    live,
    last,
    taskId,
    usage,
    health,
    otherId,
    otherFqdn,
    otherPart,
    customerEmail,
    installationState,
  }) => ({
    id: workload.id,
    site_id: workload.id,
    fqdn: workload.fqdn,
    url: address(workload.fqdn),
    name: workload.name,
    type: app.type,
    mode: app.mode,
    part: app.part,
    project_id: app.projectId,
    other_part:
      otherId !== null && otherFqdn !== null && otherPart !== null
        ? { id: otherId, fqdn: otherFqdn, part: otherPart }
        : null,
    status: workload.status,
    health: siteHealth({ ...readFacts(health), status: workload.status, taskId }),
    repository: {
      source: app.source,
      repository: app.repository,
      url: repositoryUrl(deps, app),
      branch: app.branch,
      auto_deploy: app.autoDeploy,
      github_access: githubAccess(app, installationState),
    },
    framework: app.settings.framework ?? app.recognized?.framework ?? null,
    runtime: live?.runtime ?? app.settings.runtime ?? app.recognized?.runtime ?? null,
    domain_type: workload.domainType,
    plan_type: workload.planType,
    license_key: workload.licenseKey,
    customer_id: workload.customerId,
    customer_email: customerEmail,
    tags: workload.tags,
    live_build: live && publicBuild(live, app.liveBuildId),
    last_build: last && publicBuild(last, app.liveBuildId),
    is_password_protected: workload.protectionUser !== null,
    picture_url:
      workload.pictureAt && workload.protectionUser === null
        ? `${APP_PICTURE_PATH}${workload.id}/${workload.pictureAt.getTime()}.png`
        : null,
    file_size: workload.fileSize,
    totalRequests: usage.requests,
    totalPageViews: usage.pageViews,
    totalCDNUsage: usage.bytes,
    task_id: taskId,
    created_at: workload.createdAt.toISOString(),
    updated_at: workload.updatedAt.toISOString(),
  });
}
