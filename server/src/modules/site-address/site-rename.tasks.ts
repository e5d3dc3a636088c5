import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { addressOf } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import { scheduleFollowsSite } from '../backup/backup-settings.repo.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { labelOf } from '../site/site-name.ts';
import { answeredSince, SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { workloadLink } from '../site/workload-link.repo.ts';
import { moveSite, recordFacts, releaseHosts, taskSite } from '../site/site.repo.ts';

/**
 * From one address to another; both lead to the site until the new one is verified. A site that has the address already
 * is only checked.
 */
export const RenamePayload = definePayload(v.object({ from: v.string(), to: v.string(), sitesDomain: v.string() }));
export type RenamePayload = PayloadOf<typeof RenamePayload>;

/** What every move has, that of a domain too. */
const Move = definePayload(v.object({ from: v.string(), to: v.string() }));
const namesOf = ({ task }: Pick<StepContext, 'task'>): PayloadOf<typeof Move> => Move.of(task.payload);

const leaves = 'The site keeps its old name.';

/** Moves a site between the addresses of the payload; undone, it has its old one and is checked again. */
export const moveStep: StepDefinition = {
  name: 'move',
  title: 'Moving the site to its new address',
  cancel: 'now',
  leaves,
  async run(context) {
    const { to } = namesOf(context);
    const site = await siteOf(context);
    await context.app.hosting.rename(site.id, { fqdn: to, url: addressOf(context.app.config, to) }, context);
  },
  async check(context) {
    const site = await siteOf(context);
    const { ok, checks } = await context.app.hosting.verify(site.id, namesOf(context).to);
    for (const check of checks) context.note(`${check.name}: ${check.detail}`);
    return ok;
  },
  undo: moveBack,
};

/** Moves the site back to its old name, unless that is taken, and checks it again. */
async function moveBack(context: StepContext): Promise<void> {
  const site = await siteOf(context);
  const { app } = context;
  try {
    const quiet = { note: context.note, signal: AbortSignal.timeout(120_000) };
    if (site.fqdn === namesOf(context).from)
      await app.hosting.rename(site.id, { fqdn: site.fqdn, url: addressOf(app.config, site.fqdn) }, quiet);
    await checkSite(app, site, site.fqdn);
  } catch (error) {
    app.log.error({ err: error, siteId: site.id }, 'a rename could not be reverted');
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
}

/** Releases the new name; false when the site is gone. */
async function keepOldName(tx: Database, context: StepContext): Promise<boolean> {
  const site = await taskSite(tx, context.task.resourceId);
  if (!site) return false;
  const { from, to } = namesOf(context);
  if (site.fqdn === from && from !== to) await releaseHosts(tx, site.id, [to]);
  await moveSite(tx, site.id, looksWell(site.evidence) ? 'ready' : 'failed', { taskId: null });
  return true;
}

const switchStep: StepDefinition = {
  name: 'switch',
  title: 'Releasing the old name',
  cancel: 'no',
  leaves,
  async run(context) {
    const { app, task } = context;
    const { from, to, sitesDomain } = RenamePayload.of(context.task.payload);
    const site = await siteOf(context);
    const name = site.name === labelOf(from, sitesDomain) ? (labelOf(to, sitesDomain) ?? site.name) : site.name;
    await app.db.transaction(async (tx) => {
      await recordFacts(tx, site.id, { fqdn: to, name });
      await scheduleFollowsSite(tx, site.id);
      await releaseHosts(tx, site.id, [from]);
    });
    app.edge.invalidate(from);
    app.edge.invalidate(to);
    app.log.info({ taskId: task.id, siteId: site.id }, 'site renamed');
  },
  check: async (context) => (await siteOf(context)).fqdn === namesOf(context).to,
};

export const measureStep: StepDefinition = {
  name: 'measure',
  title: 'Checking the site',
  cancel: 'no',
  async run(context) {
    const site = await siteOf(context);
    await measureSite(context.app, site.id);
    await checkSite(context.app, site, site.fqdn);
  },
  check: async ({ app, task }) => answeredSince(app.db, task, 'measure'),
};

const stepsOf = ({ from, to }: RenamePayload): StepDefinition[] =>
  from === to ? [measureStep] : [moveStep, switchStep, measureStep];

/** Renames a live site. When it fails or is cancelled, the old name stays and the site is checked again. */
export const renameKind = defineKind({
  payload: RenamePayload,
  ...SITE_TASK,
  label: 'Changing the site name',
  steps: ({ task }) => stepsOf(RenamePayload.of(task.payload)),
  outline: (payload) => stepsOf(RenamePayload.of(payload)).map(outlineOf),
  undoOnFailure: true,
  async succeeded(tx, context) {
    const { from, to } = namesOf(context);
    const { resourceId } = context.task;
    await moveSite(tx, resourceId, 'ready', { taskId: null });
    const link = await workloadLink(tx, resourceId, 'overview');
    return { type: 'site_renamed', ...described(said('{from} is now {to}.', { from, to })), link };
  },
  async failed(tx, context, error) {
    const { from, to } = namesOf(context);
    if (!(await keepOldName(tx, context))) return null;
    return {
      type: 'site_failed',
      ...described(said('{from} could not be renamed to {to}. {reason}', { from, to, reason: reasonOf(error) })),
      link: await workloadLink(tx, context.task.resourceId, 'overview'),
    };
  },
  async cancelled(tx, context) {
    await keepOldName(tx, context);
    return null;
  },
  async ended(context) {
    const { from, to } = namesOf(context);
    context.app.edge.invalidate(from);
    context.app.edge.invalidate(to);
  },
});
