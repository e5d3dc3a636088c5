import { addressOf } from '../../config/config.ts';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import { described, said, type Said } from '../../context/said.ts';
import { countAttempt } from '../../context/rate-limit.repo.ts';
import { notification } from '../../db/schema.ts';
import { brandedMail } from '../mail/mail-template.ts';
import { claimMails, recipientOf, unmailedWorkloads } from './stored-submission.repo.ts';

/** Emails about a site's forms per hour; what comes beyond is in one digest. */
const MAILS_PER_HOUR = 5;
const HOUR_MS = 3_600_000;
const AT_ONCE = 200;

type Deps = Pick<AppContext, 'db' | 'clock' | 'mail' | 'config'>;

/** The email about new submissions. */
export const newsMail = (
  { config }: Pick<Deps, 'config'>,
  { user, partner }: { user: UserRow; partner: PartnerRow },
  news: Said,
  count: number,
): MailMessage =>
  brandedMail(partner, user, ({ t, say }) => ({
    subject: say(news),
    // What a visitor wrote stays in the panel: an email with it would carry spam in the partner's name.
    paragraphs: [
      `${say(news)}.`,
      t('Open the control panel to read {count, plural, one {it} other {them}}.', { count }),
    ],
    action: {
      label: t('Read submissions'),
      url: `${addressOf(config, partner.domain)}/forms`,
      note: t('You get at most five of these emails in an hour for each site, and one that sums up the rest.'),
    },
  }));

/** Sends one email and one notification about everything of a workload that has had none. */
async function sendNews(app: Deps, workloadId: string): Promise<void> {
  const to = await recipientOf(app.db, workloadId);
  const all = await claimMails(app.db, workloadId, app.clock.now());
  if (!to || all.length === 0) return;
  const { user, partner, fqdn } = to;
  const [first] = all;
  const news =
    all.length === 1
      ? said('New submission of the form “{form}” on {site}', { form: first?.form ?? '', site: fqdn })
      : said('{count, plural, one {# new form submission} other {# new form submissions}} on {site}', {
          ...{ count: all.length, site: fqdn },
        });
  await app.db.insert(notification).values({
    ...{ partnerId: partner.id, userId: user.id, type: 'form_submitted', link: '/forms' },
    ...described(news),
  });
  await app.mail.send(newsMail(app, to, news, all.length));
}

/** Notifies the owner of a workload at once, unless they got enough emails in this hour. */
export async function mailOwner(app: Deps, workloadId: string): Promise<void> {
  const { count } = await countAttempt(app.db, `form-mail:${workloadId}`, app.clock.now(), HOUR_MS / 1000);
  if (count <= MAILS_PER_HOUR) await sendNews(app, workloadId);
}

/** Sends what waited for an hour, or was left by a process that ended. */
export async function mailDigests(app: Deps): Promise<void> {
  const before = new Date(app.clock.now().getTime() - HOUR_MS);
  for (const id of await unmailedWorkloads(app.db, before, AT_ONCE)) await sendNews(app, id);
}
