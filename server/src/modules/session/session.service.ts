import { isIP } from 'node:net';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { accountOf, findMembership } from '../user/membership.repo.ts';
import { recordSignIn } from '../user/user.repo.ts';
import { isStaff, type CallContext, type RequestFacts, type UserRow, type Viewer } from '../../context/call-context.ts';
import {
  csrfCookie,
  endOverrideCookie,
  endSessionCookie,
  endStaffCookie,
  endVisitorCookie,
  sessionCookie,
  visitorCookie,
} from '../../context/cookies.ts';
import { checkOpenAccount } from '../../context/open-account-rule.ts';
import { csrfToken, idHash, randomId } from '../../context/csrf.ts';
import { rememberBrowser } from './known-browser.ts';
import {
  deleteSession,
  findActor,
  findSession,
  insertSession,
  touchSession,
  type StoredActor,
} from './session.repo.ts';

const HOUR_MS = 3_600_000;
/** An idle session expires after half a day, any session after a week. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFE_MS = 7 * 24 * HOUR_MS;
/** How often the time of last use is stored. */
const TOUCH_MS = 60_000;

type Where = {
  partnerId: string;
  request: Pick<RequestFacts, 'ip' | 'userAgent'>;
  browserHash?: string | null;
  /** Of staff who act as the user. */
  parentHash?: string;
};

/** Stores a new session and returns its id, which only the browser keeps. */
export async function openSession(
  db: Database,
  user: Pick<UserRow, 'id'>,
  { partnerId, request, browserHash = null, parentHash }: Where,
  now: Date,
  lifeMs = SESSION_LIFE_MS,
): Promise<{ id: string; csrfSecret: string }> {
  const id = randomId();
  const csrfSecret = randomId();
  await insertSession(db, {
    idHash: idHash(id),
    userId: user.id,
    partnerId,
    csrfSecret,
    ip: isIP(request.ip) ? request.ip : null,
    userAgent: request.userAgent,
    browserHash,
    parentHash,
    // Staff cannot prove to be the customer.
    provedAt: parentHash ? new Date(0) : now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  return { id, csrfSecret };
}

type Act = { user: UserRow; actor: StoredActor | null; partnerId: string; now: Date };

/** Whether staff may still act as the customer: they are staff here, with a session of their own. */
const isAllowed = ({ user, actor, partnerId, now }: Act): boolean =>
  user.role === 'customer' &&
  actor !== null &&
  isStaff(actor) &&
  actor.partnerId === (actor.role === 'superadmin' ? null : partnerId) &&
  actor.ownEndsAt > now;

/**
 * The viewer of a session id on one partner's host; null when it is unknown, expired, or was opened on another
 * partner's host.
 */
export async function readSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: string,
  partnerId: string,
): Promise<Viewer | null> {
  const hash = idHash(id);
  const found = await findSession(db, hash);
  if (!found || found.session.partnerId !== partnerId) return null;
  const { session, user } = found;
  const actor = session.parentHash === null ? null : await findActor(db, session.parentHash);
  // A user who was moved to another partner loses this session; a superadmin belongs to none.
  if (user.role === 'superadmin' ? user.partnerId !== null : user.partnerId !== partnerId) return null;
  // A sign-in may have ended just after the suspension.
  if (!isOpenAccount(user)) return null;
  const now = clock.now();
  const idleSince = now.getTime() - session.lastSeenAt.getTime();
  const isOver = session.parentHash !== null && !isAllowed({ user, actor, partnerId, now });
  if (isOver || session.expiresAt <= now || idleSince > SESSION_IDLE_MS) {
    await deleteSession(db, hash);
    return null;
  }
  const member = user.role === 'member' ? await findMembership(db, user) : undefined;
  if (member === null) return null;
  if (idleSince > TOUCH_MS) await touchSession(db, hash, now);
  return {
    user,
    ...(member && { member }),
    session: { hash, csrfSecret: session.csrfSecret, provedAt: session.provedAt },
    ...(actor &&
      session.parentHash && { actor: { ...actor, parentHash: session.parentHash, endsAt: session.expiresAt } }),
  };
}

/**
 * The viewer of the first of a browser's sessions that is one: staff who are signed in as a customer are themselves
 * again once that ends.
 */
export async function firstSession(
  app: Pick<AppContext, 'db' | 'clock'>,
  ids: readonly string[],
  partnerId: string,
): Promise<Viewer | null> {
  for (const id of ids) {
    const viewer = await readSession(app, id, partnerId);
    if (viewer) return viewer;
  }
  return null;
}

/**
 * Signs in: ends this browser's old session and starts a new one with a new id (no fixation).
 * @throws PanelError ACCOUNT_SUSPENDED, however the user has proved who they are
 */
export async function signIn(
  context: CallContext,
  user: UserRow,
  db: Database = context.app.db,
  browserHash: string | null = null,
): Promise<void> {
  const { partner, request, viewer } = context;
  checkOpenAccount(partner, user);
  const account = await accountOf(db, user);
  if (account) checkOpenAccount(partner, account);
  const now = context.app.clock.now();
  const opened = await openSession(db, user, { partnerId: partner.id, request, browserHash }, now);
  await recordSignIn(db, user.id, now);
  if (viewer?.session) await deleteSession(db, viewer.actor?.parentHash ?? viewer.session.hash);
  if (request.staffSessionId) context.cookies.push(endStaffCookie(request.secure));
  const token = csrfToken(opened.csrfSecret, partner.id);
  context.cookies.push(
    sessionCookie(opened.id, request.secure, SESSION_LIFE_MS / 1000),
    csrfCookie(token, request.secure),
    endVisitorCookie(request.secure),
    rememberBrowser(context, user.email),
  );
}

/** Signs out: the session ends immediately, in every tab, and the browser becomes a visitor with a new token. */
export async function signOut(context: CallContext): Promise<void> {
  const { partner, request, viewer } = context;
  // Also of staff who are signed in as the user: theirs, and with it this one.
  if (viewer?.session) await deleteSession(context.app.db, viewer.actor?.parentHash ?? viewer.session.hash);
  if (request.staffSessionId) context.cookies.push(endStaffCookie(request.secure));
  const visitor = randomId();
  context.cookies.push(
    endSessionCookie(request.secure),
    visitorCookie(visitor, request.secure),
    csrfCookie(csrfToken(visitor, partner.id), request.secure),
  );
  if (viewer?.override) context.cookies.push(endOverrideCookie(request.secure));
}
