import { described, reasonOf, said, type Said, type Sentence } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import {
  defineKind,
  outlineOf,
  type StepContext,
  type StepDefinition,
  type TaskKind,
  type TaskKinds,
} from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { backupEnd } from '../backup/backup-end.ts';
import { scheduleFollowsSite } from '../backup/backup-settings.repo.ts';
import { safetySteps } from '../backup/replace-steps.ts';
import { removeZonesOf } from '../dns/dns.repo.ts';
import { looksWell } from '../site/site-checks.ts';
import { measureStep, moveStep } from '../site-address/site-rename.tasks.ts';
import { SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { moveSite, recordFacts, releaseHosts, taskSite, type SiteRow } from '../site/site.repo.ts';
import { workloadLink } from '../site/workload-link.repo.ts';
import { DomainPayload } from './domain-move.ts';
import { checkOpenDomains } from './domain-proof.ts';
import { changeDomain, domainOf, redirectHosts, removeDomain, setDomainType } from './domain.repo.ts';
import { displayDomain } from './look-alike.ts';

const payloadOf = ({ task }: Pick<StepContext, 'task'>): DomainPayload => DomainPayload.of(task.payload);

const LEAVES = 'The site keeps its address.';

function forgetHosts(context: StepContext): void {
  const { from, to, hosts } = payloadOf(context);
  for (const host of new Set([from, to, ...hosts])) context.app.edge.invalidate(host);
}

/** Makes the new address the primary one. `change` stores what becomes of the domain, in the same transaction. */
const switchStep = (
  title: string,
  change: (tx: Database, site: SiteRow, payload: DomainPayload) => Promise<void>,
): StepDefinition => ({
  name: 'switch',
  title,
  cancel: 'no',
  leaves: LEAVES,
  async run(context) {
    const { app } = context;
    const payload = payloadOf(context);
    const site = await siteOf(context);
    await app.db.transaction(async (tx) => {
      await recordFacts(tx, site.id, { fqdn: payload.to });
      await redirectHosts(tx, site.id, [payload.to], false);
      await change(tx, site, payload);
      await scheduleFollowsSite(tx, site.id);
    });
    forgetHosts(context);
  },
  check: async (context) => (await siteOf(context)).fqdn === payloadOf(context).to,
});

const connectStep = switchStep('Redirecting the former address', async (tx, site, { from, to, hosts }) => {
  await setDomainType(tx, site.id, 'custom_domain');
  await redirectHosts(
    tx,
    site.id,
    [from, ...hosts].filter((host) => host !== to),
    true,
  );
  const domain = await domainOf(tx, site.id);
  if (domain?.state === 'proven') await changeDomain(tx, domain.id, { state: 'connected', formerHost: from, seen: '' });
});

const releaseStep = switchStep('Releasing the domain', async (tx, site, { hosts }) => {
  await setDomainType(tx, site.id, 'sub_domain');
  await releaseHosts(tx, site.id, hosts);
  await removeZonesOf(tx, 'site', site.id);
  const domain = await domainOf(tx, site.id);
  if (domain) await removeDomain(tx, domain.id);
});

type Move = {
  label: string;
  step: StepDefinition;
  done(from: string, to: string): Said;
  failure(from: string, to: string, reason: Sentence[]): Said;
};

/**
 * Moves a site to another address: the old one works until the new one does, whenever this is killed. When it fails or is
 * cancelled, the site has its old address and is checked again.
 */
function moveKind({ label, step, done, failure }: Move): TaskKind {
  const stepsOf = ({ backsUp }: DomainPayload) => [
    ...(backsUp ? safetySteps(LEAVES) : []),
    ...[moveStep, step, measureStep],
  ];
  const settle = async (tx: Database, context: StepContext): Promise<boolean> => {
    const site = await taskSite(tx, context.task.resourceId);
    if (site) await moveSite(tx, site.id, looksWell(site.evidence) ? 'ready' : 'failed', { taskId: null });
    return site !== undefined;
  };
  const names = (context: StepContext) =>
    [payloadOf(context).from, payloadOf(context).to].map(displayDomain) as [string, string];
  return defineKind({
    payload: DomainPayload,
    ...SITE_TASK,
    stale: [...SITE_TASK.stale, 'domain', 'dns', 'backup'],
    label,
    steps: (context) => stepsOf(payloadOf(context)),
    outline: (payload) => stepsOf(DomainPayload.of(payload)).map(outlineOf),
    undoOnFailure: true,
    async succeeded(tx, context) {
      const { app, task } = context;
      if (payloadOf(context).backsUp) await removeWork(app, task.id);
      await moveSite(tx, task.resourceId, 'ready', { taskId: null });
      const link = await workloadLink(tx, task.resourceId, 'domain');
      return { type: 'domain_connected', ...described(done(...names(context))), link };
    },
    async failed(tx, context, error) {
      if (payloadOf(context).backsUp) await backupEnd.failed(tx, context, error);
      if (!(await settle(tx, context))) return null;
      const text = failure(...names(context), reasonOf(error));
      return {
        type: 'domain_failed',
        ...described(text),
        link: await workloadLink(tx, context.task.resourceId, 'domain'),
      };
    },
    async cancelled(tx, context) {
      if (payloadOf(context).backsUp) await backupEnd.cancelled(tx, context);
      await settle(tx, context);
      return null;
    },
    ended: async (context) => forgetHosts(context),
  });
}

const checkStep: StepDefinition = {
  name: 'check',
  title: 'Asking resolvers about domains',
  leaves: 'The rest is checked with the next run.',
  run: async ({ app, note, signal }) => note(`${await checkOpenDomains(app, signal)} checked`),
  // What could not be checked is checked again by the next run.
  check: async () => true,
};

/** The tasks of domains; `panel.domains` runs every five minutes (schedules.ts). */
export const domainKinds: TaskKinds = {
  'site.domain': moveKind({
    label: 'Connecting the domain',
    step: connectStep,
    done: (from, to) => said('{from} is now {to}. The former address leads there.', { from, to }),
    failure: (from, to, reason) => said('{to} could not be connected to {from}. {reason}', { from, to, reason }),
  }),
  'site.domain-remove': moveKind({
    label: 'Removing the domain',
    step: releaseStep,
    done: (from, to) => said('{from} was removed. The site is at {to} again.', { from, to }),
    failure: (from, _to, reason) => said('{from} could not be removed. {reason}', { from, reason }),
  }),
  'panel.domains': defineKind({ label: 'Checking domains', resource: 'panel', stale: [], steps: [checkStep] }),
};
