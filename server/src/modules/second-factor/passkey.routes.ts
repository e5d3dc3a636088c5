import { calls } from '../../context/implement.ts';
import { signedIn } from '../../context/call-context.ts';
import { enter } from '../session/entry.service.ts';
import { endPending, pendingUser } from '../session/pending-sign-in.ts';
import { rememberThisBrowser } from '../session/remembered-browser.ts';
import { userOfPasskey } from './passkey-check.ts';
import { partyOf, requestOf } from './passkey-challenge.ts';
import { listPasskeys } from './passkey.repo.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkey.service.ts';

const done = { status: true as const };

/** Passkeys: to sign in with one alone, as a second factor, and one's own. */
export const passkeyRoutes = {
  signInOptions: calls.passkey.signInOptions.handler(({ context }) => requestOf(context, 'sign-in')),

  /** Its authenticator has checked who its user is, so it is both factors. */
  signIn: calls.passkey.signIn.handler(async ({ context, input: { credential, next } }) =>
    enter(context, await userOfPasskey(context, 'sign-in', credential), { next, how: 'login.passkey' }),
  ),

  secondFactorOptions: calls.passkey.secondFactorOptions.handler(async ({ context }) => {
    const user = await pendingUser(context);
    const passkeys = await listPasskeys(context.app.db, user.id, partyOf(context).host);
    return requestOf(context, 'second-factor', passkeys);
  }),

  secondFactor: calls.passkey.secondFactor.handler(async ({ context, input: { credential, remember, next } }) => {
    const user = await pendingUser(context);
    await userOfPasskey(context, 'second-factor', credential, user);
    return context.app.db.transaction(async (tx) => {
      const how = await endPending(context, tx);
      const browserHash = remember ? await rememberThisBrowser(context, user, tx) : null;
      return enter(context, user, { next, how, browserHash }, tx);
    });
  }),

  proofOptions: calls.passkey.proofOptions.handler(async ({ context }) => {
    const passkeys = await listPasskeys(context.app.db, signedIn(context).id, partyOf(context).host);
    return requestOf(context, 'prove', passkeys);
  }),

  begin: calls.passkey.begin.handler(({ context }) => beginPasskey(context)),

  add: calls.passkey.add.handler(async ({ context, input }) => ({
    ...done,
    codes: await addPasskey(context, input),
  })),

  rename: calls.passkey.rename.handler(async ({ context, input }) => {
    await renamePasskey(context, input);
    return done;
  }),

  remove: calls.passkey.remove.handler(async ({ context, input }) => {
    await removePasskey(context, input.id);
    return done;
  }),
};
