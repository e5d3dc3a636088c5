/** A process with the HTTPS door and an edge, in front of a site that says what it was asked. Prints its port and root. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { listenTls } from '../../src/tls/tls-server.ts';
import { edgeSite, listen, openEdge } from '../edge/edge-support.ts';
import { issuing } from '../tls/tls-support.ts';

const HOST = 'shop.sites.localhost';
/** What the site was asked: address and body, and whether all of it came. */
const asked: { url: string; body: string; whole: boolean }[] = [];
const site = createServer((req, res) => {
  if (req.url === '/asked') return void res.end(JSON.stringify(asked.splice(0)));
  let body = '';
  const tell = () => void asked.push({ url: req.url ?? '', body: body.slice(0, 200), whole: req.complete });
  req.setEncoding('latin1').on('data', (part: string) => (body += part));
  req.once('close', () => req.complete || tell());
  req.once('end', () => {
    tell();
    res.end('ok');
  });
  req.on('error', () => undefined);
});
const endpoint = { host: '127.0.0.1' as const, port: await listen(site) };
const bench = await openEdge({ start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint });
bench.sites.set(HOST, edgeSite('s1', HOST));
const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-h2-'));
const authority = createLocalAuthority(dataDir, { now: () => new Date() });
const { chain, key } = await authority.issue([HOST], issuing);
const ca = await authority.root();
await rm(dataDir, { recursive: true });
const context = createSecureContext({ cert: chain, key });
const door = await listenTls(
  { port: 0, hosts: ['127.0.0.1'], contextOf: async () => context, handshakes: 10_000 },
  (req, res, upgrade) => void bench.edge.handle(req, res, upgrade),
);
process.stdin.on('end', () => process.exit()).resume();
process.stdout.write(`${JSON.stringify({ port: door.port, ca })}\n`);
