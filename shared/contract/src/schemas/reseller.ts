import * as v from 'valibot';
import { SECTIONS } from '../sections.ts';
import { list } from './bounded.ts';
import { expected } from './expected.ts';
import { Email, Fqdn, Id, queryList } from './fields.ts';
import { listQuery } from './list.ts';
import { BRAND_COLORS, HexColor } from './partner-admin.ts';
import { PersonName } from './user.ts';

/** `deleting`: will be deleted for good, and can be restored until then. */
export const RESELLER_STATES = ['active', 'suspended', 'deleting'] as const;
export type ResellerState = (typeof RESELLER_STATES)[number];

/**
 * `issued`: one is served. `missing`: it is due, or could not be issued. `on_visit`: the panel's own authority makes it for its
 * first visitor. `local`: no authority issues one for such a name. `unneeded`: HTTPS is off, or ends in front of the panel.
 */
export const PANEL_CERTIFICATE_STATES = ['issued', 'missing', 'on_visit', 'local', 'unneeded'] as const;

/** The certificate of the host of a partner's panel. */
export const PanelCertificate = v.object({
  state: v.picklist(PANEL_CERTIFICATE_STATES),
  not_after: v.nullable(v.string()),
  /** Why the last request failed, and when; of a renewal, while another one is served. */
  error: v.nullable(v.object({ message: v.string(), at: v.string() })),
  /** The request that runs now. */
  task_id: v.nullable(v.string()),
});
export type PanelCertificate = v.InferOutput<typeof PanelCertificate>;

/** How long a deleted partner can be restored. */
export const RESELLER_GRACE_DAYS = 14;
const LIMIT_MAX = 1_000_000;

const Name = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(60, 'At most 60 characters are allowed.'),
  // A right-to-left override would let a name show as another one.
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Line breaks and control characters are not allowed.'),
);

const Limit = v.nullable(
  v.pipe(
    v.number('Enter a whole number, or nothing for no limit.'),
    v.integer('Enter a whole number, or nothing for no limit.'),
    v.minValue(0, 'Enter 0 or more.'),
    v.maxValue(LIMIT_MAX, `At most ${LIMIT_MAX} is possible.`),
  ),
);

/** How much a partner can have; null is without a limit. Lower than what is used, it only stops what would be new. */
export const ResellerLimits = v.object({ customers: Limit, sites: Limit, disk_gb: Limit });
export type ResellerLimits = v.InferOutput<typeof ResellerLimits>;

/** A partner as the operator sees it. */
export const Reseller = v.object({
  id: v.string(),
  name: v.string(),
  /** Where its panel answers, without scheme and port. */
  host: v.string(),
  /** The same with both. */
  address: v.string(),
  certificate: PanelCertificate,
  /** Its sites are below this name. */
  sites_domain: v.string(),
  /** Below it are the names of which each claim of a domain gets two (ADR 0090); null: all claims share name servers. */
  nameserver_domain: v.nullable(v.string()),
  support_email: v.string(),
  is_special: v.boolean(),
  state: v.picklist(RESELLER_STATES),
  /** The partner of this host: it cannot be suspended or deleted from here. */
  is_own: v.boolean(),
  limits: v.object({
    customers: v.nullable(v.number()),
    sites: v.nullable(v.number()),
    disk_gb: v.nullable(v.number()),
  }),
  /** Sites are sites and applications; what is in the bin counts for the disk alone. */
  used: v.object({ customers: v.number(), sites: v.number(), disk_bytes: v.number() }),
  /** An administrator who has never signed in and can be invited again. */
  invited: v.nullable(v.string()),
  suspended_at: v.nullable(v.string()),
  /** When it is deleted for good. */
  deletes_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type Reseller = v.InferOutput<typeof Reseller>;

export const ResellerListQuery = v.object({
  ...listQuery(['created_at', 'name', 'host']),
  /** Part of the name, the host or the sites domain. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  state: v.optional(queryList(RESELLER_STATES)),
});

const colors = Object.fromEntries(BRAND_COLORS.map((name) => [name, v.optional(HexColor)])) as Record<
  (typeof BRAND_COLORS)[number],
  v.OptionalSchema<typeof HexColor, undefined>
>;

/** Nothing turns it off. The longest name of a pool has eight characters more. */
const NameserverDomain = v.pipe(
  v.nullable(v.pipe(v.string(), v.trim())),
  v.transform((text) => text || null),
  v.nullable(v.pipe(Fqdn, v.maxLength(240, 'Domain name is not valid.'))),
);

/** What a form changes of a partner. */
export const ResellerChange = v.object({
  name: Name,
  host: Fqdn,
  support_email: Email,
  /** Applications, and payments by card. */
  is_special: v.boolean(),
  limits: ResellerLimits,
  nameserver_domain: NameserverDomain,
});

export const ResellerCreateInput = v.object({
  ...v.omit(ResellerChange, ['is_special', 'limits', 'nameserver_domain']).entries,
  is_special: v.optional(v.boolean(), false),
  limits: v.optional(ResellerLimits, { customers: null, sites: null, disk_gb: null }),
  sites_domain: Fqdn,
  colors: v.optional(v.strictObject(colors), {}),
  /** Those that are on; missing: all. */
  sections: v.optional(list(v.picklist(SECTIONS), { max: SECTIONS.length })),
  /** The first administrator, who gets an invitation. */
  admin: v.object({ firstname: v.optional(PersonName, ''), lastname: v.optional(PersonName, ''), email: Email }),
});

export const ResellerUpdateInput = v.object({
  id: Id,
  ...v.partial(ResellerChange).entries,
  ...expected({
    ...v.pick(Reseller, ['name', 'host', 'support_email', 'is_special', 'nameserver_domain']).entries,
    limits: ResellerLimits,
  }),
});

/**
 * `ready`: leads to this panel alone. `missing`: there is no address. `other`: there are other addresses, or not all.
 * `unknown`: no resolver answered.
 */
export const NAMESERVER_STATES = ['ready', 'missing', 'other', 'unknown'] as const;
export type NameserverState = (typeof NAMESERVER_STATES)[number];

export const NameserverCheckQuery = v.object({ id: Id, domain: Fqdn });

/** Whether names below a domain could be name servers of this panel, as resolvers see it now. */
export const NameserverCheck = v.object({
  domain: v.string(),
  checked_at: v.string(),
  /** Where each name has to lead; none: the panel was not told its addresses. */
  expected: list(v.string(), { max: 64 }),
  /** To which name servers the domain is delegated; empty: it has no zone of its own, or nobody could say. */
  delegated: list(v.string(), { max: 64 }),
  /** The first and the last names of both groups. */
  names: list(
    v.object({ host: v.string(), state: v.picklist(NAMESERVER_STATES), found: list(v.string(), { max: 64 }) }),
    { max: 4 },
  ),
});
export type NameserverCheck = v.InferOutput<typeof NameserverCheck>;
