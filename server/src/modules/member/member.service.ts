import {
  MEMBER_WORKLOADS_MAX,
  MEMBERS_MAX,
  type Member,
  type MemberChangeInput,
  type MemberInviteInput,
  type MemberRole,
} from '@panel/contract';
import type * as v from 'valibot';
import { audit } from '../../context/audit.repo.ts';
import { personOf, signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { checkMemberRole } from '../../context/member-rule.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { sendInvitations } from '../customer/customer.service.ts';
import { memberMail } from '../session/account-mails.ts';
import { useUpTokensOf } from '../session/token.repo.ts';
import { endAccessesOf } from '../site-access/site-access.repo.ts';
import { isInvited } from '../user/public-user.ts';
import { isEmailHeld } from '../user/user.repo.ts';
import {
  deleteMember,
  insertMember,
  lockMembers,
  saveWorkloads,
  updateMember,
  withWorkloads,
  workloadsFor,
  type MemberRow,
} from './member.repo.ts';

const roleOf = ({ memberRole }: UserRow): MemberRole => memberRole ?? 'read_only';

/** A member as the others see them. */
export const publicMember =
  (viewerId: string) =>
  (row: MemberRow): Member => ({
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    role: roleOf(row),
    workloads: row.workloads,
    invited: isInvited(row),
    second_factor: row.secondFactorAt !== null,
    last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
    is_self: row.id === viewerId,
    created_at: row.createdAt.toISOString(),
  });

async function shown(context: CallContext, row: UserRow): Promise<Member> {
  const [member] = await withWorkloads(context.app.db, [row]);
  return publicMember(personOf(context).id)(found(member));
}

async function record(context: CallContext, tx: Database, action: string, detail: Record<string, unknown>) {
  const { partner, request } = context;
  const { id } = signedIn(context);
  await audit(tx, action, { partnerId: partner.id, userId: id, customerId: id, request }, detail);
}

/**
 * Locks the members of the caller's account and checks the caller's role again, because it may have changed since the call
 * began. @throws PanelError MEMBER_ROLE
 */
async function lockedMembers(context: CallContext, tx: Database): Promise<UserRow[]> {
  const members = await lockMembers(tx, signedIn(context).id);
  const caller = context.viewer?.member;
  if (caller) {
    const role = members.find(({ id }) => id === caller.user.id)?.memberRole ?? 'read_only';
    checkMemberRole('manage', { member: { ...caller, role } });
  }
  return members;
}

/** The member whom a call changes. @throws PanelError NOT_FOUND, MEMBER_SELF */
async function lockedMember(context: CallContext, tx: Database, id: string): Promise<UserRow> {
  const member = found((await lockedMembers(context, tx)).find((row) => row.id === id));
  if (id === personOf(context).id) throw new PanelError('MEMBER_SELF');
  return member;
}

/** Limits a member to sites and applications of the account; null: to nothing. @throws PanelError NOT_FOUND */
async function limitTo(context: CallContext, tx: Database, userId: string, ids: readonly string[] | null) {
  const wanted = [...new Set(ids)];
  const known = ids && (await workloadsFor(tx, scopeOf(context), { ids: wanted, limit: MEMBER_WORKLOADS_MAX }));
  if (known && known.length !== wanted.length) throw new PanelError('NOT_FOUND');
  await saveWorkloads(tx, userId, wanted);
  return known?.map(({ fqdn }) => fqdn);
}

/** Writes the email of an invitation, whose link is made in the caller's transaction; `sendInvitations` sends it. */
async function invite(context: CallContext, tx: Database, row: UserRow): Promise<void> {
  const { app, partner } = context;
  await app.mail.queue(tx, await memberMail({ ...app, db: tx }, partner, row, signedIn(context)));
}

/** Lets somebody into the account and invites them. @throws PanelError EMAIL_TAKEN, MEMBER_EXISTS, MEMBER_SELF, MEMBER_LIMIT, NOT_FOUND */
export async function inviteMember(
  context: CallContext,
  { role, workload_ids: ids, ...names }: v.InferOutput<typeof MemberInviteInput>,
): Promise<Member> {
  const { app, partner } = context;
  const { email } = names;
  const row = await app.db.transaction(async (tx) => {
    const members = await lockedMembers(context, tx);
    if (email === personOf(context).email) throw new PanelError('MEMBER_SELF');
    if (members.some((member) => member.email === email)) throw new PanelError('MEMBER_EXISTS', { email });
    if (members.length >= MEMBERS_MAX) throw new PanelError('MEMBER_LIMIT', { limit: MEMBERS_MAX });
    if (await isEmailHeld(tx, { partnerId: partner.id, now: app.clock.now(), email }))
      throw new PanelError('EMAIL_TAKEN');
    const access = { accountId: signedIn(context).id, memberRole: role, allWorkloads: ids === null };
    const inserted = await insertMember(tx, { partnerId: partner.id, ...names, ...access });
    if (!inserted) throw new PanelError('EMAIL_TAKEN');
    const sites = await limitTo(context, tx, inserted.id, ids);
    await record(context, tx, 'member.invite', { memberId: inserted.id, email, role, ...(sites && { sites }) });
    await invite(context, tx, inserted);
    return inserted;
  });
  sendInvitations(context);
  return shown(context, row);
}

/** Sends the invitation again; earlier links end. @throws PanelError NOT_FOUND, MEMBER_ACCEPTED */
export async function inviteMemberAgain(context: CallContext, id: string): Promise<Member> {
  const { app } = context;
  const row = await app.db.transaction(async (tx) => {
    const member = found((await lockedMembers(context, tx)).find((one) => one.id === id));
    if (!isInvited(member)) throw new PanelError('MEMBER_ACCEPTED');
    await useUpTokensOf(tx, id, app.clock.now());
    await record(context, tx, 'member.inviteAgain', { memberId: id, email: member.email });
    await invite(context, tx, member);
    return member;
  });
  sendInvitations(context);
  return shown(context, row);
}

/** Ids in one order: that in which they were chosen is none of their values. */
const ordered = (ids: readonly string[]): string[] => [...ids].sort();

const asOpened = (expected: v.InferOutput<typeof MemberChangeInput>['expected']) =>
  expected && { ...expected, workload_ids: expected.workload_ids && ordered(expected.workload_ids) };

/** What a member has now, as the list gives it out. */
async function accessOf(tx: Database, row: UserRow) {
  const workloads = (await withWorkloads(tx, [row]))[0]?.workloads;
  return { role: roleOf(row), workload_ids: workloads ? ordered(workloads.map(({ id }) => id)) : null };
}

/** Gives a member another role or other sites. @throws PanelError NOT_FOUND, CONFLICT, MEMBER_SELF */
export async function changeMember(
  context: CallContext,
  { id, role, workload_ids: ids, expected }: v.InferOutput<typeof MemberChangeInput>,
): Promise<Member> {
  const { app } = context;
  const row = await app.db.transaction(async (tx) => {
    const member = await lockedMember(context, tx, id);
    const { email, memberRole } = member;
    checkExpected(asOpened(expected), await accessOf(tx, member));
    const sites = await limitTo(context, tx, id, ids);
    const now = app.clock.now();
    // What was opened with the access before would be open for days.
    await endAccessesOf(tx, id, now);
    await record(context, tx, 'member.change', {
      memberId: id,
      email,
      from: memberRole,
      to: role,
      ...(sites && { sites }),
    });
    return found(await updateMember(tx, id, { memberRole: role, allWorkloads: ids === null }, now));
  });
  return shown(context, row);
}

/** Removes a member, whose sessions, tokens and accesses end. @throws PanelError NOT_FOUND, MEMBER_SELF */
export async function removeMember(context: CallContext, id: string): Promise<string> {
  return context.app.db.transaction(async (tx) => {
    const { email, memberRole: role } = await lockedMember(context, tx, id);
    await endAccessesOf(tx, id, context.app.clock.now());
    await deleteMember(tx, id);
    await record(context, tx, 'member.remove', { memberId: id, email, role });
    return email;
  });
}
