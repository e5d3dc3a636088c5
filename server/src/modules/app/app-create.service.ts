import {
  type AppMode,
  type BuildSettings,
  type ExistingAppInput,
  type FullstackAppInput,
  type ManualAppPart,
  type ProjectCreateInput,
} from '@panel/contract';
import type * as v from 'valibot';
import { appFiles } from '../../archive/stored-zips.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { reserveSitesOfPartner } from '../../context/partner-limits.repo.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { onDisk } from '../../context/uploaded-file.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findAccount } from '../github/github.repo.ts';
import { provenRepository } from '../github-app/repositories.service.ts';
import { newSiteName } from '../site/site-name.ts';
import { changePlan } from '../license/licensed-site.repo.ts';
import { usableLicense } from '../license/license.service.ts';
import { planOf } from '../license/site-plan.ts';
import { refuseMoreApps } from './app-quota.repo.ts';
import { refuseBuilds } from '../app-account/build-minutes.ts';
import { newDatabase, wantDatabase } from '../app-account/app-database.repo.ts';
import { insertApp, insertProject, taskApp, type NewApp } from './app.repo.ts';
import { queueBuild } from './queue-build.ts';

export type AppCreated = {
  status: true;
  task_id: string;
  site_id: string;
  app_id: string;
  build_id: string;
  fqdn: string;
};

type GitSource = ExistingAppInput['from'];

/** @throws PanelError BUILDS_UNAVAILABLE with what this server lacks */
export function needBuilds({ app }: CallContext): void {
  const reason = app.hosting.buildsMissing();
  if (reason !== null) throw new PanelError('BUILDS_UNAVAILABLE', { reason });
}

/** @throws PanelError DATABASES_UNAVAILABLE with what this server lacks */
function needDatabases({ app }: CallContext): void {
  const reason = app.hosting.appDatabasesMissing();
  if (reason !== null) throw new PanelError('DATABASES_UNAVAILABLE', { reason });
}

type WriteOptions = {
  key?: string | undefined;
  before?: (buildId: string) => Promise<void>;
  /** Default: the machine with the most room. */
  nodeId?: string | null;
};

/** Inserts an application below the partner's domain and queues its first build. @throws PanelError NAME_TAKEN */
async function writeApp(
  context: CallContext,
  tx: Database,
  label: string,
  values: NewApp,
  { key, before, nodeId = context.app.machine.place() }: WriteOptions = {},
): Promise<AppCreated> {
  const { app, partner } = context;
  const user = signedIn(context);
  const fqdn = `${label}.${partner.sitesDomain}`;
  const name = newSiteName(fqdn, partner.sitesDomain, 'fqdn');
  const owner = { partnerId: partner.id, customerId: user.id };
  const row = await insertApp(tx, owner, { fqdn, name, nodeId, ...values }, app.clock.now());
  if (!row) throw new PanelError('NAME_TAKEN');
  if (key !== undefined) await changePlan(tx, row.id, planOf(await usableLicense(context, tx, row, { key }, 'app')));
  const given = found(await taskApp(tx, row.id, { lock: true }));
  const build = await queueBuild(app, tx, given, { trigger: 'create', userId: user.id });
  await before?.(build.id);
  await audit(tx, 'app.create', { ...owner, userId: user.id, request: context.request }, { siteId: row.id, fqdn });
  return { status: true, task_id: build.taskId ?? '', site_id: row.id, app_id: row.id, build_id: build.id, fqdn };
}

type Source = Pick<NewApp, 'source' | 'repository' | 'branch' | 'repositoryToken' | 'installationId' | 'repositoryId'>;

/** Where the code is; GitHub itself is asked whether the caller may read what they chose by the App. */
async function sourceOf(context: CallContext, from: GitSource): Promise<Source> {
  const { source, branch, repository } = from;
  if (from.source === 'github' && from.installation_id !== undefined)
    return { source, branch, ...(await provenRepository(context, from.installation_id, repository)) };
  const token = from.source === 'git' && from.token ? context.app.secrets.seal(from.token) : null;
  return { source, repository, branch, repositoryToken: token };
}

async function prepare(context: CallContext, hints: TenantHints, sources: readonly GitSource[]): Promise<void> {
  await checkTenant(context, hints);
  await refuseBuilds(context.app, signedIn(context));
  if (!sources.some((from) => from.source === 'github' && from.installation_id === undefined)) return;
  if (!(await findAccount(context.app.db, signedIn(context).id))) throw new PanelError('GITHUB_NOT_CONNECTED');
}

/** Creates applications in one transaction, and remembers the answer for a repeated request. */
const creating = (
  context: CallContext,
  { count = 1, key }: { count?: number; key?: string | undefined },
  write: (tx: Database) => Promise<AppCreated>,
): Promise<AppCreated> =>
  context.app.db.transaction(async (tx) => {
    await reserveSitesOfPartner(tx, context.partner.id, count);
    // One that runs on a licence is outside of its customer's own plan.
    const ofPlan = key === undefined ? count : count - 1;
    await refuseMoreApps(tx, context.partner.id, signedIn(context), ofPlan);
    const answer = await write(tx);
    await context.remember(tx, answer);
    return answer;
  });

/**
 * An application from a template that is shipped with the panel, or from an empty page. A full-stack template makes both parts
 * and their database.
 * @throws PanelError NOT_FOUND for a template that does not exist, BUILDS_UNAVAILABLE, DATABASES_UNAVAILABLE, and those of every creation
 */
