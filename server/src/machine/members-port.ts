import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { MachineBeat } from '@panel/contract';
import type { Database } from '../db/database.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { BindError } from '../lib/bind-all.ts';
import { parseJson } from '../lib/parse-json.ts';
import { MACHINE_HEADER, noteRelayed, REFUSED_HEADER, SCHEME_HEADER, VISITOR_HEADER } from '../lib/relayed.ts';
import { listen, StartError, type Handler } from '../listen/http-server.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { createMachineAuthority, fingerprintOfRaw, peerOf } from './authority.ts';
import { addSample, beatOfMember, findByFingerprint, leave, olderOnes } from './node.repo.ts';

export const BEAT_PATH = '/beat';
const BODY_BYTES = 16 * 1024;

/** What a machine is answered; `why` is for its log. */
export type BeatAnswer = { state: 'ready' } | { state: 'revoked'; by: string } | { state: 'copy' | 'unknown' };

async function bodyOf(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Stores what the machine of a certificate reports. */
async function takeBeat(db: Database, fingerprint: string, given: MachineBeat): Promise<BeatAnswer> {
  const { run, ends, clock, ...rest } = given;
  const report = {
    ...rest,
    process: run,
    roles: ['member' as const],
    marked: false,
    awake: {},
    reach: null,
    clock: new Date(clock),
  };
  const row = await beatOfMember(db, fingerprint, report);
  if (!row) {
    const known = await findByFingerprint(db, fingerprint);
    return known ? { state: 'revoked', by: known.revokedBy ?? '' } : { state: 'unknown' };
  }
  const isCopy = olderOnes(row, run).length > 0;
  if (ends || isCopy) await leave(db, row.id, run);
  if (isCopy) return { state: 'copy' };
  await addSample(db, row.id, report, row.seenAt);
  return { state: 'ready' };
}

type Deps = {
  config: { machinesPort: number; hosts: readonly string[] };
  db: Database;
  secrets: SecretBox;
  log: Logger;
  /** This machine. */
  id: string;
  /** Whether another machine with the database may pass requests on to this one. */
  mayRelay(id: string): boolean;
  /** Answers what was passed on. */
  serve: Handler;
  /** Answers what another machine asks for itself. */
  receive(req: IncomingMessage, res: ServerResponse): void;
};

/** Notes on a request whose it is. The edge gives no hosted site what only machines say. */
function takeRelayed(req: IncomingMessage): void {
  const [address, scheme] = [req.headers[VISITOR_HEADER], req.headers[SCHEME_HEADER]];
  noteRelayed(req, { address: typeof address === 'string' ? address : '0.0.0.0', isTls: scheme === 'https' });
}

/** Each connection is that of a machine, which passes on what many visitors ask. */
const CONNECTIONS_OF_MACHINE = 2_048;

/**
 * Listens for other machines: those that joined report, and those with the database pass on what is for workloads of this one.
 * TLS lets nobody in without a certificate of the installation's authority, and a row says whether its machine may still take
 * part.
 * @throws StartError
 */
export async function openMembersPort({ config, db, secrets, log, id, mayRelay, serve, receive }: Deps) {
  const authority = createMachineAuthority({ db, secrets });
  const { certificate, key } = await authority.issuePanel(id);
  const secure = {
    ...{ cert: certificate, key, ca: await authority.root(), minVersion: 'TLSv1.3' as const },
    ...{ requestCert: true, rejectUnauthorized: true },
  };
  const send = (res: ServerResponse, status: number, answer: BeatAnswer): void => {
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    res.end(JSON.stringify(answer));
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'POST' || req.url !== BEAT_PATH) return void res.writeHead(404).end();
    const peer = (req.socket as TLSSocket).getPeerX509Certificate();
    const text = await bodyOf(req);
    const given = text === null ? null : parseJson(MachineBeat, text);
    if (!peer || !given) return void res.writeHead(422, { connection: 'close' }).end();
    const taken = await takeBeat(db, fingerprintOfRaw(peer.raw), given);
    send(res, taken.state === 'ready' ? 200 : 403, taken);
  };
  const handler: Handler = (req, res, upgrade) => {
    const certificate = (req.socket as TLSSocket).getPeerX509Certificate();
    const peer = certificate ? peerOf(certificate) : null;
    if (peer !== null) {
      if (!mayRelay(peer)) return void res.writeHead(403, { [REFUSED_HEADER]: 'refused' }).end();
      if (req.headers[MACHINE_HEADER] !== undefined) return receive(req, res);
      takeRelayed(req);
      return serve(req, res, upgrade);
    }
    void answer(req, res).catch((error: unknown) => {
      log.debug({ err: error }, 'a machine could not be heard');
      if (!res.headersSent) res.writeHead(503);
      res.end();
    });
  };
  const make = (options: object, serve: (req: IncomingMessage, res: ServerResponse) => void): Server =>
    createServer({ ...options, ...secure }, serve) as unknown as Server;
  const { machinesPort: port, hosts } = config;
  return listen({ port, hosts, perAddress: CONNECTIONS_OF_MACHINE }, handler, make).catch((error: unknown) => {
    if (!(error instanceof BindError)) throw error;
    throw new StartError(
      `MACHINES_PORT: port ${error.port} of ${error.host} cannot be opened (${error.code}). Choose another one.`,
    );
  });
}
