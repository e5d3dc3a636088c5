import { parse } from 'tldts';
import { said, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { partner, partnerHost } from '../../db/schema.ts';
import { displayDomain, skeleton } from './look-alike.ts';

/** The name of the TXT record that proves a domain. */
export const txtName = (domain: string): string => `_domain-verify.${domain}`;
export const txtValue = (token: string): string => `domain-verify=${token}`;

/** So that the names of its records have room. */
const LONGEST = 253 - txtName('').length;
/** Top-level domains that nobody can own (RFC 6761, 6762, 7686, 9476). */
export const SPECIAL: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'internal',
  'invalid',
  'onion',
  'arpa',
  'alt',
]);

/** The domain without `www`, and the address that the site gets: as it was typed. */
export function namesOf(typed: string): { domain: string; host: string } {
  const domain = typed.replace(/^(?:www\.)+/, '');
  return { domain, host: typed === domain ? domain : `www.${domain}` };
}

/** Both names of a domain. */
export const hostsOfDomain = (domain: string): [string, string] => [domain, `www.${domain}`];

/** The part that was registered, e.g. `example.co.uk`; a name of an unknown top-level domain has two labels. */
export const registrable = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Why nobody gets a domain that the installation uses. */
export const OURS = said('This domain belongs to the control panel. Choose another one.');

/** Every host name that the installation itself uses. */
async function ownHosts(db: Database): Promise<string[]> {
  const partners = await db.select({ domain: partner.domain, sites: partner.sitesDomain }).from(partner);
  const hosts = await db.select({ host: partnerHost.host }).from(partnerHost);
  return [...new Set([...partners.flatMap(({ domain, sites }) => [domain, sites]), ...hosts.map(({ host }) => host)])];
}

/**
 * Why no site can have this domain, or null: it is not one that can be registered, belongs to the panel (cookies reach
 * all of a registered domain), or looks like the panel's own.
 */
export async function refusalOf(db: Database, typed: string): Promise<Said | null> {
  const { domain } = namesOf(typed);
  if (domain.length > LONGEST) return said('The domain can have at most {longest} characters.', { longest: LONGEST });
  const { domain: own, isIp, isPrivate } = parse(domain, { allowPrivateDomains: true });
  if (isIp || SPECIAL.has(domain.split('.').at(-1) ?? ''))
    return said('This domain can’t be registered. Choose another one.');
  if (own === null) {
    const suffix = displayDomain(domain);
    return isPrivate
      ? said(
          '{suffix} belongs to a provider whose customers get names below it. Enter a domain of your own, such as yourname.com.',
          { suffix },
        )
      : said(
          '{suffix} is not a name that one can own: names are registered below it. Enter one of yours, such as yourname.{suffix}.',
          { suffix },
        );
  }
  const ours = (await ownHosts(db)).map(registrable);
  if (ours.includes(own)) return OURS;
  const look = skeleton(own);
  if (ours.some((each) => skeleton(each) === look))
    return said('This domain looks like that of the control panel. Choose another one, or contact support.');
  return null;
}
