import type { Config } from '../config/config.ts';
import type { DnsDriver } from './dns-driver.ts';
import { createPowerDns } from './powerdns.ts';

const embedded: DnsDriver = {
  readsDatabase: true,
  deliver: async () => null,
  keepOnly: async () => [],
  serials: async () => new Map(),
};

/** PowerDNS where its API is configured, otherwise the server of this process and its siblings. */
export const createDnsDriver = ({ powerdnsUrl }: Pick<Config, 'powerdnsUrl'>): DnsDriver =>
  powerdnsUrl === undefined ? embedded : createPowerDns(powerdnsUrl);
