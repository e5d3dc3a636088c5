import type { Notification } from '@panel/contract';
import { addressOf } from '../config/config.ts';
import type { AppContext } from '../context/app-context.ts';
import { described, type Said } from '../context/said.ts';
import type { Words } from '../context/words.ts';
import type { Database } from '../db/database.ts';
import { brandedMail } from '../modules/mail/mail-template.ts';
import { notifyOperators } from '../modules/notification/notification.repo.ts';
import { ownPartner } from './progress.repo.ts';

export type Told = {
  type: Notification['type'];
  text: Said;
  /** Of the email. */
  subjectOf(words: Words): string;
  /** What a program said, in its own language. */
  reason?: string;
  /** Each operator gets one notification of it. */
  about: string;
};

const PAGE = '/admin/installation-backups';

/** Notifies the operators of the panel, with an email for each, in the transaction that changes what it is about. */
export async function tellOperators(
  { config, mail }: Pick<AppContext, 'config' | 'mail'>,
  tx: Database,
  { type, text, subjectOf, reason, about }: Told,
): Promise<void> {
  const operators = await notifyOperators(tx, { type, ...described(text), link: PAGE }, `${type}:${about}`);
  const sender = operators.length === 0 ? null : await ownPartner(tx, new URL(config.publicUrl).hostname);
  if (sender === null) return;
  for (const operator of operators)
    await mail.queue(
      tx,
      brandedMail(sender, operator, (words) => ({
        subject: subjectOf(words),
        paragraphs: [words.say(text), ...(reason === undefined ? [] : [{ text: reason, own: true as const }])],
        action: {
          label: words.t('Open the backups of the installation'),
          url: `${addressOf(config, sender.domain)}${PAGE}`,
          note: words.t('You get this email because you operate this panel.'),
        },
      })),
    );
}
