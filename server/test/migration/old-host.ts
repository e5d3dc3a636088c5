import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

/** Another name of it. */
export const OLD_NAME = 'old-shop.localhost';

/** The host from which a site moves, on loopback: `EGRESS_ALLOW` must name it. */
export type OldHost = { url: string; close(): Promise<void> };

async function opened(server: Server, scheme: string): Promise<OldHost> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that fails before it closes the host still ends.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const openOldHost = (answer: RequestListener): Promise<OldHost> => opened(createHttp(answer), 'http');

/** The same over TLS, with a certificate that this process accepts unless it is a `stranger`. */
export async function openSecureHost(answer: RequestListener, { stranger = false } = {}): Promise<OldHost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-old-host-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=old host', '-addext', `subjectAltName=IP:127.0.0.1,DNS:${OLD_NAME}`];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  try {
    await promisify(execFile)('openssl', ['req', ...kind, '-keyout', key, '-out', certificate, ...subject]);
    const [keyText, cert] = await Promise.all([readFile(key, 'utf8'), readFile(certificate, 'utf8')]);
    if (!stranger) setDefaultCACertificates([...getCACertificates('default'), cert]);
    return await opened(createHttps({ key: keyText, cert }, answer), 'https');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
