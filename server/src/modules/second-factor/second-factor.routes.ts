import type { Passkey } from '@panel/contract';
import { signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { isRequired } from '../../context/second-factor-rule.ts';
import { PanelError } from '../../kernel/errors.ts';
import { passwordFits } from '../../lib/password.ts';
import { enter } from '../session/entry.service.ts';
import { endPending, pendingUser } from '../session/pending-sign-in.ts';
import { rememberThisBrowser } from '../session/remembered-browser.ts';
import { proveSession } from '../session/session.repo.ts';
import { useCode } from './code-check.ts';
import { hasTotp } from './factor-set.ts';
import { userOfPasskey } from './passkey-check.ts';
import { partyOf } from './passkey-challenge.ts';
import { listPasskeys, type PasskeyRow } from './passkey.repo.ts';
import { countRecoveryCodes, findTotp } from './second-factor.repo.ts';
import { beginTotp, changeRecoveryCodes, confirmTotp, removeTotp } from './second-factor.service.ts';
import { saveStaffPolicy } from './staff-policy.service.ts';

const wirePasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  is_synced: row.isSynced,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

const done = { status: true as const };

/** The second step of a sign-in. */
export const secondStepRoutes = {
  waitingFactors: calls.session.waitingFactors.handler(async ({ context }) => {
    const user = await pendingUser(context);
    const { db } = context.app;
    // Recovery codes count as well: there are some as long as there is a factor.
    const passkeys = await listPasskeys(db, user.id, partyOf(context).host);
    return { code: await hasTotp(db, user.id), passkey: passkeys.length > 0 };
  }),

  secondFactor: calls.session.secondFactor.handler(async ({ context, input: { code, remember, next } }) => {
    const user = await pendingUser(context);
    await useCode(context, user, code);
    return context.app.db.transaction(async (tx) => {
      const how = await endPending(context, tx);
      const browserHash = remember ? await rememberThisBrowser(context, user, tx) : null;
      return enter(context, user, { next, how, browserHash }, tx);
    });
  }),
};

/** What a sign-in of the caller asks for besides the password. */
export const secondFactorRoutes = {
  prove: calls.security.prove.handler(async ({ context, input }) => {
    const user = signedIn(context);
    if ('credential' in input) await userOfPasskey(context, 'prove', input.credential, user);
    else if ('code' in input) await useCode(context, user, input.code);
    else if (!(await passwordFits(input.password, user.passwordHash))) throw new PanelError('PASSWORD_WRONG');
    const { session } = context.viewer ?? {};
    if (session) await proveSession(context.app.db, session.hash, context.app.clock.now());
    return done;
  }),

  factors: calls.security.factors.handler(async ({ context }) => {
    const user = signedIn(context);
    const { db } = context.app;
    const app = await findTotp(db, user.id);
    return {
      totp: app?.confirmedAt ? { since: app.confirmedAt.toISOString() } : null,
      passkeys: (await listPasskeys(db, user.id, partyOf(context).host)).map(wirePasskey),
      recovery_codes: await countRecoveryCodes(db, user.id),
      is_required: isRequired(context.partner, user),
      has_password: user.passwordHash !== null,
    };
  }),

  beginTotp: calls.security.beginTotp.handler(async ({ context }) => ({ ...done, ...(await beginTotp(context)) })),

  confirmTotp: calls.security.confirmTotp.handler(async ({ context, input }) => ({
    ...done,
    codes: await confirmTotp(context, input.code),
  })),

  removeTotp: calls.security.removeTotp.handler(async ({ context, input }) => {
    await removeTotp(context, input);
    return done;
  }),

  newRecoveryCodes: calls.security.newRecoveryCodes.handler(async ({ context }) => ({
    ...done,
    codes: await changeRecoveryCodes(context),
  })),

  staffPolicy: calls.security.staffPolicy.handler(({ context: { partner } }) => ({
    second_factor: partner.staffSecondFactor,
  })),

  saveStaffPolicy: calls.security.saveStaffPolicy.handler(async ({ context, input }) => ({
    ...done,
    data: await saveStaffPolicy(context, input),
  })),
};
