import * as v from 'valibot';
import { DOMAIN_PATTERN, Fqdn } from './fields.ts';
import { list } from './bounded.ts';
import { LicenseKey } from './license.ts';
import { saidEntries } from './said.ts';

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

/** The host of an address that somebody pasted instead of a domain, as it was typed; null when it is none. */
export function hostOfAddress(typed: string): string | null {
  const text = typed.trim();
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]{0,20}:)?\/{2}(.*)$/i.exec(text) ?? [];
  const address = scheme || rest ? rest : text;
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '');
  return host !== '' && host !== text ? host : null;
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

/** What is asked about a domain, in the order in which it is needed. */
export const DOMAIN_CHECKS = ['nameservers', 'txt', 'address', 'certificate'] as const;
export type DomainCheckKind = (typeof DOMAIN_CHECKS)[number];

/** `later`: it is not asked yet. `off`: this installation does not serve it. */
export const DOMAIN_CHECK_STATES = ['holds', 'waits', 'silent', 'later', 'off'] as const;

/** Why a resolver gave no answer. */
export const DNS_FAILURES = ['timeout', 'unreachable', 'failed', 'refused', 'unreadable'] as const;
export type DnsFailureCode = (typeof DNS_FAILURES)[number];
/** Why no certificate was seen: nothing answers, none is shown, or another one is. */
export const TLS_FAILURES = ['closed', 'none', 'wrong'] as const;

/** Answers that are shown: of each question, and of each server. */
export const DOMAIN_ANSWERS_MAX = 20;

export const DomainAnswer = v.object({
  /** Who was asked: a resolver, an address with its port, or null for the zone above the domain. */
  by: v.nullable(v.string()),
  type: v.picklist(['NS', 'TXT', 'A', 'AAAA', 'TLS']),
  answers: list(v.string(), { max: DOMAIN_ANSWERS_MAX }),
  /** Null when it answered. */
  failure: v.nullable(v.picklist([...DNS_FAILURES, ...TLS_FAILURES])),
});
export type DomainAnswer = v.InferOutput<typeof DomainAnswer>;

export const DomainCheck = v.object({
  check: v.picklist(DOMAIN_CHECKS),
  state: v.picklist(DOMAIN_CHECK_STATES),
  /** The name that was asked about, and what it should answer. */
  name: v.string(),
  expected: list(v.string(), { max: DOMAIN_ANSWERS_MAX }),
  asked: list(DomainAnswer, { max: DOMAIN_ANSWERS_MAX }),
  /** When the server asks by itself; null when it does not. */
  next_at: v.nullable(v.string()),
});
export type DomainCheck = v.InferOutput<typeof DomainCheck>;

/** What the DNS and the panel's own servers say of a domain now. */
export const DomainEvidence = v.object({
  asked_at: v.string(),
  checks: list(DomainCheck, { max: DOMAIN_CHECKS.length }),
  /** Why it is not verified yet; null once it is. */
  reason: v.nullable(v.object({ message: v.string(), ...saidEntries })),
  /** The name servers that it uses now; those of its DNS provider, before they are ours. */
  nameservers: list(v.string(), { max: DOMAIN_ANSWERS_MAX }),
  /** Of the certificate that is served. */
  issuer: v.nullable(v.string()),
  valid_until: v.nullable(v.string()),
});
export type DomainEvidence = v.InferOutput<typeof DomainEvidence>;
