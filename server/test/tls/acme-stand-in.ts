import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { issuing } from './tls-support.ts';

/** A problem document (RFC 7807) as ACME servers send it. */
export type Problem = { status: number; type: string; detail: string; retryAfter?: number };
type Refusals = {
  order?: Problem;
  /** What the validation of a name ends with. */
  challenge?: Problem;
  /** Anything but ACME, to all requests. */
  plain?: { status: number; body: string };
};

export type AcmeStandIn = {
  env: Record<string, string>;
  /** How it refuses from now on. */
  refuse(refusals: Refusals): void;
  /** Orders that were asked for. */
  orders(): number;
  close(): Promise<void>;
};

/** An ACME server that refuses, because Pebble has neither rate limits nor checks of CAA. It looks at no signatures. */
export async function startAcmeStandIn(): Promise<AcmeStandIn> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-acme-'));
  const authority = createLocalAuthority(folder, { now: () => new Date() });
  const { chain, key } = await authority.issue(['localhost'], issuing);
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, (await authority.root()) ?? '');
  let refusals: Refusals = {};
  let orders = 0;
  let nonce = 0;

  const server: Server = createServer({ cert: chain, key }, (req, res) => {
    const base = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { plain } = refusals;
    if (plain) return void res.writeHead(plain.status, { 'content-type': 'text/html' }).end(plain.body);
    res.setHeader('replay-nonce', `nonce-${(nonce += 1)}`);
    res.setHeader('cache-control', 'no-store');
    req.resume().once('end', () => answer(req.url ?? '', res, base));
  });
  const send = (res: ServerResponse, status: number, body: object, location?: string) =>
    void res
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(JSON.stringify(body));
  const refuse = (res: ServerResponse, { retryAfter, ...problem }: Problem) =>
    void res
      .writeHead(problem.status, {
        'content-type': 'application/problem+json',
        ...(retryAfter && { 'retry-after': String(retryAfter) }),
      })
      .end(JSON.stringify(problem));

  function answer(url: string, res: ServerResponse, base: string): void {
    const identifier = { type: 'dns', value: 'shop.example' };
    const { order, challenge } = refusals;
    switch (url) {
      case '/dir':
        return send(res, 200, {
          ...{ newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` },
          ...{ revokeCert: `${base}/revoke`, keyChange: `${base}/key`, meta: {} },
        });
      case '/nonce':
        return void res.writeHead(200).end();
      case '/account':
        return send(res, 201, { status: 'valid' }, `${base}/account/1`);
      case '/order':
        orders += 1;
        if (order) return refuse(res, order);
        return send(
          res,
          201,
          {
            ...{ status: 'pending', identifiers: [identifier] },
            ...{ authorizations: [`${base}/authorization`], finalize: `${base}/finalize` },
          },
          `${base}/order/1`,
        );
      case '/authorization':
        return send(res, 200, {
          ...{ identifier, status: 'pending' },
          challenges: [{ type: 'http-01', url: `${base}/challenge`, status: 'pending', token: 'the-token' }],
        });
      case '/challenge':
        return send(res, 200, {
          ...{ type: 'http-01', url: `${base}/challenge`, token: 'the-token' },
          ...(challenge ? { status: 'invalid', error: challenge } : { status: 'valid' }),
        });
      default:
        return refuse(res, { status: 404, type: 'urn:ietf:params:acme:error:malformed', detail: 'No such page.' });
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: {
      ACME_DIRECTORY_URL: `https://localhost:${(server.address() as AddressInfo).port}/dir`,
      ACME_CA_FILE: caFile,
    },
    refuse: (given) => void (refusals = given),
    orders: () => orders,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
