import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { DeliverySender } from '@panel/contract';

type Header = (name: string) => string | undefined;

/** How a request proves who sent it. `proof`: the signature of its body, or the secret itself. */
export type Signature = { sender: DeliverySender; kind: 'hmac' | 'token'; proof: string };

const HEX = /^[0-9a-f]{64}$/i;
const withPrefix = (text = ''): string => (text.startsWith('sha256=') ? text.slice(7) : '');

/** The signature of a webhook by the headers of the server that sends it; null without one that is known. */
export function signatureOf(header: Header): Signature | null {
  const token = header('x-gitlab-token');
  if (token !== undefined) return token.length > 200 ? null : { sender: 'gitlab', kind: 'token', proof: token };
  const own = header('x-forgejo-signature') ?? header('x-gitea-signature') ?? header('x-gogs-signature');
  const github = header('x-hub-signature-256');
  // Bitbucket's has the name that GitHub uses for SHA-1.
  const proof = own ?? (github === undefined ? withPrefix(header('x-hub-signature')) : withPrefix(github));
  if (!HEX.test(proof)) return null;
  const sender = own !== undefined ? 'gitea' : github === undefined ? 'bitbucket' : 'github';
  return { sender, kind: 'hmac', proof };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether the proof is right, in a time that says nothing of how much of it is. */
export function isSigned(body: Buffer, secret: string, { kind, proof }: Signature): boolean {
  if (kind === 'token') return timingSafeEqual(digest(proof), digest(secret));
  return timingSafeEqual(Buffer.from(proof, 'hex'), createHmac('sha256', secret).update(body).digest());
}
