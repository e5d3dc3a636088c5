import { PAYMENT_GRACE_DAYS, REMINDER_DAYS } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { LicenseRow } from '../license/license.repo.ts';
import { productOf } from '../license/public-license.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { claimReminder, remindersDue, unpaidLicenses } from './reminder.repo.ts';

const AT_ONCE = 100;
const DAY_MS = 24 * 3_600_000;
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

type Unpaid = { license: LicenseRow; partner: PartnerRow; user: UserRow };

/** What a reminder says; the last one says that it is. */
function textOf({ license }: Pick<Unpaid, 'license'>, count: number): string[] {
  const { name } = productOf(license);
  const last = day.format(new Date(license.toDate.getTime() + PAYMENT_GRACE_DAYS * DAY_MS));
  const isLast = count >= REMINDER_DAYS.length;
  return [
    `We could not charge your card for the license ${name}, which was paid until ${day.format(license.toDate)}.`,
    `${isLast ? 'This is the last reminder. ' : ''}The card is tried again. Until ${last} everything works as before; after that, what uses the license has the limits of the free plan. Nothing is deleted.`,
  ];
}

const mailOf = (app: Pick<AppContext, 'config'>, unpaid: Unpaid, count: number) =>
  brandedMail(unpaid.partner, unpaid.user.email, {
    subject: `${count >= REMINDER_DAYS.length ? 'Last reminder: your' : 'Your'} payment to ${companyOf(unpaid.partner)} failed`,
    paragraphs: textOf(unpaid, count),
    action: {
      label: 'Open billing',
      url: `${addressOf(app.config, unpaid.partner.domain)}/my-account/billing`,
      note: 'There you see the invoice and can add another card.',
    },
  });

/**
 * Reminds owners of licenses whose renewal has failed: at once, and then with growing distance until the grace ends. A reminder is written
 * down, with its notification, before its mail is sent: a process that ends in between sends that mail to nobody, and never two. Reminders
 * that were missed while the panel did not run are one. Returns how many were sent.
 */
export async function remindUnpaid(app: AppContext): Promise<number> {
  let sent = 0;
  for (let afterId: string | null = null; ;) {
    const now = app.clock.now();
    const rows: Unpaid[] = await unpaidLicenses(app.db, now, afterId, AT_ONCE);
    for (const row of rows) {
      const due = remindersDue(row.license.toDate, now);
      const [description = ''] = textOf(row, due);
      if (!(await claimReminder(app.db, row.license, due, description))) continue;
      await app.mail.send(mailOf(app, row, due));
      sent += 1;
    }
    afterId = rows.at(-1)?.license.id ?? null;
    if (afterId === null) return sent;
  }
}
