import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import type { IncidentRow } from './incident.repo.ts';
import { updateMail } from './status-mail.ts';
import {
  claimUpdateMail,
  endUpdateMailing,
  findMailing,
  isUpdateMailed,
  isUpdateOutdated,
  markUpdateSent,
  releaseUpdateMail,
  subscribersAfter,
  type Mailing,
  type SubscriberRow,
} from './status-mail.repo.ts';

const AT_ONCE = 100;
/** A mail server may take its time with 10,000 emails. */
const MAILING_MS = 6 * 3_600_000;

/** An email is written down before it is sent: a process that ends in between sends that one to nobody, and none twice. */
async function mailTo(app: AppContext, mailing: Mailing, subscriber: SubscriberRow): Promise<boolean> {
  const { update } = mailing;
  if (!(await claimUpdateMail(app.db, update.id, subscriber.id))) return false;
  const result = await app.mail.send(updateMail(app, mailing, subscriber, app.clock.now()));
  if (result === 'away') {
    await releaseUpdateMail(app.db, update.id, subscriber.id);
    throw new Error('The mail server takes no emails at the moment.');
  }
  if (result === 'refused') return false;
  await markUpdateSent(app.db, update.id, subscriber.id);
  return true;
}

const mailStep: StepDefinition = {
  name: 'mail',
  title: 'Sending emails',
  cancel: 'now',
  leaves: 'Emails that were sent stay sent.',
  timeoutMs: MAILING_MS,
  // A mail server that is restarted or moved is back within hours.
  retry: { times: 8, backoffSeconds: 60 },
  async run({ app, task: { resourceId: id }, note, signal }) {
    const mailing = await findMailing(app.db, id);
    let sent = 0;
    let isOutdated = false;
    for (let afterId: string | null | undefined = mailing ? null : undefined; mailing && afterId !== undefined;) {
      // After hours without a mail server, nobody should get “investigating” and “resolved” one after the other.
      isOutdated = await isUpdateOutdated(app.db, mailing.update);
      if (isOutdated) break;
      const next: SubscriberRow[] = await subscribersAfter(app.db, {
        ...{ partnerId: mailing.partner.id, afterId, limit: AT_ONCE },
      });
      for (const subscriber of next) {
        signal.throwIfAborted();
        if (await mailTo(app, mailing, subscriber)) sent += 1;
      }
      afterId = next.at(-1)?.id;
    }
    await endUpdateMailing(app.db, id, app.clock.now(), { stopped: !mailing || isOutdated });
    note(`Emails sent: ${sent}${isOutdated ? '; the others get a later update' : ''}`);
  },
  check: ({ app, task: { resourceId: id } }) => isUpdateMailed(app.db, id),
};

/** No other task sends what this one did not. */
async function stopped(tx: Database, { app, task }: StepContext): Promise<null> {
  await endUpdateMailing(tx, task.resourceId, app.clock.now(), { stopped: true });
  return null;
}

export const statusMailKinds: TaskKinds = {
  'status.mail': defineKind({
    label: 'Mailing an update of the status page',
    resource: 'status_update',
    steps: [mailStep],
    failed: stopped,
    cancelled: stopped,
  }),
};

/** Starts the task that sends an update to all subscribers, in the transaction that writes the update. */
export async function startMailing(
  app: Pick<AppContext, 'tasks'>,
  tx: Database,
  { partnerId, userId, title }: IncidentRow,
  updateId: string,
): Promise<void> {
  await app.tasks.enqueue(tx, {
    ...{ kind: 'status.mail', partnerId, customerId: null, userId, resourceId: updateId, title, payload: {} },
  });
}
