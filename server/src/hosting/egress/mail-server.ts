import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_RECIPIENTS = 50;
const MAX_CONNECTIONS = 4;
const IDLE_MS = 30_000;

/** A mail that hosted code sent. `file` holds it as it came (RFC 5322), and is removed when `send` has settled. */
export type SiteMail = { siteId: string; recipients: readonly string[]; file: string };

/** Hands on the mails of sites. Rejects when the mail was not taken over. */
export type MailRelay = { send(mail: SiteMail): Promise<void> };

export type MailServerOptions = {
  siteId: string;
  relay: MailRelay;
  /** A folder of the panel's, for mails on their way. */
  folder(): Promise<string>;
  /** Asks for one more recipient; false when the plan's number for an hour is used up. */
  takeRecipient(): Promise<boolean>;
  onSent(recipients: number): void;
};

/** The SMTP server of one site. It needs no password: only the site reaches its socket. */
export function createMailServer({ siteId, relay, folder, takeRecipient, onSent }: MailServerOptions): SMTPServer {
  const receive = async (stream: SMTPServerDataStream, recipients: readonly string[]): Promise<void> => {
    const file = path.join(await folder(), `${randomUUID()}.eml`);
    try {
      await pipeline(stream, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
      if (stream.sizeExceeded) throw reply(552, `A mail may have ${MAX_BYTES / 1024 / 1024} MB.`);
      await relay.send({ siteId, recipients, file });
      onSent(recipients.length);
    } catch (error) {
      stream.resume();
      throw answerTo(error);
    } finally {
      await rm(file, { force: true });
    }
  };

  const server = new SMTPServer({
    name: 'mail', banner: 'mail of this site', authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true,
    size: MAX_BYTES, maxClients: MAX_CONNECTIONS, socketTimeout: IDLE_MS, closeTimeout: 1000,
    onRcptTo(_address, session, callback) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) return callback(reply(452, `A mail may have ${MAX_RECIPIENTS} recipients.`));
      takeRecipient().then((taken) => callback(taken ? null : reply(452, 'This site has sent as many mails as its plan allows in an hour. Try again later.')), () => callback(reply(451, 'Try again later.')));
    },
    onData(stream, session, callback) {
      receive(stream, session.envelope.rcptTo.map(({ address }) => address)).then(() => callback(null), (error: Error) => callback(error));
    },
  });
  // A client that breaks off is reported here as well; nothing is left to be done about it.
  server.on('error', () => undefined);
  return server;
}

/** An answer of this server to its client. */
class MailReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

const reply = (responseCode: number, text: string): MailReply => new MailReply(responseCode, text);

/** What the site hears of a failure: whether another try may help, and nothing about the mail server behind. */
function answerTo(error: unknown): MailReply {
  if (error instanceof MailReply) return error;
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500 ? reply(550, 'The mail was refused.') : reply(451, 'The mail could not be handed on. Try again later.');
}
