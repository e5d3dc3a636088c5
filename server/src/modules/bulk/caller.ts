import { decideAccess, type CallMeta } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import {
  isStaff,
  personOf,
  type Actor,
  type CallContext,
  type UserRow,
  type Viewer,
} from '../../context/call-context.ts';
import { asAccount, checkMemberRole, shownRole } from '../../context/member-rule.ts';
import { publicPartner } from '../../context/public-partner.ts';
import { checkStaffRole } from '../../context/staff-role-rule.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findPartner } from '../partner/partner-version.repo.ts';
import { findMembership } from '../user/membership.repo.ts';
import { findUser } from '../user/user.repo.ts';

/** Who asked for what a task does later: the person, of staff who are signed in as a customer also them, and from where. */
export const Caller = v.object({
  personId: v.string(),
  actorId: v.nullable(v.string()),
  request: v.object({ id: v.string(), ip: v.string(), userAgent: v.string() }),
});
export type Caller = v.InferOutput<typeof Caller>;

/** Who makes a call, for a task. @throws PanelError UNAUTHENTICATED */
export function callerOf(context: CallContext): Caller {
  const { id, ip, userAgent } = context.request;
  return {
    personId: personOf(context).id,
    actorId: context.viewer?.actor?.id ?? null,
    request: { id, ip, userAgent },
  };
}

const isOf = (partnerId: string, { role, partnerId: own }: UserRow): boolean =>
  role === 'superadmin' ? own === null : own === partnerId;

/** The staff who are signed in as a customer; their session may have ended, their account and role count. */
async function actorOf({ db }: AppContext, partnerId: string, id: string): Promise<Actor> {
  const staff = await findUser(db, id);
  if (!staff || !isOf(partnerId, staff) || !isStaff(staff) || !isOpenAccount(staff)) throw new PanelError('FORBIDDEN');
  return { ...staff, parentHash: '', endsAt: new Date(0) };
}

/**
 * The context of a call that a caller would make now: an account that was closed, moved or left since makes none.
 * @throws PanelError FORBIDDEN
 */
export async function contextOf(
  app: AppContext,
  partnerId: string,
  { personId, actorId, request }: Caller,
): Promise<CallContext> {
  const [user, partner] = [await findUser(app.db, personId), await findPartner(app.db, partnerId)];
  const isOpen = user && partner && isOf(partnerId, user) && isOpenAccount(user) && isOpenAccount(partner);
  if (!isOpen) throw new PanelError('FORBIDDEN');
  const member = user.role === 'member' ? await findMembership(app.db, user) : undefined;
  if (member === null) throw new PanelError('FORBIDDEN');
  const actor = actorId === null ? undefined : await actorOf(app, partnerId, actorId);
  const viewer: Viewer = asAccount({ user, session: null, ...(member && { member }), ...(actor && { actor }) });
  return {
    ...{ app, partner, viewer, visitor: null, bearer: null, log: app.log, cookies: [] },
    request: { ...request, secure: true, path: '', avoid: [], ...(member && { member: member.user }) },
    afterwards: () => {
      throw new Error('A task has no answer after which something is done.');
    },
    remember: async () => undefined,
  };
}

/**
 * What decides about a call that a browser makes, for one that a task makes in somebody's name.
 * @throws PanelError SECTION_OFF, FORBIDDEN, ACTING_CLOSED, STAFF_ROLE, MEMBER_ROLE, MEMBER_LIMITED
 */
export function checkMayCall({ app, partner, viewer }: CallContext, meta: CallMeta): void {
  const { audience, section, notActing, staff, member } = meta;
  const who = viewer && { role: shownRole(viewer.user) };
  const access = decideAccess({ audience, ...(section && { section }) }, publicPartner(app.config, partner), who);
  if (access === 'off') throw new PanelError('SECTION_OFF', {}, { redirectUrl: '/forbidden' });
  if (access !== 'ok') throw new PanelError('FORBIDDEN', {}, { redirectUrl: '/forbidden' });
  if (viewer?.actor && notActing) throw new PanelError('ACTING_CLOSED');
  checkStaffRole(staff, viewer);
  checkMemberRole(member, viewer);
}
