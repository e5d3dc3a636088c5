import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import { isRequired } from '../../context/second-factor-rule.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { passwordFits } from '../../lib/password.ts';
import { useCode } from './code-check.ts';
import { endFactorsIfNone, hasTotp, replaceCodes } from './factor-set.ts';
import { listPasskeys } from './passkey.repo.ts';
import { partyOf } from './passkey-challenge.ts';
import { factorAddedMail, factorRemovedMail } from './second-factor-mails.ts';
import * as repo from './second-factor.repo.ts';
import { newTotpSecret, stepOf, totpAddress } from './totp-code.ts';

const note = (context: CallContext, tx: Database, action: string, user: UserRow) =>
  audit(tx, action, { partnerId: context.partner.id, userId: user.id, request: context.request });

/**
 * Begins to set up an authenticator app; a sign-in asks for nothing more before a code has confirmed it.
 * @throws PanelError SECOND_FACTOR_EXISTS
 */
export async function beginTotp(context: CallContext): Promise<{ secret: string; address: string }> {
  const user = signedIn(context);
  const { app, partner } = context;
  const secret = newTotpSecret();
  if (!(await repo.putTotp(app.db, user.id, app.secrets.seal(secret)))) throw new PanelError('SECOND_FACTOR_EXISTS');
  return { secret, address: totpAddress(secret, { company: companyOf(partner), email: user.email }) };
}

/**
 * Confirms the authenticator app with its first code; returns the recovery codes if it is the first second factor.
 * @throws PanelError NOT_FOUND when none was begun, CODE_WRONG
 */
export async function confirmTotp(context: CallContext, code: string): Promise<string[]> {
  const { app, partner } = context;
  const user = signedIn(context);
  const now = app.clock.now();
  const row = await repo.findTotp(app.db, user.id);
  if (!row || row.confirmedAt) throw new PanelError('NOT_FOUND');
  const step = stepOf(app.secrets.open(row.secret), code, now);
  if (step === null) throw new PanelError('CODE_WRONG');
  const codes = await app.db.transaction(async (tx) => {
    const { secondFactorAt } = await repo.lockFactors(tx, user.id);
    if (!(await repo.confirmTotp(tx, user.id, step, now))) throw new PanelError('NOT_FOUND');
    await note(context, tx, 'second_factor.add', user);
    if (secondFactorAt !== null) return [];
    await repo.setSecondFactor(tx, user.id, now);
    return replaceCodes(context, tx, user);
  });
  context.afterwards('second factor mail', () => app.mail.send(factorAddedMail({ partner, user })));
  return codes;
}

/**
 * Removes the authenticator app; the recovery codes end with the last second factor.
 * @throws PanelError NOT_FOUND, LAST_SECOND_FACTOR, PASSWORD_WRONG, CODE_WRONG
 */
export async function removeTotp(
  context: CallContext,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const { app, partner } = context;
  const user = signedIn(context);
  if (!(await hasTotp(app.db, user.id))) throw new PanelError('NOT_FOUND');
  const isLast = async (db: Database) => (await listPasskeys(db, user.id, partyOf(context).host)).length === 0;
  if (isRequired(partner, user) && (await isLast(app.db))) throw new PanelError('LAST_SECOND_FACTOR');
  if (!(await passwordFits(password, user.passwordHash))) throw new PanelError('PASSWORD_WRONG');
  await useCode(context, user, code);
  const wasLast = await app.db.transaction(async (tx) => {
    await repo.lockFactors(tx, user.id);
    if (isRequired(partner, user) && (await isLast(tx))) throw new PanelError('LAST_SECOND_FACTOR');
    await repo.deleteTotp(tx, user.id);
    await note(context, tx, 'second_factor.remove', user);
    return endFactorsIfNone(tx, user.id);
  });
  context.afterwards('second factor mail', () => app.mail.send(factorRemovedMail({ partner, user }, wasLast)));
}

/** New recovery codes; the old ones open nothing any more. @throws PanelError SECOND_FACTOR_MISSING */
export function changeRecoveryCodes(context: CallContext): Promise<string[]> {
  const user = signedIn(context);
  if (user.secondFactorAt === null) throw new PanelError('SECOND_FACTOR_MISSING');
  return context.app.db.transaction(async (tx) => {
    await note(context, tx, 'recovery_codes.new', user);
    return replaceCodes(context, tx, user);
  });
}