export async function createProject(context: CallContext, input: ProjectCreateInput): Promise<AppCreated> {
  const { fqdn, template_id, empty = false, repo_name, license_key: key, ...hints } = input;
  await prepare(context, hints, []);
  const templates = await context.app.hosting.templates();
  if (empty) needBuilds(context);
  const template = template_id === undefined ? undefined : found(templates.find(({ id }) => id === template_id));
  if (template?.missing) throw new PanelError('BUILDS_UNAVAILABLE', { reason: template.missing });
  if (template?.backend) {
    needDatabases(context);
    const part = (templateId: string): PartValues => ({ source: 'template', templateId });
    const parts = { frontend: part(template.id), backend: part(template.backend) };
    return createParts(context, { fqdn, key, database: true, project: repo_name }, parts);
  }
  const mode: AppMode = template ? 'template' : 'scratch';
  return creating(context, { key }, async (tx) => {
    const owner = { partnerId: context.partner.id, customerId: signedIn(context).id };
    const projectId = await insertProject(tx, owner, repo_name ?? fqdn);
    const from = empty
      ? ({ source: 'panel', branch: 'main' } as const)
      : ({ source: 'template', templateId: template?.id ?? null } as const);
    const values = { type: 'frontend', mode, projectId, ...from } as const;
    return writeApp(context, tx, fqdn, values, { key });
  });
}

/** An application from a repository that exists. @throws PanelError GITHUB_NOT_CONNECTED, BUILDS_UNAVAILABLE … */
export async function createFromRepository(context: CallContext, input: ExistingAppInput): Promise<AppCreated> {
  const { fqdn, from, settings = {}, license_key: key, ...hints } = input;
  await prepare(context, hints, [from]);
  needBuilds(context);
  const values: NewApp = {
    type: 'frontend',
    mode: 'existingApp',
    settings: chosen(settings),
    ...(await sourceOf(context, from)),
  };
  return creating(context, { key }, (tx) => writeApp(context, tx, fqdn, values, { key }));
}

/**
 * A project with a front end at the name, which answers `/api` with the back end; that has the name with `-api`, and a database if it
 * wants one. @throws PanelError as above, DATABASES_UNAVAILABLE
 */
export async function createFullstack(context: CallContext, input: FullstackAppInput): Promise<AppCreated> {
  const { fqdn, frontend, backend, database = false, license_key: key, ...hints } = input;
  await prepare(context, hints, [frontend.from, backend.from]);
  needBuilds(context);
  if (database) needDatabases(context);
  const frontSource = await sourceOf(context, frontend.from);
  const backSource = await sourceOf(context, backend.from);
  const valuesOf = ({ settings = {} }: FullstackAppInput['frontend'], source: Source): PartValues => ({
    settings: chosen(settings),
    ...source,
  });
  const parts = { frontend: valuesOf(frontend, frontSource), backend: valuesOf(backend, backSource) };
  return createParts(context, { fqdn, key, database }, parts);
}

type PartValues = Pick<NewApp, 'settings' | 'templateId'> & Source;

/** Both parts of a full-stack application, in a project of their own. */
const createParts = (
  context: CallContext,
  {
    fqdn,
    key,
    database,
    project = fqdn,
  }: { fqdn: string; key?: string | undefined; database: boolean; project?: string },
  { frontend, backend }: { frontend: PartValues; backend: PartValues },
): Promise<AppCreated> =>
  creating(context, { count: 2, key }, async (tx) => {
    const owner = { partnerId: context.partner.id, customerId: signedIn(context).id };
    const projectId = await insertProject(tx, owner, project);
    const common = { type: 'fullstack', mode: 'fullStack', projectId } as const;
    // The front end answers with the back end, so they are together.
    const nodeId = context.app.machine.place();
    const back: NewApp = { ...common, part: 'backend', ...backend };
    const { app_id: appId } = await writeApp(context, tx, `${fqdn}-api`, back, { nodeId });
    // Its first build makes it, before the server starts for the first time.
    if (database) await wantDatabase(tx, { ...newDatabase(context.app), appId, status: 'creating' });
    return writeApp(context, tx, fqdn, { ...common, part: 'frontend', ...frontend }, { key, nodeId });
  });

const chosen = (settings: object): Partial<BuildSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null));

/**
 * An application from a zip. Its list of contents is checked first; nothing is stored of an archive that is refused.
 * @throws PanelError ARCHIVE_REFUSED, TOO_LARGE, NAME_TAKEN …
 */
export async function createManual(
  context: CallContext,
  { fqdn, spa_fallback, license_key: key, ...hints }: TenantHints & v.InferOutput<typeof ManualAppPart>,
  file: File,
): Promise<AppCreated> {
  await prepare(context, hints, []);
  const upload = onDisk(file);
  const caller = signedIn(context);
  await context.app.uploads.run('importPlan', caller.id, { file: upload.path });
  return creating(context, { key }, (tx) => {
    const values = { type: 'manual', mode: 'manualDeploy', source: 'zip', settings: { spa_fallback } } as const;
    return writeApp(context, tx, fqdn, values, {
      key,
      // The archive is on this machine.
      nodeId: context.app.machine.here(),
      before: (buildId) => appFiles(context.app.config).take(buildId, upload),
    });
  });
}
