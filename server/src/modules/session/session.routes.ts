import { audit } from '../../context/audit.repo.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { said, withMessage, type Said } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { hostName } from '../../lib/host-name.ts';
import { checkTenant } from '../../context/tenant.ts';
import { partnerOfHost } from '../partner/partner.repo.ts';
import { publicPartner } from '../../context/public-partner.ts';
import { findUserByEmail } from '../user/user.repo.ts';
import { changePassword, checkPasswordLink, forgetPassword, setPasswordByToken, signUp } from './account.service.ts';
import { passwordFits } from '../../lib/password.ts';
import { startOf, welcome } from './entry.service.ts';
import { signOut } from './session.service.ts';
import { enterSignIn } from './sign-in-ceiling.ts';
import { userOfSsoLink } from './sso.service.ts';

/** Public data of this host's partner, or of another panel host's. */
async function whitelabel({ app, partner }: CallContext, domain: string | undefined) {
  const wanted = domain?.trim() ? hostName(domain.trim()) : null;
  if (domain?.trim() && !wanted) throw new PanelError('NOT_FOUND');
  const row = wanted && wanted !== partner.domain ? await partnerOfHost(app.db, wanted) : partner;
  if (!row) throw new PanelError('NOT_FOUND');
  return { status: true as const, data: publicPartner(app.config, row) };
}

/** Page of the shell: the greeting of a new account. */
const GREETING = '/welcome';

const outcome = (title: string, text: Said) => ({ status: true as const, title, ...withMessage(text) });

export const sessionRoutes = {
  whitelabel: calls.session.whitelabel.handler(({ context, input }) => whitelabel(context, input.domain)),
  partnerWhitelabel: calls.session.partnerWhitelabel.handler(({ context, input }) => whitelabel(context, input.domain)),

  signup: calls.session.signup.handler(async ({ context, input }) => {
    await signUp(context, input);
    return outcome('Check your email', said('We’ve sent you an email with a link. Open it to continue.'));
  }),

  login: calls.session.login.handler(async ({ context, input }) => {
    const { app, partner, request } = context;
    const entering = await enterSignIn(context, input.email);
    const user = await findUserByEmail(app.db, partner.id, input.email);
    if (!(await passwordFits(input.password, user?.passwordHash ?? null)) || !user) {
      await audit(app.db, 'login.failed', { partnerId: partner.id, userId: user?.id ?? null, request });
      entering.failed();
      throw new PanelError('LOGIN_FAILED');
    }
    await entering.succeeded();
    return welcome(context, user, input.next, 'login');
  }),

  ssoLink: calls.session.ssoLink.handler(async ({ context, input }) =>
    welcome(context, await userOfSsoLink(context, input), input.next, 'login.sso'),
  ),

  logout: calls.session.logout.handler(async ({ context }) => {
    await signOut(context);
    return { status: true as const, redirectUrl: '/login' };
  }),

  forgetPassword: calls.session.forgetPassword.handler(({ context, input }) => {
    forgetPassword(context, input.email);
    return outcome(
      'Check your email',
      said('If this address has an account, we’ve sent it a link to set a new password.'),
    );
  }),

  passwordLink: calls.session.passwordLink.handler(async ({ context, input }) => {
    await checkPasswordLink(context, input);
    return { status: true as const };
  }),

  resetPassword: calls.session.resetPassword.handler(async ({ context, input }) => {
    await checkTenant(context, input);
    await setPasswordByToken(context, 'reset_password', input.token, input.password);
    return outcome('Password changed', said('You can sign in with your new password now.'));
  }),

  setPassword: calls.session.setPassword.handler(async ({ context, input }) => {
    await checkTenant(context, input);
    if ('token' in input) {
      const user = await setPasswordByToken(context, 'set_password', input.token, input.password);
      const redirectUrl = user.role === 'customer' ? GREETING : await startOf(context, user, context.app.db);
      return { status: true as const, redirectUrl };
    }
    await changePassword(context, input.current_password, input.password);
    return outcome('Password changed', said('All other devices have been signed out.'));
  }),
};
