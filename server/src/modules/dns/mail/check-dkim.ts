import { createPublicKey, type KeyObject } from 'node:crypto';
import type { MailFinding } from '@panel/contract';
import { bad, good, warning } from './finding.ts';
import type { MailLookup } from './lookup.ts';
import { readTags } from './tags.ts';

const RSA_MIN_BITS = 1024;
const RSA_GOOD_BITS = 2048;
const ED25519_BYTES = 32;
/** Longer than any key in use (RSA with 16,384 bits). */
const KEY_MAX_CHARS = 4096;
const ADVICE = 'Copy the record again from your mail provider.';

function rsaKey(der: Buffer): KeyObject | null {
  // RFC 6376 asks for a bare RSAPublicKey, but SubjectPublicKeyInfo is what is published.
  for (const type of ['spki', 'pkcs1'] as const)
    try {
      const key = createPublicKey({ key: der, format: 'der', type });
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The next form is tried.
    }
  return null;
}

/** What is to say about a key record. */
export function readDkim(text: string): MailFinding {
  const found = [text];
  const tags = readTags(text);
  const key = tags?.get('p')?.replace(/\s/g, '');
  const version = tags?.get('v') ?? 'DKIM1';
  const isRead = key !== undefined && version === 'DKIM1' && /^[a-z0-9+/]*={0,2}$/i.test(key);
  if (!isRead || key.length > KEY_MAX_CHARS)
    return bad(found, { text: 'The record is not a valid key, so signatures cannot be checked.', advice: ADVICE });
  if (key === '')
    return warning(found, {
      text: 'The key is withdrawn. Email that is signed with it is not trusted.',
      advice: 'Delete the record once no email with this key is on its way.',
    });
  const testing = (tags?.get('t') ?? '').split(':').includes('y') ? ' It is marked as a test (t=y).' : '';
  const bytes = Buffer.from(key, 'base64');
  const kind = tags?.get('k') ?? 'rsa';
  if (kind === 'ed25519' && bytes.length === ED25519_BYTES)
    return good(found, { text: `Receivers can check signatures with this Ed25519 key.${testing}` });
  const rsa = kind === 'rsa' ? rsaKey(bytes) : null;
  const bits = rsa?.asymmetricKeyDetails?.modulusLength;
  if (bits === undefined)
    return bad(found, { text: 'The key cannot be read, so signatures cannot be checked.', advice: ADVICE });
  const longer = 'Create a key with 2048 bits at your mail provider.';
  if (bits < RSA_MIN_BITS)
    return bad(found, { text: `The key has ${bits} bits, which receivers refuse.`, advice: longer });
  if (bits < RSA_GOOD_BITS)
    return warning(found, {
      text: `Receivers can check signatures, but ${bits} bits are few.${testing}`,
      advice: longer,
    });
  return good(found, { text: `Receivers can check signatures with this key of ${bits} bits.${testing}` });
}

/** The key with a selector. A provider's usual selector that is missing may have been named otherwise. */
export async function checkDkim(lookup: MailLookup, name: string, isGuess: boolean): Promise<MailFinding> {
  const found = (await lookup.texts(name)).filter((text) => text !== '');
  const [record] = found;
  if (record === undefined)
    return (isGuess ? warning : bad)(found, {
      text: `There is no key at ${name}, so email is not signed with it.`,
      advice:
        'Create the key at your mail provider, then add the record. If its selector has another name, enter it below.',
    });
  if (found.length > 1)
    return bad(found, {
      text: `There are several records at ${name}; receivers use none.`,
      advice: 'Keep one of them.',
    });
  return readDkim(record);
}
