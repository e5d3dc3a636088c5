import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { announcementMail } from './announcement-mail.ts';
import {
  claimMail,
  claimMailing,
  endMailing,
  isMailed,
  mailing,
  mailsDue,
  markSent,
  releaseMail,
} from './announcement-mail.repo.ts';
import { concerns, holdingsOf, openCustomers, type Reader } from './audience.repo.ts';

const AT_ONCE = 100;
const DUE_AT_ONCE = 50;
/** A mail server may take its time with 10,000 emails. */
const MAILING_MS = 6 * 3_600_000;

/** The next customers, and of them those whom it concerns now. Null once it has ended. */
export async function readersAfter(app: AppContext, id: string, afterId: string | null) {
  const row = await mailing(app.db, id, app.clock.now());
  if (!row) return null;
  const page = await openCustomers(app.db, { partnerId: row.partnerId, afterId, limit: AT_ONCE });
  const holdings = await holdingsOf(
    app.db,
    page.map(({ user }) => user.id),
  );
  const concerned = page.filter(({ user, partner }) => concerns(row, holdings.get(user.id) ?? [], partner));
  return { concerned, lastId: page.at(-1)?.user.id ?? null };
}

/** An email is written down before it is sent: a process that ends in between sends that one to nobody, and none twice. */
async function mailTo(app: AppContext, id: string, reader: Reader): Promise<'sent' | 'ended' | null> {
  const row = await mailing(app.db, id, app.clock.now());
  if (!row) return 'ended';
  if (!(await claimMail(app.db, id, reader.user.id))) return null;
  const result = await app.mail.send(announcementMail(app, row, reader));
  if (result === 'away') {
    await releaseMail(app.db, id, reader.user.id);
    throw new Error('The mail server takes no emails at the moment.');
  }
  if (result === 'refused') return null;
  await markSent(app.db, id, reader.user.id);
  return 'sent';
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
    let sent = 0;
    let hasEnded = false;
    for (let afterId: string | null | undefined = null; afterId !== undefined && !hasEnded;) {
      const next = await readersAfter(app, id, afterId);
      for (const reader of next?.concerned ?? []) {
        signal.throwIfAborted();
        const result = await mailTo(app, id, reader);
        if (result === 'sent') sent += 1;
        hasEnded = result === 'ended';
        if (hasEnded) break;
      }
      hasEnded ||= next === null;
      afterId = next?.lastId ?? undefined;
    }
    await endMailing(app.db, id, app.clock.now(), { stopped: hasEnded });
    note(`${hasEnded ? 'The announcement has ended. ' : ''}Emails sent: ${sent}`);
  },
  check: ({ app, task: { resourceId: id } }) => isMailed(app.db, id),
};

/** No other task sends what this one did not. */
async function stopped(tx: Database, { app, task }: StepContext): Promise<null> {
  await endMailing(tx, task.resourceId, app.clock.now(), { stopped: true });
  return null;
}

export const announcementKinds: TaskKinds = {
  'announcement.mail': defineKind({
    label: 'Sending an announcement',
    resource: 'announcement',
    steps: [mailStep],
    failed: stopped,
    cancelled: stopped,
  }),
};

/** Starts the task that sends the emails of an announcement, if they are due and none does. */
export async function startMailing(app: AppContext, tx: Database, id: string): Promise<void> {
  const row = await claimMailing(tx, id, app.clock.now());
  if (!row) return;
  const { partnerId, userId, title } = row;
  await app.tasks.enqueue(tx, {
    ...{ kind: 'announcement.mail', partnerId, customerId: null, userId, resourceId: id, title, payload: {} },
  });
}

/** Starts what has become due since; one that fails is tried again. */
export async function startDueMailings(app: AppContext): Promise<void> {
  for (const { id } of await mailsDue(app.db, app.clock.now(), DUE_AT_ONCE))
    await app.db.transaction((tx) => startMailing(app, tx, id));
}
