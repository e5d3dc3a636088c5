import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Issued } from './certificate-authority.ts';
import { certificatesIn, factsOf, isFor } from './certificate-facts.ts';

/** What is wrong with a field of an upload, for people. */
export type UploadProblem = { field: 'certificate' | 'key'; message: string };
export type Upload = { issued: Issued; hosts: string[] };

const MAX_CERTIFICATES = 10;
const wrong = (field: UploadProblem['field'], message: string): UploadProblem => ({ field, message });

function readAll(text: string): X509Certificate[] | null {
  try {
    return certificatesIn(text);
  } catch {
    return null;
  }
}

/** Each handshake signs with the key in the panel's process; a larger one would hold up all others. */
const MAX_RSA_BITS = 4096;
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1']);

function isUsable({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'ec') return CURVES.has(details?.namedCurve);
  const bits = details?.modulusLength ?? 0;
  return type === 'rsa' && bits >= 2048 && bits <= MAX_RSA_BITS;
}

function readKey(text: string): KeyObject | UploadProblem {
  if (/ENCRYPTED/.test(text))
    return wrong('key', 'The key has a password. Remove it: openssl pkey -in key.pem -out plain.pem');
  try {
    const key = createPrivateKey(text);
    return isUsable(key)
      ? key
      : wrong('key', 'Servers cannot use this key. Use RSA with 2,048 to 4,096 bits, or ECDSA P-256 or P-384.');
  } catch {
    return wrong('key', 'This is not a private key that can be read. Paste the whole file.');
  }
}

/** The certificate first, then each one above it; null when one of them does not belong to it. */
function inOrder(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] | null {
  const chain = [leaf];
  const rest = all.filter((each) => each !== leaf);
  while (rest.length > 0) {
    const last = chain.at(-1);
    const next = rest.findIndex((each) => last?.checkIssued(each) && last.verify(each.publicKey));
    if (next < 0) return null;
    chain.push(...rest.splice(next, 1));
  }
  return chain;
}

/** Checks an upload: key, chain, names and times. Its chain is put in order, whatever order its parts had. */
export function readUpload(
  { certificate, key: keyText }: { certificate: string; key: string },
  hosts: readonly string[],
  now: Date,
): Upload | UploadProblem {
  const all = readAll(certificate);
  if (!all || all.length === 0)
    return wrong('certificate', 'This is not a certificate that can be read. Paste the whole file.');
  if (all.length > MAX_CERTIFICATES) return wrong('certificate', 'A chain has at most 10 certificates.');
  const key = readKey(keyText);
  if ('field' in key) return key;
  const leaf = all.find((each) => each.checkPrivateKey(key));
  if (!leaf) return wrong('key', 'This key does not belong to the certificate.');
  const chain = inOrder(leaf, all);
  if (!chain)
    return wrong(
      'certificate',
      'The certificates do not form one chain. Paste yours, and the ones that your provider calls intermediate or chain.',
    );
  const pem = chain.map((each) => each.toString()).join('');
  const { names, notBefore, notAfter } = factsOf(pem);
  if (notAfter <= now)
    return wrong(
      'certificate',
      `This certificate ended on ${notAfter.toISOString().slice(0, 10)}. Upload its renewal.`,
    );
  if (notBefore > now)
    return wrong(
      'certificate',
      `This certificate is valid from ${notBefore.toISOString().slice(0, 10)} on. Upload it then.`,
    );
  const served = hosts.filter((host) => names.some((name) => isFor(name, host)));
  if (served.length === 0)
    return wrong(
      'certificate',
      `This certificate is for ${names.slice(0, 3).join(', ') || 'no host name'}, and the site is ${hosts[0] ?? ''}.`,
    );
  const keyPem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
  try {
    createSecureContext({ cert: pem, key: keyPem });
  } catch {
    return wrong('key', 'Servers cannot use this key. Use RSA with 2,048 to 4,096 bits, or ECDSA P-256 or P-384.');
  }
  return { issued: { chain: pem, key: keyPem }, hosts: served };
}
