import { ACTING_MINUTES } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { csrfCookie, endStaffCookie, sessionCookie, staffCookie } from '../../context/cookies.ts';
import { csrfToken, idHash } from '../../context/csrf.ts';
import { homeOf } from '../../context/safe-redirect.ts';
import { found } from '../../context/scope.ts';
import { checkOpenAccount } from '../../context/open-account-rule.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { deleteSession } from './session.repo.ts';
import { openSession, readSession, SESSION_LIFE_MS } from './session.service.ts';

const LIFE_MS = ACTING_MINUTES * 60_000;

/**
 * Signs staff in as a customer of their partner. Their own session stays, and the new one ends with it; the browser gets
 * it back when they end this one.
 * @throws PanelError NOT_FOUND, NOT_A_CUSTOMER
 */
export async function startActing(context: CallContext, { id, reason }: { id: string; reason: string }) {
  const { app, partner, request, viewer } = context;
  const staff = signedIn(context);
  // Staff who act as a customer are that customer here, so it is never nested. Where that ended by itself, their own session is
  // in the second cookie.
  const own = [request.sessionId, request.staffSessionId].find(
    (held) => held && idHash(held) === viewer?.session?.hash,
  );
  if (!viewer?.session || !own) throw new PanelError('FORBIDDEN');
  const customer = found(await findUserOfPartner(app.db, partner.id, id));
  if (customer.role !== 'customer') throw new PanelError('NOT_A_CUSTOMER');
  checkOpenAccount(partner, customer);
  const parentHash = viewer.session.hash;
  const opened = await app.db.transaction(async (tx) => {
    const where = { partnerId: partner.id, request, parentHash };
    const session = await openSession(tx, customer, where, app.clock.now(), LIFE_MS);
    const who = { partnerId: partner.id, userId: staff.id, request };
    await audit(tx, 'customer.acting', who, { reason, customer: customer.email });
    return session;
  });
  context.cookies.push(
    staffCookie(own, request.secure, SESSION_LIFE_MS / 1000),
    sessionCookie(opened.id, request.secure, LIFE_MS / 1000),
    csrfCookie(csrfToken(opened.csrfSecret, partner.id), request.secure),
  );
  return { status: true as const, redirectUrl: homeOf(customer, partner) };
}

/** Ends it, and gives the browser the session of the staff back; without one it is signed out. */
export async function endActing(context: CallContext) {
  const { app, partner, request, viewer } = context;
  const actor = viewer?.actor;
  if (viewer?.session && actor) {
    await deleteSession(app.db, viewer.session.hash);
    const who = { partnerId: partner.id, userId: viewer.user.id, request };
    await audit(app.db, 'customer.acting_end', who);
  }
  const own = request.staffSessionId;
  const isOwn = own && (!actor || idHash(own) === actor.parentHash);
  const staff = isOwn ? await readSession(app, own, partner.id) : null;
  context.cookies.push(endStaffCookie(request.secure));
  if (!own || !staff?.session || staff.actor) return { status: true as const, redirectUrl: '/' };
  context.cookies.push(
    sessionCookie(own, request.secure, SESSION_LIFE_MS / 1000),
    csrfCookie(csrfToken(staff.session.csrfSecret, partner.id), request.secure),
  );
  return { status: true as const, redirectUrl: homeOf(staff.user, partner) };
}
