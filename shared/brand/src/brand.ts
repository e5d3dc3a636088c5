import type { Partner } from '@panel/contract';

export const DEFAULT_PAGE_TITLE = 'Powerful, affordable, and reliable tool';

/** Names and texts of the brand, with the specification's defaults (spec §3, §9). */
export function brandOf(partner: Pick<Partner, 'domain' | 'attributes'>): {
  company: string;
  pageTitle: string;
  slogan: string;
  chatScript: string | null;
} {
  const { RESELLER_COMPANY_NAME, RESELLER_HOSTING_PAGE_TITLE, RESELLER_COMPANY_SLOGAN, ONLINE_CHAT_SCRIPT } =
    partner.attributes;
  return {
    company: RESELLER_COMPANY_NAME || partner.domain,
    pageTitle: RESELLER_HOSTING_PAGE_TITLE || DEFAULT_PAGE_TITLE,
    slogan: RESELLER_COMPANY_SLOGAN ?? '',
    chatScript: ONLINE_CHAT_SCRIPT || null,
  };
}

/** Title of the browser tab: the page, then the partner's page title. */
export const documentTitle = (page: string, partner: Pick<Partner, 'domain' | 'attributes'>): string =>
  `${page} · ${brandOf(partner).pageTitle}`;

type Person = { email: string; firstname?: string; lastname?: string };

/**
 * Letters for someone without a picture, in upper case: of first and last name, or the first one or two of the email, or
 * a dash (spec §3).
 */
export function initialsOf(person: Person | null): string {
  const named = [person?.firstname, person?.lastname].map((name) => [...(name?.trim() ?? '')][0] ?? '').join('');
  return (named || person?.email.split('@')[0]?.slice(0, 2) || '-').toUpperCase();
}
