import * as v from 'valibot';
import { DOMAIN_PATTERN, Fqdn } from './fields.ts';
import { LicenseKey } from './license.ts';

const NOT_VALID = 'Domain name is not valid.';

/** A domain as it is asked for: lower case, without a final dot, other scripts encoded (IDNA); null when it is none. */
export function asciiDomain(typed: string): string | null {
  const text = typed.trim().replace(/\.$/, '');
  if (text === '' || /[\s/\\?#@:[\]%]/.test(text)) return null;
  try {
    const { hostname } = new URL(`http://${text}`);
    return hostname.length <= 253 && DOMAIN_PATTERN.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** A domain of a customer, in any script. */
export const CustomDomain = v.pipe(
  v.string(NOT_VALID),
  v.maxLength(1000, NOT_VALID),
  v.check((typed) => asciiDomain(typed) !== null, NOT_VALID),
  v.transform((typed) => asciiDomain(typed) ?? ''),
);

/**
 * `unproven`: nobody has shown that the domain is theirs. `proven`: its owner has, and it is served. `connected`: it is
 * the address of the site.
 */
export const DOMAIN_STATES = ['unproven', 'proven', 'connected'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** By what a domain was shown to be its owner's. */
export const DOMAIN_METHODS = ['delegation', 'txt'] as const;
export type DomainMethod = (typeof DOMAIN_METHODS)[number];

export const SiteDomain = v.object({
  site_id: v.string(),
  /** Whether it is a site or an application. */
  kind: v.picklist(['site', 'app']),
  /** The current address of the site, and the one below the partner's domain that it has without a domain of its own. */
  fqdn: v.string(),
  sub_domain: v.nullable(v.string()),
  domain: v.nullable(
    v.object({
      fqdn: v.string(),
      /** In its own script where that cannot be mistaken for another domain. */
      display: v.string(),
      /** Every name under which it is served: with and without `www`. */
      hosts: v.array(v.string()),
      state: v.picklist(DOMAIN_STATES),
      method: v.nullable(v.picklist(DOMAIN_METHODS)),
      /** The TXT record that proves the domain. */
      txt_name: v.string(),
      txt_value: v.string(),
      /** What the last check saw, and when. */
      seen: v.string(),
      checked_at: v.nullable(v.string()),
      created_at: v.string(),
      proven_at: v.nullable(v.string()),
      /** When it is given up if it is not verified before; null once it is. */
      ends_at: v.nullable(v.string()),
    }),
  ),
  /** Where the domain is to be delegated to: those of its claim alone, or the partner's. */
  nameservers: v.array(v.string()),
  /** The addresses of the hosted sites, for the records of a domain that keeps its own name servers. */
  addresses: v.array(v.string()),
});
export type SiteDomain = v.InferOutput<typeof SiteDomain>;

export const SiteFqdnInput = v.object({
  params: v.object({ fqdn: Fqdn }),
  body: v.object({
    fqdn: CustomDomain,
    domain_type: v.optional(v.picklist(['custom_domain', 'sub_domain']), 'custom_domain'),
    /** Assigned to the site, unless it has a valid one. */
    license_key: v.optional(v.nullable(LicenseKey)),
    infra_domain_id: v.optional(v.string()),
  }),
});
export type SiteFqdnInput = v.InferOutput<typeof SiteFqdnInput>;
