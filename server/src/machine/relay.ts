import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import type { NodeReach } from '../db/schema/node.table.ts';
import {
  carried,
  MACHINE_HEADER,
  REFUSED_HEADER,
  SCHEME_HEADER,
  VISITOR_HEADER,
  type Ask,
  type Relayed,
} from '../lib/relayed.ts';
import { reachable } from '../lib/send-json.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { createMachineAuthority, peerName } from './authority.ts';

/** A machine in the same network answers at once, or it is gone. */
const CONNECT_MS = 3_000;
const SOCKETS = 1_024;
/** How long the end of a WebSocket may take to reach its visitor. */
const LAST_BYTES_MS = 30_000;

export type Relay = {
  /**
   * Sends a request to another machine. A body is sent as it comes.
   * @returns its answer, or null when no machine answers; what was taken over by `open` has no answer
   */
  ask(nodeId: string, asked: Ask, body: Readable | null, gone: AbortSignal): Promise<IncomingMessage | 'open' | null>;
  /** Passes a visit on, with its WebSocket; false when the machine does not answer, and nothing was sent to the visitor. */
  visit(
    nodeId: string,
    visit: Relayed & { req: IncomingMessage; res: ServerResponse; upgrade?: Upgrade | undefined; head: Opening },
  ): Promise<boolean>;
  close(): void;
};
/** The head of the answer that opens a WebSocket; null when it is not a valid one. */
type Opening = (req: IncomingMessage, answer: IncomingMessage) => string | null;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Carries bytes both ways until one side has ended; what the machine sent before still reaches a slow visitor. */
function join(visitor: Duplex, connection: Duplex): void {
  visitor.on('error', () => undefined).pipe(connection);
  connection.pipe(visitor);
  visitor.once('close', () => connection.destroy());
  connection.once('close', () => {
    if (visitor.closed || connection.errored) return void visitor.destroy();
    visitor.end();
    const deadline = setTimeout(() => visitor.destroy(), LAST_BYTES_MS);
    visitor.once('close', () => clearTimeout(deadline));
  });
}

type Deps = { db: Database; secrets: SecretBox; own: string; reach(nodeId: string): NodeReach | null };

/** Passes requests on to other machines of the installation: each side knows the other by its certificate. */
export function createRelay({ db, secrets, own, reach }: Deps): Relay {
  let opened: Promise<Agent> | null = null;
  const agentOf = async (): Promise<Agent> => {
    const authority = createMachineAuthority({ db, secrets });
    const { certificate, key } = await authority.issuePanel(own);
    const secure = { cert: certificate, key, ca: await authority.root(), minVersion: 'TLSv1.3' as const };
    return new Agent({ ...secure, keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: 64 });
  };
  const agent = (): Promise<Agent> =>
    (opened ??= agentOf().catch((error: unknown) => {
      opened = null;
      throw error;
    }));

  const send = (to: NodeReach, over: Agent, nodeId: string, asked: Ask, body: Readable | null, gone: AbortSignal) =>
    new Promise<IncomingMessage | 'open' | 'stale' | null>((resolve) => {
      const { method = 'GET', path = '/', open } = asked;
      const headers = [...carried(asked.rawHeaders), 'Host', asked.host];
      headers.push(VISITOR_HEADER, asked.address, SCHEME_HEADER, asked.isTls ? 'https' : 'http');
      if (asked.isOwn) headers.push(MACHINE_HEADER, 'yes');
      if (open) headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket');
      const sent = request({
        ...{ host: reachable(to.host), port: to.port, servername: peerName(nodeId), agent: over },
        ...{ method, path, headers, maxHeaderSize: 64 * 1024, signal: gone },
      });
      sent.maxHeadersCount = 0;
      let deadline: NodeJS.Timeout | undefined;
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        deadline = setTimeout(() => sent.destroy(new Error('no connection in time')), CONNECT_MS);
        socket.once('secureConnect', () => clearTimeout(deadline));
      });
      sent.on('error', () => {
        clearTimeout(deadline);
        // A kept connection may have ended just as it was used again.
        resolve(sent.reusedSocket && body === null ? 'stale' : null);
      });
      sent.once('response', (answer) => {
        answer.on('error', () => undefined);
        if (answer.headers[REFUSED_HEADER] === undefined) return resolve(answer);
        answer.resume();
        resolve(null);
      });
      sent.once('upgrade', (answer, connection, first) => {
        connection.on('error', () => undefined);
        open?.(answer, connection, first);
        resolve('open');
      });
      if (body) pipeline(body, sent, () => undefined);
      else sent.end();
    });

  const ask: Relay['ask'] = async (nodeId, asked, body, gone) => {
    const to = reach(nodeId);
    if (to === null) return null;
    const over = await agent();
    let answer = await send(to, over, nodeId, asked, body, gone);
    for (let tries = 0; answer === 'stale' && tries < 3; tries += 1)
      answer = await send(to, over, nodeId, asked, body, gone);
    return answer === 'stale' ? null : answer;
  };

  return {
    ask,
    async visit(nodeId, { req, res, upgrade, head, address, isTls }) {
      const left = new AbortController();
      const leave = () => left.abort();
      res.once('close', leave);
      const { method, url: path, rawHeaders } = req;
      const asked: Ask = { method, path, rawHeaders, host: req.headers.host ?? '', address, isTls };
      if (upgrade)
        asked.open = (answer, connection, first) => {
          const opening = head(req, answer);
          res.off('close', leave);
          const visitor = opening === null ? null : upgrade.take();
          if (opening === null || visitor === null) return void connection.destroy();
          visitor.write(opening, 'latin1');
          if (first.length > 0) connection.unshift(first);
          // The machine of the site counts, paces and ends it.
          join(visitor, connection);
        };
      const answer = await ask(nodeId, asked, !upgrade && hasBody(req) ? req : null, left.signal);
      if (answer === 'open' || res.destroyed) return true;
      if (answer === null) {
        // The visit goes on with whoever asked.
        res.off('close', leave);
        return false;
      }
      const headers = carried(answer.rawHeaders);
      for (let index = 0; index + 1 < headers.length; index += 2)
        res.appendHeader(headers[index] ?? '', headers[index + 1] ?? '');
      res.writeHead(answer.statusCode ?? 502);
      pipeline(answer, res, () => undefined);
      return true;
    },
    close: () => void opened?.then((each) => each.destroy()).catch(() => undefined),
  };
}
