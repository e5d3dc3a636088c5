import { PAYMENT_GRACE_DAYS, REMINDER_DAYS } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { productNames, type LicenseRow } from '../license/license.repo.ts';
import type { Words } from '../../context/words.ts';
import { said, type Said } from '../../context/said.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { claimReminder, remindersDue, unpaidLicenses } from './reminder.repo.ts';

const AT_ONCE = 100;
const DAY_MS = 24 * 3_600_000;

/** `name`: of the license, as its partner calls it. */
type Unpaid = { license: LicenseRow; name: string; partner: PartnerRow; user: UserRow };

/** What could not be charged, for the mail and for the notification. */
const failedCharge = ({ license: { toDate, trialEndsAt }, name }: Pick<Unpaid, 'license' | 'name'>): Said => {
  const facts = { name, day: toDate };
  return trialEndsAt?.getTime() === toDate.getTime()
    ? said('We could not charge your card for the license {name}, whose trial ended on {day}.', facts)
    : said('We could not charge your card for the license {name}, which was paid until {day}.', facts);
};

/** What a reminder says; the last one says that it is. */
function textOf(words: Words, unpaid: Unpaid, count: number): string[] {
  const end = words.day(new Date(unpaid.license.toDate.getTime() + PAYMENT_GRACE_DAYS * DAY_MS));
  return [
    words.say(failedCharge(unpaid)),
    ...(count >= REMINDER_DAYS.length ? [words.t('This is the last reminder.')] : []),
    words.t(
      'The card is tried again. Until {end} everything works as before; after that, what uses the license has the limits of the free plan. Nothing is deleted.',
      { end },
    ),
  ];
}

/** The email about a payment that failed. */
export const reminderMail = (app: Pick<AppContext, 'config'>, unpaid: Unpaid, count: number) =>
  brandedMail(unpaid.partner, unpaid.user, (words) => {
    const company = companyOf(unpaid.partner);
    return {
      subject:
        count >= REMINDER_DAYS.length
          ? words.t('Last reminder: your payment to {company} failed', { company })
          : words.t('Your payment to {company} failed', { company }),
      paragraphs: textOf(words, unpaid, count),
      action: {
        label: words.t('Open billing'),
        url: `${addressOf(app.config, unpaid.partner.domain)}/my-account/billing`,
        note: words.t('There you see the invoice and can add another card.'),
      },
    };
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
    const rows: Omit<Unpaid, 'name'>[] = await unpaidLicenses(app.db, now, afterId, AT_ONCE);
    const nameOf = await productNames(
      app.db,
      rows.map(({ license }) => license),
    );
    for (const found of rows) {
      const row = { ...found, name: nameOf(found.license) };
      const due = remindersDue(row.license.toDate, now);
      if (!(await claimReminder(app.db, row.license, due, failedCharge(row)))) continue;
      await app.mail.send(reminderMail(app, row, due));
      sent += 1;
    }
    afterId = rows.at(-1)?.license.id ?? null;
    if (afterId === null) return sent;
  }
}
