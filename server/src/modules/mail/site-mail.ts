import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { AppContext } from '../../context/app-context.ts';
import { mailRefused, type MailRelay, type SiteMail } from '../../hosting/egress/mail-server.ts';
import { loggedError } from '../../process/log.ts';
import { insertMail, protectedDomains, senderSite } from './mail.repo.ts';
import { rewriteHead } from './site-mail-header.ts';
import { smtpTransport } from './smtp-transport.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'log'>;

const MAX_HEAD = 64 * 1024;
/** How much of a header and of a body the page of caught emails stores. */
const MAX_SHOWN = 16 * 1024;
/** The database indexes recipients, and an index entry holds at most 2,704 bytes. */
const MAX_RECIPIENT_BYTES = 2000;
const MAX_LINE = 500;

/**
 * Sends the emails of hosted sites over SMTP_URL, or catches them for the development page. The envelope's sender is
 * the panel's, so that bounces reach the operator and no site chooses one.
 */
export function createSiteMail({ config, db, log }: Deps): MailRelay {
  const transport = smtpTransport(config);

  return {
    async send({ siteId, recipients, file }: SiteMail) {
      const site = await senderSite(db, siteId);
      if (site === null) throw new Error('the site is not known');
      // Its customers are those of the live site.
      if (site.isStage) throw mailRefused('This is a staging site. It sends no emails.');
      if (!site.isOpen) throw mailRefused('The account of this site is suspended. It sends no emails.');
      const { raw, bodyAt, start } = await readStart(file);
      const domains = await protectedDomains(db, config.mailFrom);
      const { head, from, subject } = rewriteHead(raw, {
        fqdn: site.fqdn,
        isProtected: (domain) => domains.some((one) => domain === one || domain.endsWith(`.${one}`)),
      });
      const row = {
        partnerId: site.partnerId,
        sender: `${from.slice(0, MAX_LINE)} (${site.fqdn})`,
        recipient: Buffer.from(recipients.join(', ')).subarray(0, MAX_RECIPIENT_BYTES).toString(),
        subject: storable(subject).slice(0, MAX_LINE),
      };
      if (transport === null) {
        await insertMail(db, {
          ...row,
          text: storable(
            `${head.slice(0, MAX_SHOWN)}\n\n${start.subarray(bodyAt, bodyAt + MAX_SHOWN).toString('utf8')}`,
          ),
          state: 'caught',
        });
        return;
      }
      const whole = Readable.from(withHead(head, file, bodyAt));
      try {
        await transport.sendMail({
          envelope: { from: config.mailFrom ?? `no-reply@${site.partnerDomain}`, to: [...recipients] },
          raw: whole,
        });
      } catch (thrown) {
        log.warn({ err: thrown, siteId }, 'A mail of a site could not be sent.');
        await insertMail(db, {
          ...row,
          text: '',
          state: 'failed',
          error: storable(loggedError(thrown).message).slice(0, 500),
        });
        throw thrown;
      } finally {
        whole.destroy();
      }
      await insertMail(db, { ...row, text: '', state: 'sent' });
    },
  };
}

/** PostgreSQL stores no zero characters. */
const storable = (text: string): string => text.replaceAll('\0', '');

/** The header of an email, the offset of its body, and the first bytes. */
async function readStart(file: string): Promise<{ raw: string; bodyAt: number; start: Buffer }> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(MAX_HEAD + MAX_SHOWN);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const start = buffer.subarray(0, bytesRead);
    const end = /\r?\n\r?\n/.exec(start.subarray(0, MAX_HEAD).toString('latin1'));
    if (end === null && bytesRead >= MAX_HEAD) throw new Error('the head of the mail is too long');
    const headEnd = end?.index ?? bytesRead;
    return {
      raw: start.subarray(0, headEnd).toString('utf8'),
      bodyAt: end === null ? bytesRead : headEnd + end[0].length,
      start,
    };
  } finally {
    await handle.close();
  }
}

/** Opens the file when the body is read, so that a rejected email leaves none open. */
async function* withHead(head: string, file: string, bodyAt: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${head}\r\n\r\n`);
  yield* createReadStream(file, { start: bodyAt });
}
