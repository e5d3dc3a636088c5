/** Roles of people whom a customer has let into their account (ADR 0126). The customer has none and may do everything. */
export const MEMBER_ROLES = ['owner', 'developer', 'billing', 'read_only'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** As they are shown; the browser translates them. */
export const MEMBER_ROLE_NAMES: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  developer: 'Developer',
  billing: 'Billing',
  read_only: 'Read-only',
};

/** Roles that can be limited to chosen sites and applications; the others are about the whole account. */
export const LIMITED_ROLES = ['developer', 'read_only'] as const satisfies readonly MemberRole[];
export const canBeLimited = (role: MemberRole): boolean => (LIMITED_ROLES as readonly MemberRole[]).includes(role);

/** What a call or a page of a customer is about, and which roles of members may do that. */
export const MEMBER_DUTIES = {
  /** One’s own sign-in, profile and notifications: such a call is made as the member, every other one for the account. */
  own: MEMBER_ROLES,
  /** Prices, licenses and announcements. */
  any: MEMBER_ROLES,
  /** Looking at what is hosted. */
  see: ['owner', 'developer', 'read_only'],
  /** Changing what is hosted, and reading credentials or files. */
  change: ['owner', 'developer'],
  /** Adding what nobody has chosen for a limited member, and what all sites share. */
  create: ['owner', 'developer'],
  /** Money: invoices, cards, plans. */
  billing: ['owner', 'billing'],
  /** Members, and what happened in the account. */
  manage: ['owner'],
  /** For the customer alone: the end of the account. */
  customer: [],
} as const satisfies Record<string, readonly MemberRole[]>;
export type MemberDuty = keyof typeof MEMBER_DUTIES;

/** What the check needs of a member; whoever is none has no such limits. */
export type Membership = { role: MemberRole; all_workloads: boolean };

/** Whether a role may do this, and whether a limit to chosen sites allows it. */
export const memberMay = (duty: MemberDuty | undefined, member: Membership | null | undefined): boolean =>
  !member ||
  duty === undefined ||
  ((MEMBER_DUTIES[duty] as readonly MemberRole[]).includes(member.role) && (duty !== 'create' || member.all_workloads));
