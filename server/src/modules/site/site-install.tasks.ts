import type { HostingDriver, SiteSpec } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { RESERVE_STEP } from '../../tasks/task.repo.ts';
import type { StepContext, StepDefinition, TaskKind } from '../../tasks/task-kind.ts';
import { addressOf } from '../../config.ts';
import { checkSite, looksWell, measureSite } from './site-checks.ts';
import { overviewLink, siteOf } from './site-task-steps.ts';
import { moveSite, recordFacts, taskSite, type SiteRow } from './site.repo.ts';

/** What the payload of an installation may hold besides. */
export type InstallPayload = { wpVersion?: string; phpVersion?: string; files?: Record<string, string> };

const kindOf = (site: Pick<SiteRow, 'type'>): SiteSpec['kind'] => (site.type === 'wordpress' ? 'wordpress' : 'static');

function specOf({ app, task, secrets }: StepContext, site: SiteRow): SiteSpec {
  const payload = task.payload as InstallPayload;
  return {
    siteId: site.id,
    kind: kindOf(site),
    fqdn: site.fqdn,
    url: addressOf(app.config, site.fqdn),
    title: site.title,
    adminUser: site.adminUser,
    adminEmail: site.adminEmail,
    adminPassword: secrets['adminPassword'] ?? '',
    phpVersion: payload.phpVersion,
    wpVersion: payload.wpVersion,
    files: payload.files,
  };
}

/** Gives the site its id and a place: pending becomes created, and deploying when it is installed at once. */
function reserveStep(last: 'created' | 'deploying'): StepDefinition {
  return {
    name: RESERVE_STEP,
    title: 'Reserving the name',
    async run(context) {
      const { app, task } = context;
      const site = await siteOf(context);
      if (kindOf(site) === 'wordpress' && app.hosting.capabilities().php === null) {
        throw new HostingError(
          'RUNTIME_MISSING',
          'No PHP is available to run WordPress at the moment. Try again later, or contact support.',
          { retryable: true },
        );
      }
      await app.db.transaction(async (tx) => {
        const now = await taskSite(tx, task.siteId);
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
    const { bytes } = await measureSite(context.app, site.id);
    context.note(`${bytes} bytes on disk`);
    for (const entry of await checkSite(context.app, site, site.fqdn)) context.note(`${entry.name}: ${entry.detail}`);
  },
  async check(context) {
    const site = await siteOf(context);
    return site.fileSize !== null && looksWell(site.evidence);
  },
};

async function installSteps(context: StepContext): Promise<StepDefinition[]> {
  const spec = specOf(context, await siteOf(context));
  const driver = context.app.hosting.steps(spec).map(({ name, title, run, check }) => ({
    name,
    title,
    run: (now: StepContext) => run({ note: now.note, signal: now.signal }),
    check,
  }));
  return [...driver, measureStep];
}

function outlineOf(hosting: HostingDriver, payload: Record<string, unknown>): { name: string; title: string }[] {
  const kind = payload['files'] ? 'static' : 'wordpress';
  const spec: SiteSpec = {
    siteId: 'outline',
    kind,
    fqdn: 'outline.invalid',
    url: 'http://outline.invalid',
    title: '',
    adminUser: '',
    adminEmail: '',
    adminPassword: '',
  };
  return [...hosting.steps(spec), measureStep].map(({ name, title }) => ({ name, title }));
}

/** How an installation ends: ready only when the last look at the site was good. */
const ending: Pick<TaskKind, 'succeeded' | 'failed' | 'ended'> = {
  async succeeded(tx, context) {
    const site = await taskSite(tx, context.task.siteId);
    if (!site || !looksWell(site.evidence)) throw new Error('A site that was not checked cannot become ready.');
    await moveSite(tx, site.id, 'ready', { taskId: null });
    return { type: 'site_created', description: `${site.fqdn} is ready.`, link: overviewLink(site.id) };
  },
  async failed(tx, context, error) {
    const site = await taskSite(tx, context.task.siteId);
    if (!site) return null;
    await moveSite(tx, site.id, 'failed', { taskId: null });
    return {
      type: 'site_failed',
      description: `${site.fqdn} could not be created. ${error.message}`,
      link: site.assignedAt ? overviewLink(site.id) : '/sites',
    };
  },
  ended: async ({ app, task }) => {
    if (task.fqdn) app.edge.invalidate(task.fqdn);
  },
};

/** Reserves a name; the site is there, empty. */
export function initiateKind(): TaskKind {
  const reserve = reserveStep('created');
  return {
    ...ending,
    outline: () => [{ name: reserve.name, title: reserve.title }],
    steps: () => [reserve],
    async succeeded(tx, { task }) {
      if (task.siteId) await recordFacts(tx, task.siteId, { taskId: null });
      return null;
    },
  };
}

/** Reserves a name and installs in one go. */
export function createKind(hosting: HostingDriver): TaskKind {
  const reserve = reserveStep('deploying');
  return {
    ...ending,
    outline: (payload) => [{ name: reserve.name, title: reserve.title }, ...outlineOf(hosting, payload)],
    steps: async (context) => [reserve, ...(await installSteps(context))],
  };
}

/** Installs what was only reserved, or failed before; the request has already moved the status. */
export function finalizeKind(hosting: HostingDriver): TaskKind {
  return { ...ending, outline: (payload) => outlineOf(hosting, payload), steps: installSteps };
}
