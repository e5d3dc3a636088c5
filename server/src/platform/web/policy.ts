import { scriptSources } from './page-scripts.ts';
import type { PaymentSources } from './payment-sources.ts';

export type PolicyInput = {
  /** Of styles. */
  nonce: string;
  /** Texts of the page's inline scripts. */
  scripts: readonly string[];
  /** Parent domain of the partner's sites, which appear in previews. */
  sitesDomain: string;
  /** Further origins for scripts' connections and for styles (a development server). */
  connect?: readonly string[];
  payment?: PaymentSources;
};

/** A host name that is safe in a policy: anything else would let a partner's record write directives. */
const safeHost = (host: string): string | null => (/^[a-z0-9.-]+(:\d+)?$/i.test(host) ? host : null);

/**
 * Content security policy of a page. Scripts are files of releases and the page's own inline ones; styles come from the
 * panel or carry the nonce (ADR 0089).
 */
export function contentPolicy({ nonce, scripts, sitesDomain, connect = [], payment }: PolicyInput): string {
  const sites = safeHost(sitesDomain);
  const frames = sites ? [`http://*.${sites.replace(/:\d+$/, '')}:*`, `https://*.${sites.replace(/:\d+$/, '')}:*`] : [];
  const development = connect.filter((origin) => origin.startsWith('http'));
  return [
    "default-src 'none'",
    scriptSources(scripts, [...development, ...(payment?.scripts ?? [])]),
    "require-trusted-types-for 'script'",
    'trusted-types default',
    ["style-src 'self'", `'nonce-${nonce}'`, ...development].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect, ...(payment?.connect ?? [])].join(' '),
    ["frame-src 'self'", ...frames, ...(payment?.frames ?? [])].join(' '),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'none'",
    "worker-src 'none'",
  ].join('; ');
}

/** No script runs on a page without the hash of its release; a development server's scripts have none. */
export const INTEGRITY_POLICY: Readonly<Record<string, string>> = {
  'integrity-policy': 'blocked-destinations=(script)',
};

/** Headers of every HTML response besides its policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
};
