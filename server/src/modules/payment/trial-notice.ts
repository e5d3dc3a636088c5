import { decimalsOf, unitsPer } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { said } from '../../context/said.ts';
import type { Words } from '../../context/words.ts';
import { withUse, type ListedLicense } from '../license/license.repo.ts';
import { nextAmount, type Payable } from '../license/public-license.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { claimTrialNotice, endingTrials } from './trial-notice.repo.ts';

const AT_ONCE = 100;

type Ending = {
  license: Payable & Pick<ListedLicense, 'productName'>;
  partner: PartnerRow;
  user: Pick<UserRow, 'email' | 'language'>;
};

const factsOf = ({ productName: name, trialEndsAt, toDate }: Ending['license']) => ({
  name,
  day: trialEndsAt ?? toDate,
});

/** What is charged at the end, as the reader's language writes it. */
function amountIn({ language }: Words, license: Ending['license']): string {
  const currency = license.price?.currency ?? 'usd';
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(nextAmount(license) / unitsPer(currency));
}

/** The email about a trial that ends soon. */
export const trialMail = (app: Pick<AppContext, 'config'>, { license, partner, user }: Ending) =>
  brandedMail(partner, user, (words) => {
    const { name, day: at } = factsOf(license);
    const facts = { name, day: words.day(at), amount: amountIn(words, license) };
    return {
      subject: words.t('Your trial of {name} ends on {day}', facts),
      paragraphs: [
        words.t(
          'The trial of your license {name} ends on {day}. Your card is then charged {amount}, and the license goes on.',
          facts,
        ),
        words.t('If you cancel before then, nothing is charged.'),
      ],
      action: {
        label: words.t('Open billing'),
        url: `${addressOf(app.config, partner.domain)}/my-account/billing`,
        note: words.t('There you see what comes next, and can cancel.'),
      },
    };
  });

/**
 * Reminds owners of trials that end in some days, once for each end: at the provider's event, which may come twice, late or never, and with
 * the schedule. A reminder is written down, with its notification, before its mail is sent: a process that ends in between sends that mail to
 * nobody, and never two. Returns how many were sent.
 */
export async function remindTrials(app: AppContext, purchaseId?: string): Promise<number> {
  let sent = 0;
  for (let afterId: string | null = null; ;) {
    const wanted: Parameters<typeof endingTrials>[2] = { purchaseId, afterId, limit: AT_ONCE };
    const rows = await endingTrials(app.db, app.clock.now(), wanted);
    const licenses = await withUse(
      app.db,
      rows.map(({ license }) => license),
    );
    for (const { partner, user, license: row } of rows) {
      const license = licenses.find(({ id }) => id === row.id);
      if (!license) continue;
      const text = said(
        'Your trial of {name} ends on {day}, and your card is charged then. If you cancel before, nothing is charged.',
        factsOf(license),
      );
      if (!(await claimTrialNotice(app.db, row, text))) continue;
      await app.mail.send(trialMail(app, { license, partner, user }));
      sent += 1;
    }
    afterId = rows.at(-1)?.license.id ?? null;
    if (afterId === null) return sent;
  }
}
