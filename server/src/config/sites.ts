import { addresses, port, positive, url } from './schemas.ts';

/** The variables of running sites, of their scheduled checks, and of the name servers of their domains. */
export const siteVariables = {
  SITE_IDLE_MINUTES: { schema: positive, fallback: '15', allowed: 'a number above 0' },
  SITE_MAX_RUNNING: { schema: positive, fallback: undefined, allowed: 'a number above 0' },
  NPM_REGISTRY: {
    schema: url('http:', 'https:'),
    fallback: 'https://registry.npmjs.org/',
    allowed: 'an address like https://registry.npmjs.org/, from which builds of applications install packages',
  },
  SITE_CHECK_MINUTES: { schema: positive, fallback: '30', allowed: 'a number above 0' },
  DNS_PARENT_PORT: { schema: port, fallback: '53', allowed: 'a port number from 0 to 65535; 53 except for tests' },
  NAMESERVER_ADDRESSES: {
    schema: addresses,
    fallback: undefined,
    allowed:
      'a list of the public IPv4 and IPv6 addresses of the name servers separated by commas, or nothing for SITE_ADDRESSES',
  },
} as const;

type Parsed = {
  SITE_IDLE_MINUTES: number;
  SITE_MAX_RUNNING: number | undefined;
  NPM_REGISTRY: string;
  SITE_CHECK_MINUTES: number;
  DNS_PARENT_PORT: number;
  NAMESERVER_ADDRESSES: readonly string[] | undefined;
};

export type SitesConfig = {
  siteIdleMinutes: number;
  siteMaxRunning: number | undefined;
  /** Where builds of applications get packages and tools. */
  npmRegistry: string;
  /** Time between two scheduled checks of a site that works. */
  siteCheckMinutes: number;
  /** Where the name servers of the zones above customers' domains answer. */
  dnsParentPort: number;
  /** Where the partners' name servers are; undefined means where the sites are, because the same process answers. */
  nameserverAddresses: readonly string[] | undefined;
};

export const sitesConfig = (parsed: Parsed): SitesConfig => ({
  siteIdleMinutes: parsed.SITE_IDLE_MINUTES,
  siteMaxRunning: parsed.SITE_MAX_RUNNING,
  npmRegistry: parsed.NPM_REGISTRY,
  siteCheckMinutes: parsed.SITE_CHECK_MINUTES,
  dnsParentPort: parsed.DNS_PARENT_PORT,
  nameserverAddresses: parsed.NAMESERVER_ADDRESSES,
});
