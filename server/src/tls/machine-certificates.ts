import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { ALGORITHM, EARLIER_MS, keyPem, makeRoot, newKeys, serial, type Root } from './local-certificates.ts';

export { readRoot } from './local-certificates.ts';

const DAY_MS = 86_400_000;
/** As long as the root: a machine is taken out of service by revoking it, and a lapse would be a failure of all of them. */
const MACHINE_DAYS = 3_600;

/** A new root for the machines of this installation: its certificate and its key. */
export const makeMachineRoot = (now: Date): Promise<string> => makeRoot(now, 'Machines');

/** A new key, and the request for its certificate; both PEM. */
export async function makeRequest(id: string): Promise<{ csr: string; key: string }> {
  const keys = await newKeys();
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [id] }],
    keys,
    signingAlgorithm: ALGORITHM,
  });
  return { csr: request.toString('pem'), key: await keyPem(keys.privateKey) };
}

type Wanted = { subject: string; usages: ExtendedKeyUsage[]; names?: readonly string[] };

async function sign(
  root: Root,
  publicKey: CryptoKey,
  now: Date,
  { subject, usages, names = [] }: Wanted,
): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject,
    issuer: root.certificate.subject,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(Math.min(now.getTime() + MACHINE_DAYS * DAY_MS, root.certificate.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey,
    signingKey: root.key,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(usages),
      ...(names.length === 0
        ? []
        : [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))]),
      await AuthorityKeyIdentifierExtension.create(root.certificate.publicKey, false),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

/** The certificate of a machine for its public key (SPKI). Rejects a key of another kind. */
export async function signMachine(root: Root, key: Uint8Array<ArrayBuffer>, id: string, now: Date): Promise<string> {
  const publicKey = await crypto.subtle.importKey('spki', key, ALGORITHM, true, ['verify']);
  return sign(root, publicKey, now, { subject: `CN=${id}`, usages: [ExtendedKeyUsage.clientAuth] });
}

/** A new key and its certificate, by which machines recognize a process of the panel under each of its names; both PEM. */
export async function makePanel(
  root: Root,
  names: readonly string[],
  now: Date,
): Promise<{ certificate: string; key: string }> {
  const keys = await newKeys();
  const wanted = { subject: 'O=Panel', usages: [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth], names };
  return { certificate: await sign(root, keys.publicKey, now, wanted), key: await keyPem(keys.privateKey) };
}
