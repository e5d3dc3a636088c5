import type { PasskeyRequest } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { CallContext } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { PanelError } from '../../kernel/errors.ts';
import { insertChallenge, takeChallenge, type PasskeyRow } from './passkey.repo.ts';

/** As long as a form may stay open before it is sent. */
const LIFE_MS = 15 * 60_000;
/** How long the browser asks its user. */
export const ASK_MS = 5 * 60_000;

export type Purpose = 'register' | 'prove' | 'second-factor' | 'sign-in';

/** What a challenge is for, and for which session, sign-in or visitor: nobody else can answer it. */
function holderOf({ viewer, request, visitor }: CallContext, purpose: Purpose): string {
  if (purpose === 'second-factor') return `${purpose}|${idHash(request.pending ?? '')}`;
  if (purpose === 'sign-in') return `${purpose}|${viewer?.session?.hash ?? visitor ?? ''}`;
  return `${purpose}|${viewer?.session?.hash ?? ''}`;
}

/** A new challenge for this browser alone. */
export async function newChallenge(context: CallContext, purpose: Purpose): Promise<string> {
  const { app, partner } = context;
  const challenge = randomId();
  const expiresAt = new Date(app.clock.now().getTime() + LIFE_MS);
  const holder = holderOf(context, purpose);
  await insertChallenge(app.db, { hash: idHash(challenge), partnerId: partner.id, holder, expiresAt });
  return challenge;
}

/** Uses a challenge up, whatever becomes of its answer; false when this browser has none like it. */
export const useChallenge = (context: CallContext, purpose: Purpose, challenge: string): Promise<boolean> =>
  takeChallenge(context.app.db, {
    hash: idHash(challenge),
    partnerId: context.partner.id,
    holder: holderOf(context, purpose),
    now: context.app.clock.now(),
  });

/** The host that passkeys are made for, and the only origin that they may answer on. */
export const partyOf = ({ app, partner }: Pick<CallContext, 'app' | 'partner'>) => ({
  host: partner.domain,
  origin: addressOf(app.config, partner.domain),
});

export const namedPasskey = ({ credentialId, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});

/** What the browser is asked for to use a passkey: one of these, or any of the host if there are none. */
export async function requestOf(
  context: CallContext,
  purpose: Exclude<Purpose, 'register'>,
  passkeys: readonly PasskeyRow[] = [],
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(context, purpose),
    rpId: partyOf(context).host,
    timeout: ASK_MS,
    allowCredentials: passkeys.map(namedPasskey),
    // A password came before it: that somebody holds the device is enough. Alone it has to know its user.
    userVerification: purpose === 'second-factor' ? 'preferred' : 'required',
  };
}

/** The library explains what is wrong with an answer; whoever sent it does not need to know. */
export const refused = (cause?: unknown) => new PanelError('PASSKEY_REFUSED', {}, {}, cause);
