import { audit } from '../../context/audit.repo.ts';
import type { CallContext, UserRow } from '../../context/call-context.ts';
import { needsSecondFactor, SET_UP_PAGE } from '../../context/second-factor-rule.ts';
import { CUSTOMER_SITES, homeOf, safeRedirect } from '../../context/safe-redirect.ts';
import { checkOpenAccount } from '../../context/open-account-rule.ts';
import type { Database } from '../../db/database.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { accountOf } from '../user/membership.repo.ts';
import { ownsSites } from '../license/site-quota.repo.ts';
import { newBrowserMail } from './account-mails.ts';
import { isKnown } from './known-browser.ts';
import { beginPending } from './pending-sign-in.ts';
import { rememberedHash, skipsSecondFactor } from './remembered-browser.ts';
import { signIn } from './session.service.ts';

/** Where members start who see nothing that is hosted. */
const MONEY = '/my-account/billing';
const FIRST_STEPS = '/get-started';
/** The shell's page that asks for the second factor. */
const SECOND_FACTOR_PAGE = '/secondFactor';

/** Where a user starts who asked for no page: customers with the first steps until they have a site. */
export async function startOf({ partner }: CallContext, user: UserRow, db: Database): Promise<string> {
  const home = homeOf(user, partner);
  if (user.role === 'member') return user.memberRole === 'billing' ? MONEY : home;
  return home === CUSTOMER_SITES && !(await ownsSites(db, user.id)) ? FIRST_STEPS : home;
}

type Entry = { next?: string; how: string; browserHash?: string | null };

/** Opens the session of a user who has proved everything that is asked for; the answer says where to go. */
export async function enter(
  context: CallContext,
  user: UserRow,
  { next, how, browserHash }: Entry,
  tx: Database = context.app.db,
) {
  const { app, partner, request } = context;
  const isNew = !isKnown(context, user.email);
  await signIn(context, user, tx, browserHash);
  if (isNew) context.afterwards('sign-in mail', () => app.mail.send(newBrowserMail(app, { partner, user, request })));
  await audit(tx, how, { partnerId: partner.id, userId: user.id, request });
  if (needsSecondFactor(partner, user)) return { status: true as const, redirectUrl: SET_UP_PAGE };
  return { status: true as const, redirectUrl: safeRedirect(partner, next, await startOf(context, user, tx)) };
}

/**
 * After the first factor: asks for the second one if the user has one and this browser is not remembered.
 * @throws PanelError ACCOUNT_SUSPENDED
 */
export async function welcome(context: CallContext, user: UserRow, next: string | undefined, how: string) {
  // A member's account closes with that of the customer who let them in.
  const account = (await accountOf(context.app.db, user)) ?? user;
  if (!isOpenAccount(account)) {
    const { app, partner, request } = context;
    await audit(app.db, 'login.suspended', { partnerId: partner.id, userId: user.id, request });
  }
  checkOpenAccount(context.partner, account);
  const isRemembered = user.secondFactorAt !== null && (await skipsSecondFactor(context, user));
  if (user.secondFactorAt === null || isRemembered) {
    const browserHash = isRemembered ? rememberedHash(context) : null;
    return enter(context, user, { next, how, browserHash });
  }
  await beginPending(context, user, how);
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  return { status: true as const, redirectUrl: `${SECOND_FACTOR_PAGE}${query}`, second_factor: true as const };
}
