import * as v from 'valibot';
import { saidEntries } from './said.ts';
import { Email, Id, Password } from './fields.ts';
import { Acting } from './impersonation.ts';
import { OwnMembership } from './member-role.ts';
import { AnyStaffRole } from './staff-role.ts';

export const ROLES = ['superadmin', 'admin', 'customer'] as const;
export const Role = v.picklist(ROLES);
export type Role = v.InferOutput<typeof Role>;

/** superadmin 0, admin 1, customer 2 (spec §6). */
export const roleRank = (role: Role): number => ROLES.indexOf(role);

export const User = v.object({
  id: v.string(),
  email: v.string(),
  role: Role,
  /** Only of a partner's staff. */
  staff_role: v.optional(AnyStaffRole),
  /** Only of a member of a customer's account, whose role above is that of a customer. */
  member: v.optional(OwnMembership),
  avatar_url: v.nullable(v.string()),
  is_abuse_system: v.boolean(),
  username: v.string(),
  github_username: v.nullable(v.string()),
  domains: v.array(v.string()),
  redirect_url: v.nullable(v.string()),
  is_nucal_partner: v.boolean(),
  firstname: v.string(),
  lastname: v.string(),
  phone_number: v.string(),
  created_at: v.string(),
  /** Staff who are signed in as this customer. */
  acting: v.optional(Acting),
});
export type User = v.InferOutput<typeof User>;

/** A customer as staff choose one. */
export const Customer = v.pick(User, ['id', 'email', 'firstname', 'lastname']);
export type Customer = v.InferOutput<typeof Customer>;

export const PersonName = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(100, 'At most 100 characters are allowed.'),
  // A right-to-left override would let a name show as another one.
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Line breaks and control characters are not allowed.'),
);

export const PhoneNumber = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(30, 'At most 30 characters are allowed.'),
  v.regex(/^(?:\+?[\d\s()./-]{5,30})?$/, 'Enter a phone number with digits, for example +1 555 010 0199.'),
);

export const ProfileInput = v.object({
  firstname: PersonName,
  lastname: PersonName,
  phone_number: PhoneNumber,
});

export const LoginInput = v.object({
  email: Email,
  password: v.pipe(
    v.string('Please fill the password field'),
    v.nonEmpty('Please fill the password field'),
    v.maxLength(200),
  ),
  /** Where to redirect afterwards; anything but the panel's own addresses falls back to the default. */
  next: v.optional(v.pipe(v.string(), v.maxLength(2000))),
});

export const SignupInput = v.object({
  email: Email,
  firstname: v.optional(PersonName, ''),
  lastname: v.optional(PersonName, ''),
});

export const ForgotPasswordInput = v.object({ email: Email });

const PartnerId = v.optional(Id);
const Token = v.pipe(v.string(), v.minLength(20, 'This link is incomplete.'), v.maxLength(200));

/** What the link of an email is for: the first password of an account, or a new one. */
export const LINK_KINDS = ['set_password', 'reset_password'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export const PasswordLinkInput = v.object({ token: Token, kind: v.picklist(LINK_KINDS) });

export const ResetPasswordInput = v.object({ token: Token, password: Password, partner_id: PartnerId });

/** With a token from an email (new account), or with the current password (signed in). */
export const SetPasswordInput = v.union([
  v.strictObject({ token: Token, password: Password, partner_id: PartnerId }),
  v.strictObject({
    current_password: v.pipe(v.string(), v.nonEmpty('Enter your current password.')),
    password: Password,
    partner_id: PartnerId,
  }),
]);

export const Outcome = v.object({
  status: v.literal(true),
  title: v.optional(v.string()),
  /** In English. */
  message: v.optional(v.string()),
  ...saidEntries,
});
export const Redirect = v.object({ status: v.literal(true), redirectUrl: v.string() });

/** `second_factor`: nobody is signed in yet; the page at `redirectUrl` asks for the second factor. */
export const SignedIn = v.object({ ...Redirect.entries, second_factor: v.optional(v.literal(true)) });
