import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { hostsOf } from '../site/site.repo.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { workloadLink } from '../site/workload-link.repo.ts';
import { requestSteps } from './certificate-steps.ts';
import { notifyOfEnds, requestDue } from './certificate-due.repo.ts';
import { deliverChallenges } from './challenge-zone.ts';
import { removeOldChallenges } from '../dns/challenge.repo.ts';
import { isChallengeName } from '../dns/zone-challenges.ts';
import {
  certificateOfTask,
  certificatesOf,
  readSslSetting,
  removeFormer,
  writeSslSetting,
  type CertificateRow,
  type Owner,
} from './certificate.repo.ts';
import { issueFor } from './issue-for.ts';
import { panelKinds } from './panel.tasks.ts';
import { wildcardFor } from './wildcard.repo.ts';
import { wildcardKinds } from './wildcard.tasks.ts';

const ownerOf = ({ task }: Pick<StepContext, 'task'>): Owner => ({ resource: 'site', resourceId: task.resourceId });

/** What the task has issued, or that of the partner’s sites domain, which serves the address of the site. */
const certificateFor = async (context: StepContext): Promise<CertificateRow | undefined> =>
  (await certificateOfTask(context.app.db, context.task.id)) ?? (await wildcardOfSite(context));

async function wildcardOfSite(context: StepContext): Promise<CertificateRow | undefined> {
  const { fqdn } = await siteOf(context);
  return wildcardFor(context.app.db, fqdn, context.app.clock.now());
}

/** The addresses of a site that no certificate for all names of their domain serves. */
async function hostsWithout({ app, task }: StepContext): Promise<string[]> {
  const hosts: string[] = [];
  for (const host of await hostsOf(app.db, task.resourceId))
    if (!(await wildcardFor(app.db, host, app.clock.now()))) hosts.push(host);
  return hosts;
}

const steps = requestSteps({
  leaves: 'The site keeps its former certificate.',
  ownerOf,
  async issue(context) {
    const wanted = await hostsWithout(context);
    if (wanted.length > 0) return issueFor(context, { hosts: wanted, main: (await siteOf(context)).fqdn });
    context.note('The certificate for all names of the domain is used.');
    return null;
  },
  isThere: async (context) => (await certificateFor(context)) !== undefined,
  hostOf: async (context) => (await siteOf(context)).fqdn,
  isAsWanted,
});

/** An upload is served before ours, which then waits for its end; a new one of the other addresses is not seen at this one. */
async function isAsWanted(context: StepContext, seen: string | null): Promise<boolean> {
  const rows = [await certificateOfTask(context.app.db, context.task.id), await wildcardOfSite(context)];
  return rows.some((row) => row !== undefined && row.fingerprint === seen) || hasUpload(context);
}

async function hasUpload(context: StepContext): Promise<boolean> {
  const [served] = await certificatesOf(context.app.db, ownerOf(context), context.app.clock.now());
  return served?.kind === 'own';
}

async function recordFailure(tx: Database, context: StepContext, message: string): Promise<void> {
  await writeSslSetting(tx, ownerOf(context), { error: message, failedAt: context.app.clock.now() });
}

const CHALLENGE_MS = 24 * 3_600_000;

const dueStep: StepDefinition = {
  name: 'due',
  title: 'Requesting certificates that are due, and notifying owners of those that end',
  leaves: 'The rest follows with the next run.',
  async run({ app, note, signal }) {
    note(`Requested: ${await requestDue(app)}`);
    note(`End soon: ${await notifyOfEnds(app)}`);
    const left = await removeOldChallenges(app.db, new Date(app.clock.now().getTime() - CHALLENGE_MS));
    for (const name of left.filter(isChallengeName))
      await deliverChallenges({ ...app, siteAddresses: app.config.siteAddresses }, name, signal);
  },
  // What is due is found again by the next run.
  check: async () => true,
};

/** The tasks of certificates. A request changes nothing of the site itself, which is served meanwhile. `panel.certificates` runs every ten minutes (schedules.ts). */
export const certificateKinds: TaskKinds = {
  ...wildcardKinds,
  ...panelKinds,
  'certificate.request': defineKind({
    label: 'Requesting a certificate',
    resource: 'certificate',
    stale: ['ssl', 'notification'],
    steps,
    undoOnFailure: true,
    async succeeded(tx, context) {
      const row = await certificateOfTask(tx, context.task.id);
      if (row) await removeFormer(tx, row);
      await writeSslSetting(tx, ownerOf(context), { error: null, failedAt: null });
      return null;
    },
    async failed(tx, context, error) {
      const { task } = context;
      const before = await readSslSetting(tx, ownerOf(context));
      await recordFailure(tx, context, error.message);
      const text = said('There is no new certificate for {site}. {reason}', {
        ...{ site: task.title, reason: reasonOf(error) },
      });
      const link = await workloadLink(tx, task.resourceId, 'ssl');
      const notice = { type: 'certificate_failed' as const, ...described(text), link };
      // Nobody started a renewal, so the customer of the site is notified, once of each reason: it is tried twice a day.
      if (task.userId === null && before?.error !== error.message)
        await notifyStarter(tx, { ...task, userId: task.customerId }, notice);
      return notice;
    },
  }),
  'panel.certificates': defineKind({
    label: 'Renewing certificates',
    resource: 'panel',
    stale: [],
    steps: [dueStep],
  }),
};
