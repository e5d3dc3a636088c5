import { t } from '@panel/core';

/** Where many people manage their domains, and anywhere else. */
export const DNS_PROVIDERS = ['cloudflare', 'godaddy', 'namecheap', 'squarespace', 'other'] as const;
export type DnsProvider = (typeof DNS_PROVIDERS)[number];

/** Name servers of these names, or below them, are theirs. */
const ZONES: Readonly<Record<Exclude<DnsProvider, 'other'>, readonly string[]>> = {
  cloudflare: ['ns.cloudflare.com'],
  godaddy: ['domaincontrol.com'],
  namecheap: ['registrar-servers.com'],
  squarespace: ['squarespacedns.com', 'googledomains.com'],
};

/** Who answers for a domain with these name servers; `other` when nobody knows. */
export function dnsProviderOf(nameservers: readonly string[]): DnsProvider {
  const isBelow = (zone: string) => (host: string) => host === zone || host.endsWith(`.${zone}`);
  const found = Object.entries(ZONES).find(
    ([, zones]) => nameservers.length > 0 && nameservers.every((host) => zones.some((zone) => isBelow(zone)(host))),
  );
  return (found?.[0] as DnsProvider | undefined) ?? 'other';
}

/** By which of two ways a domain comes here: our name servers, or records at the provider that it has. */
export const SETUP_WAYS = ['nameservers', 'records'] as const;
export type SetupWay = (typeof SETUP_WAYS)[number];

type Guide = { label: string; href: string | null } & Record<SetupWay, readonly string[]>;

/** Where to click at each provider, in the words of its own pages. */
export const DNS_GUIDES: Readonly<Record<DnsProvider, Guide>> = {
  cloudflare: {
    label: t('Cloudflare'),
    href: 'https://dash.cloudflare.com/',
    nameservers: [
      t('A domain that was registered at Cloudflare keeps Cloudflare’s name servers. Use the records instead.'),
      t('Registered elsewhere, it gets its name servers there, not at Cloudflare.'),
    ],
    records: [
      t('Open the Cloudflare dashboard and choose your domain.'),
      t('Choose “DNS”, then “Records”, then “Add record”.'),
      t('Set “Proxy status” to “DNS only” until the certificate is served.'),
    ],
  },
  godaddy: {
    label: t('GoDaddy'),
    href: 'https://dcc.godaddy.com/control/portfolio',
    nameservers: [
      t('Open your Domain Portfolio and choose the domain.'),
      t('Choose “DNS”, then “Nameservers”, then “Change Nameservers”.'),
      t('Choose “I’ll use my own nameservers”, enter them and save.'),
    ],
    records: [
      t('Open your Domain Portfolio and choose the domain.'),
      t('Choose “DNS”, then “DNS Records”, then “Add New Record”.'),
      t('Enter @ as the name for the domain itself. Delete its other A records.'),
    ],
  },
  namecheap: {
    label: t('Namecheap'),
    href: 'https://ap.www.namecheap.com/domains/list/',
    nameservers: [
      t('Open your Domain List and choose “Manage” beside the domain.'),
      t('Under “Nameservers”, choose “Custom DNS” and enter them.'),
      t('Save with the green check mark.'),
    ],
    records: [
      t('Open your Domain List and choose “Manage” beside the domain.'),
      t('Choose “Advanced DNS”, then “Add New Record”.'),
      t('Enter @ as the host for the domain itself. Delete its URL redirect and parking records.'),
    ],
  },
  squarespace: {
    label: t('Google (Squarespace)'),
    href: 'https://account.squarespace.com/domains',
    nameservers: [
      t('Open “Domains” and choose the domain.'),
      t('Choose “DNS”, then “Domain Nameservers”, then “Use Custom Nameservers”.'),
      t('Enter the name servers and save.'),
    ],
    records: [
      t('Open “Domains” and choose the domain.'),
      t('Choose “DNS”, then “DNS Settings”.'),
      t('Under “Custom records”, choose “Add record”. Enter @ as the host for the domain itself.'),
    ],
  },
  other: {
    label: t('Another provider'),
    href: null,
    nameservers: [
      t('Sign in where you registered the domain.'),
      t('Open the settings of the domain and look for “Name servers” or “DNS”.'),
      t('Replace all name servers with these and save.'),
    ],
    records: [
      t('Sign in where the DNS records of the domain are managed.'),
      t('Look for “DNS records”, “Zone editor” or “Advanced DNS”, and add each record.'),
      t('Many providers want only the part of a name before the domain, and @ for the domain itself.'),
    ],
  },
};
