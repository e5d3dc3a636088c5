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
    ...(mail.unsubscribeUrl !== undefined && {
      list: { unsubscribe: mail.unsubscribeUrl },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The address that emails of a partner, or of the installation, come from. */
export const senderAddress = (
  { mailFrom, publicUrl }: Pick<AppContext['config'], 'mailFrom' | 'publicUrl'>,
  partner: Pick<PartnerRow, 'domain'> | null,
): string => mailFrom ?? `no-reply@${partner?.domain ?? new URL(publicUrl).hostname}`;

/** An answer of 500 or more to a recipient or to the content is about this email (RFC 5321, 4.2.1). To anything else it is about the server. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'responseCode' in thrown &&
  typeof thrown.responseCode === 'number' &&
  thrown.responseCode >= 500 &&
  'command' in thrown &&
  (thrown.command === 'RCPT TO' || thrown.command === 'DATA');

/** What became of an email: columns of its row. */
type Delivery = Pick<MailRow, 'state' | 'text' | 'html' | 'error'> & { result: 'sent' | 'refused' | 'away' };

/** What is sealed of an email that waits. */
type Sealed = Pick<MailMessage, 'text' | 'html' | 'unsubscribeUrl'>;

/** Longer than an email takes, however slow each step is: then the process that sends it has ended. */
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

  const senderOf = (partner: PartnerRow | null): string => senderAddress(config, partner);
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

  /** The email of a row, or null for one that was sealed with another key. */
  function messageOf({ partnerId, recipient, subject, sealed }: MailRow): MailMessage | null {
    try {
      const content = JSON.parse(secrets.open(sealed ?? '')) as Sealed;
      return { partnerId, to: recipient, subject, ...content };
    } catch (thrown) {
      log.error({ err: thrown }, 'A mail that waits cannot be opened.');
      return null;
    }
  }

  /** Sends a claimed email. Returns whether the mail server takes any. */
  async function sendClaimed(row: MailRow): Promise<boolean> {
    const ended = { sealed: null, dueAt: null };
    const mail = messageOf(row);
    if (mail === null) {
      await updateMail(db, row.id, { ...ended, state: 'failed', error: 'It was sealed with another key.' });
      return true;
    }
    const { result, ...delivery } = await attempt(mail, await partnerOf(db, mail));
    if (result === 'away' && row.attempts < ATTEMPTS) {
      const pause = Math.min(RETRY_MS * 2 ** (row.attempts - 1), LONGEST_PAUSE_MS);
      await updateMail(db, row.id, { error: delivery.error, dueAt: new Date(clock.now().getTime() + pause) });
    } else await updateMail(db, row.id, { ...delivery, ...ended });
    return result !== 'away';
  }

  let isWanted = false;
  let running: Promise<void> | null = null;
  /**
   * One after the other: a mail server takes few connections at once. Each is claimed alone, so that it is sent within its
   * claim. A server that takes none is not asked for the others: they stay due.
   */
  async function sendDue(signal: AbortSignal | undefined): Promise<void> {
    while (isWanted) {
      isWanted = false;
      for (let takes = true; takes && !signal?.aborted;) {
        const now = clock.now();
        const [row] = await claimMails(db, { now, again: new Date(now.getTime() + CLAIM_MS), limit: 1 });
        if (!row) break;
        takes = await sendClaimed(row);
      }
    }
  }

  return {
    async send(mail) {
      const partner = await partnerOf(db, mail);
      const { result, ...delivery } = await attempt(mail, partner);
      await insertMail(db, { ...rowOf(mail, partner), ...delivery });
      return result;
    },
    async queue(tx, mail) {
      const { text, html, unsubscribeUrl } = mail;
      const sealed = secrets.seal(JSON.stringify({ text, html, unsubscribeUrl }));
      const row = rowOf(mail, await partnerOf(tx, mail));
      await insertMail(tx, { ...row, ...nothing, state: 'waiting', sealed, dueAt: clock.now() });
    },
    sendWaiting(signal) {
      // Whoever asks while emails are sent wants one that may have been written since.
      isWanted = true;
      running ??= sendDue(signal).finally(() => (running = null));
      return running;
    },
  };
}
