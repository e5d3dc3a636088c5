import type { CallContext, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { endPendingOf } from '../session/pending-sign-in.repo.ts';
import { forgetBrowsersOf } from '../session/remembered-browser.repo.ts';
import { recoveryHash } from './code-check.ts';
import { countPasskeys, deletePasskeysSince } from './passkey.repo.ts';
import { newRecoveryCodes } from './recovery-code.ts';
import { deleteFactorsSince, findTotp, putRecoveryCodes, setSecondFactor } from './second-factor.repo.ts';

/** Whether the user has an authenticator app that counts. */
export const hasTotp = async (db: Database, userId: string): Promise<boolean> =>
  Boolean((await findTotp(db, userId))?.confirmedAt);

/** New recovery codes for a user; the old ones open nothing any more. */
export async function replaceCodes(context: CallContext, tx: Database, user: UserRow): Promise<string[]> {
  const codes = newRecoveryCodes();
  await putRecoveryCodes(
    tx,
    user.id,
    codes.map((code) => recoveryHash(context, user.id, code)),
  );
  return codes;
}

/** Removes the second factors and recovery codes that were added since a time, by somebody else than the owner. */
export async function endFactorsSince(tx: Database, userId: string, since: Date): Promise<void> {
  await deletePasskeysSince(tx, userId, since);
  await deleteFactorsSince(tx, userId, since);
  await endFactorsIfNone(tx, userId);
}

/** After a factor was removed: without another one, recovery codes end too, and sign-ins ask for nothing more. */
export async function endFactorsIfNone(tx: Database, userId: string): Promise<boolean> {
  await forgetBrowsersOf(tx, userId);
  await endPendingOf(tx, userId);
  if ((await hasTotp(tx, userId)) || (await countPasskeys(tx, userId)) > 0) return false;
  await putRecoveryCodes(tx, userId, []);
  await setSecondFactor(tx, userId, null);
  return true;
}
