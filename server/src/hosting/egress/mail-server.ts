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
/** Includes closing connections: they are read until the client closes its side. */
const MAX_SOCKETS = 16;
/** Emails of one site on the disk at the same time; each stays until it is delivered, even when its client left. */
const MAX_ON_DISK = 4;
/** Time limit for the text of one email. */
const DATA_MS = 120_000;
const IDLE_MS = 30_000;
const NO_ROOM = 'The server has too little free disk space for mails. Try again later.';

/** An email that hosted code sent. `file` holds its source (RFC 5322), and is removed once `send` settles. */
export type SiteMail = { siteId: string; recipients: readonly string[]; file: string };

/** Delivers the emails of sites. Rejects when delivery fails, with `mailRefused` when no retry may help. */
export type MailRelay = { send(mail: SiteMail): Promise<void> };

export type MailServerOptions = {
  siteId: string;
  relay: MailRelay;
  /** The panel's folder for emails in transit. */
  folder(): Promise<string>;
  /** Reserves one more recipient; false when the plan's hourly limit is reached. */
  takeRecipient(): Promise<boolean>;
  /** Whether the panel's disk has no room for emails. */
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
    if (onDisk >= MAX_ON_DISK) return discard(stream, 'Too many emails of this site are in transit. Try again later.');
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
          // The rest of the email is not read.
          if (!stream.readableEnded) connectionOf(server, session.id)?.close();
        },
      );
    },
  });
  // A client that disconnects is reported here as well; nothing needs to be done.
  server.on('error', () => undefined);
  server.server.maxConnections = MAX_SOCKETS;
  return server;
}

/** Reads an email to its end, within the usual limits, and rejects it. */
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

/**
 * Passes bytes on up to the maximum size. The server library only marks an email as too large, and continues to read.
 */
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

/** A response of this server to its client. */
class MailReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

const reply = (responseCode: number, text: string): MailReply => new MailReply(responseCode, text);

/** The answer to an email that is not delivered, with the reason for the site. */
export const mailRefused = (reason: string): Error => reply(550, reason);

/** The error for the site: whether a retry may help, and nothing about the mail server behind. */
function answerTo(error: unknown): MailReply {
  if (error instanceof MailReply) return error;
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 500
    ? reply(550, 'The email was rejected.')
    : reply(451, 'The email could not be delivered. Try again later.');
}
