import type { Transporter } from 'nodemailer';
import type { AppContext, MailMessage, MailPort } from '../../context/app-context.ts';
import { loggedError } from '../../process/log.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { claimMails, insertMail, senderPartner, updateMail, type MailRow } from './mail.repo.ts';
import { smtpTransport } from './smtp-transport.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'log' | 'secrets' | 'clock'>;

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

/** What became of an email: columns of its row. */
type Delivery = Pick<MailRow, 'state' | 'text' | 'html' | 'error'> & { result: 'sent' | 'refused' | 'away' };

const AT_ONCE = 20;
/** Longer than the transport waits for anything: then the process that sends it has ended. */
const CLAIM_MS = 5 * 60_000;
const RETRY_MS = 60_000;
/** With doubled pauses of at most an hour, this is a day. */
const ATTEMPTS = 30;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Sends emails over SMTP_URL, or catches them for the development page. Stores only recipient and subject of a sent
 * email: its text may contain a sign-in link. That of one that waits is sealed.
 */
export function createMailPort({ config, db, log, secrets, clock }: Deps): MailPort {
  const transport = smtpTransport(config);
  const nothing = { text: '', html: null };

  const senderOf = (partner: PartnerRow | null): string =>
    config.mailFrom ?? `no-reply@${partner?.domain ?? new URL(config.publicUrl).hostname}`;
  const partnerOf = async (to: Database, { partnerId }: MailMessage) =>
    partnerId ? await senderPartner(to, partnerId) : null;
  const rowOf = (mail: MailMessage, partner: PartnerRow | null) => ({
    ...{ partnerId: mail.partnerId, sender: senderOf(partner), recipient: mail.to, subject: oneLine(mail.subject) },
  });

  async function attempt(mail: MailMessage, partner: PartnerRow | null): Promise<Delivery> {
    if (!transport) return { state: 'caught', text: mail.text, html: mail.html ?? null, error: null, result: 'sent' };
    const sender = { name: oneLine(partner ? companyOf(partner) : ''), address: senderOf(partner) };
    try {
      await deliver(transport, sender, mail);
      return { ...nothing, state: 'sent', error: null, result: 'sent' };
    } catch (thrown) {
      log.error({ err: thrown }, 'A mail could not be sent.');
      const error = oneLine(loggedError(thrown).message).slice(0, 500);
      return { ...nothing, state: 'failed', error, result: isRefusal(thrown) ? 'refused' : 'away' };
    }
  }

  async function sendAgain(row: MailRow): Promise<void> {
    const { text, html } = JSON.parse(secrets.open(row.sealed ?? '')) as Pick<MailMessage, 'text' | 'html'>;
    const mail = { partnerId: row.partnerId, to: row.recipient, subject: row.subject, text, ...(html && { html }) };
    const { result, ...delivery } = await attempt(mail, await partnerOf(db, mail));
    if (result === 'away' && row.attempts < ATTEMPTS) {
      const pause = Math.min(RETRY_MS * 2 ** (row.attempts - 1), LONGEST_PAUSE_MS);
      return updateMail(db, row.id, { error: delivery.error, dueAt: new Date(clock.now().getTime() + pause) });
    }
    return updateMail(db, row.id, { ...delivery, sealed: null, dueAt: null });
  }

  return {
    async send(mail) {
      const partner = await partnerOf(db, mail);
      const { result, ...delivery } = await attempt(mail, partner);
      await insertMail(db, { ...rowOf(mail, partner), ...delivery });
      return result;
    },
    async queue(tx, mail) {
      const { text, html } = mail;
      const sealed = secrets.seal(JSON.stringify({ text, html }));
      const row = rowOf(mail, await partnerOf(tx, mail));
      await insertMail(tx, { ...row, ...nothing, state: 'waiting', sealed, dueAt: clock.now() });
    },
    async sendWaiting() {
      for (let rows: MailRow[] | null = null; rows === null || rows.length === AT_ONCE;) {
        const now = clock.now();
        rows = await claimMails(db, { now, again: new Date(now.getTime() + CLAIM_MS), limit: AT_ONCE });
        // One after the other: a mail server takes few connections at once.
        for (const row of rows) await sendAgain(row);
      }
    },
  };
}
