import { connect as connectHttp2, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { IncomingHttpHeaders as Headers } from 'node:http';
import { after, before } from 'node:test';
import { connect, type PeerCertificate } from 'node:tls';
import { NEVER_MS, startTestServer, type TestServer, type TestServerOptions } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

export type Answer = { status: number; headers: Headers | IncomingHttpHeaders; body: string };
export type AskTls = {
  port: number;
  host: string;
  ca: string;
  path?: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
};

/** A request of HTTP/1.1 over TLS to a port of this machine, for a host name; the certificate is checked. */
export function askTls({ port, host, ca, path = '/', method = 'GET', headers = {}, body }: AskTls): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, ca, path, method, agent: false };
    const req = request({ ...options, headers: { host: `${host}:${port}`, ...headers } }, (res) => {
      const chunks: Buffer[] = [];
      res
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .once('error', reject)
        .once('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() }),
        );
    });
    req.once('error', reject);
    req.end(body);
  });
}

/** A connection of HTTP/2. */
export const openHttp2 = ({ port, host, ca }: Pick<AskTls, 'port' | 'host' | 'ca'>): ClientHttp2Session =>
  connectHttp2(`https://${host}:${port}`, {
    createConnection: () => connect({ host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] }),
  });

export function askStream(
  session: ClientHttp2Session,
  headers: Record<string, string | string[]> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': '/', ...headers }, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let answer: IncomingHttpHeaders = {};
    stream
      .once('response', (given) => void (answer = given))
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .once('error', reject)
      .once('close', () =>
        stream.rstCode === 0
          ? resolve({ status: Number(answer[':status']), headers: answer, body: Buffer.concat(chunks).toString() })
          : reject(new Error(`The stream ended with code ${stream.rstCode}.`)),
      );
    if (body !== undefined) stream.end(body);
  });
}

/** One request of HTTP/2 on a connection of its own. */
export async function askHttp2({ path = '/', method = 'GET', headers, body, ...to }: AskTls): Promise<Answer> {
  const session = openHttp2(to);
  try {
    return await askStream(session, { ':path': path, ':method': method, ...headers }, body);
  } finally {
    session.close();
  }
}

/** The certificate that is shown for a host name. */
export function certificateAt({ port, host, ca }: Pick<AskTls, 'port' | 'host' | 'ca'>): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, ca }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

export type TlsPanel = {
  server: TestServer;
  own: Tenant;
  ca: string;
  at(host: string): Pick<AskTls, 'port' | 'host' | 'ca'>;
};

/** A panel with HTTPS for the tests of a file, and a tenant. */
export function tlsPanel(options: () => Promise<TestServerOptions> | TestServerOptions = () => ({})): TlsPanel {
  const panel = {} as TlsPanel;
  before(async () => {
    const given = await options();
    panel.server = await startTestServer({ ...given, env: { HTTPS_PORT: '0', ...given.env } });
    panel.own = await tenant(panel.server);
    panel.ca = (await panel.server.app.authority.root()) ?? '';
    panel.at = (host) => ({ port: panel.server.httpsPort ?? 0, host, ca: panel.ca });
  });
  after(() => panel.server.stop());
  return panel;
}

/** For certificates that a test issues itself. */
export const issuing = {
  /** Begins with each use: the files of a suite are all imported before the first of them runs. */
  get signal() {
    return AbortSignal.timeout(NEVER_MS);
  },
  note: () => undefined,
};
