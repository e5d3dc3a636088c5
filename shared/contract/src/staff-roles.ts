/** Roles of a partner's staff. A superadmin has none and may do everything; a customer has none. */
export const STAFF_ROLES = ['owner', 'admin', 'support', 'billing', 'read_only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** As they are shown; the browser translates them. */
export const STAFF_ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  support: 'Support',
  billing: 'Billing',
  read_only: 'Read-only',
};

/**
 * What a call or a page is about, and which roles may do that. Reading and one's own account are for `any`; the others change
 * something.
 */
export const STAFF_DUTIES = {
  any: STAFF_ROLES,
  /** Customers, and what they host. */
  support: ['owner', 'admin', 'support'],
  /** Money: licenses, invoices, buy links. */
  billing: ['owner', 'admin', 'billing'],
  /** The partner’s panel: brand, sections, sign-in, staff. */
  manage: ['owner', 'admin'],
  /** Owners themselves. */
  owner: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type StaffDuty = keyof typeof STAFF_DUTIES;

/** What the check of a role needs of a user. A member of staff without a role, who cannot exist, only reads. */
export type StaffMember = { role: string; staff_role?: StaffRole | null | undefined };

/** Whether somebody may do this as far as roles of staff decide; who is no member of a partner's staff has none. */
export const mayDo = (duty: StaffDuty | undefined, who: StaffMember | null): boolean =>
  who?.role !== 'admin' ||
  duty === undefined ||
  (STAFF_DUTIES[duty] as readonly StaffRole[]).includes(who.staff_role ?? 'read_only');
