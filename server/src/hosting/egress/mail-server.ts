import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { countCommands } from './mail-commands.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_RECIPIENTS = 50;
const MAX_CONNECTIONS = 4;
/** With those that are closing: they are read until the client closes its side. */
const MAX_SOCKETS = 16;
/** Mails of one site that are on the disk at the same time; one stays until it is handed on, even when its client left. */
const MAX_ON_DISK = 4;
/** How long the text of one mail may take. */
const DATA_MS = 120_000;
const IDLE_MS = 30_000;
const NO_ROOM = 'The server has too little free disk space for mails. Try again later.';

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
  /** Whether the panel's disk has no room for mails. */
  isDiskLow(): Promise<boolean>;
  onSent(recipients: number): void;
};

/** The SMTP server of one site. It needs no password: only the site reaches its socket. */
export function createMailServer({
  siteId,
  relay,
  folder,
  takeRecipient,
  isDiskLow,
  onSent,
}: MailServerOptions): SMTPServer {
  let onDisk = 0;
  const receive = async (stream: SMTPServerDataStream, recipients: readonly string[]): Promise<void> => {
    if (onDisk >= MAX_ON_DISK) return discard(stream, 'Too many mails of this site are on their way. Try again later.');
    onDisk += 1;
    try {
      if (await isDiskLow()) return await discard(stream, NO_ROOM);
      const file = path.join(await folder(), `${randomUUID()}.eml`);
      try {
        await pipeline(stream, limitBytes(), createWriteStream(file, { mode: 0o600, flags: 'wx' }), {
          signal: AbortSignal.timeout(DATA_MS),
        });
        await relay.send({ siteId, recipients, file });
        onSent(recipients.length);
      } finally {
        await rm(file, { force: true });
      }
    } catch (error) {
      throw answerTo(error);
    } finally {
      onDisk -= 1;
    }
  };

  const server = new SMTPServer({
    name: 'mail',
    banner: 'mail of this site',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_MS,
    closeTimeout: 1000,
    logger: countCommands((id) => connectionOf(server, id)?.send(421, 'Too many commands.')),
    onMailFrom(_address, _session, callback) {
      isDiskLow().then(
        (low) => callback(low ? reply(452, NO_ROOM) : null),
        () => callback(reply(451, 'Try again later.')),
      );
    },
    onRcptTo(_address, session, callback) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return callback(reply(452, `A mail may have ${MAX_RECIPIENTS} recipients.`));
      takeRecipient().then(
        (taken) =>
          callback(
            taken
              ? null
              : reply(452, 'This site has sent as many mails as its plan allows in an hour. Try again later.'),
          ),
        () => callback(reply(451, 'Try again later.')),
      );
    },
    onData(stream, session, callback) {
      receive(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then(
        () => callback(null),
        (error: unknown) => {
          callback(answerTo(error));
          // Nothing reads the rest of the mail.
          if (!stream.readableEnded) connectionOf(server, session.id)?.close();
        },
      );
    },
  });
  // A client that breaks off is reported here as well; nothing is left to be done about it.
  server.on('error', () => undefined);
  server.server.maxConnections = MAX_SOCKETS;
  return server;
}

/** Reads a mail to its end, with the limits of one that is kept, and refuses it. */
async function discard(stream: SMTPServerDataStream, why: string): Promise<never> {
  await pipeline(stream, limitBytes(), new Writable({ write: (_chunk, _encoding, done) => done() }), {
    signal: AbortSignal.timeout(DATA_MS),
  });
  throw reply(452, why);
}

type Connection = { id: string; send(code: number, text: string): void; close(): void };

function connectionOf({ connections }: SMTPServer, id: string): Connection | undefined {
  const open: Set<Connection> = connections;
  return [...open].find((connection) => connection.id === id);
}

/** Passes bytes on up to the largest mail. The server itself only notes that a mail is too large, and goes on reading. */
function limitBytes(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) done(reply(552, `A mail may have ${MAX_BYTES / 1024 / 1024} MB.`));
      else done(null, chunk);
    },
  });
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
  return code >= 500
    ? reply(550, 'The mail was refused.')
    : reply(451, 'The mail could not be handed on. Try again later.');
}
