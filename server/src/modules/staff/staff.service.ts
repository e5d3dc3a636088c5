import { mayDo, type Staff, type StaffInviteInput, type StaffRole, type StaffRoleInput } from '@panel/contract';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { checkStaffRole } from '../../context/staff-role-rule.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { invite, sendInvitations } from '../customer/customer.service.ts';
import { endAccessesOf } from '../site-access/site-access.repo.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { isInvited } from '../user/public-user.ts';
import { isEmailHeld } from '../user/user.repo.ts';
import { deleteStaff, giveRole, insertStaff, lockStaff } from './staff.repo.ts';

/** Whoever was written without a role by an earlier version of the panel only reads. */
const roleOf = ({ staffRole }: UserRow): StaffRole => staffRole ?? 'read_only';

/** A member of staff as the others see them. */
export const publicStaff =
  (viewerId: string) =>
  (row: UserRow): Staff => ({
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    staff_role: roleOf(row),
    invited: isInvited(row),
    second_factor: row.secondFactorAt !== null,
    last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
    is_self: row.id === viewerId,
    created_at: row.createdAt.toISOString(),
  });

/** Records what was done to a member of staff. */
async function record(context: CallContext, tx: Database, action: string, detail: Record<string, unknown>) {
  const { partner, request } = context;
  await audit(tx, action, { partnerId: partner.id, userId: signedIn(context).id, request }, detail);
}

/**
 * Locks the staff of the partner and checks the caller's role again, because it may have changed since the call began.
 * @throws PanelError STAFF_ROLE
 */
async function lockedStaff(context: CallContext, tx: Database, roles: (StaffRole | null)[] = []) {
  const staff = await lockStaff(tx, context.partner.id);
  const caller = signedIn(context);
  const check = (others: readonly (StaffRole | null)[]): void => {
    if (caller.role === 'superadmin') return;
    const now = staff.find(({ id }) => id === caller.id) ?? { ...caller, staffRole: null };
    checkStaffRole(others.includes('owner') ? 'owner' : 'manage', { user: now });
  };
  check(roles);
  return { staff, check };
}

/**
 * The member of staff whom a call is about, if the caller may change them.
 * @throws PanelError NOT_FOUND, STAFF_SELF, STAFF_ROLE
 */
async function lockedMember(context: CallContext, tx: Database, id: string, next: StaffRole | null = null) {
  const { staff, check } = await lockedStaff(context, tx);
  const member = found(staff.find((row) => row.id === id));
  if (id === signedIn(context).id) throw new PanelError('STAFF_SELF');
  check([member.staffRole, next]);
  return { member, staff };
}

/** Somebody who can sign in has to stay owner; of owners who were only invited, one. @throws PanelError LAST_OWNER */
function checkOwnerStays(staff: readonly UserRow[], member: UserRow): void {
  const owners = staff.filter((row) => row.id !== member.id && row.staffRole === 'owner');
  const others = isInvited(member) ? owners : owners.filter((row) => !isInvited(row));
  if (member.staffRole === 'owner' && others.length === 0) throw new PanelError('LAST_OWNER');
}

/** Adds a member of staff and invites them. @throws PanelError EMAIL_TAKEN, STAFF_ROLE */
export async function inviteStaff(
  context: CallContext,
  { staff_role: staffRole, ...names }: v.InferOutput<typeof StaffInviteInput>,
): Promise<Staff> {
  const { app, partner } = context;
  const row = await app.db.transaction(async (tx) => {
    await lockedStaff(context, tx, [staffRole]);
    const wanted = { partnerId: partner.id, now: app.clock.now(), email: names.email };
    if (await isEmailHeld(tx, wanted)) throw new PanelError('EMAIL_TAKEN');
    const inserted = await insertStaff(tx, { partnerId: partner.id, ...names, staffRole });
    if (!inserted) throw new PanelError('EMAIL_TAKEN');
    await record(context, tx, 'staff.invite', { staffId: inserted.id, email: inserted.email, role: staffRole });
    await invite(context, tx, inserted);
    return inserted;
  });
  sendInvitations(context);
  return publicStaff(signedIn(context).id)(row);
}

/** Sends the invitation again; earlier links end. @throws PanelError NOT_FOUND, STAFF_ACCEPTED, STAFF_ROLE */
export async function inviteStaffAgain(context: CallContext, id: string): Promise<Staff> {
  const { app } = context;
  const row = await app.db.transaction(async (tx) => {
    const { staff, check } = await lockedStaff(context, tx);
    const member = found(staff.find((one) => one.id === id));
    check([member.staffRole]);
    if (!isInvited(member)) throw new PanelError('STAFF_ACCEPTED');
    await useUpTokensOf(tx, id, app.clock.now());
    await record(context, tx, 'staff.inviteAgain', { staffId: id, email: member.email });
    await invite(context, tx, member);
    return member;
  });
  sendInvitations(context);
  return publicStaff(signedIn(context).id)(row);
}

/** Gives a member of staff another role. @throws PanelError NOT_FOUND, CONFLICT, STAFF_SELF, STAFF_ROLE, LAST_OWNER */
export async function changeStaffRole(
  context: CallContext,
  { id, staff_role: next, expected }: v.InferOutput<typeof StaffRoleInput>,
): Promise<Staff> {
  const { app } = context;
  const row = await app.db.transaction(async (tx) => {
    const { member, staff } = await lockedMember(context, tx, id, next);
    const current = roleOf(member);
    if (expected !== undefined && expected !== current)
      throw new PanelError('CONFLICT', {}, { current: { staff_role: current } });
    if (next !== 'owner') checkOwnerStays(staff, member);
    if (next === member.staffRole) return member;
    await record(context, tx, 'staff.role', { staffId: id, email: member.email, from: member.staffRole, to: next });
    const now = app.clock.now();
    // What was opened with the role before would be open for days.
    if (!mayDo('support', { role: 'admin', staff_role: next })) await endAccessesOf(tx, id, now);
    return found(await giveRole(tx, id, next, now));
  });
  return publicStaff(signedIn(context).id)(row);
}

/** Removes a member of staff, who is signed out. @throws PanelError NOT_FOUND, STAFF_SELF, STAFF_ROLE, LAST_OWNER */
export async function removeStaff(context: CallContext, id: string): Promise<string> {
  return context.app.db.transaction(async (tx) => {
    const { member, staff } = await lockedMember(context, tx, id);
    checkOwnerStays(staff, member);
    await deleteStaff(tx, id);
    await record(context, tx, 'staff.remove', { staffId: id, email: member.email, role: member.staffRole });
    return member.email;
  });
}
