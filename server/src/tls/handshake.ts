import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { fingerprintOf, isFor } from './certificate-facts.ts';

/** What a handshake has seen; `isSilent`: nothing answers at that port, whatever the host name. */
export type Handshake = { ok: boolean; detail: string; fingerprint: string | null; isSilent?: boolean };

const HANDSHAKE_MS = 5_000;
const day = (date: Date): string => date.toISOString().slice(0, 10);

/** What is wrong with a certificate for a host, for people; null when nothing is. */
function problemOf(certificate: X509Certificate, host: string, now: Date): string | null {
  const names = (certificate.subjectAltName ?? '').split(', ').map((part) => part.replace('DNS:', '').toLowerCase());
  if (!names.some((name) => isFor(name, host))) return `The certificate that is shown is not for ${host}.`;
  if (new Date(certificate.validTo) <= now) return `The certificate ended on ${day(new Date(certificate.validTo))}.`;
  if (new Date(certificate.validFrom) > now) return 'The certificate is not valid yet.';
  return null;
}

function seenOf(socket: TLSSocket, host: string, now: Date): Handshake {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return { ok: false, detail: 'No certificate was shown.', fingerprint: null };
  const problem = problemOf(certificate, host, now);
  const detail = problem ?? `${socket.getProtocol()}, valid until ${day(new Date(certificate.validTo))}`;
  return { ok: problem === null, detail, fingerprint: fingerprintOf(certificate) };
}

function handshakeAt(address: string, port: number, host: string, now: Date): Promise<Handshake> {
  return new Promise((resolve) => {
    // Whether it is trusted is for the visitor's machine to say: the root of a local authority is not in ours.
    const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(seenOf(socket, host, now));
      socket.destroy();
    });
    const silence = `Nothing answers HTTPS at ${address}, port ${port}.`;
    const fail = (detail: string) => {
      resolve({ ok: false, detail, fingerprint: null, isSilent: detail === silence });
      socket.destroy();
    };
    socket.setTimeout(HANDSHAKE_MS, () => fail(silence));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ECONNREFUSED' ? silence : `No certificate is served for ${host}.`),
    );
  });
}

/** Opens a connection to a host name at one of the addresses of the sites, and reads the certificate that is shown. */
export async function shakeHands(
  { addresses, port }: { addresses: readonly string[]; port: number },
  host: string,
  now: Date,
): Promise<Handshake> {
  let last: Handshake = { ok: false, detail: 'This server has no public address.', fingerprint: null };
  for (const address of addresses.filter((each) => isIP(each) !== 0)) {
    last = await handshakeAt(address, port, host, now);
    if (last.fingerprint !== null) return last;
  }
  return last;
}
