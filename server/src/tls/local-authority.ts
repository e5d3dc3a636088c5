import { createPrivateKey, randomBytes } from 'node:crypto';
import path from 'node:path';
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
import { readOrCreateSecret } from '../security/read-or-create-secret.ts';
import type { CertificateAuthority, Issued } from './certificate-authority.ts';
import { pemBlocks } from './pem-blocks.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const ROOT_DAYS = 3_650;
/** Browsers refuse certificates that are valid for much longer than a year. */
export const LEAF_DAYS = 90;
/** Clocks of visitors may be late. */
const EARLIER_MS = 3_600_000;

type Root = { certificate: X509Certificate; key: CryptoKey; pem: string };

const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const keyPem = async (key: CryptoKey): Promise<string> =>
  createPrivateKey({
    key: Buffer.from(await crypto.subtle.exportKey('pkcs8', key)),
    format: 'der',
    type: 'pkcs8',
  })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
/** Positive, and of a length that every client takes. */
const serial = (): string => `4${randomBytes(15).toString('hex').slice(1)}`;

async function makeRoot(now: Date): Promise<string> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    // One for all partners, so it has the name of none.
    name: [{ CN: [`Local certificate authority ${randomBytes(3).toString('hex')}`] }],
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
async function readRoot(text: string): Promise<Root> {
  const [pem = ''] = pemBlocks(text);
  const der = createPrivateKey(text.slice(text.indexOf('-----BEGIN PRIVATE KEY'))).export({
    format: 'der',
    type: 'pkcs8',
  });
  const key = await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  return { certificate: new X509Certificate(pem), key, pem: `${pem}\n` };
}

/**
 * The panel's own certificate authority, for installations that no public one can reach. Its root is made once, in a file that only
 * the panel can read; browsers trust what it issues once they have imported the root.
 */
export function createLocalAuthority(dataDir: string, clock: { now(): Date }): CertificateAuthority {
  const file = path.join(dataDir, 'keys', 'authority.pem');
  let opening: Promise<Root> | null = null;
  const open = (): Promise<Root> =>
    (opening ??= makeRoot(clock.now())
      // Another process may have made one in the meantime; the file has the one that counts.
      .then((made) => readRoot(readOrCreateSecret(file, () => made)))
      .catch((error: unknown) => {
        opening = null;
        throw error;
      }));

  const issue = async (hosts: readonly string[]): Promise<Issued> => {
    const root = await open();
    const keys = await newKeys();
    const now = clock.now().getTime();
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial(),
      // Names are in the extension; a common name may have 64 characters only.
      subject: 'O=Local certificate',
      issuer: root.certificate.subject,
      notBefore: new Date(now - EARLIER_MS),
      notAfter: new Date(now + LEAF_DAYS * DAY_MS),
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
  };

  return { kind: 'local', isInstant: true, issue, root: async () => (await open()).pem };
}
