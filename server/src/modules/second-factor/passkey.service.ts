import type { InferOutput } from 'valibot';
import type { PasskeyCreation } from '@panel/contract';
import type { NewPasskeyInput } from '@panel/contract/schemas';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { found } from '../../context/scope.ts';
import { isRequired } from '../../context/second-factor-rule.ts';
import { PanelError } from '../../kernel/errors.ts';
import { ALGORITHMS, checkNewPasskey, userHandle } from './passkey-check.ts';
import { ASK_MS, namedPasskey, newChallenge, partyOf, refused } from './passkey-challenge.ts';
import * as repo from './passkey.repo.ts';
import { endFactorsIfNone, hasTotp, replaceCodes } from './factor-set.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './second-factor-mails.ts';
import { lockFactors, setSecondFactor } from './second-factor.repo.ts';

const LIMIT = 20;

const who = ({ partner, request }: CallContext, userId: string) => ({ partnerId: partner.id, userId, request });

/** What the browser needs to make a passkey for this panel. @throws PanelError PASSKEY_LIMIT */
export async function beginPasskey(context: CallContext): Promise<PasskeyCreation> {
  const user = signedIn(context);
  const { host } = partyOf(context);
  const known = await repo.listPasskeys(context.app.db, user.id, host);
  if (known.length >= LIMIT) throw new PanelError('PASSKEY_LIMIT', { limit: LIMIT });
  return {
    challenge: await newChallenge(context, 'register'),
    rp: { id: host, name: companyOf(context.partner) },
    user: {
      id: userHandle(user),
      name: user.email,
      displayName: `${user.firstname} ${user.lastname}`.trim() || user.email,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: ASK_MS,
    excludeCredentials: known.map(namedPasskey),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * Adds a passkey. The first second factor of an account brings its recovery codes.
 * @throws PanelError PASSKEY_REFUSED, PASSKEY_LIMIT
 */
export async function addPasskey(
  context: CallContext,
  { name, credential }: InferOutput<typeof NewPasskeyInput>,
): Promise<string[]> {
  const { app, partner } = context;
  const user = signedIn(context);
  const { host } = partyOf(context);
  const { transports } = credential.response;
  const checked = await checkNewPasskey(context, credential);
  const codes = await app.db.transaction(async (tx) => {
    const { secondFactorAt } = await lockFactors(tx, user.id);
    if ((await repo.listPasskeys(tx, user.id, host)).length >= LIMIT)
      throw new PanelError('PASSKEY_LIMIT', { limit: LIMIT });
    if (!(await repo.insertPasskey(tx, { ...checked, userId: user.id, host, name, transports }))) throw refused();
    await audit(tx, 'passkey.add', who(context, user.id), { name });
    if (secondFactorAt !== null) return [];
    await setSecondFactor(tx, user.id, app.clock.now());
    return replaceCodes(context, tx, user);
  });
  context.afterwards('passkey mail', () => app.mail.send(passkeyAddedMail({ partner, user }, name)));
  return codes;
}

/** @throws PanelError NOT_FOUND */
export async function renamePasskey(context: CallContext, { id, name }: { id: string; name: string }): Promise<void> {
  const user = signedIn(context);
  found(await repo.renamePasskey(context.app.db, { id, userId: user.id, host: partyOf(context).host }, name));
}

/**
 * Removes a passkey. Without another second factor, sign-ins ask for none any more.
 * @throws PanelError NOT_FOUND, LAST_SECOND_FACTOR
 */
export async function removePasskey(context: CallContext, id: string): Promise<void> {
  const { app, partner } = context;
  const user = signedIn(context);
  const { host } = partyOf(context);
  const removed = await app.db.transaction(async (tx) => {
    await lockFactors(tx, user.id);
    const row = found(await repo.deletePasskey(tx, { id, userId: user.id, host }));
    const isLast = (await repo.listPasskeys(tx, user.id, host)).length === 0 && !(await hasTotp(tx, user.id));
    if (isLast && isRequired(partner, user)) throw new PanelError('LAST_SECOND_FACTOR');
    await endFactorsIfNone(tx, user.id);
    await audit(tx, 'passkey.remove', who(context, user.id), { name: row.name });
    return row;
  });
  context.afterwards('passkey mail', () => app.mail.send(passkeyRemovedMail({ partner, user }, removed.name)));
}
