import type { CallContext, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { enterAttempt } from '../session/guarded-attempts.ts';
import { isRecoveryCode } from './recovery-code.ts';
import { codesGuessedMail, recoveryCodeMail } from './second-factor-mails.ts';
import { countRecoveryCodes, findTotp, useRecoveryCode, useStep } from './second-factor.repo.ts';
import { stepOf } from './totp-code.ts';

/** Wrong codes of one account in a day that have no consequence. */
const FREE = 10;

type Where = Pick<CallContext, 'app'>;

/** The stored form of a recovery code: who has the table and not the installation's key cannot try codes. */
export const recoveryHash = ({ app }: Where, userId: string, code: string): string =>
  app.secrets.digest('recovery-code', `${userId}|${code.replaceAll('-', '')}`).toString('base64url');

async function isRight(context: CallContext, user: UserRow, code: string, db: Database): Promise<boolean> {
  const { app, partner } = context;
  const now = app.clock.now();
  if (isRecoveryCode(code)) {
    if (!(await useRecoveryCode(db, user.id, recoveryHash(context, user.id, code), now))) return false;
    const left = await countRecoveryCodes(db, user.id);
    context.afterwards('recovery code mail', () => app.mail.send(recoveryCodeMail({ partner, user }, left)));
    return true;
  }
  const row = await findTotp(db, user.id);
  const step = row?.confirmedAt ? stepOf(app.secrets.open(row.secret), code, now) : null;
  return step !== null && useStep(db, user.id, step);
}

/**
 * Uses up a code of the user's authenticator app, or a recovery code. Guesses are limited for the account, from all
 * addresses together.
 * @throws PanelError CODE_WRONG, RATE_LIMITED
 */
export async function useCode(
  context: CallContext,
  user: UserRow,
  code: string,
  db: Database = context.app.db,
): Promise<void> {
  const { app, partner } = context;
  const [failures, turn] = [`second-factor:${user.id}`, `second-factor-turn:${user.id}`];
  const attempt = await enterAttempt(app, { failures, turn, free: FREE });
  if (await isRight(context, user, code, db)) return attempt.succeeded();
  if (attempt.failed())
    context.afterwards('second factor mail', () => app.mail.send(codesGuessedMail({ partner, user })));
  throw new PanelError('CODE_WRONG');
}
