import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
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

type Wanted = { subject: string; usage: ExtendedKeyUsage; name?: string };

async function sign(root: Root, csr: string, now: Date, { subject, usage, name }: Wanted): Promise<string> {
  const request = new Pkcs10CertificateRequest(csr);
  // Only the key is taken from a request; whoever signed it has the private one.
  if (!(await request.verify())) throw new Error('The request is not signed with its own key.');
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject,
    issuer: root.certificate.subject,
    notBefore: new Date(now.getTime() - EARLIER_MS),
    notAfter: new Date(Math.min(now.getTime() + MACHINE_DAYS * DAY_MS, root.certificate.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: request.publicKey,
    signingKey: root.key,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([usage]),
      ...(name === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns' as const, value: name }])]),
      await AuthorityKeyIdentifierExtension.create(root.certificate.publicKey, false),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

/** The certificate of a machine, by which the panel recognizes it. @throws Error for a request that is not signed with its key */
export const signMachine = (root: Root, csr: string, id: string, now: Date): Promise<string> =>
  sign(root, csr, now, { subject: `CN=${id}`, usage: ExtendedKeyUsage.clientAuth });

/** The certificate by which machines recognize the panel. */
export const signPanel = (root: Root, csr: string, name: string, now: Date): Promise<string> =>
  sign(root, csr, now, { subject: 'O=Panel', usage: ExtendedKeyUsage.serverAuth, name });
