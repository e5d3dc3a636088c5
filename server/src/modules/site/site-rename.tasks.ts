import { addressOf } from '../../config.ts';
import type { StepContext, StepDefinition, TaskKind } from '../../tasks/task-kind.ts';
import { checkSite, looksWell, measureSite } from './site-checks.ts';
import { labelOf } from './site-name.ts';
import { overviewLink, siteOf } from './site-task-steps.ts';
import { moveSite, recordFacts, releaseHosts, taskSite } from './site.repo.ts';

/** From one address to another; both lead to the site until the new one was seen to work. */
export type RenamePayload = { from: string; to: string; sitesDomain: string };

const namesOf = ({ task }: Pick<StepContext, 'task'>): RenamePayload => task.payload as RenamePayload;

const moveStep: StepDefinition = {
  name: 'move',
  title: 'Moving the site to its new address',
  async run(context) {
    const { to } = namesOf(context);
    const site = await siteOf(context);
    await context.app.hosting.rename(
      site.id,
      { fqdn: to, url: addressOf(context.app.config, to) },
      { note: context.note, signal: context.signal },
    );
  },
  async check(context) {
    const site = await siteOf(context);
    const { ok, checks } = await context.app.hosting.verify(site.id, namesOf(context).to);
    for (const check of checks) context.note(`${check.name}: ${check.detail}`);
    return ok;
  },
};

const switchStep: StepDefinition = {
  name: 'switch',
  title: 'Releasing the old name',
  async run(context) {
    const { app, task } = context;
    const { from, to, sitesDomain } = namesOf(context);
    const site = await siteOf(context);
    const name = site.name === labelOf(from, sitesDomain) ? (labelOf(to, sitesDomain) ?? site.name) : site.name;
    await app.db.transaction(async (tx) => {
      await recordFacts(tx, site.id, { fqdn: to, name });
      await releaseHosts(tx, site.id, [from]);
    });
    app.edge.invalidate(from);
    app.edge.invalidate(to);
    app.log.info({ taskId: task.id, siteId: site.id }, 'site renamed');
  },
  check: async (context) => (await siteOf(context)).fqdn === namesOf(context).to,
};

const measureStep: StepDefinition = {
  name: 'measure',
  title: 'Checking the site',
  async run(context) {
    const site = await siteOf(context);
    await measureSite(context.app, site.id);
    await checkSite(context.app, site, site.fqdn);
  },
  check: async (context) => looksWell((await siteOf(context)).evidence),
};

const steps = [moveStep, switchStep, measureStep];

/** Renames a live site; when it fails the old name stays and the site is looked at again. */
export const renameKind: TaskKind = {
  outline: () => steps.map(({ name, title }) => ({ name, title })),
  steps: () => steps,
  async succeeded(tx, context) {
    const { from, to } = namesOf(context);
    if (!context.task.siteId) return null;
    await moveSite(tx, context.task.siteId, 'ready', { taskId: null });
    return { type: 'site_renamed', description: `${from} is now ${to}.`, link: overviewLink(context.task.siteId) };
  },
  async undo(context) {
    const site = await siteOf(context);
    const { app } = context;
    try {
      const quiet = { note: context.note, signal: AbortSignal.timeout(120_000) };
      if (site.fqdn === namesOf(context).from)
        await app.hosting.rename(site.id, { fqdn: site.fqdn, url: addressOf(app.config, site.fqdn) }, quiet);
      await checkSite(app, site, site.fqdn);
    } catch (error) {
      app.log.error({ err: error, siteId: site.id }, 'a failed rename could not be put back');
      await recordFacts(app.db, site.id, {
        evidence: [
          {
            name: 'HTTP',
            ok: false,
            detail: 'The site does not answer after a failed rename.',
            checked_at: app.clock.now().toISOString(),
          },
        ],
      });
    }
  },
  async failed(tx, context, error) {
    const site = await taskSite(tx, context.task.siteId);
    if (!site) return null;
    const { from, to } = namesOf(context);
    if (site.fqdn === from) await releaseHosts(tx, site.id, [to]);
    await moveSite(tx, site.id, looksWell(site.evidence) ? 'ready' : 'failed', { taskId: null });
    return {
      type: 'site_failed',
      description: `${from} could not be renamed to ${to}. ${error.message}`,
      link: overviewLink(site.id),
    };
  },
  async ended(context) {
    const { from, to } = namesOf(context);
    context.app.edge.invalidate(from);
    context.app.edge.invalidate(to);
  },
};
