import type { User } from '@panel/contract';
import type { Actor, PartnerRow, UserRow, Viewer } from '../../context/call-context.ts';
import { ownMembership, shownRole } from '../../context/member-rule.ts';

const nameOf = ({ firstname, lastname, email }: Actor): string => `${firstname} ${lastname}`.trim() || email;

/** Whether somebody who was invited has not come yet: they have never signed in and have no password. */
export const isInvited = ({ passwordHash, lastSignInAt }: Pick<UserRow, 'passwordHash' | 'lastSignInAt'>): boolean =>
  passwordHash === null && lastSignInAt === null;

/** A user as the panel shows them, without hashes and internal columns. */
export function publicUser(
  row: UserRow,
  partner: Pick<PartnerRow, 'domain' | 'isSpecial'>,
  { actor, member }: Pick<Viewer, 'actor' | 'member'> = {},
): User {
  return {
    id: row.id,
    email: row.email,
    role: shownRole(row),
    ...(member && { member: ownMembership(member) }),
    ...(row.role === 'admin' && { staff_role: row.staffRole ?? 'read_only' }),
    avatar_url: row.avatarUrl,
    is_abuse_system: row.isAbuseSystem,
    username: row.email.split('@')[0] ?? row.email,
    github_username: row.githubUsername,
    domains: [partner.domain],
    redirect_url: null,
    is_nucal_partner: partner.isSpecial,
    firstname: row.firstname,
    lastname: row.lastname,
    phone_number: row.phoneNumber,
    created_at: row.createdAt.toISOString(),
    ...(actor && { acting: { staff: nameOf(actor), ends_at: actor.endsAt.toISOString() } }),
  };
}
