import * as v from 'valibot';
import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import type { HostingDriver, SiteOrigin, SiteSpec } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import {
  defineKind,
  outlineOf,
  type StepContext,
  type StepDefinition,
  type StepOutline,
  type TaskKind,
} from '../../tasks/task-kind.ts';
import { RESERVE_STEP } from '../../tasks/task-view.ts';
import { addressOf } from '../../config/config.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { blueprintSteps, FROM_BLUEPRINT } from '../blueprint/blueprint-source.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { answeredSince, overviewLink, SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { moveSite, recordFacts, taskSite, type SiteRow } from '../site/site.repo.ts';
import { deleteSite } from '../dns/delete-site.repo.ts';
import { hasPort } from '../site/site-ports.ts';

/** What an installation may be given. */
export const InstallPayload = definePayload(
  v.object({
    wpVersion: v.exactOptional(v.string()),
    phpVersion: v.exactOptional(v.string()),
    files: v.exactOptional(v.record(v.string(), v.string())),
    ...FROM_BLUEPRINT,
  }),
);
export type InstallPayload = PayloadOf<typeof InstallPayload>;

/** What a site is made from, if not from a fresh WordPress. */
export type SiteSource = {
  /** A heading for people, e.g. `Creating the site from a backup`. */
  label: string;
  /** Steps that provide the file, before those of the hosting driver. */
  provide: readonly StepDefinition[];
  origin(context: Pick<StepContext, 'app' | 'task'>): SiteOrigin;
  /** For the list of steps before the task runs. */
  kind: SiteOrigin['kind'];
  /** Steps after the site answers. */
  finish?(payload: Record<string, unknown>): readonly StepDefinition[];
  /** Removes the file, whatever the outcome. */
  cleanUp(context: Pick<StepContext, 'app' | 'task'>): Promise<void>;
};

function specOf({ app, task, secrets }: StepContext, site: SiteRow, source?: SiteSource): SiteSpec {
  const payload = InstallPayload.of(task.payload);
  return {
    siteId: site.id,
    kind: site.kind,
    fqdn: site.fqdn,
    url: addressOf(app.config, site.fqdn),
    title: site.title,
    adminUser: site.adminUser,
    adminEmail: site.adminEmail,
    adminPassword: secrets['adminPassword'] ?? '',
    phpVersion: payload.phpVersion,
    wpVersion: payload.wpVersion,
    files: payload.files,
    from: source?.origin({ app, task }),
  };
}

/** What cancelling leaves behind. */
const LEAVES_NOTHING = 'The site and everything installed so far are deleted, and its name becomes available.';
export const LEAVES_NAME = 'Everything installed so far is deleted. The site stays, empty and not ready.';

/** Gives the site its id and address: pending becomes created, or deploying if the installation follows. */
function reserveStep(last: 'created' | 'deploying'): StepDefinition {
  return {
    name: RESERVE_STEP,
    title: 'Reserving the name',
    leaves: LEAVES_NOTHING,
    async run(context) {
      const { app, task } = context;
      const site = await siteOf(context);
      if (hasPort(app, site, 'wordpress') && app.hosting.capabilities().php === null) {
        throw new HostingError(
          'RUNTIME_MISSING',
          'No PHP is available to run WordPress at the moment. Try again later, or contact support.',
          { retryable: true },
        );
      }
      await app.db.transaction(async (tx) => {
        const now = await taskSite(tx, task.resourceId);
        if (now?.status === 'pending') await moveSite(tx, site.id, 'created', { assignedAt: app.clock.now() });
        if (last === 'deploying' && now?.status !== 'deploying') await moveSite(tx, site.id, 'deploying');
      });
      context.note(`${site.fqdn} is reserved`);
    },
    async check(context) {
      const site = await siteOf(context);
      return site.assignedAt !== null && site.status === last;
    },
  };
}

const measureStep: StepDefinition = {
  name: 'measure',
  title: 'Recording versions and size',
  async run(context) {
    const site = await siteOf(context);
    const [{ bytes }, evidence] = await Promise.all([
      measureSite(context.app, site.id),
      checkSite(context.app, site, site.fqdn),
    ]);
    context.note(`${bytes} bytes on disk`);
    for (const entry of evidence) context.note(`${entry.name}: ${entry.detail}`);
  },
  async check(context) {
    const site = await siteOf(context);
    return site.fileSize !== null && answeredSince(context.app.db, context.task, 'measure');
  },
};

/** Removes everything that the driver's steps created. */
async function destroy({ app, task }: StepContext): Promise<void> {
  await app.hosting.destroy(task.resourceId);
}

/** Puts steps between the installation of a site and its first start. */
function beforeStart<Step extends { name: string }>(installation: Step[], more: readonly Step[]): Step[] {
  const start = installation.findIndex(({ name }) => name === 'start');
  return installation.toSpliced(start, 0, ...more);
}

/** The steps of an installation. `fetch` runs once the site's folder exists. */
export async function installSteps(
  context: StepContext,
  leaves: string,
  source?: SiteSource,
  fetch: readonly StepDefinition[] = [],
): Promise<StepDefinition[]> {
  const spec = specOf(context, await siteOf(context), source);
  const driver = context.app.hosting.steps(spec).map(({ name, title, run, check, retry }, i): StepDefinition => ({
    name,
    title,
    leaves,
    cancel: 'now',
    run: (now) => run(now),
    check: () => check(),
    ...(retry && { retry }),
    ...(i === 0 && { undo: destroy }),
  }));
  const { provide = [], finish } = source ?? {};
  const more = finish?.(context.task.payload) ?? [];
  const own = beforeStart(driver, [...blueprintSteps(InstallPayload.of(context.task.payload)), ...fetch]);
  return [...provide, ...own, ...more, measureStep].map((step) => ({ ...step, leaves }));
}

/** The driver names its steps without looking at the file. */
const OUTLINED: { readonly [K in SiteOrigin['kind']]: SiteOrigin } = {
  archive: { kind: 'archive', file: '' },
  import: { kind: 'import', file: '', list: () => Promise.reject(new Error('An outline has no file.')) },
};

/** The same before a worker has claimed the task. */
export function installOutline(
  hosting: HostingDriver,
  payload: Record<string, unknown>,
  leaves: string,
  source?: SiteSource,
  fetch: readonly StepOutline[] = [],
): StepOutline[] {
  const kind = payload['files'] || fetch.length > 0 ? 'static' : 'wordpress';
  const spec: SiteSpec = {
    siteId: 'outline',
    kind,
    fqdn: 'outline.invalid',
    url: 'http://outline.invalid',
    title: '',
    adminUser: '',
    adminEmail: '',
    adminPassword: '',
    ...(source && { from: OUTLINED[source.kind] }),
  };
  const { provide = [], finish } = source ?? {};
  const driver = hosting.steps(spec).map(({ name, title }): StepOutline => ({ name, title, cancel: 'now' }));
  const own = beforeStart(driver, [...blueprintSteps(InstallPayload.of(payload)), ...fetch]);
  const more = finish?.(payload) ?? [];
  return [...provide, ...own, ...more, measureStep].map((step) => outlineOf({ ...step, leaves }));
}

/** The end of an installation: ready only when the final check of the site was good. */
const ending: Pick<TaskKind, 'resource' | 'stale' | 'succeeded' | 'failed' | 'cancelled' | 'ended'> = {
  ...SITE_TASK,
  async succeeded(tx, context) {
    const site = await taskSite(tx, context.task.resourceId);
    if (!site || !looksWell(site.evidence)) throw new Error('A site that was not checked cannot become ready.');
    await removeWork(context.app, context.task.id);
    await moveSite(tx, site.id, 'ready', { taskId: null });
    return {
      type: 'site_created',
      ...described(said('{site} is ready.', { site: site.fqdn })),
      link: overviewLink(site.id),
    };
  },
  async failed(tx, context, error) {
    await removeWork(context.app, context.task.id);
    const site = await taskSite(tx, context.task.resourceId);
    if (!site) return null;
    await moveSite(tx, site.id, 'failed', { taskId: null });
    return {
      type: 'site_failed',
      ...described(said('{site} could not be created. {reason}', { site: site.fqdn, reason: reasonOf(error) })),
      link: site.assignedAt ? overviewLink(site.id) : '/sites',
    };
  },
  async cancelled(tx, { app, task }) {
    await removeWork(app, task.id);
    await deleteSite(tx, task.resourceId);
    return null;
  },
  ended: async ({ app, task }) => app.edge.invalidate(task.title),
};

/** Reserves a name for an empty site. */
export const initiateKind: TaskKind = defineKind({
  ...ending,
  label: 'Reserving the name',
  steps: [reserveStep('created')],
  async succeeded(tx, { task }) {
    await recordFacts(tx, task.resourceId, { taskId: null });
    return null;
  },
});

/** Reserves a name and installs in one task. */
export function createKind(hosting: HostingDriver, source?: SiteSource): TaskKind {
  const reserve = reserveStep('deploying');
  const cleanUp = async ({ app, task }: StepContext) => source?.cleanUp({ app, task });
  return defineKind({
    payload: InstallPayload,
    ...ending,
    label: source?.label ?? 'Creating the site',
    outline: (payload) => [outlineOf(reserve), ...installOutline(hosting, payload, LEAVES_NOTHING, source)],
    steps: async (context) => [reserve, ...(await installSteps(context, LEAVES_NOTHING, source))],
    async succeeded(tx, context) {
      await cleanUp(context);
      return ending.succeeded(tx, context);
    },
    async failed(tx, context, error) {
      await cleanUp(context);
      return ending.failed(tx, context, error);
    },
    async cancelled(tx, context) {
      await cleanUp(context);
      return ending.cancelled(tx, context);
    },
  });
}

/** The end of an installation of a site that was reserved before: its name stays when it is cancelled. */
export const endingOfReserved: typeof ending = {
  ...ending,
  async cancelled(tx, { app, task }) {
    await removeWork(app, task.id);
    await moveSite(tx, task.resourceId, 'failed', { taskId: null });
    return null;
  },
};

/** Installs a reserved site, or one whose installation failed; the request has already changed the status. */
export function finalizeKind(hosting: HostingDriver): TaskKind {
  return defineKind({
    payload: InstallPayload,
    ...endingOfReserved,
    label: 'Installing WordPress',
    outline: (payload) => installOutline(hosting, payload, LEAVES_NAME),
    steps: (context) => installSteps(context, LEAVES_NAME),
  });
}
