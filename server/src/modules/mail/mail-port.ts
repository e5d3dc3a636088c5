import type { Transporter } from 'nodemailer';
import type { AppContext, MailMessage, MailPort } from '../../context/app-context.ts';
import { loggedError } from '../../process/log.ts';
import { companyOf } from '../../context/public-partner.ts';
import { insertMail, senderPartner } from './mail.repo.ts';
import { smtpTransport } from './smtp-transport.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'log'>;

/** A line break would start another header; nodemailer folds them, this rejects them altogether. */
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim();

async function deliver(
  transport: Transporter,
  sender: { name: string; address: string },
  mail: MailMessage,
): Promise<void> {
  await transport.sendMail({
    from: sender,
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.unsubscribeUrl !== undefined && {
      list: { unsubscribe: mail.unsubscribeUrl },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** An answer of 500 or more is about this email (RFC 5321, 4.2.1), unless it is about signing in to the server. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'responseCode' in thrown &&
  typeof thrown.responseCode === 'number' &&
  thrown.responseCode >= 500 &&
  !('code' in thrown && thrown.code === 'EAUTH');

/**
 * Sends emails over SMTP_URL, or catches them for the development page. Stores only recipient and subject of a sent
 * email: its text may contain a sign-in link.
 */
export function createMailPort({ config, db, log }: Deps): MailPort {
  const transport = smtpTransport(config);
  return {
    async send(mail) {
      const partner = mail.partnerId ? await senderPartner(db, mail.partnerId) : null;
      const address = config.mailFrom ?? `no-reply@${partner?.domain ?? new URL(config.publicUrl).hostname}`;
      const row = { partnerId: mail.partnerId, sender: address, recipient: mail.to, subject: oneLine(mail.subject) };
      if (!transport) {
        await insertMail(db, { ...row, text: mail.text, html: mail.html ?? null, state: 'caught' });
        return 'sent';
      }
      try {
        await deliver(transport, { name: oneLine(partner ? companyOf(partner) : ''), address }, mail);
        await insertMail(db, { ...row, text: '', state: 'sent' });
        return 'sent';
      } catch (thrown) {
        log.error({ err: thrown }, 'A mail could not be sent.');
        await insertMail(db, {
          ...row,
          text: '',
          state: 'failed',
          error: oneLine(loggedError(thrown).message).slice(0, 500),
        });
        return isRefusal(thrown) ? 'refused' : 'away';
      }
    },
  };
}
