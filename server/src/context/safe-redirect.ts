import { sectionOn } from '@panel/contract';
import type { PartnerRow } from './call-context.ts';

type RedirectPartner = Pick<PartnerRow, 'domain' | 'redirectHosts'>;
/** Browsers and parsers disagree on backslashes, control characters, and spaces at the ends: reject them all. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const DOUBTFUL = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/;
const HERE = 'http://panel.invalid';
/** Pages that would only redirect again. */
const NO_DESTINATION = /^\/(?:login|logout|forbidden)(?:[/?#]|$)/i;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\\';
  }
}

/**
 * The only way to a `redirectUrl`: a path of the panel itself, or an http(s) address on a host of the partner's
 * allow-list; anything else is the fallback (decision: Session). The URL parser normalises the result.
 */
export function safeRedirect(partner: RedirectPartner, url: string | null | undefined, fallback: string): string {
  if (!url || url.length > 2000 || DOUBTFUL.test(url) || DOUBTFUL.test(decoded(url).replaceAll(' ', '')))
    return fallback;
  if (url.startsWith('/')) {
    if (url.startsWith('//') || /^\/+%(?:2f|5c)/i.test(url) || !URL.canParse(url, HERE)) return fallback;
    const parsed = new URL(url, HERE);
    if (parsed.origin !== HERE || parsed.pathname.startsWith('//') || NO_DESTINATION.test(parsed.pathname))
      return fallback;
    return parsed.pathname + parsed.search + parsed.hash;
  }
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#]|$)/i.test(url) || !URL.canParse(url)) return fallback;
  const parsed = new URL(url);
  if (parsed.username || parsed.password) return fallback;
  if (parsed.hostname === partner.domain)
    return safeRedirect(partner, parsed.pathname + parsed.search + parsed.hash, fallback);
  return partner.redirectHosts.includes(parsed.hostname) ? parsed.href : fallback;
}

/** Where customers land after the sign-in (spec §2). */
export const CUSTOMER_SITES = '/sites';

/** The page after sign-in if none was requested, or the first available one if sites are off. */
export function homeOf(
  user: { role: string },
  { attributes, isSpecial }: Pick<PartnerRow, 'attributes' | 'isSpecial'>,
): string {
  const hasSites = sectionOn({ attributes, is_nucal_partner: isSpecial }, 'sites');
  if (user.role === 'customer' || user.role === 'member') return hasSites ? CUSTOMER_SITES : '/dashboard';
  return hasSites ? '/admin/migration' : '/admin/sections';
}
