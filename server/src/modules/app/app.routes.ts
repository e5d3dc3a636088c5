import { ManualAppPart, ManualUpdatePart, type AppProject } from '@panel/contract';
import * as v from 'valibot';
import { calls } from '../../context/implement.ts';
import { scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { paged } from '../../kernel/paged.ts';
import { requestCertificate } from '../certificate/ssl.service.ts';
import { githubOfCaller } from '../github/github.service.ts';
import { purgeBinned, restoreBinned } from '../site-bin/bin.service.ts';
import { labelOf, isReserved } from '../site/site-name.ts';
import { isHostTaken } from '../site/site.repo.ts';
import { APP_BIN, listBinnedApps, wireBinnedApp } from './app-bin.ts';
import { buildsBetween, builtCommits, ENDED_BUILD, listBuilds, type ListedBuild } from './app-build.repo.ts';
import { cancelBuild, deploy, publishBuild, replaceFiles } from './app-build.service.ts';
import { removeApp, removeOwnProject, renameApp } from './app-change.service.ts';
import { createFromRepository, createFullstack, createManual, createProject } from './app-create.service.ts';
import { appDashboard, appTemplates } from './app-dashboard.ts';
import { appChecks } from './app-checks.service.ts';
import { findApp, findOwnBuild, openSftpOf, showApp } from './app-access.ts';
import { LOG_LINES, readLines } from './app-log.repo.ts';
import { changeApp, saveSettings, showSettings } from './app-settings.service.ts';
import { restoreVariables, saveVariables, showVariables } from './app-variables.service.ts';
import { listApps, listProjects, topApps, usesRepository } from './app.repo.ts';
import { publicApp, publicBuild } from './public-app.ts';

const OK = { status: true } as const;
const wireBuild = ({ build, liveBuildId }: ListedBuild) => publicBuild(build, liveBuildId);

/** The JSON part of a form, as text or as an object. @throws PanelError VALIDATION */
function part<Schema extends v.GenericSchema>(schema: Schema, given: unknown): v.InferOutput<Schema> {
  const text = v.pipe(v.string(), v.parseJson({}, 'This is not JSON.'), schema);
  const parsed = v.safeParse(typeof given === 'string' ? text : schema, given, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new PanelError(
    'VALIDATION',
    {},
    { fields: { [['app', v.getDotPath(issue)].filter(Boolean).join('.')]: issue.message } },
  );
}

export const appRoutes = {
  list: calls.app.list.handler(({ context, input }) =>
    paged(
      input,
      (slice) =>
        listApps(context.app.db, scopeOf(context), slice, {
          ...(input.searchKey && { searchKey: input.searchKey }),
          ...(input.site_id && { id: input.site_id }),
          ...(input.project_id && { projectId: input.project_id }),
          ...(input.health && { health: input.health }),
          ...(input.tag && { tag: input.tag }),
        }),
      publicApp(context.app),
    ),
  ),
  upgradable: calls.app.upgradable.handler(({ context, input }) =>
    paged(
      input,
      (slice) =>
        listApps(context.app.db, scopeOf(context), slice, {
          upgradable: true,
          ...(input.searchKey && { searchKey: input.searchKey }),
        }),
      publicApp(context.app),
    ),
  ),
  top: calls.app.top.handler(async ({ context }) =>
    (await topApps(context.app.db, scopeOf(context))).map(publicApp(context.app)),
  ),
  projects: calls.app.projects.handler(({ context, input }) =>
    paged(
      input,
      (slice) => listProjects(context.app.db, scopeOf(context), slice),
      ({ createdAt, ...project }): AppProject => ({ ...project, created_at: createdAt.toISOString() }),
    ),
  ),
  dashboard: calls.app.dashboard.handler(({ context }) => appDashboard(context)),
  templates: calls.app.templates.handler(({ context }) => appTemplates(context)),
  webTemplates: calls.app.webTemplates.handler(async ({ context, input }) => {
    const wanted = input.searchKey?.toLowerCase() ?? '';
    const all = (await appTemplates(context)).filter(({ name, description, tags }) =>
      [name, description, ...tags].some((text) => text.toLowerCase().includes(wanted)),
    );
    return paged(
      input,
      async ({ limit, offset }) => ({ rows: all.slice(offset, offset + limit), total: all.length }),
      (template) => template,
    );
  }),
  checkFqdn: calls.app.checkFqdn.handler(async ({ context, input: { fqdn } }) => {
    const label = labelOf(fqdn, context.partner.sitesDomain);
    const reserved = label !== undefined && isReserved(label);
    return { ...OK, reserved, used: reserved || (await isHostTaken(context.app.db, fqdn)) };
  }),
  checkRepository: calls.app.checkRepository.handler(async ({ context, input: { repo_full_name } }) => {
    const github = await githubOfCaller(context);
    const readable = await github.branches(repo_full_name).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PanelError && error.code === 'GITHUB_REFUSED') return false;
        throw error;
      },
    );
    return { ...OK, readable, used: await usesRepository(context.app.db, scopeOf(context), repo_full_name) };
  }),
  byId: calls.app.byId.handler(({ context, input }) => showApp(context, input.id)),
  checks: calls.app.checks.handler(({ context, input }) => appChecks(context, input)),
  screenshot: calls.app.screenshot.handler(async ({ context, input }) => {
    const row = await findApp(context, input.id);
    return {
      ...OK,
      url: publicApp(context.app)(row).picture_url,
      taken_at: row.workload.pictureAt?.toISOString() ?? null,
    };
  }),
  createProject: calls.app.createProject.handler(({ context, input }) => createProject(context, input)),
  existingApp: calls.app.existingApp.handler(({ context, input }) => createFromRepository(context, input)),
  fullstackApp: calls.app.fullstackApp.handler(({ context, input }) => createFullstack(context, input)),
  manualCreate: calls.app.manualCreate.handler(({ context, input }) =>
    createManual(context, part(ManualAppPart, input.app), input.manualAppZipFile),
  ),
  manualUpdate: calls.app.manualUpdate.handler(({ context, input }) =>
    replaceFiles(context, input.id, part(ManualUpdatePart, input.app ?? {}), input.manualAppZipFile),
  ),
  update: calls.app.update.handler(async ({ context, input: { id, fqdn, ...change } }) => {
    const renamed = fqdn === undefined ? null : await renameApp(context, id, fqdn);
    return { ...OK, data: await changeApp(context, id, change), task_id: renamed?.task_id ?? null };
  }),
  remove: calls.app.remove.handler(async ({ context, input }) => {
    await removeApp(context, input.id);
    return OK;
  }),
  removeProject: calls.app.removeProject.handler(async ({ context, input }) => {
    await removeOwnProject(context, input.id);
    return OK;
  }),
  bin: calls.app.bin.handler(({ context, input }) =>
    paged(input, (slice) => listBinnedApps(context, input.keyword, slice), wireBinnedApp),
  ),
  restore: calls.app.restore.handler(({ context, input }) => restoreBinned(context, input, APP_BIN)),
  purge: calls.app.purge.handler(({ context, input }) => purgeBinned(context, input.id, APP_BIN)),
  settings: calls.app.settings.handler(({ context, input }) => showSettings(context, input.id)),
  saveSettings: calls.app.saveSettings.handler(async ({ context, input }) => ({
    ...OK,
    data: await saveSettings(context, input),
  })),
  variables: calls.app.variables.handler(({ context, input }) => showVariables(context, input)),
  saveVariables: calls.app.saveVariables.handler(async ({ context, input }) => ({
    ...OK,
    data: await saveVariables(context, input),
  })),
  restoreVariables: calls.app.restoreVariables.handler(async ({ context, input }) => ({
    ...OK,
    data: await restoreVariables(context, input),
  })),
  deploy: calls.app.deploy.handler(({ context, input }) => deploy(context, input.id, input.commit)),
  builds: calls.app.builds.handler(async ({ context, input: { siteId, ...input } }) => {
    await findApp(context, siteId);
    return paged(input, (slice) => listBuilds(context.app.db, scopeOf(context), slice, siteId), wireBuild);
  }),
  allBuilds: calls.app.allBuilds.handler(({ context, input: { site_id, ...input } }) =>
    paged(input, (slice) => listBuilds(context.app.db, scopeOf(context), slice, site_id), wireBuild),
  ),
  buildsBetween: calls.app.buildsBetween.handler(async ({ context, input: { id, start_date, end_date } }) => {
    await findApp(context, id);
    return (await buildsBetween(context.app.db, id, new Date(start_date), new Date(end_date))).map(wireBuild);
  }),
  lastBuild: calls.app.lastBuild.handler(async ({ context, input }) => ({
    ...OK,
    data: publicApp(context.app)(await findApp(context, input.siteId)).last_build,
  })),
  commits: calls.app.commits.handler(async ({ context, input }) => {
    await findApp(context, input.siteId);
    return (await builtCommits(context.app.db, input.siteId)).map((row) => ({
      commit: row.build.commit ?? '',
      message: row.build.commitMessage ?? '',
      author: row.build.commitAuthor ?? '',
      at: row.build.createdAt.toISOString(),
      build: wireBuild(row),
    }));
  }),
  build: calls.app.build.handler(async ({ context, input }) => wireBuild(await findOwnBuild(context, input.id))),
  buildLog: calls.app.buildLog.handler(async ({ context, input: { id, from } }) => {
    const { build } = await findOwnBuild(context, id);
    const lines = await readLines(context.app.db, id, from);
    const next = (lines.at(-1)?.line ?? from - 1) + 1;
    const ended = ENDED_BUILD.has(build.status) && lines.length < LOG_LINES && next > build.logLines;
    return { lines, next, left_out: build.logLeftOut, ended };
  }),
  cancelBuild: calls.app.cancelBuild.handler(async ({ context, input }) => {
    await cancelBuild(context, input.id);
    return OK;
  }),
  publishBuild: calls.app.publishBuild.handler(({ context, input }) => publishBuild(context, input.id)),
  logs: calls.app.logs.handler(async ({ context, input }) => {
    await findApp(context, input.id);
    return context.app.hosting.serverLog(input.id);
  }),
  ftpCredentials: calls.app.ftpCredentials.handler(async ({ context, input }) => {
    await findApp(context, input.siteId);
    return { ...OK, data: await openSftpOf(context, input.siteId) };
  }),
  ssl: calls.app.ssl.handler(async ({ context, input }) => {
    await findApp(context, input.id);
    return requestCertificate(context, input.id);
  }),
};
