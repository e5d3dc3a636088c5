import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '@panel/contract';
import type { InferOutput } from 'valibot';
import type { NewPasskeyInput } from '@panel/contract/schemas';
import { audit } from '../../context/audit.repo.ts';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { partyOf, refused, useChallenge, type Purpose } from './passkey-challenge.ts';
import { countSignature, findPasskey } from './passkey.repo.ts';
import { passkeyCopiedMail } from './second-factor-mails.ts';

/** Hundreds of modules, which a panel loads with the first passkey. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

/** What the authenticator knows its user as; it says nothing about them to whoever reads it. */
export const userHandle = ({ id }: Pick<UserRow, 'id'>): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** COSE: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

type NewCredential = InferOutput<typeof NewPasskeyInput>['credential'];

/** What a new passkey is stored with. */
export type CheckedPasskey = {
  credentialId: string;
  publicKey: string;
  counter: number;
  isSynced: boolean;
};

/** No statement about the authenticator was asked for. One with certificates would be looked up at addresses in them. */
async function checkStatement(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await library();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))) return;
  throw new Error(`The statement ${format} was not asked for.`);
}

/** Checks a new passkey: challenge, origin, host and its first signature. @throws PanelError PASSKEY_REFUSED */
export async function checkNewPasskey(context: CallContext, credential: NewCredential): Promise<CheckedPasskey> {
  const { host, origin } = partyOf(context);
  const { isoBase64URL, verifyRegistrationResponse } = await library();
  try {
    await checkStatement(credential.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...credential.response, transports: undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => useChallenge(context, 'register', challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw refused();
    const made = registrationInfo.credential;
    return {
      credentialId: made.id,
      publicKey: isoBase64URL.fromBuffer(made.publicKey),
      counter: made.counter,
      isSynced: registrationInfo.credentialBackedUp,
    };
  } catch (error) {
    throw refused(error);
  }
}

/** A key that counts backwards exists twice. Its owner hears of it; nobody is signed in. */
async function refuseCopy(context: CallContext, user: UserRow, name: string): Promise<never> {
  const { app, partner, request } = context;
  await audit(app.db, 'passkey.copied', { partnerId: partner.id, userId: user.id, request }, { name });
  context.afterwards('passkey mail', () => app.mail.send(passkeyCopiedMail({ partner, user }, name)));
  throw new PanelError('PASSKEY_COPIED');
}

/**
 * The user whose passkey has signed this browser's challenge; the challenge is used up in any case.
 * @param wanted the user that it has to belong to; any of this panel without one
 * @throws PanelError PASSKEY_REFUSED, PASSKEY_COPIED
 */
export async function userOfPasskey(
  context: CallContext,
  purpose: Exclude<Purpose, 'register'>,
  credential: PasskeyAnswer,
  wanted?: UserRow,
): Promise<UserRow> {
  const { app, partner } = context;
  const { host, origin } = partyOf(context);
  const found = await findPasskey(app.db, host, credential.id);
  const { isoBase64URL, verifyAuthenticationResponse } = await library();
  let checked: VerifiedAuthenticationResponse;
  try {
    checked = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (challenge) => useChallenge(context, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      // The count is compared when it is stored, so that of two at the same time one wins.
      credential: {
        id: credential.id,
        publicKey: isoBase64URL.toBuffer(found?.passkey.publicKey ?? ''),
        counter: 0,
      },
      requireUserVerification: purpose !== 'second-factor',
    });
  } catch (error) {
    throw refused(error);
  }
  if (!checked.verified || !found) throw refused();
  const { user, passkey } = found;
  const isHere = user.partnerId === null || user.partnerId === partner.id;
  if (!isHere || (wanted && wanted.id !== user.id)) throw refused();
  // Who was not named before it is named by the authenticator.
  if (!wanted && credential.response.userHandle !== userHandle(user)) throw refused();
  const { newCounter: counter, credentialBackedUp: isSynced } = checked.authenticationInfo;
  if (!(await countSignature(app.db, passkey.id, { counter, isSynced, now: app.clock.now() })))
    return refuseCopy(context, user, passkey.name);
  return user;
}
