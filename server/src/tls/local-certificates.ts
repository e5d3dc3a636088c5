import { createPrivateKey, randomBytes } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Issued } from './certificate-authority.ts';
import { pemBlocks } from './pem-blocks.ts';

export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const ROOT_DAYS = 3_650;
/** Browsers refuse certificates that are valid for much longer than a year. */
const LEAF_DAYS = 90;
/** Clocks of visitors may be late. */
export const EARLIER_MS = 3_600_000;

export type Root = { certificate: X509Certificate; key: CryptoKey; pem: string };

export const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
export const keyPem = async (key: CryptoKey): Promise<string> =>
  createPrivateKey({
    key: Buffer.from(await crypto.subtle.exportKey('pkcs8', key)),
    format: 'der',
    type: 'pkcs8',
  })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
/** Positive, and of a length that every client takes. */
export const serial = (): string => `4${randomBytes(15).toString('hex').slice(1)}`;

/** A new root for this installation: its certificate and its key. */
export async function makeRoot(now: Date, name = 'Local certificate authority'): Promise<string> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    // One for all partners, so it has the name of none.
    name: [{ CN: [`${name} ${randomBytes(3).toString('hex')}`] }],
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(now.getTime() + ROOT_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  });
  return `${certificate.toString('pem')}\n${await keyPem(keys.privateKey)}`;
}

/** The certificate and the key of a file with both. */
export async function readRoot(text: string): Promise<Root> {
  const [pem = ''] = pemBlocks(text);
  const der = createPrivateKey(text.slice(text.indexOf('-----BEGIN PRIVATE KEY'))).export({
    format: 'der',
    type: 'pkcs8',
  });
  const key = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  return { certificate: new X509Certificate(pem), key, pem: `${pem}\n` };
}

/** A certificate of the root for some host names, with a key of its own. */
export async function makeLeaf(root: Root, hosts: readonly string[], now: Date): Promise<Issued> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial(),
    // Names are in the extension; a common name may have 64 characters only.
    subject: 'O=Local certificate',
    issuer: root.certificate.subject,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(now.getTime() + LEAF_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: root.key,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value }))),
      await AuthorityKeyIdentifierExtension.create(root.certificate.publicKey, false),
    ],
  });
  return { chain: `${certificate.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
}
