import type { ReportMail } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { factsOf, lastMonth, reportMail, type Facts } from './report-mail.ts';
import {
  claimReport,
  findSubscription,
  readersDue,
  subscribe,
  unsubscribe,
  type Subscriber,
} from './report-mail.repo.ts';

const AT_ONCE = 100;

const callerOf = (context: CallContext): Subscriber => ({
  ...{ partnerId: context.partner.id, userId: signedIn(context).id },
});

/** Whether the caller gets the reports of this partner. */
export async function showReportMail(context: CallContext): Promise<ReportMail> {
  const row = await findSubscription(context.app.db, callerOf(context));
  return { subscribed: row !== undefined, email: signedIn(context).email, sent_month: row?.sentMonth ?? null };
}

/** Subscribes the caller, or no longer. The first report is about the month in which they subscribe. */
export async function saveReportMail(context: CallContext, subscribed: boolean): Promise<ReportMail> {
  const { db, clock } = context.app;
  if (subscribed) await subscribe(db, callerOf(context), lastMonth(clock.now()));
  else await unsubscribe(db, callerOf(context));
  return showReportMail(context);
}

/** Sends the caller the report of the last month, also if they have it. */
export async function sendReportNow(context: CallContext): Promise<void> {
  const { app, partner } = context;
  const facts = await factsOf({ app, partner, isOperator: false }, lastMonth(app.clock.now()));
  const mail = reportMail(app, { user: signedIn(context), partner }, facts);
  await app.db.transaction((tx) => app.mail.queue(tx, mail));
  context.afterwards('report mail', () => app.mail.sendWaiting());
}

/**
 * Queues the report of the last month (UTC) for everybody who has none yet. A report and the record of it are one transaction, so that a
 * process that ends in between has done both or neither. Months that were missed while the panel did not run are left out. Returns how
 * many were queued.
 */
export async function mailReports(app: AppContext, signal?: AbortSignal): Promise<number> {
  const month = lastMonth(app.clock.now());
  let queued = 0;
  let known: { partnerId: string; facts: Facts } | null = null;
  for (let after: Subscriber | null = null; ;) {
    const readers = await readersDue(app.db, month, after, AT_ONCE);
    for (const reader of readers) {
      signal?.throwIfAborted();
      const { partner, user } = reader;
      after = { partnerId: partner.id, userId: user.id };
      const facts: Facts =
        known?.partnerId === partner.id ? known.facts : await factsOf({ app, partner, isOperator: false }, month);
      known = { partnerId: partner.id, facts };
      const claimed = { ...after };
      queued += await app.db.transaction(async (tx) => {
        if (!(await claimReport(tx, claimed, month))) return 0;
        await app.mail.queue(tx, reportMail(app, reader, facts));
        return 1;
      });
    }
    if (readers.length < AT_ONCE) break;
  }
  if (queued > 0) await app.mail.sendWaiting(signal);
  return queued;
}
