import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { CertificateError, type Issued } from '../../tls/certificate-authority.ts';
import { hostsOf } from '../site/site.repo.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { checkServed, forgetCertificates } from './certificate-check.ts';
import { notifyOfEnds, requestDue } from './certificate-due.repo.ts';
import { certificateRow } from './certificate-source.ts';
import { removeOldChallenges } from './challenge.repo.ts';
import {
  addCertificate,
  certificateOfTask,
  certificatesOf,
  readSslSetting,
  removeFormer,
  removeOfTask,
  writeSslSetting,
  type Owner,
} from './certificate.repo.ts';

const ownerOf = ({ task }: Pick<StepContext, 'task'>): Owner => ({ resource: 'site', resourceId: task.resourceId });
export const sslLink = (siteId: string): string => `/manage-site/ssl/${siteId}`;
const LEAVES = 'The site keeps its former certificate.';

/** For all addresses of a site; when one of them cannot be proven, for the one that visitors see. */
async function issueFor(context: StepContext): Promise<{ hosts: string[]; issued: Issued }> {
  const { app, task, signal, note } = context;
  const hosts = await hostsOf(app.db, task.resourceId);
  const { fqdn } = await siteOf(context);
  note(`For ${hosts.join(', ')}`);
  try {
    return { hosts, issued: await app.authority.issue(hosts, { signal, note }) };
  } catch (error) {
    if (!(error instanceof CertificateError) || error.isTemporary || hosts.length === 1) throw error;
    note(`${error.message} Requesting one for ${fqdn} alone.`);
    return { hosts: [fqdn], issued: await app.authority.issue([fqdn], { signal, note }) };
  }
}

const issueStep: StepDefinition = {
  name: 'issue',
  title: 'Requesting the certificate',
  leaves: LEAVES,
  cancel: 'now',
  timeoutMs: 180_000,
  retry: { times: 2, backoffSeconds: 3 },
  async run(context) {
    const { app, task } = context;
    if (await certificateOfTask(app.db, task.id)) return;
    const { hosts, issued } = await issueFor(context);
    const row = certificateRow(ownerOf(context), app.authority.kind, hosts, issued, app.secrets);
    await addCertificate(app.db, { ...row, taskId: task.id });
  },
  check: async ({ app, task }) => (await certificateOfTask(app.db, task.id)) !== undefined,
  async undo({ app, task }) {
    await removeOfTask(app.db, task.id);
    await forgetCertificates(app, task.resourceId);
  },
};

/** The certificate is served before the former one goes, and only a handshake says that it is. */
const serveStep: StepDefinition = {
  name: 'serve',
  title: 'Checking that it is served',
  leaves: LEAVES,
  cancel: 'no',
  retry: { times: 2, backoffSeconds: 1 },
  async run(context) {
    const { app, task, note } = context;
    const row = await certificateOfTask(app.db, task.id);
    if (!row) throw new Error('The certificate of the task is gone.');
    await forgetCertificates(app, task.resourceId);
    const { fqdn } = await siteOf(context);
    const seen = await checkServed(app, ownerOf(context), fqdn);
    note(`${fqdn}: ${seen.detail}`);
    // An upload is served before ours, which then waits for its end.
    if (seen.ok && (seen.fingerprint === row.fingerprint || (await hasUpload(context)))) return;
    throw new HostingError(
      'NOT_VERIFIED',
      seen.ok ? 'The new certificate was issued, but another one is served. Try again in a minute.' : seen.detail,
      { retryable: true },
    );
  },
  async check(context) {
    const { app, task } = context;
    const row = await certificateOfTask(app.db, task.id);
    const setting = await readSslSetting(app.db, ownerOf(context));
    if (!row || !setting || setting.checkError !== null) return false;
    return setting.checkedFingerprint === row.fingerprint || hasUpload(context);
  },
};

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
  async run({ app, note }) {
    note(`Requested: ${await requestDue(app)}`);
    note(`End soon: ${await notifyOfEnds(app)}`);
    await removeOldChallenges(app.db, new Date(app.clock.now().getTime() - CHALLENGE_MS));
  },
  // What is due is found again by the next run.
  check: async () => true,
};

/** The tasks of certificates. A request changes nothing of the site itself, which is served meanwhile. `panel.certificates` runs every ten minutes (schedules.ts). */
export const certificateKinds: TaskKinds = {
  'certificate.request': defineKind({
    label: 'Requesting a certificate',
    resource: 'certificate',
    stale: ['ssl', 'notification'],
    steps: [issueStep, serveStep],
    undoOnFailure: true,
    async succeeded(tx, context) {
      const row = await certificateOfTask(tx, context.task.id);
      if (row) await removeFormer(tx, row);
      await writeSslSetting(tx, ownerOf(context), { error: null, failedAt: null });
      return null;
    },
    async failed(tx, context, error) {
      const { task } = context;
      await recordFailure(tx, context, error.message);
      const description = `There is no new certificate for ${task.title}. ${error.message}`;
      const notice = { type: 'certificate_failed', description, link: sslLink(task.resourceId) } as const;
      // Nobody started a renewal, so the customer of the site is notified.
      if (task.userId === null) await notifyStarter(tx, { ...task, userId: task.customerId }, notice);
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
