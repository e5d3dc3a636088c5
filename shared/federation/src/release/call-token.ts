import { CALL_TOKEN, type CallText, type SignedCall } from '@panel/contract/team';
import type { ReleaseKey } from './keys.ts';

/** A bearer token that a team's key signs for one panel; it works for five minutes (ADR 0041). */
export function callToken(key: ReleaseKey, { host }: URL): string {
  const call: CallText = { use: 'panel call', host, at: new Date().toISOString() };
  const text = JSON.stringify(call);
  const signed: SignedCall = { text, ...key.sign(text) };
  return CALL_TOKEN + Buffer.from(JSON.stringify(signed)).toString('base64url');
}
