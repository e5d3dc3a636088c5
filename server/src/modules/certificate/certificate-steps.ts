import { HostingError } from '../../hosting/hosting-error.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import type { Issued } from '../../tls/certificate-authority.ts';
import { checkServed, forgetCertificates } from './certificate-check.ts';
import { certificateRow } from './certificate-source.ts';
import { addCertificate, certificateOfTask, readSslSetting, removeOfTask, type Owner } from './certificate.repo.ts';

type Request = {
  /** What cancelling leaves behind. */
  leaves: string;
  ownerOf(context: Pick<StepContext, 'task'>): Owner;
  /** Null: one that is there already serves all names. */
  issue(context: StepContext): Promise<{ hosts: string[]; issued: Issued } | null>;
  /** Whether there is one to serve now. */
  isThere(context: StepContext): Promise<boolean>;
  /** The name at which it is looked for. */
  hostOf(context: StepContext): Promise<string>;
  isAsWanted(context: StepContext, fingerprint: string | null): Promise<boolean>;
};

/** A certificate is issued, and served before the former one goes; only a handshake says that it is. */
export function requestSteps({ leaves, ownerOf, issue, isThere, hostOf, isAsWanted }: Request): StepDefinition[] {
  return [
    {
      name: 'issue',
      title: 'Requesting the certificate',
      leaves,
      cancel: 'now',
      timeoutMs: 180_000,
      retry: { times: 2, backoffSeconds: 3 },
      async run(context) {
        const { app, task } = context;
        if (await certificateOfTask(app.db, task.id)) return;
        const made = await issue(context);
        if (made === null) return;
        const row = certificateRow(ownerOf(context), app.authority.kind, made.hosts, made.issued, app.secrets);
        await addCertificate(app.db, { ...row, taskId: task.id });
      },
      check: isThere,
      async undo(context) {
        const { app, task } = context;
        await removeOfTask(app.db, task.id);
        await forgetCertificates(app, ownerOf(context));
      },
    },
    {
      name: 'serve',
      title: 'Checking that it is served',
      leaves,
      cancel: 'no',
      retry: { times: 2, backoffSeconds: 1 },
      async run(context) {
        const { app, note } = context;
        if (!(await isThere(context))) throw new Error('The certificate of the task is gone.');
        await forgetCertificates(app, ownerOf(context));
        const host = await hostOf(context);
        const seen = await checkServed(app, ownerOf(context), host);
        note(`${host}: ${seen.detail}`);
        if (seen.ok && (await isAsWanted(context, seen.fingerprint))) return;
        throw new HostingError(
          'NOT_VERIFIED',
          seen.ok ? 'The new certificate was issued, but another one is served. Try again in a minute.' : seen.detail,
          { retryable: true },
        );
      },
      async check(context) {
        const setting = await readSslSetting(context.app.db, ownerOf(context));
        return setting?.checkError === null && isAsWanted(context, setting.checkedFingerprint);
      },
    },
  ];
}
